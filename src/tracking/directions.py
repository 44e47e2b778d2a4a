"""Which way the metrics of a recorded run are better: written as tags, read back from them."""

from collections.abc import Mapping

from src.core import Direction, Directions
from src.scoring.learning.directions import LEARNING
from src.tracking import keys

OF_SESSIONS = (keys.LEARNING, keys.EFFORT, keys.TIME, keys.BY_IMAGE, keys.BY_SECOND)
"""Numbers that every taught run has, whatever scores it."""

COUNTS = (keys.DATA, keys.REPEATED, keys.SWEEP)
"""Numbers of what there was, which is neither good nor bad."""


def direction_tags(directions: Directions) -> dict[str, str]:
    """What ``read_directions`` reads."""
    return {
        keys.LOWER: ",".join(sorted(directions.lower)),
        keys.NEUTRAL: ",".join(sorted(directions.neutral)),
    }


def read_directions(tags: Mapping[str, str]) -> Directions:
    """Of the scorecard of a run with these tags, and of every session."""
    names = (tags.get(key, "").split(",") for key in (keys.LOWER, keys.NEUTRAL))
    lower, neutral = (frozenset(filter(None, own)) for own in names)
    return Directions(lower, neutral) | LEARNING


def stored_direction(tags: Mapping[str, str], metric: str) -> Direction | None:
    """Of a metric as the store spells it; ``None`` where the run was recorded without directions.

    The ends of an interval, the mean over the middle half of the seeds and the worst tenth of the
    people are as good as the number itself; that more seeds got anywhere at all is always better.
    """
    if metric.startswith(COUNTS) or metric.endswith(keys.SPREAD):
        return Direction.NEITHER
    if metric.endswith(keys.REACHED):
        return Direction.HIGHER
    if keys.LOWER not in tags and not metric.startswith(OF_SESSIONS):
        return None
    for end in (keys.LOW, keys.HIGH, keys.MIDDLE, keys.WORST_TENTH):
        metric = metric.removesuffix(end)
    return read_directions(tags).of(metric)
