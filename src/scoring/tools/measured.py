"""Tools that left a table and no masks: counts and distributions, and nothing of single objects."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from src.core import InputError, Instances, Prediction, Sample
from src.scoring.concordance import feature_sum_names
from src.scoring.features import Measured
from src.scoring.objects.sums import Sums
from src.scoring.tools.pairs import PAIR_SUMS, Compared, Pair

COUNTED = PAIR_SUMS[:2]


def has_only_measurements(instances: Instances) -> bool:
    """Whether objects are known by what was measured of them alone."""
    shown = (instances.labels, instances.rles, instances.boxes)
    return bool(instances.extra) and all(column is None for column in shown)


def compare_measured(sample: Sample, prediction: Prediction) -> Compared:
    """The features that all tools have; what needs matched objects is undefined."""
    reference = sample.reference
    others = {tool: own for tool, own in prediction.by_tool.items() if tool != reference}
    tools = {reference: sample.truth, **others}
    if not others:
        raise InputError(f"{sample.name}: there is only {reference}, and agreement takes two tools")
    shared = [
        name for name in sample.truth.extra if all(name in own.extra for own in others.values())
    ]
    measured: dict[str, Measured] = {
        tool: {name: _known(own, name) for name in shared} for tool, own in tools.items()
    }
    objects = {tool: len(own) for tool, own in tools.items()}
    pairs = {pair: _sums(pair, objects, shared) for pair in combinations(tools, 2)}
    return Compared(objects, measured, pairs)


def _known(instances: Instances, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(instances.extra[name], np.float64)


def _sums(pair: Pair, objects: Mapping[str, int], features: list[str]) -> Sums:
    counts = dict(zip(COUNTED, (float(objects[tool]) for tool in pair), strict=True))
    unmatched = dict.fromkeys(PAIR_SUMS[len(COUNTED) :], float("nan"))
    return counts | unmatched | dict.fromkeys(feature_sum_names(features), 0.0)
