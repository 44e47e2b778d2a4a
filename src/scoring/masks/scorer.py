"""Masks that may overlap, mask by mask."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, Interval, Prediction, Row, Sample, Scorecard, Table
from src.core.row import joined
from src.geometry.masks import rle_areas
from src.scoring.masks.matching import MaskComparison
from src.scoring.pixels import PER_IMAGE
from src.scoring.rows import sample_columns, sums_of, tag_slices
from src.scoring.statistics import (
    Level,
    Resamples,
    bootstrap_mean,
    bootstrap_pooled,
    check_bootstrap,
    mean_defined,
)

SUMS = ("true_masks", "predicted_masks", "matched", "missed", "spurious", "iou_sum")
RATIOS = ("mean_true_iou", "mean_matched_iou", "precision", "recall", "f1")
MASKS = "masks"
"""The table in which every mask has a row."""

DIRECTIONS = Directions.of_names(
    lower=["missed", "spurious"], neutral=["true_masks", "predicted_masks", "images"]
)

Numbers = npt.NDArray[np.float64]


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
class Masks:
    """Greedy one-to-one pairs by IoU, pooled over images and averaged over images.

    Args:
        above: what the IoU of a pair must exceed.
        resamples: of the bootstrap over images; 0 for no intervals.
        level: of the intervals.
        slices: tags of samples; every value of each is scored alone too.
    """

    above: float = 0.0
    resamples: Resamples = 2000
    level: Level = 0.95
    slices: Sequence[str] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.above < 1:
            raise ValueError(f"above must be an IoU from 0 to below 1, got {self.above}")
        object.__setattr__(self, "slices", tuple(self.slices))
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Samples are ordered by the number that gates compare."""
        return RATIOS[0]

    @property
    def directions(self) -> Directions:
        """Errors are better when fewer."""
        return DIRECTIONS

    @property
    def takes_errors(self) -> bool:
        """Nothing found is an answer: every mask was missed."""
        return True

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

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios and counts under their own names, means over images as ``image_mean_…``."""
        metrics = self._metrics(rows)
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=dict(zip(metrics, self._intervals(rows), strict=False)),
            slices=tag_slices(rows, self.slices, self._metrics),
            tables={MASKS: joined([named(row) for row in rows])} if rows else {},
            directions=self.directions,
            main=(*RATIOS, *SUMS[:-1]),
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        sums = sums_of(rows, SUMS)
        names = (*RATIOS, *(PER_IMAGE + name for name in RATIOS))
        numbers = (*mask_ratios(sums.sum(axis=0)), *mean_defined(mask_ratios(sums)))
        counts = dict(zip(SUMS[:-1], sums.sum(axis=0), strict=False))
        return {**dict(zip(names, numbers, strict=True)), **counts, "images": len(rows)}

    def _intervals(self, rows: Sequence[Row]) -> list[Interval]:
        if len(rows) < 2 or not self.resamples:
            return []
        sums = sums_of(rows, SUMS)
        how: Any = {"resamples": self.resamples, "level": self.level}
        return bootstrap_pooled(sums, mask_ratios, **how) + bootstrap_mean(mask_ratios(sums), **how)


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
