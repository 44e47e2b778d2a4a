"""A picture beside its overlay, with a caption and a legend."""

import math
from collections.abc import Mapping

from PIL import Image

from src.core import Instances, Sample
from src.reporting.drawing.framing import MOST_SIDE, framed
from src.reporting.drawing.pictures import Pixels, eight_bit, enlarged, overlay
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS, UNSCORED, Colour

LEAST_SIDE = 384
"""The longer side of a small picture on the panel, in pixels."""

LEAST_WIDTH = 496
TRUTH = "true outline"


def panel(sample: Sample, prediction: Instances, numbers: Mapping[str, float]) -> Pixels:
    """Picture and overlay side by side under the sample's name and numbers."""
    zoom = zoom_of(max(*sample.picture.shape, 1))
    pictures = [
        fitted(enlarged(eight_bit(sample.picture.pixels), zoom)),
        fitted(overlay(sample, prediction, zoom)),
    ]
    values = "   ".join(f"{name} {number:.3f}" for name, number in numbers.items())
    legend, outlined = legend_of(sample)
    return framed(
        pictures, sample.name, [values], legend, outlined=outlined, least_width=LEAST_WIDTH
    )


def legend_of(sample: Sample) -> tuple[dict[str, Colour], list[str]]:
    """What the colours of an overlay mean, and which of them are outlines."""
    legend = {"correct": CORRECT, "missed": MISSED, "spurious": SPURIOUS}
    if not sample.truth.counts.all():
        legend["not scored"] = UNSCORED
    return legend | {TRUTH: OUTLINE}, [TRUTH]


def zoom_of(longer_side: int) -> int:
    """How many times larger a small picture is shown, so that its pixels stay square."""
    return 1 if 2 * longer_side > MOST_SIDE else math.ceil(LEAST_SIDE / longer_side)


def fitted(pixels: Pixels) -> Image.Image:
    """The picture, made smaller where it is too large."""
    picture = Image.fromarray(pixels)
    if max(picture.size) > MOST_SIDE:
        picture.thumbnail((MOST_SIDE, MOST_SIDE), Image.Resampling.LANCZOS)
    return picture
