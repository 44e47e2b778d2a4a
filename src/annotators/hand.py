"""How a hand moves a mouse: the faster it paints, the worse it aims."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le

LEAST_LIFT = 0.1
"""Seconds; a button is not released and pressed again sooner (Kieras 2001: 0.1 s each)."""


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
        careful_floor: whether a careful stroke too keeps to ``min_paint_speed``.
        steering_share: how much of the aim jitter is left while the hand sees where it paints.
        angular_noise: standard deviation, in radians, of the heading at each step.
        lift_seconds: median time to release the button, come to rest elsewhere and press it.
        lift_spread: standard deviation of the logarithm of that time.
        lift_worth: seconds that a lift must save, or the button stays down.
    """

    travel_speed: Annotated[float, Gt(0), Le(1e6)] = 800.0
    travel_step: Annotated[float, Ge(0.1), Le(1e4)] = 8.0
    min_paint_speed: Annotated[float, Gt(0), Le(1e4)] = 30.0
    max_paint_speed: Annotated[float, Gt(0), Le(1e4)] = 200.0
    jitter_rate: Annotated[float, Ge(0), Le(100)] = 0.04
    jitter_sigmas: float = 3.0
    careful_slowdown: float = 2.0
    careful_floor: bool = True
    steering_share: Annotated[float, Ge(0), Le(100)] = 0.2
    angular_noise: Annotated[float, Ge(0), Le(100)] = 0.1
    lift_seconds: Annotated[float, Ge(0), Le(1e4)] = 0.3
    lift_spread: Annotated[float, Ge(0), Le(10)] = 0.5
    lift_worth: Annotated[float, Ge(0), Le(1e4)] = 1.35

    def __post_init__(self) -> None:
        for name in ("travel_speed", "travel_step", "min_paint_speed", "jitter_sigmas"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, got {getattr(self, name)}")
        for name in (
            "jitter_rate",
            "steering_share",
            "angular_noise",
            "lift_seconds",
            "lift_spread",
            "lift_worth",
        ):
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
        """The fastest speed whose jitter fits into a margin in px; careful is slower."""
        if self.jitter_rate == 0:
            speed = self.max_paint_speed
        else:
            speed = margin / (self.jitter_sigmas * self.jitter_rate)
        speed = min(max(speed, self.min_paint_speed), self.max_paint_speed)
        if not careful:
            return speed
        slower = speed / self.careful_slowdown
        return max(slower, self.min_paint_speed) if self.careful_floor else slower

    @property
    def margin_for_max_speed(self) -> float:
        """Pixels of margin from which on the hand paints as fast as it can."""
        return self.jitter_sigmas * self.max_paint_speed * self.jitter_rate

    def steering_speed(self, margin: float) -> float:
        """The fastest speed at which a stroke keeps within a margin in px of its way."""
        rate = self.jitter_sigmas * self.jitter_rate * self.steering_share
        speed = margin / rate if rate > 0 else self.max_paint_speed
        return min(max(speed, self.min_paint_speed), self.max_paint_speed)

    def steering_sigma(self, speed: float) -> float:
        """Standard deviation, in px along each axis, of the way off a stroke."""
        return self.aim_sigma(speed) * self.steering_share

    def steering_margin(self, speed: float) -> float:
        """Pixels that a stroke needs beside it."""
        return self.jitter_sigmas * self.steering_sigma(speed)

    def drags(self, distance: float, speed: float) -> bool:
        """Whether the button stays down over so many px that need no paint."""
        return distance <= self.farthest_drag(speed)

    def farthest_drag(self, speed: float) -> float:
        """Px from which on it is worth while to lift the brush over ground that needs no paint."""
        saved = 1 / speed - 1 / self.travel_speed
        return (self.lift_seconds + self.lift_worth) / saved if saved > 0 else math.inf

    def lift(self, rng: np.random.Generator) -> float:
        """Seconds of one release and press, without the way between them."""
        seconds = self.lift_seconds * rng.lognormal(0.0, self.lift_spread)
        return max(seconds, LEAST_LIFT) if self.lift_seconds else 0.0

    def aim_sigma(self, speed: float) -> float:
        """Standard deviation, in px, of where a stroke starts."""
        return speed * self.jitter_rate

    def aim(
        self, points: npt.ArrayLike, speed: npt.ArrayLike, rng: np.random.Generator
    ) -> npt.NDArray[np.float64]:
        """Where the mouse lands when it aims at points, (..., 2) row and column.

        Args:
            speed: px/s, of all or of each.
        """
        targets = np.asarray(points, np.float64)
        sigma = np.asarray(speed, np.float64) * self.jitter_rate
        return targets + sigma * rng.normal(0.0, 1.0, targets.shape)
