"""Which strokes stand after all that was undone and redone."""

import numpy as np

from src.core.trace import BETWEEN, POINTER, Trace


def standing(trace: Trace) -> set[int]:
    """Numbers of the strokes that were drawn and not undone."""
    stand: list[int] = []
    undone: list[int] = []
    seen = BETWEEN
    for kind, stroke in zip(trace.kind.tolist(), trace.stroke.tolist(), strict=True):
        if kind == "undo" and stand:
            undone.append(stand.pop())
        elif kind == "redo" and undone:
            stand.append(undone.pop())
        elif kind in POINTER and stroke > seen:
            seen = stroke
            stand.append(stroke)
            undone.clear()
    return set(stand)


def begins(trace: Trace) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The samples at which a stroke begins."""
    drawn = np.flatnonzero(trace.drawing)
    first = np.zeros(len(trace), bool)
    numbers = trace.stroke[drawn]
    first[drawn[np.diff(numbers, prepend=BETWEEN) != 0]] = True
    return first
