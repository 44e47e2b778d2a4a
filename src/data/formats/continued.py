"""A hand that went on after a pause, as one trace."""

from dataclasses import replace

import numpy as np

from src.core.trace import BETWEEN, COLUMNS, Trace

PAUSE = 1.0
"""Milliseconds between two parts: the clock of a browser begins anew with every page."""


def continued(before: Trace, after: Trace) -> Trace:
    """Both in order; the second part's clock and strokes go on where the first one's ended."""
    if not len(before.t) or not len(after.t):
        return after if len(after.t) else before
    strokes = int(before.stroke.max(initial=BETWEEN)) + 1
    later = replace(
        after,
        t=after.t - after.t[0] + before.t[-1] + PAUSE,
        stroke=np.where(after.stroke > BETWEEN, after.stroke + strokes, BETWEEN),
    )
    names = {name: (getattr(before, name), getattr(later, name)) for name in COLUMNS}
    return Trace(**{name: np.concatenate(both) for name, both in names.items()})
