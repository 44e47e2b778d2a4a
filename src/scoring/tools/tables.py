"""What all fields say of the tools, as tables: by tool, by pair, by pair and feature."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.tools.pairs import Pair
from src.scoring.tools.summary import ToolSummary

Table = dict[str, npt.NDArray[Any]]

UNKNOWN = Interval(np.nan, np.nan)

FEATURE_SCORES = ("distance", "concordance", "pearson", "error")


def tables(summary: ToolSummary) -> dict[str, Table]:
    """``tools`` (each against the reference), ``pairs`` and ``features``."""
    return {
        "tools": _tools(summary),
        "pairs": _pairs(summary),
        "features": _features(summary),
    }


def _tools(summary: ToolSummary) -> Table:
    reference, *others = summary.objects
    pairs = [(reference, other) for other in others]
    about = {
        "tool": np.array(others),
        "reference": np.full(len(others), reference),
        "objects": np.array([summary.objects[other] for other in others]),
    }
    return about | _scores(summary, pairs, _plain(summary)) | _left_out(summary, pairs)


def _pairs(summary: ToolSummary) -> Table:
    pairs = list(summary.scores)
    return _named(pairs) | _scores(summary, pairs, _plain(summary)) | _left_out(summary, pairs)


def _features(summary: ToolSummary) -> Table:
    """One row per pair and feature; distances are in the unit of the row."""
    pairs = list(summary.scores)
    parts = [
        {
            **_named(pairs),
            "feature": np.full(len(pairs), feature),
            "unit": np.full(len(pairs), unit.size),
            "unit_raised": np.full(len(pairs), unit.raised),
            **_scores(summary, pairs, FEATURE_SCORES, f"{feature}_"),
        }
        for feature, unit in summary.units.items()
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in (parts or [{}])[0]}


def _left_out(summary: ToolSummary, pairs: Sequence[Pair]) -> Table:
    """What the consistency score is of, and features that are in none of a pair's means."""
    counted = [np.isnan(summary.scores[pair]["mean_distance"]) for pair in pairs]
    return {
        "consistency_of": np.where(counted, "counts alone", "counts and features"),
        "left_out": np.array([" ".join(summary.left_out[pair]) for pair in pairs]),
    }


def _named(pairs: Sequence[Pair]) -> Table:
    first, second = zip(*pairs, strict=True)
    return {"first": np.array(first), "second": np.array(second)}


def _scores(
    summary: ToolSummary, pairs: Sequence[Pair], names: Sequence[str], prefix: str = ""
) -> Table:
    """Columns of scores, each followed by the ends of its interval where there are any."""
    columns: Table = {}
    for name in names:
        column = prefix + name
        columns[name] = np.array([summary.scores[pair][column] for pair in pairs])
        if summary.intervals:
            own = [summary.intervals[pair].get(column, UNKNOWN) for pair in pairs]
            columns[f"{name}_low"] = np.array([interval.low for interval in own])
            columns[f"{name}_high"] = np.array([interval.high for interval in own])
    return columns


def _plain(summary: ToolSummary) -> list[str]:
    """The scores that belong to no single feature."""
    own = {f"{feature}_{kind}" for feature in summary.units for kind in FEATURE_SCORES}
    return [name for name in next(iter(summary.scores.values())) if name not in own]
