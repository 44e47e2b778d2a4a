"""Whether a window shows all of what was found in it."""

from src.core import Answer
from src.detectors.grounding.window import Window

MARGIN = 1.0
"""Pixels from its edge at which a window is taken to have cut an element."""


def is_cut(answer: Answer, window: Window, whole: Window) -> bool:
    """Whether the box reaches an edge of the window that is none of the screen's."""
    if answer.box is None:
        return False
    x1, y1, x2, y2 = answer.box
    return (
        (window.left > whole.left and x1 < window.left + MARGIN)
        or (window.top > whole.top and y1 < window.top + MARGIN)
        or (window.right < whole.right and x2 > window.right - MARGIN)
        or (window.bottom < whole.bottom and y2 > window.bottom - MARGIN)
    )
