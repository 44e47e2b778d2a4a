"""True masks on the left, predicted ones on the right, with the IoU at every pair."""

import re
from collections.abc import Mapping

import numpy as np
from PIL import Image, ImageDraw

from src.core import Sample, Scorer
from src.scoring.mask_matching import MaskComparison
from src.scoring.masks import Masks
from src.tracking.mask_marks import Mark, drawn
from src.tracking.overlays import Extremes
from src.tracking.panels import (
    FAINT,
    INK,
    MARGIN,
    MOST_SIDE,
    PAPER,
    SWATCH,
    TEXT_FONT,
    TITLE_FONT,
    cut,
)
from src.tracking.pictures import Pixels, eight_bit
from src.tracking.run import Run

TRUE, PREDICTED = (255, 72, 72), (64, 224, 96)
"""Red and green are what the format of these pictures asks for; the side tells them apart too."""

TOP, CAPTION, LEAST_WIDTH = 64, 26, 520


def side_by_side(sample: Sample, compared: MaskComparison, numbers: Mapping[str, float]) -> Pixels:
    """Both sides under the sample's name and numbers; what has no partner is filled and named."""
    picture = _picture(sample)
    sides = (
        drawn(picture, _true_marks(compared), TRUE),
        drawn(picture, _predicted_marks(compared), PREDICTED),
    )
    pairs = compared.pairs
    captions = (
        f"ground truth: {len(compared.truths)}, {len(pairs.missed)} missed",
        f"prediction: {len(compared.predictions)}, {len(pairs.spurious)} spurious",
    )
    width = max(2 * picture.width + 3 * MARGIN, LEAST_WIDTH)
    sheet = Image.new("RGB", (width, TOP + CAPTION + picture.height + MARGIN), PAPER)
    draw = ImageDraw.Draw(sheet)
    values = "   ".join(f"{name} {number:.3f}" for name, number in numbers.items())
    draw.text((MARGIN, MARGIN), cut(sample.name, width - 2 * MARGIN, TITLE_FONT), INK, TITLE_FONT)
    draw.text((MARGIN, MARGIN + 26), cut(values, width - 2 * MARGIN, TEXT_FONT), FAINT, TEXT_FONT)
    for place, (side, caption, colour) in enumerate(
        zip(sides, captions, (TRUE, PREDICTED), strict=True)
    ):
        left = MARGIN + place * (width - MARGIN) // 2
        draw.rectangle((left, TOP, left + SWATCH, TOP + SWATCH), outline=colour, width=2)
        draw.text((left + SWATCH + 6, TOP + SWATCH / 2), caption, INK, TEXT_FONT, anchor="lm")
        sheet.paste(side, (left, TOP + CAPTION))
    return np.asarray(sheet)


def frame_numbers(compared: MaskComparison) -> dict[str, float]:
    """The two means of one sample."""
    pairs = compared.pairs
    total = float(pairs.iou.sum())
    return {
        "mean_true_iou": total / len(compared.truths) if compared.truths else float("nan"),
        "mean_matched_iou": total / len(pairs) if len(pairs) else float("nan"),
    }


def file_name(name: str) -> str:
    """What the picture of a sample is called; never what the sample's own image is."""
    return re.sub(r"[^\w.-]+", "_", name)[:80] + "_masks.png"


def log_side_by_side(run: Run, extremes: Extremes, scorer: Scorer, folder: str = "masks") -> None:
    """Keep the extremes, as ``masks/worst_1_<name>_masks.png``; nothing of another scorer."""
    if not isinstance(scorer, Masks):
        return
    for end, chosen in (("worst", extremes.worst), ("best", extremes.best)):
        for place, one in enumerate(chosen, start=1):
            compared = scorer.compare(one.sample, one.prediction)
            pixels = side_by_side(one.sample, compared, frame_numbers(compared))
            run.picture(f"{folder}/{end}_{place}_{file_name(one.sample.name)}", pixels)


def _picture(sample: Sample) -> Image.Image:
    """The picture, as large as a screen can show it twice."""
    whole = Image.fromarray(eight_bit(sample.picture.pixels))
    longer = max(*whole.size, 1)
    if longer > MOST_SIDE:
        scale = MOST_SIDE / longer
        size = max(1, round(whole.width * scale)), max(1, round(whole.height * scale))
        return whole.resize(size, Image.Resampling.LANCZOS)
    zoom = MOST_SIDE // longer
    return whole.resize((whole.width * zoom, whole.height * zoom), Image.Resampling.NEAREST)


def _true_marks(compared: MaskComparison) -> list[Mark]:
    iou = dict(zip(compared.pairs.truth_index.tolist(), compared.pairs.iou.tolist(), strict=True))
    return [
        Mark(rle, f"{iou[place]:.2f}" if place in iou else "missed", place not in iou)
        for place, rle in enumerate(compared.truths)
    ]


def _predicted_marks(compared: MaskComparison) -> list[Mark]:
    pairs = compared.pairs
    iou = dict(zip(pairs.prediction_index.tolist(), pairs.iou.tolist(), strict=True))
    return [
        Mark(rle, f"{iou[place]:.2f}" if place in iou else "spurious", place not in iou)
        for place, rle in enumerate(compared.predictions)
    ]
