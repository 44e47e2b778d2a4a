"""The clock of the hand itself: the times at which it painted."""

from dataclasses import dataclass, fields, replace

import numpy as np

from src.annotators.clocks.segments import cut
from src.core.trajectory import Trajectory


@dataclass(frozen=True)
class SeedClock:
    """Keeps the recorded ``dt``, step / speed, and adds what a hand alone does not spend.

    Args:
        inspection_seconds: looking at a picture before the first event.
        skip_seconds: looking at a picture and leaving it as it is.
        class_switch_seconds: before a stroke of another class than the last stroke.
        brush_change_seconds: before a stroke with another brush than the last stroke.
    """

    inspection_seconds: float = 0.0
    skip_seconds: float = 0.0
    class_switch_seconds: float = 0.0
    brush_change_seconds: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value < np.inf:
                raise ValueError(f"{field.name} must be finite and not negative, got {value}")

    def retime(
        self,
        trajectory: Trajectory,
        rng: np.random.Generator | None = None,  # noqa: ARG002  # nothing here is random
    ) -> Trajectory:
        """The recorded times and the pauses between them."""
        segments = cut(trajectory)
        pauses = segments.pauses(
            self.inspection_seconds, self.class_switch_seconds, self.brush_change_seconds
        )
        return replace(trajectory, dt=trajectory.dt + segments.pausing(pauses))

    def skipped(
        self,
        rng: np.random.Generator | None = None,  # noqa: ARG002  # nothing here is random
    ) -> float:
        """Seconds to look at a picture and leave it as it is."""
        return self.skip_seconds
