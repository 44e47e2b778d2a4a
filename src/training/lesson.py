"""What happened on one image."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

INITIAL, CORRECTIVE = "initial", "corrective"
SKIPPED, BLANK = "skipped", "blank"


@dataclass(frozen=True)
class Lesson:
    """One image that the annotator looked at, and what it cost.

    Args:
        step: 1 for the first image.
        phase: ``initial`` or ``corrective``.
        outcome: ``train`` or ``val`` where it was saved, ``skipped`` when there was no clear
            error, ``blank`` when nothing was painted.
        seconds: simulated, looking and erasing included.
        total_seconds: of this and all images before.
        prediction_f1: of what the annotator saw, against the whole truth; ``nan`` when it saw
            nothing.
        coverage: share of the image that was painted.
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
