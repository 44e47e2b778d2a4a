"""All fields together: the scores of every two tools, with intervals over fields."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from src.core import Interval
from src.core.directions import plain_name
from src.scoring.concordance import feature_sum_names
from src.scoring.intervals import SHARE, Span, chance_weights, ends_of, summed_by
from src.scoring.objects.ratios import Numbers, floats
from src.scoring.statistics import mean_defined
from src.scoring.tools.distributions import Staircases, Unit, scaled_distance, unit_of
from src.scoring.tools.pairs import MATCHED, PAIR_SUMS, Compared, Pair, pair_scores

log = logging.getLogger(__name__)

Distances = Mapping[str, Mapping[Pair, Numbers]]
"""Feature to pair to distance, in units of the feature."""

SPANS = {
    # An unseen field miscounts by a fifth, mismeasures by a quarter, lies one spread away, and
    # its r is lower by a quarter; or each as far off as the seen ones let expect.
    "percent": Span(-100.0, inf, 20.0),
    "error": Span(0.0, inf, 0.25),
    "distance": Span(0.0, inf, 1.0),
    "pearson": Span(-1.0, 1.0, 0.25),
    "concordance": Span(-1.0, 1.0, 0.25),
}
"""Last word of a score to where it may lie in a field that was not seen."""

Scores = Mapping[str, Numbers]
Fields = Sequence[Compared]


@dataclass(frozen=True, eq=False)
class ToolSummary:
    """What all fields say of the tools.

    Args:
        objects: tool to how many it found in all fields; the reference first.
        units: feature to the unit of its distances, the reference's interquartile range if any.
        left_out: pair to the features that are undefined for it and in none of its means.
        scores: pair to its scores.
        intervals: of the same scores; none for a single field.
        means: the scores averaged over pairs.
        mean_intervals: of the means.
        amounts: pair to (fields or groups,) how many objects of both there are.
    """

    objects: Mapping[str, int]
    units: Mapping[str, Unit]
    left_out: Mapping[Pair, tuple[str, ...]]
    scores: Mapping[Pair, Mapping[str, float]]
    intervals: Mapping[Pair, Mapping[str, Interval]]
    means: Mapping[str, float]
    mean_intervals: Mapping[str, Interval]
    amounts: Mapping[Pair, Numbers]


def summarise_tools(
    fields: Fields, resamples: int, level: float, groups: Sequence[str] | None = None
) -> ToolSummary:
    """Pool the fields, and draw them again and again where there are two or more.

    Args:
        groups: of fields that are drawn together, one name per field.
    """
    objects = {tool: sum(field.objects[tool] for field in fields) for tool in fields[0].objects}
    reference = next(iter(objects))
    units = {
        name: unit_of(
            _pooled(fields, reference, name), [_pooled(fields, tool, name) for tool in objects]
        )
        for name in common_features(fields)
    }
    for name, unit in units.items():
        if unit.raised:
            log.warning(
                "%s hardly spreads in %s: its distances are counted in %.3g, a floor, and not in "
                "interquartile ranges",
                name,
                reference,
                unit.size,
            )
    if not units:
        log.warning("no features are measured: the consistency score is that of the counts alone")
    scores = pooled_scores(fields, np.ones(len(fields)), exact_distances(fields, units))
    amounts = {pair: _amounts(fields, pair) for pair in scores}
    intervals: dict[Pair, Mapping[str, Interval]] = {}
    of_means: Mapping[str, Interval] = {}
    if len(set(groups or range(len(fields)))) > 1 and resamples:
        weights = _field_weights(len(fields), groups, resamples)
        draws = pooled_scores(fields, weights, drawn_distances(fields, units, weights))
        drawn = _Drawn(weights, groups, level)
        intervals = {
            pair: drawn.intervals(own, scores[pair], amounts[pair]) for pair, own in draws.items()
        }
        all_objects = np.sum([*amounts.values()], axis=0)
        of_means = drawn.intervals(_mean_over_pairs(draws), _mean_over_pairs(scores), all_objects)
    return ToolSummary(
        objects=objects,
        units=units,
        left_out={pair: _undefined(own, units) for pair, own in scores.items()},
        scores={pair: floats(own) for pair, own in scores.items()},
        intervals=intervals,
        means=floats(_mean_over_pairs(scores)),
        mean_intervals=of_means,
        amounts={pair: summed_by(own[:, None], groups)[:, 0] for pair, own in amounts.items()},
    )


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Draws of fields, and what they make of scores.

    Args:
        weights: (draws, fields).
    """

    weights: Numbers
    groups: Sequence[str] | None
    level: float

    def intervals(self, draws: Scores, scores: Scores, amounts: Numbers) -> Mapping[str, Interval]:
        """Of every score but the count of pairs, which is a sum.

        Args:
            amounts: (fields,) how much of the scores each field is.
        """
        names = [name for name in draws if name != MATCHED]
        own = np.repeat(amounts[:, None], len(names), axis=1)
        ends = ends_of(
            np.stack([draws[name] for name in names], axis=1),
            np.array([float(scores[name]) for name in names]),
            self.weights @ own,
            summed_by(own, self.groups),
            [SPANS.get(plain_name(name).rpartition("_")[2], SHARE) for name in names],
            self.level,
        )
        return {name: end for name, end in zip(names, ends, strict=True) if end is not None}


