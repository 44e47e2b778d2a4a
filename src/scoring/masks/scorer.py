"""Masks that may overlap, mask by mask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, Prediction, Row, Sample, Table
from src.core.row import joined
from src.geometry.masks import rle_areas
from src.scoring.by_class import ClassScorer
from src.scoring.classes import CLASS, CLASSES, class_table, knows_classes
from src.scoring.masks.matching import MaskComparison
from src.scoring.pooled import Numbers

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
class Masks(ClassScorer):
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
        found = prediction.consensus
        compared = MaskComparison.of(sample, found, self.above, by_class=self.by_class)
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
        tables: dict[str, Table] = {MASKS: mask_table(compared)}
        if self.by_class and any(map(knows_classes, (sample.truth, found))):
            tables[CLASSES] = _by_class(compared)
        return Row(values, tables)

    def ratios(self, sums: Numbers) -> Numbers:
        """(…, 6) sums to (…, 5) ratios."""
        return mask_ratios(sums)

    def amounts(self, sums: Numbers) -> Numbers:
        """Masks of both sides."""
        both = sums[:, SUMS.index("true_masks")] + sums[:, SUMS.index("predicted_masks")]
        return np.repeat(both[:, None], len(RATIOS), axis=1)

    @property
    def class_summed(self) -> tuple[str, ...]:
        """The same sums of every class."""
        return SUMS

    def class_ratios(self, sums: Mapping[str, Numbers]) -> Mapping[str, Numbers]:
        """The same ratios of every class."""
        ratios = mask_ratios(np.stack([sums[name] for name in SUMS], axis=-1))
        return dict(zip(RATIOS, np.moveaxis(ratios, -1, 0), strict=True))

    def tables(self, rows: Sequence[Row]) -> Mapping[str, Table]:
        """Every mask of every sample."""
        classes = any(CLASS in row.tables[MASKS] for row in rows)
        return {MASKS: joined([named(row, classes) for row in rows])}


def mask_table(compared: MaskComparison) -> Table:
    """All true masks, then the spurious ones.

    Columns: ``side`` (truth or prediction), ``number`` among all masks of that side from 1,
    ``pixels``, ``kind`` (matched, missed or spurious), ``partner`` (number on the other side, 0
    for none), ``iou`` with it (0 for none), and ``class`` where classes are told apart.
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
        **_class_column(compared),
    }


def named(row: Row, classes: bool = False) -> Table:
    """The masks of one sample, the sample's name in front, and their classes if any are known."""
    masks = row.tables[MASKS]
    count = len(masks["kind"])
    unknown = {CLASS: np.full(count, "")} if classes else {}
    return {"name": np.full(count, row.name), **unknown, **masks}


def _class_column(compared: MaskComparison) -> Table:
    true, found = compared.truth_classes, compared.prediction_classes
    if compared.classes is None or true is None or found is None:
        return {}
    names = np.array([*compared.classes.names, ""], np.str_)
    return {CLASS: names[np.append(true, found[compared.pairs.spurious])]}


def _by_class(compared: MaskComparison) -> Table:
    """``SUMS`` of every class; nothing where they were not told apart."""
    true, found, pairs = compared.truth_classes, compared.prediction_classes, compared.pairs
    if compared.classes is None or true is None or found is None:
        return {}
    kinds = len(compared.classes.names)
    own = true[pairs.truth_index]
    counts = (true, found, own, true[pairs.missed], found[pairs.spurious])
    sums = [np.bincount(column, minlength=kinds).astype(np.float64) for column in counts]
    sums.append(np.asarray(np.bincount(own, pairs.iou, kinds), np.float64))
    return class_table(compared.classes.names, dict(zip(SUMS, sums, strict=True)))
