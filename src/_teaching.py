"""The teaching step of a run: a classroom from the configuration, its records in MLflow."""

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import yaml
from omegaconf import DictConfig, OmegaConf

from src._compose import build
from src.core import Dataset, InputError, Scorer, Watch
from src.data.rootpainter import RootPainter
from src.tracking.curves import learning_curve
from src.tracking.journal import MlflowJournal
from src.tracking.parameters import CONFIG_FILE, without_passwords
from src.tracking.pictures import overlay
from src.tracking.resuming import SESSION
from src.tracking.run import Run
from src.training.checkpoints import LAST
from src.training.classroom import Classroom, Journal, Taught
from src.training.loading import BEST
from src.training.model import save_model
from src.training.session import Shown


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
    dataset: Dataset,
    detector: Any,
    scorer: Scorer,
    run: Run,
    watch: Watch | None = None,
) -> Taught:
    """Teach the detector and keep everything about it with the run."""
    annotator = build(config, "annotator")
    if annotator is None:
        raise InputError("a trainer needs an annotator: add annotator=rootpainter")
    journal = MlflowJournal(run, **config.playback)
    room = Classroom(
        dataset=dataset,
        annotator=annotator,
        clock=build(config, "clock"),
        acquisition=build(config, "acquisition"),
        scorer=scorer,
        journal=journal if watch is None else Watched(journal, watch),
        folder=Path(config.sessions) / run.id,
        seed=config.seed,
        start=_beginning(config.start),
    )
    run.tags({SESSION: str(room.folder.absolute())})
    if room.start is not None:
        run.tags({"start.fingerprint": room.start.fingerprint})
    taught: Taught = build(config, "trainer").teach(detector, room)
    plain = without_passwords(OmegaConf.to_container(config, resolve=True))
    _record(run, room, taught, config.pictures, plain)
    return taught


def _beginning(project: str | None) -> RootPainter | None:
    """What people painted before; an error of the reader is one of this key."""
    if not project:
        return None
    try:
        return RootPainter(project)
    except InputError as error:
        raise InputError(f"start={project}: {error}") from error


def _record(run: Run, room: Classroom, taught: Taught, pictures: int, described: Any) -> None:
    run.metrics({f"learning/{name}": value for name, value in taught.metrics.items()})
    run.metrics({f"time/{name}": value for name, value in taught.times.items()})
    names = dict.fromkeys(name for row in taught.rows for name in row)
    columns = {name: np.array([row.get(name, np.nan) for row in taught.rows]) for name in names}
    run.table("images", columns)
    if taught.first is not None:
        run.picture("learning_curve.png", learning_curve(taught.rows, run.name))
        _show_before_and_after(run, room, taught, pictures)
    _keep_files(run, room.folder, taught, described)


def _show_before_and_after(run: Run, room: Classroom, taught: Taught, pictures: int) -> None:
    for sample in list(room.test_samples())[:pictures]:
        before = overlay(sample, taught.first.detect(sample.picture))
        after = overlay(sample, taught.detector.detect(sample.picture))
        gap = np.full((before.shape[0], 8, 3), 255, np.uint8)
        run.picture(f"before_after/{sample.name}.png", np.hstack([before, gap, after]))


def _keep_files(run: Run, folder: Path, taught: Taught, described: Any) -> None:
    with TemporaryDirectory() as place:
        archive = shutil.make_archive(f"{place}/annotations", "zip", folder, "annotations")
        run.file(Path(archive))
        if taught.first is not None:
            best, config = Path(place) / BEST, Path(place) / CONFIG_FILE
            taught.detector.save(best)
            run.file(best, "checkpoints")
            config.write_text(yaml.safe_dump(described, sort_keys=False), encoding="utf-8")
            save_model(Path(place) / "model", config, best)
            run.file(Path(place) / "model")
    if (folder / LAST).exists():
        run.file(folder / LAST, "checkpoints")
    run.file(folder / "trajectories")
