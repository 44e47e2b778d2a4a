"""True masks on the left, predicted ones on the right, with the IoU at every pair."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from src.core import Instances, Row, Sample, Table
from src.geometry.masks import to_rles
from src.reporting.drawing.framing import (
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
from src.reporting.drawing.mask_crops import MANY, Case, crops, ranks_by_number, worst_cases
from src.reporting.drawing.mask_marks import Mark, drawn
from src.reporting.drawing.pictures import Pixels, eight_bit
from src.scoring.masks.scorer import MASKS

TRUE, PREDICTED = (255, 72, 72), (64, 224, 96)
"""Red and green are what the format of these pictures asks for; the side tells them apart too."""

TOP, CAPTION, LEAST_WIDTH = 64, 26, 520
NUMBERS = ("mean_true_iou", "mean_matched_iou")


def side_by_side(sample: Sample, answer: Instances, row: Row) -> Pixels:
    """Both sides under the sample's name and numbers; what has no partner is filled and named.

    In a crowded frame the worst alone are named, by their rank, and shown enlarged below.
    """
    picture, masks = _picture(sample), row.tables[MASKS]
    cases = worst_cases(masks) if _is_crowded(row) else {}
    marks = (_true_marks(sample.truth, masks), _predicted_marks(answer, masks))
    if cases:
        marks = (_ranked(marks[0], cases, "truth"), _ranked(marks[1], cases, "prediction"))
    sides = (
        drawn(picture, [*marks[0].values()], TRUE),
        drawn(picture, [*marks[1].values()], PREDICTED),
    )
    captions = (
        f"ground truth: {row['true_masks']}, {row['missed']} missed",
        f"prediction: {row['predicted_masks']}, {row['spurious']} spurious",
    )
    width = max(2 * picture.width + 3 * MARGIN, LEAST_WIDTH)
    below = crops(sample, answer, cases, (TRUE, PREDICTED)) if cases else None
    width = max(width, below.width) if below else width
    bottom = TOP + CAPTION + picture.height + MARGIN
    sheet = Image.new("RGB", (width, bottom + (below.height if below else 0)), PAPER)
    if below:
        sheet.paste(below, (0, bottom))
    draw = ImageDraw.Draw(sheet)
    values = "   ".join(f"{name} {row[name]:.3f}" for name in NUMBERS)
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


def _is_crowded(row: Row) -> bool:
    return int(max(row["true_masks"], row["predicted_masks"])) > MANY


def _ranked(marks: dict[int, Mark], cases: Mapping[int, Case], side: str) -> dict[int, Mark]:
    """Ranks in place of words, for the worst; no word for the others."""
    ranks = ranks_by_number(cases, side)
    return {
        number: replace(mark, word=str(ranks.get(number, ""))) for number, mark in marks.items()
    }


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


def _true_marks(truth: Instances, masks: Table) -> dict[int, Mark]:
    """Number of a mask to what is drawn of it."""
    rles = to_rles(truth) if len(truth) else ()
    own = masks["side"] == "truth"
    columns = (masks[name][own].tolist() for name in ("number", "partner", "iou"))
    return {
        number: Mark(rles[number - 1], f"{iou:.2f}" if partner else "missed", not partner)
        for number, partner, iou in zip(*columns, strict=True)
    }


def _predicted_marks(answer: Instances, masks: Table) -> dict[int, Mark]:
    """The same of the other side."""
    rles = to_rles(answer) if len(answer) else ()
    matched, spurious = masks["kind"] == "matched", masks["kind"] == "spurious"
    iou = dict(zip(masks["partner"][matched].tolist(), masks["iou"][matched], strict=True))
    numbers = sorted([*iou, *masks["number"][spurious].tolist()])
    return {
        number: Mark(
            rles[number - 1],
            f"{iou[number]:.2f}" if number in iou else "spurious",
            number not in iou,
        )
        for number in numbers
    }
