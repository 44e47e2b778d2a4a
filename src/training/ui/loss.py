"""How far the dense net's answers are from what they should be."""

import torch
import torch.nn.functional as functional
from torch import Tensor

from src.detectors.ui.sight import LEVELS, LONGEST, PER_LEVEL

BOX, SIDES, PRESENT, QUALITY = 1.0, 0.5, 0.5, 0.25
"""Weights of the parts of the loss."""


def split(answer: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """(n, levels, 4, …) logarithms of the distances plus 1, and (n, levels, …) the two logits."""
    count, _, rows, columns = answer.shape
    parts = answer.float().reshape(count, len(LEVELS), PER_LEVEL, rows, columns)
    return parts[:, :, :4].clamp(0, LONGEST), parts[:, :, 4], parts[:, :, 5]


def overlap(found: Tensor, true: Tensor) -> Tensor:
    """(n, levels, …) IoU of boxes that are given by their distances from one place."""
    shared = torch.minimum(found, true)
    inner = (shared[:, :, 0] + shared[:, :, 2]) * (shared[:, :, 1] + shared[:, :, 3])
    areas = [
        (side[:, :, 0] + side[:, :, 2]) * (side[:, :, 1] + side[:, :, 3]) for side in (found, true)
    ]
    return inner / (areas[0] + areas[1] - inner).clamp(min=1)


def dense_loss(answer: Tensor, targets: list[Tensor]) -> dict[str, Tensor]:
    """The parts of the loss, and their sum as ``loss``; ``iou`` is for whoever watches."""
    distances, sides, weights, whole, present, told = targets
    logarithms, there, quality = split(answer)
    iou = overlap(torch.expm1(logarithms), distances)
    full = weights * whole
    total = full.sum().clamp(min=1e-6)
    off = functional.smooth_l1_loss(logarithms, torch.log1p(distances), beta=0.2, reduction="none")
    by_side = weights[:, :, None] * sides
    parts = {
        "box": ((1 - iou) * full).sum() / total,
        "sides": (off * by_side).sum() / by_side.sum().clamp(min=1e-6),
        "present": _certainty(there, present, told),
        # Also where an element is larger than what is seen of it: there a box cannot be right, and
        # the net must know, since it is believed on the scale on which it is surest.
        "quality": _certainty(quality, iou.detach(), weights),
    }
    factors = {"box": BOX, "sides": SIDES, "present": PRESENT, "quality": QUALITY}
    parts["loss"] = torch.stack([factors[name] * part for name, part in parts.items()]).sum()
    return parts | {"iou": (iou.detach() * full).sum() / total}


def _certainty(logits: Tensor, target: Tensor, weights: Tensor) -> Tensor:
    each = functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return (each * weights).sum() / weights.sum().clamp(min=1e-6)
