"""Whether what stands in a JSON file is what it should be."""

from collections.abc import Sequence
from math import isfinite
from typing import Any, TypeGuard

from src.data.ui.elements import Point
from src.data.ui.records import pairs

LARGEST = 10**15
"""Whole numbers beyond are no coordinates, and some of them no floating-point numbers either."""


def is_number(value: Any) -> TypeGuard[float]:
    """Whether this is a number, infinities and NaN included."""
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) <= LARGEST
    return isinstance(value, float)


def are_numbers(values: Any, count: int) -> TypeGuard[Sequence[float]]:
    """Whether these are so many numbers, infinities and NaN included."""
    listed = isinstance(values, list | tuple) and len(values) == count
    return listed and all(is_number(value) for value in values)


def are_finite(values: Any, count: int) -> TypeGuard[Sequence[float]]:
    """Whether these are so many finite numbers."""
    return are_numbers(values, count) and all(isfinite(value) for value in values)


def is_size(value: Any) -> bool:
    """Whether this is a whole number of pixels."""
    return is_number(value) and isfinite(value) and value >= 1 and value == int(value)


def is_name(value: Any) -> bool:
    """Whether something can be known by this."""
    return (isinstance(value, str) and bool(value)) or type(value) is int


def corners_of(values: Any) -> tuple[Point, ...] | None:
    """Corners given as pairs or one number after another; ``None`` where these are none."""
    if not isinstance(values, list | tuple) or not values:
        return None
    nested = all(are_numbers(one, 2) for one in values)
    flat = all(is_number(one) for one in values) and len(values) % 2 == 0
    return pairs(values) if nested or flat else None


def shown(values: Sequence[float]) -> str:
    """Numbers as a file has them, for a sentence."""
    return f"[{', '.join(f'{value:g}' for value in values)}]"
