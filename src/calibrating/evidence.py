"""What a recording tells of a hand: ways to a place, strokes, and looks that led to nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

UNKNOWN = float("nan")


@dataclass(frozen=True)
class Leg:
    """The way from where a button went up to where it goes down again.

    Args:
        seconds: all of it, thinking and changing tools included.
        distance, width: px to the target, and of the target along it.
        rest: seconds in which the hand stood still before it pressed.
        switched, resized: the stroke has another class, another brush than the one before.
        looked: it is the first on a picture, counted from when the picture was seen.
    """

    seconds: float
    distance: float
    width: float = UNKNOWN
    rest: float = UNKNOWN
    switched: bool = False
    resized: bool = False
    looked: bool = False


@dataclass(frozen=True)
class Stroke:
    """What was drawn while the button was down.

    Args:
        seconds, path: of the whole stroke, px.
        speed: px/s where it moved freely of its ends.
        width: px of the tunnel that it had to stay in.
        scatter: px, standard deviation across the line that it had to follow.
        endless: a lap among laps, which has neither beginning nor end.
        tunnel: the width was seen; else it is what the brush lets suppose.
    """

    seconds: float
    path: float
    speed: float
    width: float = UNKNOWN
    scatter: float = UNKNOWN
    endless: bool = False
    tunnel: bool = True


@dataclass(frozen=True)
class Evidence:
    """All that is known of one person."""

    person: str
    legs: Sequence[Leg] = ()
    strokes: Sequence[Stroke] = ()
    skips: Sequence[float] = ()


@dataclass(frozen=True, eq=False)
class Columns:
    """Rows of one kind as columns."""

    of: dict[str, npt.NDArray[Any]] = field(default_factory=dict)

    @classmethod
    def table(cls, rows: Sequence[Leg] | Sequence[Stroke], kind: type) -> "Columns":
        """One column per field of the rows' kind, also where there is no row."""
        return cls(
            {
                one.name: frozen([getattr(row, one.name) for row in rows], one.type)
                for one in fields(kind)
            }
        )

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self.of[name]

    def where(self, chosen: Flags) -> "Columns":
        """Some of the rows."""
        return Columns({name: column[chosen] for name, column in self.of.items()})


def merged(parts: Sequence[Evidence]) -> list[Evidence]:
    """One evidence for each person, in the order in which they come."""
    people: dict[str, list[Evidence]] = {}
    for part in parts:
        people.setdefault(part.person, []).append(part)
    return [
        Evidence(
            person,
            [leg for part in own for leg in part.legs],
            [stroke for part in own for stroke in part.strokes],
            [skip for part in own for skip in part.skips],
        )
        for person, own in people.items()
    ]
