"""Seconds by a stopwatch: the person's own, and those in which the net learns."""

from src.core import Clock, Paced


def elapsed(clock: Clock, own: float, *, learning: bool, learns: bool) -> float:
    """Seconds from the last row of the session to the one of this image.

    A row stands for the moment at which the model of its image is there. Whoever goes on paints
    while the net learns, so what was painted meanwhile has passed before the last row.

    Args:
        own: seconds that the person spent on the image.
        learning: whether the net learned from the image before when this one was begun.
        learns: whether it learns from this one.
    """
    if not isinstance(clock, Paced):
        return own
    meanwhile = clock.training_seconds if learning and clock.goes_on else 0.0
    return max(own - meanwhile, 0.0) + (clock.training_seconds if learns else 0.0)


def goes_on(clock: Clock) -> bool:
    """Whether the next image is begun before the net has learned from the last one."""
    return isinstance(clock, Paced) and clock.goes_on
