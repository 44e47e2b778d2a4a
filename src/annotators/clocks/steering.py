"""Fitts' law on the way, the steering law while painting."""

from dataclasses import dataclass, fields, replace

import numpy as np
import numpy.typing as npt

from src.annotators.clocks.segments import RESOLUTION, Segments, cut
from src.core.trajectory import Trajectory


@dataclass(frozen=True)
class SteeringClock:
    """Travel takes ``a + b log2(D / W + 1)``, painting ``a + b ∫ ds / W``, each with a spread.

    W is the width that the centre of the brush may use. A painter whose brush is half as wide
    as the region has a brush radius of margin on each side, hence one diameter; a trajectory
    tells no more of the region than its brush does.

    Args:
        fitts_intercept: seconds of a travel leg, however short.
        fitts_slope: seconds per bit; above 0.
        steering_intercept: seconds of a stroke, however short.
        steering_slope: seconds for a path as long as its tunnel is wide; above 0.
        tunnel_diameters: W, in brush diameters; above 0.
        inspection_seconds: looking at a picture before the first event.
        skip_seconds: looking at a picture and leaving it as it is.
        class_switch_seconds: before a stroke of another class than the last stroke.
        brush_change_seconds: before a stroke with another brush than the last stroke.
        spread_shape: of a Gamma factor of mean 1, drawn for every leg and stroke; at least 1,
            for below it the likeliest time would be none.
    """

    fitts_intercept: float = 0.310
    fitts_slope: float = 0.147
    steering_intercept: float = 0.2
    steering_slope: float = 0.091
    tunnel_diameters: float = 1.0
    inspection_seconds: float = 1.35
    skip_seconds: float = 1.55
    class_switch_seconds: float = 1.55
    brush_change_seconds: float = 0.4
    spread_shape: float = 26.5

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not 0 <= value < np.inf:
                raise ValueError(f"{field.name} must be finite and not negative, got {value}")
        for name in ("fitts_slope", "steering_slope", "tunnel_diameters"):
            if getattr(self, name) == 0:
                raise ValueError(f"{name} must be above 0, got 0")
        if self.spread_shape < 1:
            raise ValueError(f"spread_shape must be at least 1, got {self.spread_shape}")

    def retime(self, trajectory: Trajectory, rng: np.random.Generator | None = None) -> Trajectory:
        """The same events; without ``rng`` every leg and stroke takes its expected time."""
        segments = cut(trajectory)
        if not len(segments):
            return trajectory
        pauses = segments.pauses(
            self.inspection_seconds, self.class_switch_seconds, self.brush_change_seconds
        )
        spread = self.spread(len(segments), rng)
        dt = segments.moving(self.movement(segments) * spread) + segments.pausing(pauses * spread)
        return replace(trajectory, dt=dt)

    def skipped(self, rng: np.random.Generator | None = None) -> float:
        """Seconds to look at a picture and leave it as it is."""
        return float(self.skip_seconds * self.spread(1, rng)[0])

    def movement(self, segments: Segments) -> npt.NDArray[np.float64]:
        """Expected seconds of each leg and stroke, pauses left out."""
        length = np.where(segments.stroke, segments.path, segments.distance)
        width = self.tunnel_diameters * segments.diameter
        relative = np.maximum(length, RESOLUTION) / width
        travel = self.fitts_intercept + self.fitts_slope * np.log2(relative + 1)
        painting = self.steering_intercept + self.steering_slope * relative
        return np.where(segments.stroke, painting, travel)

    def spread(self, count: int, rng: np.random.Generator | None) -> npt.NDArray[np.float64]:
        """So many factors of mean 1; all 1 without ``rng``."""
        if rng is None:
            return np.ones(count)
        return rng.gamma(self.spread_shape, 1 / self.spread_shape, count)
