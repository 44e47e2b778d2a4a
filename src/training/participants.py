"""Everybody who takes part in a session, and what it leaves behind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from src.core import Annotator, Clock, Dataset, InputError, Sample, Scorer
from src.training.acquisition._base import Acquisition
from src.training.measurement import Measurement
from src.training.project import Project
from src.training.session import Rules, Session, Shown


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
    """Everybody who takes part in a session."""

    dataset: Dataset
    annotator: Annotator
    clock: Clock
    acquisition: Acquisition
    scorer: Scorer
    journal: Journal
    folder: Path
    seed: int
    start: Dataset | None = None

    def session(self, rules: Rules) -> Session:
        """A new session of these people, kept in the folder."""
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
        """The held-out samples, read once."""
        samples = list(self.dataset.samples("test"))
        if not samples:
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
    """

    detector: Any
    first: Any
    metrics: Mapping[str, float]
    rows: Sequence[Mapping[str, Any]]
    times: Mapping[str, float]
    last: Measurement | None = None
