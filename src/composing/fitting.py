"""Whether a value of a configuration fits the annotation of the argument that it is meant for.

A value is taken as it is: ``true`` is no number, ``1.0`` no whole number, ``"1"`` neither, and 1 no
text. A number is finite, in 32 bits too, and a whole one fits 64; a constructor that takes infinity
names it as its limit, ``Annotated[float, Le(inf)]``. A list stands for any sequence, text for a
path. What an annotation does not say is not asked.
"""

import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen, MinLen

from src.composing.annotations import alternatives, is_list, is_mapping, places, unwrapped
from src.composing.described import Described
from src.composing.words import TOO_LARGE, shown, words

LONGEST_TEXT = 4096
"""Characters; no path is longer."""

LARGEST = 3.4e38
"""That nets can count with."""


@dataclass(frozen=True)
class Misfit:
    """A value, perhaps deep inside a list or a mapping, and what should have stood there."""

    key: str
    annotation: Any
    value: Any

    def __str__(self) -> str:
        wanted, came = words(self.annotation), shown(self.value)
        # Hydra takes digits for a number even where a shell has seen quotes around them.
        quoted = wanted.startswith("text") and _is_number(self.value)
        hint = f"; as text it is {self.key}='\"{came}\"'" if quoted else ""
        return f"{self.key} must be {wanted}, got {came}{hint}"


def misfit(annotation: Any, value: Any, key: str) -> Misfit | None:
    """The first thing about a value that an annotation refuses; ``None`` where all fits."""
    kind, limits = unwrapped(annotation)
    options = alternatives(kind)
    if options:
        misfits = [misfit(option, value, key) for option in options]
        if None in misfits:
            return None
        deepest = max(filter(None, misfits), key=lambda fault: len(fault.key))
        return deepest if deepest.key != key else Misfit(key, annotation, value)
    if not _is_of(kind, value, limits) or not all(_keeps(value, limit) for limit in limits):
        return Misfit(key, annotation, value)
    return next(filter(None, (misfit(*part) for part in _parts(kind, value, key))), None)


def _is_of(kind: Any, value: Any, limits: Iterable[Any]) -> bool:
    """Whether the value itself, whatever is inside it, is of this type."""
    if get_origin(kind) is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(kind))
    if is_mapping(kind):
        return isinstance(value, dict)
    if is_list(kind):
        return isinstance(value, list) and len(value) == (places(kind) or len(value))
    plain = PLAIN.get(kind)
    if plain is not None:
        return plain(value) or (kind is float and _is_stated_infinity(value, limits))
    return _is_described(get_origin(kind) or kind, value)


def _is_number(value: Any) -> bool:
    # A number without a point is one of 64 bits for what counts with it.
    return _is_whole(value) or (isinstance(value, float) and abs(value) <= LARGEST)


def _is_whole(value: Any) -> bool:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return whole and abs(value) < TOO_LARGE


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and "\0" not in value


PLAIN: dict[Any, Callable[[Any], bool]] = {
    bool: lambda value: isinstance(value, bool),
    int: _is_whole, float: _is_number, str: _is_text, Path: _is_text,
    None: lambda value: value is None, types.NoneType: lambda value: value is None,
}  # fmt: skip


def _is_stated_infinity(value: Any, limits: Iterable[Any]) -> bool:
    return value in (inf, -inf) and any(limit in (Le(value), Ge(value)) for limit in limits)


def _is_described(wanted: Any, value: Any) -> bool:
    """Whether an object of the wanted class will come of it; what cannot be told is let through."""
    if not isinstance(wanted, type) or wanted in (Any, object):
        return True
    if not isinstance(value, Described):
        return False
    if value.partial:
        return wanted is Callable
    made = value.target
    if not isinstance(made, type):
        # A function, which says what it gives; Any is let through as an object of any class.
        made = getattr(made, "__annotations__", {}).get("return", Any)
        made = get_origin(made) or made
    try:
        return made is Any or issubclass(made, wanted)
    except TypeError:  # a protocol with attributes: only an object can tell
        return True


def _parts(kind: Any, value: Any, key: str) -> Iterator[tuple[Any, Any, str]]:
    """What is inside: annotation, value and key of each."""
    inner = get_args(kind)
    if is_mapping(kind) and inner:
        for name, part in value.items():
            yield inner[0], name, f"{key}.{name}"
            yield inner[1], part, f"{key}.{name}"
    elif is_list(kind) and inner:
        for place, part in enumerate(value):
            yield inner[place if places(kind) else 0], part, f"{key}[{place}]"


def _keeps(value: Any, limit: Any) -> bool:
    match limit:
        case Ge(ge=low):
            return bool(value >= low)
        case Gt(gt=low):
            return bool(value > low)
        case Le(le=high):
            return bool(value <= high)
        case Lt(lt=high):
            return bool(value < high)
        case MinLen(min_length=fewest):
            return len(value) >= fewest
        case MaxLen(max_length=most):
            return len(value) <= most
    return True
