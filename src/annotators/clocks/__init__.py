"""Clocks: times for strokes that were already painted."""

from src.annotators.clocks.klm import KeystrokeLevelClock
from src.annotators.clocks.seed import SeedClock
from src.annotators.clocks.segments import Segments, cut
from src.annotators.clocks.steering import SteeringClock

__all__ = ["KeystrokeLevelClock", "SeedClock", "Segments", "SteeringClock", "cut"]