def _field_weights(fields: int, groups: Sequence[str] | None, resamples: int) -> Numbers:
    """(draws, fields): the weight of its group, for fields that are drawn together."""
    rng = np.random.default_rng(0)
    if groups is None:
        return chance_weights(fields, resamples, rng)
    _, places = np.unique(np.asarray(groups), return_inverse=True)
    return chance_weights(int(places.max()) + 1, resamples, rng)[:, places]


def _amounts(fields: Fields, pair: Pair) -> Numbers:
    """Objects of both tools, field by field."""
    counts = ("true_objects", "predicted_objects")
    return np.array([sum(field.pairs[pair][name] for name in counts) for field in fields], float)


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


def exact_distances(fields: Fields, units: Mapping[str, Unit]) -> Distances:
    """Between all objects of one tool and all of the other."""
    distances: dict[str, dict[Pair, Numbers]] = {}
    for name, unit in units.items():
        values = {tool: _pooled(fields, tool, name) for tool in fields[0].objects}
        distances[name] = {
            (first, second): np.asarray(scaled_distance(values[first], values[second], unit.size))
            for first, second in fields[0].pairs
        }
    return distances


def drawn_distances(fields: Fields, units: Mapping[str, Unit], weights: Numbers) -> Distances:
    """The same for every draw; the unit stays, for it is a unit."""
    tools = list(fields[0].objects)
    distances: dict[str, dict[Pair, Numbers]] = {}
    for name, unit in units.items():
        values = [[field.measured[tool][name] for field in fields] for tool in tools]
        stairs = Staircases.of(values, weights)
        distances[name] = {
            (first, second): stairs.distances(tools.index(first), tools.index(second)) / unit.size
            for first, second in fields[0].pairs
        }
    return distances


def _undefined(scores: Scores, features: Iterable[str]) -> tuple[str, ...]:
    """Features of which a pair has no distance, or no concordance where objects were matched."""
    kinds = ("distance",) if np.isnan(scores[MATCHED]).any() else ("distance", "concordance")
    return tuple(
        name for name in features if any(np.isnan(scores[f"{name}_{kind}"]).any() for kind in kinds)
    )


def _pooled(fields: Fields, tool: str, name: str) -> Numbers:
    return np.concatenate([field.measured[tool][name] for field in fields])


def _mean_over_pairs(scores: Mapping[Pair, Scores]) -> Scores:
    names = next(iter(scores.values()))
    return {name: mean_defined(np.array([own[name] for own in scores.values()])) for name in names}
