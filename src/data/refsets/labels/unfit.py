"""Labels that cannot be: what is wrong, and at which key of their document."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from src.core import InputError

SHOWN = 60
"""Characters of a value that are worth repeating."""


class Unfit(InputError):  # noqa: N818 - it is said of a value
    """A value that does not fit; ``path`` leads to it through keys and places."""

    def __init__(self, reason: str, path: tuple[str | int, ...] = ()) -> None:
        self.reason, self.path = reason, path
        super().__init__(f"{spelt(path)}: {reason}" if path else reason)

    def below(self, *keys: str | int) -> "Unfit":
        """The same complaint, seen from further up."""
        return Unfit(self.reason, (*keys, *self.path))


def spelt(path: Sequence[str | int]) -> str:
    """A path as people write it: ``boxes[3].scope``."""
    words = (f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return "".join(words).removeprefix(".")


def shown(value: object) -> str:
    """A value for a sentence, however long it is."""
    text = ascii(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def mapping(value: Any, *path: str | int) -> Mapping[str, Any]:
    """The value, which must be keys with values."""
    if not isinstance(value, Mapping):
        raise Unfit(f"must be keys with values, got {shown(value)}", path)
    return value


def listed(value: Any, *path: str | int) -> Sequence[Any]:
    """The value, which must be a list."""
    if not isinstance(value, list | tuple):
        raise Unfit(f"must be a list, got {shown(value)}", path)
    return value


def text(value: Any, *path: str | int) -> str:
    """The value, which must be text."""
    if not isinstance(value, str):
        raise Unfit(f"must be text, got {shown(value)}", path)
    return value


def flag(value: Any, *path: str | int) -> bool:
    """The value, which must be true or false."""
    if not isinstance(value, bool):
        raise Unfit(f"must be true or false, got {shown(value)}", path)
    return value


def whole(value: Any, *path: str | int) -> int:
    """The value, which must be a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unfit(f"must be a whole number, got {shown(value)}", path)
    return value


def number(value: Any, *path: str | int) -> float:
    """The value, which must be a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unfit(f"must be a number, got {shown(value)}", path)
    try:
        found = float(value)
    except OverflowError:
        found = float("inf")
    if not isfinite(found):
        raise Unfit(f"must be a finite number, got {shown(value)}", path)
    return found


def words(value: Any, allowed: Sequence[str], what: str, *path: str | int) -> tuple[str, ...]:
    """The value, which must be a list of allowed words, none of them twice."""
    if value == () or value == []:
        return ()
    found = listed(value, *path)
    for place, word in enumerate(found):
        if word not in allowed:
            raise Unfit(
                f"{shown(word)} is no {what}; they are {', '.join(allowed)}", (*path, place)
            )
        if word in found[:place]:
            raise Unfit(f"{shown(word)} is there twice: keep one", (*path, place))
    return tuple(found)
