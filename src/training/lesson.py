"""What happened on one image."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core import Annotation, Sample, Trajectory
from src.scoring.pixels import pixel_counts, pixel_ratios

INITIAL, CORRECTIVE = "initial", "corrective"
SKIPPED, BLANK = "skipped", "blank"
BEFORE = "before"
"""Phase and outcome of what was painted before the session began."""


@dataclass(frozen=True)
class Lesson:
    """One image that the annotator looked at, and what it cost.

    Args:
        step: 1 for the first image; 0 for what was painted before the session.
        phase: ``initial`` or ``corrective``, or ``before``.
        outcome: ``train`` or ``val`` where it was saved, ``skipped`` when there was no clear
            error, ``blank`` when nothing was painted.
        seconds: simulated, looking, erasing and waiting included.
        total_seconds: of this and all images before.
        prediction_f1: of what the annotator saw, against the whole truth; ``nan`` when it saw
            nothing.
        coverage: share of the image that was painted.
        waited: of the seconds those in which the net learned and nobody painted.
    """

    step: int
    id: str
    name: str
    phase: str
    outcome: str
    seconds: float
    total_seconds: float
    prediction_f1: float
    strokes: int
    events: int
    foreground_pixels: int
    background_pixels: int
    coverage: float
    spilled: int
    waited: float = 0.0

    @property
    def saved(self) -> bool:
        """Whether there is an annotation to learn from."""
        return self.outcome in ("train", "val")

    def record(self) -> dict[str, Any]:
        """Plain values, for a table or a checkpoint."""
        return asdict(self)

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Self:
        """The lesson that gave this record."""
        return cls(**record)

    @classmethod
    def before(cls) -> Self:
        """Nobody looked at anything yet, and no second was spent."""
        nothing = dict.fromkeys(
            ("strokes", "events", "foreground_pixels", "background_pixels", "spilled"), 0
        )
        return cls(
            step=0, id="", name="", phase=BEFORE, outcome=BEFORE, seconds=0.0, total_seconds=0.0,
            prediction_f1=float("nan"), coverage=0.0, **nothing,
        )  # fmt: skip


def lesson_of(
    before: Sequence[Lesson],
    sample: Sample,
    truth: npt.NDArray[np.bool_] | None,
    prediction: npt.NDArray[np.bool_] | None,
    annotation: Annotation | None,
    outcome: str,
    seconds: float,
    waited: float,
) -> Lesson:
    """The lesson after those before; without a truth nobody knows how good a prediction was."""
    path = Trajectory.empty() if annotation is None else annotation.trajectory
    starts = path.painting & ~np.concatenate([[False], path.painting[:-1]])[: len(path)]
    fore = 0 if annotation is None else int(annotation.foreground.sum())
    back = 0 if annotation is None else int(annotation.background.sum())
    return Lesson(
        step=len(before) + 1,
        id=sample.id,
        name=sample.name,
        phase=INITIAL if prediction is None else CORRECTIVE,
        outcome=outcome,
        seconds=seconds,
        total_seconds=(before[-1].total_seconds if before else 0.0) + seconds,
        prediction_f1=float("nan")
        if truth is None or prediction is None
        else f1(truth, prediction),
        strokes=int(starts.sum()),
        events=len(path),
        foreground_pixels=fore,
        background_pixels=back,
        coverage=(fore + back) / int(np.prod(sample.picture.shape)),
        spilled=0 if annotation is None else annotation.spilled,
        waited=waited,
    )


def f1(truth: npt.NDArray[np.bool_], prediction: npt.NDArray[np.bool_]) -> float:
    """Pixel F1 of one image; ``nan`` where neither holds foreground."""
    return float(pixel_ratios(np.array(pixel_counts(truth, prediction)))[0])
