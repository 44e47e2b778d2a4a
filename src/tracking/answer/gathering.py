"""What a page tells of a recorded run, read back from its artifacts."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from src.composing.clocks import standard_clocks, standard_name
from src.core import InputError, Scorecard, Table
from src.data.files.foreign import read_text, read_yaml
from src.reporting.curves import Clocks
from src.reporting.page.facts import RunFacts, Shown
from src.reporting.playback.player import described_in
from src.reporting.thumbnails import FILE as GALLERY
from src.reporting.thumbnails import read_thumbnails
from src.scoring.learning.efficiency import LearningCurve
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import (
    DAMAGED,
    fetch,
    has,
    read_scorecard,
    read_table,
    read_verdict,
)
from src.tracking.archive.words import moment_words
from src.tracking.compare.retiming import RecordedStrokes, curves_of_table
from src.tracking.store.left_overs import passing_folder

MOST_PICTURES = 12
"""Of before and after."""


def run_facts(archive: Archive, run: PastRun) -> RunFacts:
    """One run, whole."""
    with passing_folder() as place:
        config = _config(archive, run, place)
        described = read_yaml(config, DAMAGED) if config else {}
        rows = image_rows(archive, run)
        return RunFacts(
            name=run.name,
            about=about(run),
            card=scorecard(archive, run),
            score=run.parameters.get("report.by"),
            verdict=read_verdict(archive, run),
            rows=rows,
            clocks=clocks(archive, run, described) if rows else {},
            pictures=pictures(_fetched(archive, run, keys.BEFORE_AFTER, place)),
            thumbnails=_thumbnails(archive, run, place),
            players=players(_fetched(archive, run, keys.PLAYBACK, place)),
            config=read_text(config) if config else "",
            command=run.tags.get(keys.COMMAND),
        )


def config_text(archive: Archive, run: PastRun) -> str:
    """Its configuration as it was kept; empty where none was."""
    with passing_folder() as place:
        config = _config(archive, run, place)
        return read_text(config) if config else ""


def about(run: PastRun) -> dict[str, str]:
    """What a run is made of, in words."""
    facts = {group: run.choice(group) or "" for group in ("dataset", "detector", "annotator")}
    facts |= {"experiment": run.tags.get("experiment", ""), "seed": run.tags.get(keys.SEED, "")}
    facts |= {"status": run.status} if run.ended else {}
    facts |= {"started": moment_words(run.started), "run": run.id}
    return {name: word for name, word in facts.items() if word}


def scorecard(archive: Archive, run: PastRun) -> Scorecard | None:
    """What its detector earned; ``None`` where nothing was scored."""
    split = run.parameters.get("split", "all")
    stage = keys.TEST if split == "all" else split
    if not has(archive, run, keys.of_stage(keys.SCORECARD_FILE, stage)):
        return None
    return read_scorecard(archive, run, stage)


def image_rows(archive: Archive, run: PastRun) -> list[dict[str, Any]]:
    """One row per image that was taught; none of another run."""
    if not has(archive, run, keys.table_file(keys.IMAGES)):
        return []
    table = read_table(archive, run, keys.IMAGES)
    # A person's pictures without truth, and a demonstration, have no score to draw.
    return rows_of(table) if "test_f1" in table else []


def rows_of(table: Table) -> list[dict[str, Any]]:
    """A table line by line."""
    columns = {name: column.tolist() for name, column in table.items()}
    return [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]


def clocks(archive: Archive, run: PastRun, config: Mapping[str, Any]) -> Clocks:
    """Its curve by every clock: as it was kept, else timed anew; the strokes are the same."""
    if has(archive, run, keys.table_file(keys.CLOCKS)):
        return curves_of_table(read_table(archive, run, keys.CLOCKS))
    with suppress(InputError):  # a run that kept no strokes has no curve but its own
        strokes = RecordedStrokes.of(archive, run)
        return strokes.by_clocks(standard_name(config.get("clock")), standard_clocks())
    return {}


def curves_by_clock(archive: Archive, runs: Sequence[PastRun]) -> dict[str, list[LearningCurve]]:
    """The curves of several seeds by every clock that all of them have."""
    found = [clocks(archive, run, {}) for run in runs]
    known = [own for own in found if own]
    names = [name for name in known[0] if all(name in own for own in known)] if known else []
    return {name: [own[name] for own in known] for name in names}


def pictures(folder: Path | None) -> list[Shown]:
    """Test samples before and after."""
    files = sorted(folder.glob("*.png"))[:MOST_PICTURES] if folder else []
    return [Shown(caption(file.stem), file.read_bytes()) for file in files]


def caption(name: str) -> str:
    """What is written below a picture of before and after."""
    return f"{name}: the first model on the left, the last on the right"


def players(folder: Path | None) -> list[Mapping[str, Any]]:
    """The scenes of all players, without their code."""
    files = sorted(folder.glob("*/player.html")) if folder else []
    scenes = (described_in(read_text(file)) for file in files)
    return [scene for scene in scenes if scene is not None]


def _thumbnails(archive: Archive, run: PastRun, place: Path) -> Mapping[int, bytes]:
    file = _fetched(archive, run, GALLERY, place)
    return read_thumbnails(file) if file else {}


def _config(archive: Archive, run: PastRun, place: Path) -> Path | None:
    return _fetched(archive, run, keys.CONFIG_FILE, place)


def _fetched(archive: Archive, run: PastRun, path: str, place: Path) -> Path | None:
    return fetch(archive, run, path, place, "") if has(archive, run, path) else None
