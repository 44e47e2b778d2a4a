"""Everybody who takes part in a session, and what it leaves behind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from src.core import Annotator, Clock, Dataset, InputError, Sample, Scorer, Sink
from src.scoring.learning.efficiency import LearningCurve
from src.training.acquisition._base import Acquisition
from src.training.measurement import Measurement
from src.training.place import check_names, check_place
from src.training.project import Project
from src.training.session import Rules, Session
from src.training.sight import Shown


def never() -> bool:
    """Nobody asked the session to stop."""
    return False


class Journal(Protocol):
    """Whoever wants to know how the session goes."""

    def shown(self, shown: Shown) -> None:
        """An image was annotated or skipped."""

    def measured(self, row: Mapping[str, Any]) -> None:
        """An image is done: its lesson, and the scores of the best model after it."""

    def resumed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """A stopped session goes on after these images; not all of them need be known."""


@dataclass(frozen=True, eq=False)
class Participants:
    """Everybody who takes part in a session.

    Args:
        stopping: whether somebody asked the session to stop; it does so between two images.
    """

    dataset: Dataset
    annotator: Annotator
    clock: Clock
    acquisition: Acquisition
    scorer: Scorer
    journal: Journal
    folder: Path
    seed: int
    start: Dataset | None = None
    sink: Sink | None = None
    stopping: Callable[[], bool] = never

    def session(self, rules: Rules) -> Session:
        """A new session of these people, kept in the folder."""
        check_names(self.dataset.entries)
        check_place(self.folder)
        return Session(
            self.dataset,
            self.annotator,
            self.clock,
            self.acquisition,
            rules,
            Project(self.folder),
            self.seed,
            self.start,
        )

    def test_samples(self) -> Sequence[Sample]:
        """The held-out samples, read once; none where nothing is known of any."""
        samples = list(self.dataset.samples("test"))
        if not samples and getattr(self.dataset, "labelled", True):
            raise InputError(
                "the dataset has no test samples: change dataset.split or dataset.count"
            )
        return samples


@dataclass(frozen=True, eq=False)
class Taught:
    """What a session left behind.

    Args:
        detector: with the best model's weights.
        first: with the weights after the first image that was trained on; ``None`` where
            nothing was learned.
        metrics: of the whole session, such as ``aubc``.
        rows: one per image: its lesson and the scores after it.
        times: ``STAGE_share`` of the wall time, ``STAGE_ms`` of one step, image or batch.
        last: what the detector is worth on the test samples; ``None`` where nobody asked yet.
        files: what else was learned, to be kept with the run.
        clocks: the learning curve by every clock, the one that recorded it first.
    """

    detector: Any
    first: Any
    metrics: Mapping[str, float]
    rows: Sequence[Mapping[str, Any]]
    times: Mapping[str, float]
    last: Measurement | None = None
    files: Sequence[Path] = ()
    clocks: Mapping[str, LearningCurve] = field(default_factory=dict)
