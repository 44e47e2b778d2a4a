"""What can be said of the coordinates of a run: right, off, or that nobody can tell, and why."""

import numpy as np

from src.core import Table
from src.core.answers import FOUND
from src.geometry.misread import GAIN
from src.scoring.grounding.asked import CLICK
from src.scoring.grounding.drift import FEWEST, Fault

RIGHT, OFF, UNKNOWN = "as they should be", "off", "cannot be told"
"""How the sentence begins."""

MOST = 0.5
"""Share of right answers from which on no fault is common to them, wherever they were told."""

SAME = 0.5
"""IoU from which on a box is right."""


def coordinates_sentence(questions: Table, fault: Fault | None) -> str:
    """One of the three, the last two with their reason.

    An answer to a click counts by its box: its point hits in every reading in which the click was
    told and the answer repeats it.
    """
    if fault is not None:
        return f"{OFF}: {fault}"
    answered = questions["target"] & (questions["outcome"] == FOUND)
    clicked, shared = questions["asked"] == CLICK, questions["iou"]
    telling = answered & ~(clicked & np.isnan(shared))
    right = np.where(clicked, np.nan_to_num(shared) >= SAME, questions["hit"])[telling]
    if answered.sum() < FEWEST:
        return f"{UNKNOWN}: {answered.sum()} answers to targets have a point, {FEWEST} are needed"
    if telling.sum() < FEWEST:
        return (
            f"{UNKNOWN}: a point that answers a click hits in any reading if it repeats the click"
        )
    # Words lead a crop to a window only after a look at the screenshot; a click needs no look.
    whole = bool((~clicked & (questions["attempts"] == 1))[telling].all())
    if right.mean() >= (GAIN if whole else MOST):
        return RIGHT
    counted = f"{right.sum() or 'none'} of {len(right)} answers are right"
    said = f"{UNKNOWN}: {counted}, and no other reading of whole screenshots is clearly better"
    windows = "if windows of them were shown (crop), answers do not say which a point was told of"
    return said if whole else f"{said}; {windows}"
