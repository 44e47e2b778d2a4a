"""Dice and cross-entropy over the pixels that somebody painted."""

import torch.nn.functional as F  # noqa: N812
from torch import Tensor, sigmoid, stack


def annotated_loss(
    logits: Tensor,
    foreground: Tensor,
    background: Tensor,
    cross_entropy_weight: float = 1.0,
    background_weight: float = 1.0,
) -> Tensor:
    """Dice loss plus cross-entropy of the annotated pixels; 0 where nothing is annotated.

    Annotated pixels are taken out before anything is summed, so that the others have no
    gradient and no place in a denominator. Dice is taken over the batch, as many a tile holds
    paint of one class only, and averaged over the classes that the batch holds.

    Args:
        logits: (n, 2, h, w), background and foreground.
        foreground, background: (n, h, w) boolean, true where painted as such.
        background_weight: how much background counts, in both terms, where foreground counts 1.
    """
    # Two logits mean what their difference means; it neither overflows nor needs a softmax.
    difference = logits[:, 1].float() - logits[:, 0].float()
    inside, outside = difference.masked_select(foreground), difference.masked_select(background)
    if len(inside) + len(outside) == 0:
        return inside.sum()
    count = len(inside) + background_weight * len(outside)
    surprise = F.softplus(-inside).sum() + background_weight * F.softplus(outside).sum()
    dice, weight = [], 0.0
    for own, other, share in ((inside, outside, 1.0), (-outside, -inside, background_weight)):
        if len(own):
            dice.append(share * dice_loss(own, other))
            weight += share
    return stack(dice).sum() / weight + cross_entropy_weight * surprise / count


def dice_loss(own: Tensor, other: Tensor) -> Tensor:
    """1 - Dice of one class, from the logits of its pixels and of the other class's pixels."""
    right, wrong = sigmoid(own).sum(), sigmoid(other).sum()
    return 1 - 2 * right / (right + wrong + len(own))
