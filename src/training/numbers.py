"""Numbers that a rule can be made of: nan would switch it off, and infinity never ends."""

import math
from numbers import Integral, Real
from typing import Any

from src.core import InputError


def check_count(key: str, value: Any, least: int) -> None:
    """Refuse what is no whole number from ``least`` on."""
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or value < least:
        raise InputError(f"{key} must be a whole number and at least {least}, got {value}")


def check_finite(key: str, value: Any) -> None:
    """Refuse what is no number, or none that ends."""
    if not isinstance(value, Real) or isinstance(value, bool) or not math.isfinite(value):
        raise InputError(f"{key} must be a finite number, got {value}")
