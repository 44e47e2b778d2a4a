"""All fields together: the scores of every two tools, with intervals over fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from src.core import Interval
from src.scoring.concordance import feature_sum_names
from src.scoring.objects.ratios import Numbers, floats
from src.scoring.statistics import draw_weights, mean_defined, percentiles
from src.scoring.tools.distributions import Staircases, interquartile_range, scaled_distance
from src.scoring.tools.pairs import PAIR_SUMS, Compared, Pair, pair_scores

Distances = Mapping[str, Mapping[Pair, Numbers]]
"""Feature to pair to distance, in units of the feature."""

Scores = Mapping[str, Numbers]
Fields = Sequence[Compared]


@dataclass(frozen=True, eq=False)
class ToolSummary:
    """What all fields say of the tools.

    Args:
        objects: tool to how many it found in all fields; the reference first.
        units: feature to the reference's interquartile range, the unit of its distances.
        scores: pair to its scores.
        intervals: of the same scores; none for a single field.
        means: the scores averaged over pairs.
        mean_intervals: of the means.
    """

    objects: Mapping[str, int]
    units: Mapping[str, float]
    scores: Mapping[Pair, Mapping[str, float]]
    intervals: Mapping[Pair, Mapping[str, Interval]]
    means: Mapping[str, float]
    mean_intervals: Mapping[str, Interval]


def summarise_tools(fields: Fields, resamples: int, level: float) -> ToolSummary:
    """Pool the fields, and draw them again and again where there are two or more."""
    objects = {tool: sum(field.objects[tool] for field in fields) for tool in fields[0].objects}
    reference = next(iter(objects))
    units = {
        name: interquartile_range(_pooled(fields, reference, name))
        for name in common_features(fields)
    }
    scores = pooled_scores(fields, np.ones(len(fields)), exact_distances(fields, units))
    draws: dict[Pair, Scores] = {}
    if len(fields) > 1 and resamples:
        weights = draw_weights(len(fields), resamples, np.random.default_rng(0)).astype(np.float64)
        draws = pooled_scores(fields, weights, drawn_distances(fields, units, weights))
    return ToolSummary(
        objects=objects,
        units=units,
        scores={pair: floats(own) for pair, own in scores.items()},
        intervals={pair: _intervals(own, level) for pair, own in draws.items()},
        means=floats(_mean_over_pairs(scores)),
        mean_intervals=_intervals(_mean_over_pairs(draws), level) if draws else {},
    )


def common_features(fields: Fields) -> list[str]:
    """What was measured in every field: a grey field among coloured ones has no red."""
    first, *others = (next(iter(field.measured.values())) for field in fields)
    return [name for name in first if all(name in other for other in others)]


def pooled_scores(fields: Fields, weights: Numbers, distances: Distances) -> dict[Pair, Scores]:
    """The scores of every pair, for one weighting of the fields or for many at once.

    Args:
        weights: (…, fields) how often each field counts.
    """
    names = (*PAIR_SUMS, *feature_sum_names([*distances]))
    scores: dict[Pair, Scores] = {}
    for pair in fields[0].pairs:
        sums = np.array([[field.pairs[pair][name] for name in names] for field in fields])
        totals = np.moveaxis(weights @ sums, -1, 0)
        apart = {feature: own[pair] for feature, own in distances.items()}
        scores[pair] = pair_scores(dict(zip(names, totals, strict=True)), apart)
    return scores


def exact_distances(fields: Fields, units: Mapping[str, float]) -> Distances:
    """Between all objects of one tool and all of the other."""
    distances: dict[str, dict[Pair, Numbers]] = {}
    for name, unit in units.items():
        values = {tool: _pooled(fields, tool, name) for tool in fields[0].objects}
        distances[name] = {
            (first, second): np.asarray(scaled_distance(values[first], values[second], unit))
            for first, second in fields[0].pairs
        }
    return distances


def drawn_distances(fields: Fields, units: Mapping[str, float], weights: Numbers) -> Distances:
    """The same for every draw; the unit stays, for it is a unit."""
    tools = list(fields[0].objects)
    distances: dict[str, dict[Pair, Numbers]] = {}
    for name, unit in units.items():
        values = [[field.measured[tool][name] for field in fields] for tool in tools]
        stairs = Staircases.of(values, weights)
        distances[name] = {
            (first, second): stairs.distances(tools.index(first), tools.index(second)) / unit
            for first, second in fields[0].pairs
        }
    return distances


def _pooled(fields: Fields, tool: str, name: str) -> Numbers:
    return np.concatenate([field.measured[tool][name] for field in fields])


def _mean_over_pairs(scores: Mapping[Pair, Scores]) -> Scores:
    names = next(iter(scores.values()))
    return {name: mean_defined(np.array([own[name] for own in scores.values()])) for name in names}


def _intervals(draws: Scores, level: float) -> dict[str, Interval]:
    return dict(zip(draws, percentiles(np.stack([*draws.values()], axis=1), level), strict=True))
