"""Parts that configurations of these tests describe."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Le

from src.core import InputError

if TYPE_CHECKING:
    from decimal import Decimal


@dataclass(frozen=True)
class Wheel:
    """Round."""

    radius: Annotated[float, Ge(0), Le(100)] = 1.0
    spokes: int = 3

    def __post_init__(self) -> None:
        if self.spokes == 13:
            raise ValueError("spokes must bring luck, got 13")
        if self.spokes == 12:
            raise InputError("no wheel has 12 spokes")


@dataclass(frozen=True)
class Cart:
    """Rolls."""

    name: str
    front: Wheel
    others: Mapping[str, Wheel] = field(default_factory=dict)
    loads: Sequence[float] = ()
    paint: Callable[..., Any] | None = None


class Opener:
    """Opens a file when made."""

    def __init__(self, path: str, price: "Decimal | None" = None) -> None:
        self.price = price
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            self.text = file.read()


class Buggy:
    """Has a fault of its own."""

    def __init__(self) -> None:
        self.nothing.at_all()  # type: ignore[attr-defined]


def remove(path: str) -> None:
    """What no configuration may call."""
    raise AssertionError(path)
