"""From sums to scores: the same formulas for one image, for many, and for resampled ones."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from src.core import metric_names
from src.scoring.objects.matching import THRESHOLDS
from src.scoring.objects.sums import at
from src.scoring.pixels import RATIOS as PIXEL_RATIOS
from src.scoring.pixels import pixel_ratios

Numbers = npt.NDArray[np.float64]
Columns = Mapping[str, Numbers]


def columns(sums: Mapping[str, float]) -> dict[str, Numbers]:
    """Python's numbers as numpy's, whose division by 0 is not an error."""
    return {name: np.asarray(number, np.float64) for name, number in sums.items()}


def floats(numbers: Columns) -> dict[str, float]:
    """The way back: numbers of one image, or of all, as Python's."""
    return {name: float(number) for name, number in numbers.items()}


def object_ratios(sums: Columns) -> dict[str, Numbers]:
    """Every ratio that follows from ``SUMS``; ``nan`` where it is undefined.

    ``f1_at_0.50-0.95`` and ``accuracy_at_0.50-0.95`` are means over the ten thresholds.
    ``count_delta_percent`` is positive where too many objects were found.
    """
    by_threshold = [matched_ratios(sums, threshold) for threshold in THRESHOLDS]
    ratios: dict[str, Numbers] = {}
    for name in ("f1", "accuracy"):
        steps = [part[at(name, t)] for part, t in zip(by_threshold, THRESHOLDS, strict=True)]
        ratios[metric_names.at(name, "0.50-0.95")] = np.mean(steps, axis=0)
    for part in by_threshold:
        ratios |= part
    with np.errstate(invalid="ignore", divide="ignore"):
        trues = sums["true_objects"]
        told_apart = sums["touching_separated"]
        ratios |= {
            "seg": sums["seg_sum"] / trues,
            "aji": sums["aji_intersection"] / sums["aji_union"],
            "touching_separation_rate": told_apart / (told_apart + sums["touching_merged"]),
            "count_delta_percent": count_delta_percent(trues, sums["predicted_objects"]),
        }
    return ratios | _foreground_ratios(sums)


def count_delta_percent(trues: Numbers, founds: Numbers) -> Numbers:
    """How many objects too many were found; undefined where there are none to find."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(trues > 0, 100 * (founds - trues) / trues, np.nan)


def matched_ratios(sums: Columns, threshold: int) -> dict[str, Numbers]:
    """Detection and segmentation quality of the pairs that reach a threshold.

    ``mean_matched_iou`` (``sq``) is over pairs; ``mean_true_iou`` is over true objects, a miss
    counting 0. ``pq`` is their balance (Kirillov et al. 2019): IoU summed over the mean number
    of true and predicted objects. ``fp_rate`` is the share of predicted objects that are wrong
    (the false discovery rate, 1 − precision; objects have no true negatives that a rate of false
    alarms could be a share of), ``fn_rate`` that of true objects that are missed (1 − recall).
    """
    tp, fp, fn, iou_sum = (sums[at(name, threshold)] for name in ("tp", "fp", "fn", "iou_sum"))
    with np.errstate(invalid="ignore", divide="ignore"):
        f1 = 2 * tp / (2 * tp + fp + fn)
        mean_matched_iou = iou_sum / tp
        ratios = {
            "precision": tp / (tp + fp),
            "recall": tp / (tp + fn),
            "fp_rate": fp / (tp + fp),
            "fn_rate": fn / (tp + fn),
            "f1": f1,
            "accuracy": tp / (tp + fp + fn),
            "mean_matched_iou": mean_matched_iou,
            "mean_true_iou": iou_sum / (tp + fn),
            "pq": iou_sum / (tp + (fp + fn) / 2),
            "sq": mean_matched_iou,
            "rq": f1,
        }
    return {at(name, threshold): ratio for name, ratio in ratios.items()}


def _foreground_ratios(sums: Columns) -> dict[str, Numbers]:
    """Pixel scores as ``pixel_f1`` and so on."""
    counts = np.stack([sums[f"pixel_{name}"] for name in ("tp", "fp", "fn", "tn")], axis=-1)
    ratios = np.moveaxis(pixel_ratios(counts), -1, 0)
    return {f"pixel_{name}": ratio for name, ratio in zip(PIXEL_RATIOS, ratios, strict=True)}
