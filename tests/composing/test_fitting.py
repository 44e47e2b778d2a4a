"""Which values fit which annotations, and what is said of those that do not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, runtime_checkable

import numpy.typing as npt
import pytest
from annotated_types import Ge, Gt, Le, MinLen

from src.composing.described import Described
from src.composing.fitting import misfit

Chance = Annotated[float, Ge(0), Le(1)]
Endless = Annotated[float, Gt(0), Le(inf)]


class Shape:
    """Something to be asked for."""

    def area(self) -> float:
        """Nothing."""
        return 0.0


class Square(Shape):
    """Something that fits."""


@runtime_checkable
class Flat(Protocol):
    """What has an area."""

    def area(self) -> float:
        """So many px."""


@dataclass
class Reader:
    """Can be called."""

    def __call__(self) -> None:
        """Read."""


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, 3), (int, -3), (float, 3), (float, 0.5), (float, 3e38), (bool, False), (str, ""),
        (str, "3"), (Path, "a/b"), (None, None), (int | None, None), (int | None, 3),
        (Literal["stop", "count"], "count"), (Literal[1, 2, 4], 4), (Any, {"a": [nan]}),
        (object, "x"), (Chance, 0), (Chance, 1.0), (Chance | None, None),
        (Endless, inf), (Annotated[float, Ge(-inf)], -inf),
        (Sequence[float], [1, 2.5]), (Sequence[float], []), (tuple[int, int], [1, 2]),
        (tuple[int, ...], [1, 2, 3]), (list, [1, "a"]), (Iterable[str], ["a"]),
        (int | Sequence[int], [4, 5]), (Mapping[str, float], {"a": 1}), (dict[str, Any], {}),
        (Annotated[Sequence[int], MinLen(1)], [0]), (Shape, Described(Square)),
        (Shape | None, Described(Square)), (Flat, Described(Square)),
        (Callable[[], None], Described(Reader)),
        (Callable[[], None], Described(Square, partial=True)),
        (Mapping[str, Shape], {"a": Described(Square)}), (Shape, Described(len)),
    ],
)  # fmt: skip
def test_what_fits(annotation: Any, value: Any) -> None:
    assert misfit(annotation, value, "key") is None


@pytest.mark.parametrize(
    ("annotation", "value", "sentence"),
    [
        (int, "abc", "key must be a whole number, got 'abc'"),
        (int, "3", "key must be a whole number, got '3'"),
        (int, True, "key must be a whole number, got true"),
        (int, 1.0, "key must be a whole number, got 1.0"),
        (int, None, "key must be a whole number, got null"),
        (int, 2**70, "key must be a whole number, got 1180591620717411303424, which is too large"),
        (float, True, "key must be a number, got true"),
        (float, nan, "key must be a number, got nan"),
        (float, inf, "key must be a number, got inf"),
        (float, 1e300, "key must be a number, got 1e+300, which is too large"),
        (float, 10**20, "key must be a number, got 100000000000000000000, which is too large"),
        (float, "nan", "key must be a number, got 'nan'"),
        (bool, 1, "key must be true or false, got 1"),
        (bool, "true", "key must be true or false, got 'true'"),
        (str, 5, "key must be text, got 5; as text it is key='\"5\"'"),
        (str, None, "key must be text, got null"),
        (str, "a\0b", "key must be text, got 'a\\x00b'"),
        (int | None, "abc", "key must be a whole number, or null, got 'abc'"),
        (Literal["stop", "count"], "halt", "key must be one of stop, count, got 'halt'"),
        (Literal[1, 2], True, "key must be one of 1, 2, got true"),
        (Chance, 1.5, "key must be a number, at least 0 and at most 1, got 1.5"),
        (Endless, nan, "key must be a number, above 0 and perhaps infinite"),
        (Endless, -inf, "key must be a number, above 0"),
        (Sequence[float], 3, "key must be a list, got 3"),
        (Sequence[str], "abc", "key must be a list, got 'abc'"),
        (Sequence[float], [1, "a"], "key[1] must be a number, got 'a'"),
        (tuple[int, int], [1, 2, 3], "key must be a list of 2, got [1, 2, 3]"),
        (int | Sequence[int], [4, None], "key[1] must be a whole number, got null"),
        (int | Sequence[int], {}, "key must be a whole number, or a list, got {}"),
        (Annotated[Sequence[int], MinLen(1)], [], "key must be a list, not empty, got []"),
        (Mapping[str, float], [], "key must be a mapping such as {name: value}, got []"),
        (Mapping[str, float], {"a": "b"}, "key.a must be a number, got 'b'"),
        (Mapping[str, float], {5: 1.0}, "key.5 must be text, got 5"),
        (Mapping[str, Sequence[int]], {"a": [1, []]}, "key.a[1] must be a whole number, got []"),
        (Shape, {"side": 3}, "key must be a Shape, described by its _target_, got {'side': 3}"),
        (Shape, Described(Reader), "key must be a Shape, described by its _target_, got Reader"),
        (Shape, Described(Square, partial=True), "got Square with _partial_"),
        (Flat, Described(Reader), "key must be a Flat, described by its _target_, got Reader"),
        (Callable[[], None], "print", "key must be described by its _target_, got 'print'"),
        (Callable[[], None], Described(Square), "key must be described by its _target_"),
        (float | Shape, "a", "key must be a number, got 'a'"),
    ],
)  # fmt: skip
def test_what_does_not_fit(annotation: Any, value: Any, sentence: str) -> None:
    found = str(misfit(annotation, value, "key"))
    assert sentence in found
    assert "\n" not in found


def test_a_long_value_is_told_in_short() -> None:
    said = str(misfit(int, "x" * 10_000, "key"))
    assert len(said) < 150
    assert "(10002 characters)" in said


def test_text_longer_than_any_path_is_refused() -> None:
    assert misfit(str, "x" * 4096, "key") is None
    assert misfit(str, "x" * 4097, "key") is not None


def test_an_array_cannot_be_written_down() -> None:
    assert misfit(npt.NDArray[Any], [1, 2], "key") is not None
