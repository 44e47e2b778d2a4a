"""Rows of samples as columns, and the parts that they fall into by their tags."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError, Row
from src.core.row import FAILED

TAG = "tag/"
"""What stands before a sample's tag in the table of samples."""


def sample_columns(rows: Sequence[Row]) -> dict[str, npt.NDArray[Any]]:
    """The table of samples: names and values, tags where there are any, errors where any came."""
    if not rows:
        return {}
    columns = {"name": np.array([row.name for row in rows])}
    columns["id"] = np.array([row.id for row in rows])
    columns |= {name: np.array([row[name] for row in rows]) for name in rows[0]}
    for tag in sorted({tag for row in rows for tag in row.tags}):
        columns[TAG + tag] = np.array([row.tags.get(tag, "") for row in rows])
    if any(row.outcome == FAILED for row in rows):
        columns["outcome"] = np.array([row.outcome for row in rows])
        columns["reason"] = np.array([row.reason for row in rows])
    return columns


def sums_of(rows: Sequence[Row], names: Sequence[str]) -> npt.NDArray[np.float64]:
    """(rows, names) of numbers, also without any row."""
    numbers = np.array([[row[name] for name in names] for row in rows], np.float64)
    return numbers.reshape(-1, len(names))


def tag_slices(
    rows: Sequence[Row],
    tags: Sequence[str],
    metrics: Callable[[Sequence[Row]], Mapping[str, float]],
) -> dict[str, Mapping[str, float]]:
    """``well=A1`` and so on to the metrics of the samples with that tag."""
    slices: dict[str, Mapping[str, float]] = {}
    for tag in tags if rows else ():
        values = sorted({row.tags[tag] for row in rows if tag in row.tags})
        if not values:
            known = ", ".join(sorted({own for row in rows for own in row.tags})) or "none"
            raise InputError(f"scorer.slices: no sample has the tag {tag!r}; there are {known}")
        for value in values:
            slices[f"{tag}={value}"] = metrics([row for row in rows if row.tags.get(tag) == value])
    return slices
