"""Masks that may overlap, mask by mask."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Instances, Interval, Row, Sample, Scorecard
from src.geometry.masks import rle_areas
from src.scoring.mask_matching import MaskComparison
from src.scoring.pixels import PER_IMAGE
from src.scoring.statistics import bootstrap_mean, bootstrap_pooled, check_bootstrap, mean_defined

SUMS = ("true_masks", "predicted_masks", "matched", "missed", "spurious", "iou_sum")
RATIOS = ("mean_true_iou", "mean_matched_iou", "precision", "recall", "f1")
OBJECTS = "masks"
"""The table in which every mask has a row."""

Numbers = npt.NDArray[np.float64]


def mask_ratios(sums: npt.NDArray[Any]) -> Numbers:
    """(…, 6) sums to (…, 5) ratios in the order of ``RATIOS``; ``nan`` where undefined.

    ``mean_true_iou`` is over true masks, a missed one counting 0: the number that gates
    compare. ``mean_matched_iou`` is over pairs alone.
    """
    trues, found, matched, _, _, iou_sum = np.moveaxis(np.asarray(sums, np.float64), -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = (
            iou_sum / trues,
            iou_sum / matched,
            matched / found,
            matched / trues,
            2 * matched / (trues + found),
        )
    return np.stack(ratios, axis=-1)


@dataclass(frozen=True)
class Masks:
    """Greedy one-to-one pairs by IoU, pooled over images and averaged over images.

    Args:
        above: what the IoU of a pair must exceed.
        resamples: of the bootstrap over images; 0 for no intervals.
        level: of the intervals.
    """

    above: float = 0.0
    resamples: int = 2000
    level: float = 0.95

    def __post_init__(self) -> None:
        if not 0 <= self.above < 1:
            raise ValueError(f"above must be an IoU from 0 to below 1, got {self.above}")
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Samples are ordered by the number that gates compare."""
        return RATIOS[0]

    def compare(self, sample: Sample, prediction: Instances) -> MaskComparison:
        """The pairs behind the scores of one sample."""
        return MaskComparison.of(sample, prediction, self.above)

    def score(self, sample: Sample, prediction: Instances) -> Row:
        """Sums and ratios of one sample, and its masks for the table of all."""
        compared = self.compare(sample, prediction)
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
        numbers = dict(zip(SUMS + RATIOS, (*sums, *ratios), strict=True))
        return {**numbers, OBJECTS: mask_table(sample.name, compared)}

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios and counts under their own names, means over images as ``image_mean_…``."""
        sums = np.array([[row[name] for name in SUMS] for row in rows], np.float64)
        sums = sums.reshape(-1, len(SUMS))
        ratios = mask_ratios(sums)
        names = (*RATIOS, *(PER_IMAGE + name for name in RATIOS))
        numbers = (*mask_ratios(sums.sum(axis=0)), *mean_defined(ratios))
        counts = dict(zip(SUMS[:-1], sums.sum(axis=0), strict=False))
        shown = [name for name in (rows or [{}])[0] if name != OBJECTS]
        return Scorecard(
            metrics={**dict(zip(names, numbers, strict=True)), **counts, "images": len(rows)},
            rows={name: np.array([row[name] for row in rows]) for name in shown},
            intervals=dict(zip(names, self._intervals(sums, ratios), strict=False)),
            tables={OBJECTS: _joined([row[OBJECTS] for row in rows])} if rows else {},
        )

    def _intervals(self, sums: Numbers, ratios: Numbers) -> list[Interval]:
        if len(sums) < 2 or not self.resamples:
            return []
        pooled = bootstrap_pooled(sums, mask_ratios, resamples=self.resamples, level=self.level)
        return pooled + bootstrap_mean(ratios, resamples=self.resamples, level=self.level)


def mask_table(name: str, compared: MaskComparison) -> dict[str, npt.NDArray[Any]]:
    """All true masks, then the spurious ones.

    Columns: ``name`` of the sample, ``side`` (truth or prediction), ``number`` on that side from
    1, ``pixels``, ``kind`` (matched, missed or spurious), ``partner`` (number on the other side,
    0 for none) and ``iou`` with it (0 for none).
    """
    pairs, trues = compared.pairs, len(compared.truths)
    spurious = [compared.predictions[place] for place in pairs.spurious]
    partner, iou = np.zeros(trues + len(spurious), np.int64), np.zeros(trues + len(spurious))
    partner[pairs.truth_index] = pairs.prediction_index + 1
    iou[pairs.truth_index] = pairs.iou
    kinds = np.full(len(partner), "spurious")
    kinds[:trues] = np.where(partner[:trues] > 0, "matched", "missed")
    return {
        "name": np.full(len(partner), name),
        "side": np.repeat(["truth", "prediction"], [trues, len(spurious)]),
        "number": np.concatenate([np.arange(trues), pairs.spurious]) + 1,
        "pixels": rle_areas([*compared.truths, *spurious]),
        "kind": kinds,
        "partner": partner,
        "iou": iou,
    }


def _joined(tables: Sequence[dict[str, npt.NDArray[Any]]]) -> dict[str, npt.NDArray[Any]]:
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
