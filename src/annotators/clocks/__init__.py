"""Clocks: times for strokes that were already painted."""

from src.annotators.clocks.klm import KeystrokeLevelClock
from src.annotators.clocks.seed import SeedClock
from src.annotators.clocks.segments import Segments, cut
from src.annotators.clocks.steering import SteeringClock
from src.annotators.clocks.stopwatch import StopwatchClock
from src.core.protocols import Clock

__all__ = [
    "KeystrokeLevelClock",
    "SeedClock",
    "Segments",
    "SteeringClock",
    "StopwatchClock",
    "cut",
    "keeps_recorded",
]


def keeps_recorded(clock: Clock) -> bool:
    """Whether a clock builds on the times that a trajectory has already."""
    return isinstance(clock.base if isinstance(clock, StopwatchClock) else clock, SeedClock)
