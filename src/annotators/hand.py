"""How a hand moves a mouse: the faster it paints, the worse it aims."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le


@dataclass(frozen=True)
class Hand:
    """Couples painting speed to aim jitter: ``sigma = speed * jitter_rate``.

    Args:
        travel_speed: px/s while the button is up.
        travel_step: px between two events of a travel.
        min_paint_speed, max_paint_speed: px/s while the button is down.
        jitter_rate: seconds.
        jitter_sigmas: how many sigmas of jitter must fit into the margin.
        careful_slowdown: how many times slower a careful stroke is.
        angular_noise: standard deviation, in radians, of the heading at each step.
    """

    travel_speed: Annotated[float, Gt(0), Le(1e6)] = 800.0
    travel_step: Annotated[float, Ge(0.1), Le(1e4)] = 8.0
    min_paint_speed: Annotated[float, Gt(0), Le(1e4)] = 30.0
    max_paint_speed: Annotated[float, Gt(0), Le(1e4)] = 200.0
    jitter_rate: Annotated[float, Ge(0), Le(100)] = 0.04
    jitter_sigmas: float = 3.0
    careful_slowdown: float = 2.0
    angular_noise: Annotated[float, Ge(0), Le(100)] = 0.1

    def __post_init__(self) -> None:
        for name in ("travel_speed", "travel_step", "min_paint_speed", "jitter_sigmas"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        for name in ("jitter_rate", "angular_noise"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative, got {getattr(self, name)}")
        if not self.careful_slowdown >= 1:
            raise ValueError(f"careful_slowdown must be at least 1, got {self.careful_slowdown}")
        if self.min_paint_speed > self.max_paint_speed:
            raise ValueError(
                f"min_paint_speed ({self.min_paint_speed}) must not exceed "
                f"max_paint_speed ({self.max_paint_speed})"
            )

    def paint_speed(self, margin: float, *, careful: bool = False) -> float:
        """The fastest speed whose jitter fits into a margin in px; careful is slower.

        A careful hand divides its speed but keeps to the lower bound: what is as slow as
        can be is not slowed further.
        """
        if self.jitter_rate == 0:
            speed = self.max_paint_speed
        else:
            speed = margin / (self.jitter_sigmas * self.jitter_rate)
        speed = min(max(speed, self.min_paint_speed), self.max_paint_speed)
        return max(speed / self.careful_slowdown, self.min_paint_speed) if careful else speed

    @property
    def margin_for_max_speed(self) -> float:
        """Pixels of margin from which on the hand paints as fast as it can."""
        return self.jitter_sigmas * self.max_paint_speed * self.jitter_rate

    def aim_sigma(self, speed: float) -> float:
        """Standard deviation, in px, of where a stroke starts."""
        return speed * self.jitter_rate

    def aim(
        self, points: npt.ArrayLike, speed: float, rng: np.random.Generator
    ) -> npt.NDArray[np.float64]:
        """Where the mouse lands when it aims at points, (..., 2) row and column."""
        targets = np.asarray(points, np.float64)
        return targets + rng.normal(0.0, self.aim_sigma(speed), targets.shape)
