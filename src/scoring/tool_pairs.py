"""Every two tools on one field: what they share, and the scores that follow from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from src.core import Picture
from src.geometry.overlap import Overlap
from src.geometry.runs import Values
from src.scoring.concordance import feature_ratios, feature_sums
from src.scoring.features import Measured, measure_channels
from src.scoring.matching import THRESHOLDS, match
from src.scoring.object_ratios import Columns, Numbers, count_delta_percent, matched_ratios
from src.scoring.object_sums import Sums, at, matched_sums
from src.scoring.statistics import mean_defined

LEAST = THRESHOLDS[0]
"""Percent of IoU from which two objects are the same."""

Pair = tuple[str, str]
"""The reference stands first wherever it takes part."""

MATCHED = at("tp", LEAST)
PAIR_SUMS = (
    "true_objects",
    "predicted_objects",
    *(at(name, LEAST) for name in ("tp", "fp", "fn", "iou_sum")),
)
PAIR_RATIOS = tuple(at(name, LEAST) for name in ("pq", "f1", "mean_matched_iou", "mean_true_iou"))


@dataclass(frozen=True, eq=False)
class Compared:
    """One field as every tool sees it.

    Args:
        objects: tool to how many it found; the reference first.
        measured: tool to the features of its objects.
        pairs: two tools to the sums from which their scores follow.
    """

    objects: Mapping[str, int]
    measured: Mapping[str, Measured]
    pairs: Mapping[Pair, Sums]


def compare_tools(
    labels: Mapping[str, Values], picture: Picture, features: tuple[str, ...]
) -> Compared:
    """Measure every tool once and make one contingency table per pair."""
    measured = {tool: measure_channels(own, picture, features) for tool, own in labels.items()}
    objects = dict.fromkeys(labels, 0)
    pairs: dict[Pair, Sums] = {}
    for first, second in combinations(labels, 2):
        overlap = Overlap.of(labels[first], labels[second])
        trues, founds = len(overlap.truth_ids), len(overlap.prediction_ids)
        objects |= {first: trues, second: founds}
        matching = match(overlap)
        pairs[first, second] = {
            "true_objects": trues,
            "predicted_objects": founds,
            **matched_sums(matching, trues, founds, LEAST),
            **feature_sums(matching, measured[first], measured[second]),
        }
    return Compared(objects, measured, pairs)


def pair_scores(sums: Columns, distances: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """All scores of a pair; ``nan`` where they are undefined.

    ``count_agreement`` is the smaller count over the larger; ``area_distance`` is Wasserstein's
    in interquartile ranges of the reference. ``consistency_score`` is the mean of the count
    agreement and of 1 / (1 + distance) averaged over features. Means leave undefined features out.

    Args:
        distances: feature to its scaled distance.
    """
    trues, founds = sums["true_objects"], sums["predicted_objects"]
    matched = matched_ratios(sums, LEAST)
    ratios = feature_ratios(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        counts = np.minimum(trues, founds) / np.maximum(trues, founds)
    similarity = _mean_over((1 / (1 + distance) for distance in distances.values()), counts)
    return {
        "count_agreement": counts,
        "count_delta_percent": count_delta_percent(trues, founds),
        MATCHED: sums[MATCHED],
        **{name: matched[name] for name in PAIR_RATIOS},
        **ratios,
        "mean_concordance": _mean_over((ratios[f"{f}_concordance"] for f in distances), counts),
        **{f"{feature}_distance": distance for feature, distance in distances.items()},
        "mean_distance": _mean_over(distances.values(), counts),
        "consistency_score": (counts + similarity) / 2,
    }


def _mean_over(columns: Iterable[Numbers], like: Numbers) -> Numbers:
    """Mean over the defined ones; ``nan`` where there are none."""
    return mean_defined(np.array([*columns, np.full_like(like, np.nan)]))
