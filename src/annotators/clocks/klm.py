"""The keystroke-level model of Card, Moran and Newell."""

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from src.annotators.clocks.segments import Segments, cut
from src.core.trajectory import Trajectory


@dataclass(frozen=True)
class KeystrokeLevelClock:
    """Every stroke is thought of, pointed at and drawn: M + P + D, plus K to change a tool.

    The operators are those of Card, Moran & Newell, CACM 23(7), 1980. Their D was measured
    on straight lines that snap to a 0.56 cm grid, so freehand painting stretches it.

    Args:
        mental_seconds: M, before a stroke.
        pointing_seconds: P, to where a stroke begins, however far; above 0.
        drawing_seconds: D, for each stroke; above 0.
        drawing_seconds_per_cm: D, for its length.
        key_seconds: K, for another class, another brush, or the next picture.
        pixels_per_cm: of the screen, for a picture shown at its own size.
        anticipated_diameters: a stroke needs no M of its own when it begins closer than this
            to the end of the last one, in brush diameters, with the same class and brush;
            the model's rule for what is foreseen, e.g. the next line of a zigzag.
    """

    mental_seconds: float = 1.35
    pointing_seconds: float = 1.1
    drawing_seconds: float = 0.9
    drawing_seconds_per_cm: float = 0.16
    key_seconds: float = 0.2
    pixels_per_cm: float = 37.8
    anticipated_diameters: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value < np.inf:
                raise ValueError(f"{field.name} must be finite and not negative, got {value}")
        for name in ("pointing_seconds", "drawing_seconds", "pixels_per_cm"):
            if getattr(self, name) == 0:
                raise ValueError(f"{name} must be above 0, got 0")

    def retime(
        self,
        trajectory: Trajectory,
        rng: np.random.Generator | None = None,  # noqa: ARG002  # nothing here is random
    ) -> Trajectory:
        """The same events; acts without movement are charged to the first event of a segment.

        M and P go to the leg that leads to a stroke, or to the stroke where no leg does.
        """
        segments = cut(trajectory)
        if not len(segments):
            return trajectory
        stroke, bearer = segments.stroke, _bearers(segments)
        pauses = segments.pauses(0.0, self.key_seconds, self.key_seconds)
        pauses[bearer[stroke]] += self.mental_seconds * ~self._foreseen(segments, bearer)[stroke]
        pauses[stroke & stroke[bearer]] += self.pointing_seconds
        drawing = self.drawing_seconds_per_cm * segments.path / self.pixels_per_cm
        moving = np.where(stroke, self.drawing_seconds + drawing, self.pointing_seconds)
        return replace(trajectory, dt=segments.moving(moving) + segments.pausing(pauses))

    def skipped(
        self,
        rng: np.random.Generator | None = None,  # noqa: ARG002  # nothing here is random
    ) -> float:
        """Seconds to look at a picture and leave it as it is: M + K."""
        return self.mental_seconds + self.key_seconds

    def _foreseen(self, segments: Segments, bearer: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Strokes that need no mental act of their own."""
        near = segments.distance < self.anticipated_diameters * segments.diameter
        near &= ~segments.stroke
        near[:1] = False
        return near[bearer] & ~segments.switched & ~segments.resized


def _bearers(segments: Segments) -> npt.NDArray[np.int64]:
    """For each stroke the leg that leads to it, or itself where no leg does."""
    led = segments.stroke & np.append(False, ~segments.stroke[:-1])
    bearers: npt.NDArray[np.int64] = np.arange(len(segments)) - led
    return bearers
