"""The panels of a scene that do not move: the truth, and the prediction with its errors."""

from skimage.segmentation import find_boundaries

from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS
from src.reporting.playback.colours import PAPER, mixed
from src.reporting.playback.scale import Scale
from src.reporting.playback.scene import Mask, Pixels
from src.reporting.playback.sheet import Panel

DIMMING, TINT = 0.4, 0.75
"""Shares of dark paper where nothing was predicted, and of a colour over the picture."""


def truth_panel(picture: Pixels, truth: Mask, scale: Scale) -> Panel:
    """The picture as shown, with the outline of the truth."""
    pixels = picture.copy()
    outline = find_boundaries(scale.sampled(truth), connectivity=1, mode="inner")
    pixels[outline] = OUTLINE
    return Panel("picture", pixels, {"true outline": OUTLINE})


def error_panel(picture: Pixels, truth: Mask, prediction: Mask, scale: Scale) -> Panel:
    """The picture as shown, dimmed, and tinted where something was predicted or missed."""
    true, predicted = scale.sampled(truth), scale.sampled(prediction)
    pixels = mixed(picture, PAPER, DIMMING)
    for where, colour in (
        (true & predicted, CORRECT),
        (true & ~predicted, MISSED),
        (predicted & ~true, SPURIOUS),
    ):
        pixels[where] = mixed(picture[where], colour, TINT)
    return Panel(
        "prediction and its errors",
        pixels,
        {"correct": CORRECT, "missed": MISSED, "spurious": SPURIOUS},
    )
