"""The worst pairs of a crowded frame, each cut out and enlarged, by their rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw
from scipy import ndimage

from src.core import Instances, Sample, Table
from src.core.instances import Rle
from src.geometry.masks import decode, to_rles
from src.reporting.drawing.framing import INK, MARGIN, PAPER, TEXT_FONT
from src.reporting.drawing.pictures import eight_bit
from src.reporting.palette import Colour

MANY = 40
"""Masks of a side from which on their words would hide the picture."""

WORST, ACROSS, SIDE, CAPTION = 12, 6, 148, 20
"""Pairs that are cut out, in rows of so many, their side in pixels, and the line above each."""

ROOM = 0.4
"""Of the longer side of a pair: what is shown around it."""


@dataclass(frozen=True)
class Case:
    """A true mask, a predicted one, or both, and what is said of them."""

    truth: int
    prediction: int
    iou: float
    word: str


def worst_cases(masks: Table) -> dict[int, Case]:
    """Rank from 1 to the worst: missed and spurious ones by size, then pairs by IoU.

    However many have no partner, half of the places are kept for pairs.
    """
    columns = (masks[name].tolist() for name in ("side", "number", "partner", "iou", "pixels"))
    cases = []
    for side, number, partner, iou, pixels in zip(*columns, strict=True):
        word = f"{iou:.2f}" if partner else "missed" if side == "truth" else "spurious"
        truth, prediction = (number, partner) if side == "truth" else (0, number)
        cases.append((iou, -pixels, Case(truth, prediction, iou, word)))
    ordered = [case for _, _, case in sorted(cases, key=lambda case: case[:2])]
    pairs = [case for case in ordered if case.truth and case.prediction]
    alone = [case for case in ordered if not (case.truth and case.prediction)]
    alone = alone[: WORST - min(len(pairs), WORST // 2)]
    return dict(enumerate((alone + pairs)[:WORST], start=1))


def ranks_by_number(cases: Mapping[int, Case], side: str) -> dict[int, int]:
    """Number of a mask on one side to its rank."""
    numbers = {rank: getattr(case, side) for rank, case in cases.items()}
    return {number: rank for rank, number in numbers.items() if number}


def crops(
    sample: Sample, answer: Instances, cases: Mapping[int, Case], colours: Sequence[Colour]
) -> Image.Image:
    """All cases in rows, the true outline and the predicted one in their colours."""
    sides = [to_rles(own) if len(own) else () for own in (sample.truth, answer)]
    rows = -(-len(cases) // ACROSS)
    sheet = Image.new(
        "RGB", (ACROSS * (SIDE + MARGIN) + MARGIN, rows * (SIDE + CAPTION + MARGIN)), PAPER
    )
    draw = ImageDraw.Draw(sheet)
    picture = eight_bit(sample.picture.pixels)
    for place, (rank, case) in enumerate(cases.items()):
        left = MARGIN + place % ACROSS * (SIDE + MARGIN)
        top = place // ACROSS * (SIDE + CAPTION + MARGIN)
        draw.text((left, top), f"{rank}: {case.word}", INK, TEXT_FONT)
        own = [_mask(rles, number) for rles, number in zip(sides, _numbers(case), strict=True)]
        sheet.paste(_crop(picture, own, colours), (left, top + CAPTION))
    return sheet


def _numbers(case: Case) -> tuple[int, int]:
    return case.truth, case.prediction


def _mask(rles: Sequence[Rle], number: int) -> npt.NDArray[np.bool_] | None:
    return decode(rles[number - 1]).astype(bool) if number else None


def _crop(
    picture: npt.NDArray[np.uint8],
    masks: Sequence[npt.NDArray[np.bool_] | None],
    colours: Sequence[Colour],
) -> Image.Image:
    shown = [mask for mask in masks if mask is not None]
    rows, columns = np.nonzero(np.any(shown, axis=0))
    half = max(int(np.ptp(rows)), int(np.ptp(columns)), 8) * (0.5 + ROOM)
    middle = (rows.min() + rows.max() + 1) / 2, (columns.min() + columns.max() + 1) / 2
    (top, bottom), (left, right) = (
        (max(0, int(centre - half)), min(end, int(centre + half) + 1))
        for centre, end in zip(middle, picture.shape[:2], strict=True)
    )
    window = slice(top, bottom), slice(left, right)
    zoom = SIDE / max(bottom - top, right - left)
    size = max(1, round((right - left) * zoom)), max(1, round((bottom - top) * zoom))
    canvas = np.array(Image.fromarray(picture[window]).resize(size, Image.Resampling.NEAREST))
    for mask, colour in zip(masks, colours, strict=True):
        if mask is not None:
            inside = np.asarray(
                Image.fromarray(mask[window]).resize(size, Image.Resampling.NEAREST)
            )
            canvas[inside & ~ndimage.binary_erosion(inside, np.ones((3, 3)), 2)] = colour
    return Image.fromarray(canvas)
