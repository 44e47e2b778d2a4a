"""Which way a metric is better: one rule for whoever ranks, sweeps, compares or judges."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase

from src.core.metric_names import without_place

MEANS = ("image_mean_", "mean_pair_", "class_mean_")
"""What is put before the name of a metric that is averaged; it stays as good as it was."""


class Direction(StrEnum):
    """What is better."""

    HIGHER = "higher"
    LOWER = "lower"
    NEITHER = "neither"


@dataclass(frozen=True)
class Directions:
    """Which of the metrics are better when lower, and which are neither good nor bad.

    Args:
        lower, neutral: plain names, such as ``rmse``, for ``test/image_mean_rmse`` too; a star
            stands for what is named by the data, such as a channel.
    """

    lower: frozenset[str] = frozenset()
    neutral: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for name in ("lower", "neutral"):
            object.__setattr__(self, name, frozenset(getattr(self, name)))
        both = self.lower & self.neutral
        if both:
            raise ValueError(f"better when lower, and neither: {sorted(both)}")

    @classmethod
    def of_names(cls, *, lower: Iterable[str] = (), neutral: Iterable[str] = ()) -> "Directions":
        """From any lists of names."""
        return cls(frozenset(lower), frozenset(neutral))

    def __or__(self, other: "Directions") -> "Directions":
        return Directions(self.lower | other.lower, self.neutral | other.neutral)

    def of(self, metric: str) -> Direction:
        """Of a metric under any stage, part, mean or threshold."""
        name = plain_name(metric)
        if _names(self.lower, name):
            return Direction.LOWER
        return Direction.NEITHER if _names(self.neutral, name) else Direction.HIGHER


def _names(patterns: frozenset[str], name: str) -> bool:
    return name in patterns or any(
        fnmatchcase(name, pattern) for pattern in patterns if "*" in pattern
    )


def plain_name(metric: str) -> str:
    """``f1`` of ``test/tool/image_mean_f1_at_0.50``; ``seconds_to_f1`` of ``seconds_to_f1_0.8``."""
    name = without_place(metric.rpartition("/")[2])
    for mean in MEANS:
        name = name.removeprefix(mean)
    return re.sub(r"_\d+(\.\d+)?$", "", name)
