"""What scorers share whose scores are ratios of sums: pooled over images, averaged over images."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, InputError, Interval, Row, Scorecard, Table
from src.scoring.rows import sample_columns, sums_of, tag_slices
from src.scoring.statistics import (
    Level,
    Resamples,
    bootstrap_mean,
    bootstrap_pooled,
    check_bootstrap,
    mean_defined,
    mean_draws,
    pooled_draws,
)

PER_IMAGE = "image_mean_"
"""What the mean over images is called: ``image_mean_f1`` beside the pooled ``f1``."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class PooledScorer(ABC):
    """From rows with sums to a card of ratios with intervals.

    Args:
        resamples: of the bootstrap over images; 0 for no intervals.
        level: of the intervals.
        slices: tags of samples; every value of each is scored alone too.
    """

    resamples: Resamples = 2000
    level: Level = 0.95
    slices: Sequence[str] = ()

    directions = Directions()

    def __post_init__(self) -> None:
        object.__setattr__(self, "slices", tuple(self.slices))
        check_bootstrap(self.resamples, self.level)

    @property
    def takes_errors(self) -> bool:
        """Nothing found is an answer: everything was missed."""
        return True

    @property
    @abstractmethod
    def summed(self) -> tuple[str, ...]:
        """Columns of a row that are added up over images."""

    @property
    @abstractmethod
    def ratio_names(self) -> tuple[str, ...]:
        """What the ratios are called, in their order."""

    @property
    def counts(self) -> tuple[str, ...]:
        """Sums that the card shows as they are."""
        return ()

    @abstractmethod
    def ratios(self, sums: Numbers) -> Numbers:
        """(…, sums) to (…, ratios); ``nan`` where one is undefined."""

    def parts(self, rows: Sequence[Row]) -> Mapping[str, Mapping[str, float]]:  # noqa: ARG002
        """Slices besides those by tag."""
        return {}

    def tables(self, rows: Sequence[Row]) -> Mapping[str, Table]:  # noqa: ARG002
        """What has another unit than the sample."""
        return {}

    def main(self, metrics: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """The metrics that people quote."""
        return (*self.ratio_names, *self.counts)

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios and counts under their own names, means over images as ``image_mean_…``."""
        metrics, parts = self._metrics(rows), self.parts(rows)
        by_tag = tag_slices(rows, self.slices, self._metrics)
        if set(parts) & set(by_tag):
            clash = min(set(parts) & set(by_tag))
            raise InputError(f"scorer.slices: {clash} is a part of this scorer: rename the tag")
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=dict(zip(metrics, self._intervals(rows), strict=False)),
            slices={**parts, **by_tag},
            tables=self.tables(rows) if rows else {},
            directions=self.directions,
            main=self.main(tuple(metrics)),
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        sums = sums_of(rows, self.summed)
        totals = dict(zip(self.summed, sums.sum(axis=0).tolist(), strict=True))
        names = (*self.ratio_names, *(PER_IMAGE + name for name in self.ratio_names))
        numbers = (*self.ratios(sums.sum(axis=0)), *mean_defined(self.ratios(sums)))
        metrics = {name: float(number) for name, number in zip(names, numbers, strict=True)}
        return metrics | {name: totals[name] for name in self.counts} | {"images": len(rows)}

    def draws(self, card: Scorecard) -> dict[str, Numbers]:
        """Metric to its values when images are drawn again; the same draws for every card of them.

        All it needs are the sums of the images, so that a card that was read back will do.
        """
        if len(card) < 2 or not self.resamples:
            return {}
        sums = np.stack([np.asarray(card.rows[name], np.float64) for name in self.summed], axis=1)
        pooled = pooled_draws(sums, self.ratios, self.resamples)
        means = mean_draws(self.ratios(sums), self.resamples)
        names = (*self.ratio_names, *(PER_IMAGE + name for name in self.ratio_names))
        return dict(zip(names, np.hstack([pooled, means]).T, strict=True))

    def _intervals(self, rows: Sequence[Row]) -> list[Interval]:
        if len(rows) < 2 or not self.resamples:
            return []
        sums = sums_of(rows, self.summed)
        how: Any = {"resamples": self.resamples, "level": self.level}
        pooled = bootstrap_pooled(sums, self.ratios, **how)
        return pooled + bootstrap_mean(self.ratios(sums), **how)
