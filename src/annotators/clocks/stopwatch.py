"""What a stopwatch would show: eyes that search, a hand that moves, a net that learns meanwhile."""

import math
from dataclasses import dataclass, field, fields, replace

import numpy as np
import numpy.typing as npt

from src.annotators.clocks.seed import SeedClock
from src.annotators.clocks.segments import Segments, cut
from src.core.protocols import Clock
from src.core.trajectory import Trajectory


@dataclass(frozen=True)
class StopwatchClock:
    """Another clock's seconds, and those of looking; it also says how long the net learns.

    A picture is looked over once, fixation by fixation. Whatever begins farther from the end of
    the last stroke than the fovea sees is searched for: a fixation for every saccade's length.

    Args:
        base: times the hand.
        fixation_seconds: of one fixation in visual search; above 0.
        saccade_degrees: of visual angle from one fixation to the next; above 0.
        saccade_seconds: of one such jump.
        fovea_degrees: of visual angle around the brush that need no other look.
        pixels_per_degree: of the screen, for a picture shown at its own size; above 0.
        picture_pixels: area of a picture, which a trajectory does not tell.
        training_seconds: that the net learns after each annotated image.
        goes_on: the person paints the next image meanwhile, over what the old model predicts, and
            waits only for what is left of the learning then; else it waits for the new model.
    """

    base: Clock = field(default_factory=SeedClock)
    fixation_seconds: float = 0.2275
    saccade_degrees: float = 3.0
    saccade_seconds: float = 0.028
    fovea_degrees: float = 1.0
    pixels_per_degree: float = 39.6
    picture_pixels: float = 250_000.0
    training_seconds: float = 0.0
    goes_on: bool = False

    def __post_init__(self) -> None:
        numbers = [own.name for own in fields(self) if own.name not in ("base", "goes_on")]
        for name in numbers:
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise ValueError(f"{name} must be finite and not negative, got {value}")
        for name in ("fixation_seconds", "saccade_degrees", "pixels_per_degree"):
            if getattr(self, name) == 0:
                raise ValueError(f"{name} must be above 0, got 0")

    def retime(self, trajectory: Trajectory, rng: np.random.Generator | None = None) -> Trajectory:
        """The other clock's times, and looks before the legs that they lead to."""
        timed = self.base.retime(trajectory, rng)
        segments = cut(timed)
        if not len(segments):
            return timed
        looks = self.fixations(segments) * self.glance_seconds
        looks[0] += self.look_seconds
        return replace(timed, dt=timed.dt + segments.pausing(looks))

    def skipped(self, rng: np.random.Generator | None = None) -> float:
        """Seconds to look a picture over and leave it as it is."""
        return self.look_seconds + self.base.skipped(rng)

    @property
    def glance_seconds(self) -> float:
        """One fixation and the way to it."""
        return self.fixation_seconds + self.saccade_seconds

    @property
    def look_seconds(self) -> float:
        """A whole picture, in fixations one saccade apart."""
        return self.picture_pixels / self._saccade_pixels**2 * self.glance_seconds

    def fixations(self, segments: Segments) -> npt.NDArray[np.float64]:
        """How often the eye rests on the way to what a leg leads to."""
        near = self.fovea_degrees * self.pixels_per_degree
        searched = ~segments.stroke & (segments.distance > near)
        return np.where(searched, np.ceil(segments.distance / self._saccade_pixels), 0.0)

    @property
    def _saccade_pixels(self) -> float:
        return self.saccade_degrees * self.pixels_per_degree
