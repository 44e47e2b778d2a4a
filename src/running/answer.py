"""``report.html`` at the end of a run: what the page shows and nothing else keeps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml
from omegaconf import DictConfig

from src.composing.clocks import standard_clocks, standard_name
from src.composing.plain import plain_of
from src.core import InputError, Prediction, Row, Sample, Scorecard, Table, Verdict
from src.data.formats.trajectories import load_trajectory
from src.reporting.curves import Clocks
from src.reporting.page.facts import RunFacts
from src.reporting.page.one_run import run_page
from src.reporting.thumbnails import Thumbnails, read_thumbnails
from src.tracking import keys
from src.tracking.answer.gathering import pictures, players
from src.tracking.compare.retiming import RecordedStrokes
from src.tracking.store.left_overs import passing_folder

if TYPE_CHECKING:
    from pathlib import Path

    from src.training.participants import Taught


@dataclass(frozen=True, eq=False)
class Answer:
    """Draws every sample while it is at hand, and writes the page when all is known."""

    thumbnails: Thumbnails | None

    @classmethod
    def to(cls, config: DictConfig) -> "Answer":
        """What a run is asked for; an older configuration does not say."""
        page = config.get("page") or {}
        wanted = page.get("write", True) and page.get("side", 256)
        return cls(Thumbnails(page.get("side", 256)) if wanted and config.get("report") else None)

    def observe(self, sample: Sample, prediction: Prediction, row: Row) -> None:  # noqa: ARG002
        """Draw a sample."""
        if self.thumbnails is not None:
            self.thumbnails.offer(sample, prediction)

    def write(
        self,
        record: Any,
        config: Mapping[str, Any],
        tags: Mapping[str, str],
        card: Scorecard,
        verdict: Verdict | None,
        taught: "Taught | None",
    ) -> dict[str, str]:
        """Keep the overlays and the page with the run; where people find what was promised."""
        if not (config.get("page") or {}).get("write", True):
            return {}
        overlays = self._kept_overlays(record)
        rows = taught.rows if taught and taught.first is not None else ()
        with record.kept(keys.BEFORE_AFTER) as before, record.kept(keys.PLAYBACK) as playback:
            facts = RunFacts(
                name=record.name,
                about=_about(config, tags, record),
                card=card,
                score=(config.get("report") or {}).get("by"),
                verdict=verdict,
                rows=rows,
                clocks=taught.clocks if taught else {},
                pictures=pictures(before),
                thumbnails=overlays,
                players=players(playback),
                config=yaml.safe_dump(config, sort_keys=False, allow_unicode=True),
                command=tags.get(keys.COMMAND),
            )
            record.text(keys.REPORT_FILE, run_page(facts))
            places = {"report": record.place(keys.REPORT_FILE)}
            for file in sorted(playback.glob("*/*.*")) if playback else ():
                places.setdefault(
                    file.stem, record.place(f"{keys.PLAYBACK}/{file.parent.name}/{file.name}")
                )
        return places

    def _kept_overlays(self, record: Any) -> Mapping[int, bytes]:
        if self.thumbnails is None:
            return {}
        with passing_folder() as folder:
            file = self.thumbnails.finish(folder)
            record.file(file)
            return read_thumbnails(file)


def clocks_of(config: DictConfig, name: str, folder: "Path", images: Table) -> Clocks:
    """The learning curve of a session by every clock; none where nothing was held out."""
    files = sorted((folder / keys.TRAJECTORIES).glob("*.parquet"))
    trajectories = {file.stem: load_trajectory(file) for file in files}
    described = plain_of(config, "clock") or {}
    if "test_f1" not in images or not np.isfinite(images["test_f1"]).any():
        return {}
    try:
        strokes = RecordedStrokes.painted(
            name, config.seed, str(described.get("_target_", "")), trajectories, images
        )
    except InputError:
        return {}
    return strokes.by_clocks(standard_name(described), standard_clocks())


def _about(config: Mapping[str, Any], tags: Mapping[str, str], record: Any) -> dict[str, str]:
    groups = ("experiment", "dataset", "detector")
    facts = {group: tags.get(group, "") for group in groups}
    facts |= {"seed": str(config["seed"]), "run": record.id, "open": record.command}
    return {name: word for name, word in facts.items() if word}
