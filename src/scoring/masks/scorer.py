"""Masks that may overlap, mask by mask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, Prediction, Row, Sample, Table
from src.core.row import joined
from src.geometry.masks import rle_areas
from src.scoring.masks.matching import MaskComparison
from src.scoring.pooled import Numbers, PooledScorer

SUMS = ("true_masks", "predicted_masks", "matched", "missed", "spurious", "iou_sum")
RATIOS = ("mean_true_iou", "mean_matched_iou", "precision", "recall", "f1")
MASKS = "masks"
"""The table in which every mask has a row."""

DIRECTIONS = Directions.of_names(
    lower=["missed", "spurious"], neutral=["true_masks", "predicted_masks", "images"]
)


def mask_ratios(sums: npt.NDArray[Any]) -> Numbers:
    """(…, 6) sums to (…, 5) ratios in the order of ``RATIOS``; ``nan`` where undefined.

    ``mean_true_iou`` is over true masks, a missed one counting 0: the number that gates
    compare. ``mean_matched_iou`` is over pairs alone.
    """
    trues, predicted, matched, _, _, iou_sum = np.moveaxis(np.asarray(sums, np.float64), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = (
            iou_sum / trues,
            iou_sum / matched,
            matched / predicted,
            matched / trues,
            2 * matched / (trues + predicted),
        )
    return np.stack(ratios, axis=-1)


@dataclass(frozen=True)
class Masks(PooledScorer):
    """Greedy one-to-one pairs by IoU, pooled over images and averaged over images.

    Args:
        above: what the IoU of a pair must exceed.
    """

    above: float = 0.0

    ranks_by = RATIOS[0]
    directions = DIRECTIONS
    summed = SUMS
    ratio_names = RATIOS
    counts = SUMS[:-1]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.above < 1:
            raise ValueError(f"above must be an IoU from 0 to below 1, got {self.above}")

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """Sums and ratios of one sample, and all its masks."""
        compared = MaskComparison.of(sample, prediction.consensus, self.above)
        pairs = compared.pairs
        sums = (
            len(compared.truths),
            len(compared.predictions),
            len(pairs),
            len(pairs.missed),
            len(pairs.spurious),
            float(pairs.iou.sum()),
        )
        ratios = mask_ratios(np.array(sums)).tolist()
        values = dict(zip(SUMS + RATIOS, (*sums, *ratios), strict=True))
        return Row(values, {MASKS: mask_table(compared)})

    def ratios(self, sums: Numbers) -> Numbers:
        """(…, 6) sums to (…, 5) ratios."""
        return mask_ratios(sums)

    def amounts(self, sums: Numbers) -> Numbers:
        """Masks of both sides."""
        both = sums[:, SUMS.index("true_masks")] + sums[:, SUMS.index("predicted_masks")]
        return np.repeat(both[:, None], len(RATIOS), axis=1)

    def tables(self, rows: Sequence[Row]) -> Mapping[str, Table]:
        """Every mask of every sample."""
        return {MASKS: joined([named(row) for row in rows])}


def mask_table(compared: MaskComparison) -> Table:
    """All true masks, then the spurious ones.

    Columns: ``side`` (truth or prediction), ``number`` among all masks of that side from 1,
    ``pixels``, ``kind`` (matched, missed or spurious), ``partner`` (number on the other side, 0
    for none) and ``iou`` with it (0 for none).
    """
    pairs, trues = compared.pairs, len(compared.truths)
    spurious = [compared.predictions[place] for place in pairs.spurious]
    partner, iou = np.zeros(trues + len(spurious), np.int64), np.zeros(trues + len(spurious))
    partner[pairs.truth_index] = compared.prediction_rows[pairs.prediction_index] + 1
    iou[pairs.truth_index] = pairs.iou
    kinds = np.full(len(partner), "spurious")
    kinds[:trues] = np.where(partner[:trues] > 0, "matched", "missed")
    rows = [compared.truth_rows, compared.prediction_rows[pairs.spurious]]
    return {
        "side": np.repeat(["truth", "prediction"], [trues, len(spurious)]),
        "number": np.concatenate(rows) + 1,
        "pixels": rle_areas([*compared.truths, *spurious]),
        "kind": kinds,
        "partner": partner,
        "iou": iou,
    }


def named(row: Row) -> Table:
    """The masks of one sample, the sample's name in front."""
    masks = row.tables[MASKS]
    return {"name": np.full(len(masks["kind"]), row.name), **masks}
