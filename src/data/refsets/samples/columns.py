"""Columns of a truth, row by row, where they may be missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from src.core import Instances
from src.data.refsets.labels import Area, Unfit

ROWS = "instances"
"""How a sentence calls the rows of a truth."""


def is_unknown(truth: Instances) -> bool:
    """Whether nobody labelled the picture, which is another thing than that nothing is there."""
    return truth.boxes is None and truth.labels is None and truth.rles is None


def word(truth: Instances, name: str, row: int) -> str:
    """What a further column says; empty where it is missing."""
    return str(truth.extra[name][row]) if name in truth.extra else ""


def text(truth: Instances, row: int) -> str | None:
    """What can be read in it."""
    return None if truth.texts is None else truth.texts[row]


def is_located(truth: Instances, row: int) -> bool:
    """Whether its box says where it is."""
    return "located" not in truth.extra or bool(truth.extra["located"][row])


def area(truth: Instances, row: int) -> Area | None:
    """Where it lies; ``None`` where that was never recorded."""
    if truth.boxes is None or not is_located(truth, row):
        return None
    return Area.of_pixels(truth.boxes[row], truth.shape)


@contextmanager
def of_row(row: int) -> Iterator[None]:
    """Say of which instance a value does not fit."""
    try:
        yield
    except Unfit as unfit:
        raise unfit.below(ROWS, row) from unfit
