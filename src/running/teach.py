"""The teaching step of a run: its participants from the configuration, its records in the sink."""

import math
import shutil
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml
from omegaconf import DictConfig, OmegaConf

from src.core import Dataset, InputError, Scorer, Sink, Watch
from src.core.passwords import without_passwords
from src.data.rootpainter import RootPainter
from src.reporting.curves import learning_figure
from src.reporting.drawing.before_after import before_after
from src.reporting.drawing.figures import keep_figure
from src.reporting.gallery import file_name
from src.reporting.progress import SessionBar, session_progress
from src.running.answer import clocks_of
from src.running.desk import seated
from src.serving.model import save_model
from src.tracking import keys
from src.tracking.compare.retiming import clocks_table
from src.tracking.record.interruption import finishing_first, stop_requested
from src.tracking.record.journal import MlflowJournal
from src.tracking.store.left_overs import passing_folder
from src.training.measurement import measure
from src.training.participants import Journal, Participants, Taught
from src.training.sight import Shown

if TYPE_CHECKING:
    from src.running.once import Parts


@dataclass(frozen=True)
class Told:
    """A journal that also tells a terminal how far it is."""

    journal: Journal
    bar: SessionBar

    def shown(self, shown: Shown) -> None:
        """Pass it on."""
        self.journal.shown(shown)

    def measured(self, row: Mapping[str, Any]) -> None:
        """Pass it on, then tell."""
        self.journal.measured(row)
        self.bar.done(int(row["step"]), float(row.get("test_f1", math.nan)))

    def resumed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Pass it on, and tell."""
        self.journal.resumed(rows)
        self.bar.resumed(len(rows))


@dataclass(frozen=True)
class Watched:
    """A journal that also tells somebody else of every image that is done."""

    journal: Journal
    watch: Watch

    def shown(self, shown: Shown) -> None:
        """Pass it on."""
        self.journal.shown(shown)

    def measured(self, row: Mapping[str, Any]) -> None:
        """Pass it on, then tell."""
        self.journal.measured(row)
        self.watch(row)

    def resumed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Pass it on."""
        self.journal.resumed(rows)


def teach(
    config: DictConfig,
    parts: "Parts",
    record: Any,
    watch: Watch | None = None,
    bar: SessionBar | None = None,
) -> Taught:
    """Teach the detector and keep everything about it with the run.

    Args:
        bar: of whoever teaches several sessions; else this one has its own.
    """
    folder = Path(config.sessions) / record.id
    shown = bool(getattr(parts.trainer, "progress_bar", True))
    most = getattr(getattr(parts.trainer, "rules", None), "images", None)
    total = images_shown(parts.dataset, most)
    with (
        seated(parts.annotator, folder, stop_requested, watch) as told,
        nullcontext(bar) if bar else session_progress(total, shown=shown) as own,
    ):
        return _taught(config, parts, record, told, own)


def images_shown(dataset: Dataset, most: int | None) -> int:
    """How many a session shows at most."""
    there = sum(entry.split != "test" for entry in dataset.entries)
    return there if most is None else min(most, there)


def _taught(
    config: DictConfig, parts: "Parts", record: Any, watch: Watch | None, bar: SessionBar
) -> Taught:
    journal = Told(MlflowJournal(record, **config.playback), bar)
    participants = Participants(
        dataset=parts.dataset,
        annotator=parts.annotator,
        clock=parts.clock,
        acquisition=parts.acquisition,
        scorer=parts.scorer,
        journal=journal if watch is None else Watched(journal, watch),
        folder=Path(config.sessions) / record.id,
        seed=config.seed,
        start=_beginning(config.start),
        sink=record,
        stopping=stop_requested,
    )
    record.tags({keys.SESSION: str(participants.folder.absolute())})
    if participants.start is not None:
        record.tags({keys.START_FINGERPRINT: participants.start.fingerprint})
    with finishing_first():
        taught: Taught = parts.trainer.teach(parts.detector, participants)
    if taught.last is None and taught.first is not None:
        # A run that was stopped after its last image has nothing left to measure while it teaches.
        last = measure(participants.test_samples(), taught.detector, parts.scorer)
        taught = replace(taught, last=last)
    taught = _keep_numbers(record, taught, participants.folder, config)
    _keep_pictures(record, taught, config.pictures, parts.scorer)
    _keep_files(record, participants.folder, taught, config)
    return taught


def _beginning(project: str | None) -> RootPainter | None:
    """What people painted before; an error of the reader is one of this key."""
    if not project:
        return None
    try:
        return RootPainter(project)
    except InputError as error:
        raise InputError(f"start={project}: {error}") from error


def _keep_numbers(record: Sink, taught: Taught, folder: Path, config: DictConfig) -> Taught:
    """Keep numbers and tables, and give what was taught with its times by every clock."""
    record.metrics({keys.LEARNING + name: value for name, value in taught.metrics.items()})
    record.metrics({keys.TIME + name: value for name, value in taught.times.items()})
    names = dict.fromkeys(name for row in taught.rows for name in row)
    columns = {name: np.array([row.get(name, np.nan) for row in taught.rows]) for name in names}
    record.table(keys.IMAGES, columns)
    clocks = clocks_of(config, record.name, folder, columns) if taught.first is not None else {}
    if clocks:
        record.table(keys.CLOCKS, clocks_table(clocks, columns["test_f1"]))
    return replace(taught, clocks=clocks)


def _keep_pictures(record: Sink, taught: Taught, pictures: int, scorer: Scorer) -> None:
    """The learning curve, and some test samples before and after."""
    if taught.first is None:
        return
    if taught.clocks:
        figure = learning_figure(taught.rows, record.name, taught.clocks)
        keep_figure(record, keys.LEARNING_CURVE, figure)
    answers = taught.last.answers[:pictures] if taught.last else ()
    for sample, prediction, row in answers:
        first = taught.first.detect(sample.picture)
        name = next(own for own in ("f1", "pixel_f1") if own in row.values)
        scores = (float(scorer.score(sample, first)[name]), float(row[name]))
        pixels = before_after(sample, first, prediction.consensus, scores, name)
        record.picture(f"{keys.BEFORE_AFTER}/{file_name(sample.name)}.png", pixels)


def _keep_files(record: Any, folder: Path, taught: Taught, config: DictConfig) -> None:
    for file in taught.files:
        record.file(file, keys.CHECKPOINTS)
    with passing_folder() as place:
        if (folder / "annotations").is_dir():
            archive = shutil.make_archive(str(place / "annotations"), "zip", folder, "annotations")
            record.file(Path(archive))
        if taught.first is not None:
            best = place / keys.BEST_CHECKPOINT
            described = place / keys.CONFIG_FILE
            taught.detector.save(best)
            record.file(best, keys.CHECKPOINTS)
            plain = without_passwords(OmegaConf.to_container(config, resolve=True))
            described.write_text(yaml.safe_dump(plain, sort_keys=False), encoding="utf-8")
            save_model(place / "model", described, best)
            record.model(place / "model")
    if (folder / keys.LAST_CHECKPOINT).exists():
        record.file(folder / keys.LAST_CHECKPOINT, keys.CHECKPOINTS)
    if (folder / keys.TRAJECTORIES).is_dir():
        record.file(folder / keys.TRAJECTORIES)
