"""What a sweep optimises: short names, the metrics they mean, and which way is better."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from src.core import Direction, Directions, InputError
from src.core.metric_names import spelled
from src.tracking import keys

Objective = float | tuple[float, ...]

SHORT = {
    "f1": "test/f1",
    "aubc": keys.AREA,
    "seconds": f"{keys.LEARNING}seconds",
    "seconds_to_f1": f"{keys.CAPPED_SECONDS_TO}0.8",
}
OPTUNA = {Direction.LOWER: "minimize", Direction.HIGHER: "maximize"}
"""What Optuna calls the two ways."""


def metric_names(asked: Any) -> list[str]:
    """The metrics that ``objective`` names; a short name that is not known is refused at once."""
    if asked is None:
        return [SHORT["f1"]]
    names = [asked] if isinstance(asked, str) else list(asked)
    if not names:
        raise InputError("objective is empty: name a metric such as test/f1, or several in a list")
    return [_metric_name(spelled(str(name))) for name in names]


def _metric_name(name: str) -> str:
    level = re.fullmatch(r"seconds_to_f1_(0?\.\d+)", name)
    if level:
        return f"{keys.CAPPED_SECONDS_TO}{float(level[1]):g}"
    if "/" not in name and name not in SHORT:
        raise InputError(
            f"objective: {name!r} is no metric: write stage/name such as test/iou, "
            f"or one of {', '.join(SHORT)}"
        )
    return SHORT.get(name, name)


def objective(known: Mapping[str, float], asked: Any) -> Objective:
    """The value, or values, of what ``objective`` names; it must be among the known metrics.

    Where nothing was named a scorer need not have F1: only a sweep would miss it.
    """
    names = metric_names(asked)
    if asked is None:
        return known.get(names[0], math.nan)
    for name in names:
        if name not in known:
            raise InputError(f"objective: {name!r} is not measured; known: {', '.join(known)}")
    values = tuple(known[name] for name in names)
    return values[0] if isinstance(asked, str) else values


def directions(names: Sequence[str], asked: Any, known: Directions) -> list[str]:
    """``minimize`` or ``maximize`` for every metric: as asked, else the way that is better.

    Args:
        known: of the scorer's metrics and the learning ones.
    """
    if asked is None:
        return [_direction(name, known) for name in names]
    ways = [asked] if isinstance(asked, str) else list(asked)
    if len(ways) != len(names) or not set(ways) <= set(OPTUNA.values()):
        raise InputError(
            "hydra.sweeper.direction must be minimize or maximize for each of "
            f"{', '.join(names)}, got {', '.join(map(str, ways))}"
        )
    return ways


def _direction(name: str, known: Directions) -> str:
    way = known.of(name)
    if way is Direction.NEITHER:
        raise InputError(
            f"objective: {name} is neither better when higher nor when lower: "
            "set hydra.sweeper.direction to minimize or maximize"
        )
    return OPTUNA[way]


def defined(names: Sequence[str], values: Objective) -> list[float]:
    """The values as a list; ``nan`` is refused, since a sampler could learn nothing from it."""
    numbers = list(values) if isinstance(values, tuple) else [values]
    for name, number in zip(names, numbers, strict=True):
        if math.isnan(number):
            hint = ""
            if name.startswith(keys.SECONDS_TO):
                short = name.removeprefix(keys.LEARNING)
                hint = f"; objective={short} counts what never got there with the whole budget"
            raise InputError(f"objective: {name} is undefined (nan){hint}")
    return [float(number) for number in numbers]
