"""What a person's hand really did: every sample of the pointer, and every key."""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core.annotation import BACKGROUND, ERASER, FOREGROUND
from src.core.arrays import frozen
from src.core.errors import InputError

Words = npt.NDArray[np.str_]
Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int32]

TOOLS = {"foreground": FOREGROUND, "background": BACKGROUND, "eraser": ERASER}
"""What the brush does, by the channel of a trajectory."""

POINTER = ("down", "move", "up")
KINDS = (*POINTER, "key", "undo", "redo", "look", "done", "skip")
BETWEEN = -1
"""The number of no stroke."""

FARTHEST, LARGEST = 1e6, 10_000
"""Pixels: of a place, and of a brush."""


@dataclass(frozen=True, eq=False)
class Trace:
    """Samples in the order in which they happened, one column per quantity.

    Args:
        t: ms, by the clock of the browser.
        x, y: px of the picture, fractions included; ``nan`` where a key has no place.
        buttons: bits of the buttons that are down.
        tool: ``foreground``, ``background``, ``eraser`` or nothing.
        radius: px of the picture.
        zoom: px of the screen per px of the picture; ``dpr`` dots per px of the screen.
        pointer: ``mouse``, ``pen`` or ``touch``.
        kind: see ``KINDS``.
        stroke: its number, rising; ``BETWEEN`` where there is none.
    """

    t: Numbers
    x: Numbers
    y: Numbers
    buttons: Counts
    tool: Words
    radius: Counts
    zoom: Numbers
    dpr: Numbers
    pointer: Words
    kind: Words
    key: Words
    stroke: Counts

    def __post_init__(self) -> None:
        for name, dtype in COLUMNS.items():
            object.__setattr__(self, name, _column(name, getattr(self, name), dtype))
        sizes = {name: len(getattr(self, name)) for name in COLUMNS}
        if len(set(sizes.values())) > 1:
            raise InputError(f"the columns of a trace must be equally long, got {sizes}")
        _check(np.isfinite(self.t).all(), "t must be finite")
        _check(np.isin(self.kind, KINDS).all(), f"kind must be one of {', '.join(KINDS)}")
        _check(np.isin(self.tool, [*TOOLS, ""]).all(), f"tool must be one of {', '.join(TOOLS)}")
        _check(((self.radius >= 0) & (self.radius <= LARGEST)).all(), f"radius: 0 to {LARGEST} px")
        _check((self.stroke >= BETWEEN).all(), f"stroke must be at least {BETWEEN}")
        self._check_strokes()

    def _check_strokes(self) -> None:
        drawn = self.drawing
        places = np.stack([self.x[drawn], self.y[drawn]])
        _check((np.abs(places) < FARTHEST).all(), f"x and y must be below {FARTHEST:g} px")
        _check((self.tool[drawn] != "").all(), "tool must be given while a stroke is drawn")
        _check((np.diff(self.stroke[drawn]) >= 0).all(), "the numbers of strokes must rise")

    @classmethod
    def empty(cls) -> Self:
        """Nobody touched anything."""
        return cls(*(np.zeros(0, dtype) for dtype in COLUMNS.values()))

    def __len__(self) -> int:
        return len(self.t)

    @property
    def drawing(self) -> npt.NDArray[np.bool_]:
        """Samples of the pointer while a stroke is drawn; keys do not draw."""
        drawn: npt.NDArray[np.bool_] = (self.stroke > BETWEEN) & np.isin(self.kind, POINTER)
        return drawn

    @property
    def seconds(self) -> float:
        """From the first sample to the last, by the clock on the wall."""
        return float(self.t.max() - self.t[0]) / 1000 if len(self) else 0.0

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Name to column, in the order of the format."""
        return {name: getattr(self, name) for name in COLUMNS}


def _column(name: str, values: Any, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    try:
        given = np.asarray(values)
        if np.dtype(dtype).kind == "i" and not np.array_equal(given, given.astype(np.int32)):
            raise ValueError("whole numbers are needed")
        column = frozen(given, dtype)
    except (ValueError, TypeError, OverflowError) as error:
        raise InputError(f"the column {name} of a trace cannot be used: {error}") from error
    if column.ndim != 1:
        raise InputError(f"the column {name} of a trace must have one dimension, got {column.ndim}")
    return column


def _check(holds: Any, sentence: str) -> None:
    if not holds:
        raise InputError(f"this is no trace of a hand: {sentence}")


_DTYPES: dict[Any, npt.DTypeLike] = {Numbers: np.float64, Counts: np.int32, Words: np.str_}
COLUMNS: dict[str, npt.DTypeLike] = {column.name: _DTYPES[column.type] for column in fields(Trace)}
