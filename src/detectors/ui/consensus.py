"""Which box the candidates round the most probable one speak for."""

import numpy as np
import numpy.typing as npt

from src.detectors.ui.choice import ALIKE
from src.geometry.boxes import Boxes, iou

Scores = npt.NDArray[np.float64]

CONSIDERED = 250
"""Candidates that are held against one another, the most probable first."""

ROUND = 0.4
"""IoU with the most probable candidate from which on another is taken to mean the same thing."""

POWER = 2
"""Of a candidate's score in its voice."""


def supported(scores: Scores, boxes: Boxes) -> Scores:
    """(n,) how probably each was meant, with regard to how well it lies to those round it.

    A ranker tells whether IoU with what was meant reaches a half, so a box that just misses it
    and one that fits are a hair apart. Among the boxes round the most probable one each
    probability is therefore multiplied by the overlap that the box may expect with what was
    meant: its IoU with the others by their voices, in which those that are alike count as one.
    The best keeps its probability, and all others stay below it.
    """
    order = np.argsort(-scores, kind="stable")[:CONSIDERED]
    first, own = scores[order], boxes[order]
    overlap = iou(own, own)
    near = overlap[:1].ravel() >= ROUND
    voices = near * first**POWER / np.maximum((overlap > ALIKE).sum(axis=1), 1)
    support = near * first * (overlap @ voices)
    if not support.any():
        return scores
    best = int(support.argmax())
    told: Scores = scores * (first[best] / first[0])
    told[order[near]] = support[near] * (first[best] / support[best])
    return told
