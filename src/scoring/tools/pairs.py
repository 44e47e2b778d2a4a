"""Every two tools on one field: what they share, and the scores that follow from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np

from src.core import Picture, Table
from src.geometry.overlap import Overlap
from src.geometry.spans import Values
from src.scoring.concordance import feature_ratios, feature_sums
from src.scoring.features import Measured, measure_channels
from src.scoring.objects.matching import THRESHOLDS, match
from src.scoring.objects.ratios import Columns, Numbers, count_delta_percent, matched_ratios
from src.scoring.objects.sums import Sums, at, matched_sums
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

    def tables(self) -> dict[str, Table]:
        """The same as plain columns: of tools, of their objects, of pairs."""
        features = next(iter(self.measured.values()))
        counts = [*self.objects.values()]
        columns = {f: np.concatenate([own[f] for own in self.measured.values()]) for f in features}
        names = next(iter(self.pairs.values()))
        sums = {name: np.array([own[name] for own in self.pairs.values()]) for name in names}
        return {
            "tools": {"tool": np.array([*self.objects]), "objects": np.array(counts)},
            "measured": {"tool": np.repeat([*self.objects], counts), **columns},
            "pairs": {
                "first": np.array([first for first, _ in self.pairs]),
                "second": np.array([second for _, second in self.pairs]),
                **sums,
            },
        }

    @classmethod
    def of_tables(cls, tables: Mapping[str, Table]) -> Self:
        """The way back from ``tables``."""
        tools, measured, pairs = tables["tools"], tables["measured"], tables["pairs"]
        names = tools["tool"].tolist()
        ends = np.cumsum(tools["objects"])[:-1]
        features = {name: np.split(column, ends) for name, column in measured.items()}
        del features["tool"]
        sums = {name: column.tolist() for name, column in pairs.items()}
        keys = zip(sums.pop("first"), sums.pop("second"), strict=True)
        return cls(
            objects=dict(zip(names, tools["objects"].tolist(), strict=True)),
            measured={
                name: {feature: parts[place] for feature, parts in features.items()}
                for place, name in enumerate(names)
            },
            pairs={
                pair: {name: column[place] for name, column in sums.items()}
                for place, pair in enumerate(keys)
            },
        )


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
    agreement and of 1 / (1 + distance) averaged over features; of counts alone where no feature
    has a distance. Means leave undefined features out.

    Args:
        distances: feature to its scaled distance.
    """
    trues, founds = sums["true_objects"], sums["predicted_objects"]
    matched = matched_ratios(sums, LEAST)
    ratios = feature_ratios(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        counts = np.minimum(trues, founds) / np.maximum(trues, founds)
    similarity = _mean_over((1 / (1 + distance) for distance in distances.values()), counts)
    similarity = np.where(np.isnan(similarity), counts, similarity)
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
