"""The brush for a patch, and a single dab with it."""

from src.annotators.brush import Brush, fit_brush
from src.annotators.painter import Painter
from src.annotators.policies._patches import Patch


def steady_brush(deepest: float, radius: int) -> Brush:
    """The largest brush up to a radius that stays inside; failing that, the smallest."""
    fitting = fit_brush(deepest, radius, clearance=0)
    return Brush(0) if fitting is None else Brush(fitting)


def press(painter: Painter, patch: Patch, deepest: float, radius: int) -> None:
    """One dab at the centre of a patch, ``deepest`` px inside its class."""
    brush = steady_brush(deepest, radius)
    speed = painter.hand.paint_speed(max(deepest - brush.radius, 0.0))
    painter.stroke([patch.centre], brush, patch.channel, speed)
