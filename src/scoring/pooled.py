"""What scorers share whose scores are ratios of sums: pooled over images, averaged over images."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Directions, InputError, Interval, Row, Scorecard, Table
from src.scoring.groups import AUTO, group_names, unit_of
from src.scoring.intervals import (
    SHARE,
    Span,
    drawn_sums,
    effective_count,
    mean_intervals,
    pooled_intervals,
    summed_by,
)
from src.scoring.rows import sample_columns, sums_of, tag_slices
from src.scoring.statistics import Level, Resamples, check_bootstrap, mean_defined

PER_IMAGE = "image_mean_"
"""What the mean over images is called: ``image_mean_f1`` beside the pooled ``f1``."""

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class PooledScorer(ABC):
    """From rows with sums to a card of ratios with intervals.

    Args:
        resamples: draws of images for intervals; 0 for none.
        level: of the intervals.
        drawn_by: tag whose images are drawn together, such as ``plate``; ``auto`` for the first
            of ``src.scoring.groups.KNOWN`` that all samples have, ``null`` for single images.
        may_fail: whether an image that was not seen may fail altogether. Else it lies no further
            off than the seen ones let expect, as Student's interval has it: narrower, and too
            narrow where one image in ten fails.
        slices: tags of samples; every value of each is scored alone too.
    """

    resamples: Resamples = 2000
    level: Level = 0.95
    drawn_by: str | None = AUTO
    may_fail: bool = True
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

    def amounts(self, sums: Numbers) -> Numbers:
        """(images, ratios): how much of each pooled ratio an image is; all are equal by default."""
        return np.ones((len(sums), len(self.ratio_names)))

    def span(self, ratio: str) -> Span:  # noqa: ARG002
        """Where a ratio of an image that was not seen may lie."""
        return SHARE

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
            intervals=self._intervals(rows),
            defined=self._defined(rows),
            effective=self._effective(rows),
            unit=unit_of(rows, self.drawn_by),
            slices={**parts, **by_tag},
            tables=self.tables(rows) if rows else {},
            directions=self.directions,
            main=self.main(tuple(metrics)),
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        sums = sums_of(rows, self.summed)
        totals = dict(zip(self.summed, sums.sum(axis=0).tolist(), strict=True))
        numbers = (*self.ratios(sums.sum(axis=0)), *mean_defined(self.ratios(sums)))
        metrics = {name: float(number) for name, number in zip(self._names, numbers, strict=True)}
        return metrics | {name: totals[name] for name in self.counts} | {"images": len(rows)}

    def draws(self, card: Scorecard) -> dict[str, Numbers]:
        """Metric to its values when images are drawn again; the same draws for every card of them.

        All it needs are the sums of the images, so that a card that was read back will do.
        """
        if len(card) < 2 or not self.resamples:
            return {}
        sums = np.stack([np.asarray(card.rows[name], np.float64) for name in self.summed], axis=1)
        ratios = self.ratios(sums)
        defined = ~np.isnan(ratios)
        rows = np.hstack([sums, np.where(defined, ratios, 0.0), defined])
        drawn = drawn_sums(rows, self.resamples, np.random.default_rng(0))
        own, total, known = np.split(drawn, np.cumsum([sums.shape[1], ratios.shape[1]]), axis=1)
        with np.errstate(invalid="ignore"):
            return dict(
                zip(self._names, np.hstack([self.ratios(own), total / known]).T, strict=True)
            )

    def _intervals(self, rows: Sequence[Row]) -> dict[str, Interval]:
        if len(rows) < 2 or not self.resamples:
            return {}
        sums, groups = sums_of(rows, self.summed), group_names(rows, self.drawn_by)
        spans = [self.span(name) for name in self.ratio_names]
        if not self.may_fail:
            spans = [replace(span, nearest=0.0) for span in spans]
        how: Any = {"resamples": self.resamples, "level": self.level}
        own, sizes = summed_by(sums, groups), summed_by(self._amounts(sums), groups)
        pooled = pooled_intervals(own, self.ratios, sizes, spans, **how)
        means = mean_intervals(self.ratios(sums), spans, groups=groups, **how)
        pairs = zip(self._names, (*pooled, *means), strict=True)
        return {name: interval for name, interval in pairs if interval is not None}

    def _defined(self, rows: Sequence[Row]) -> dict[str, int]:
        """Images, or groups of them, that each ratio stands on."""
        sums = sums_of(rows, self.summed)
        known = np.hstack([self._amounts(sums) > 0, ~np.isnan(self.ratios(sums))])
        own = summed_by(known.astype(np.float64), group_names(rows, self.drawn_by))
        return dict(zip(self._names, np.count_nonzero(own, axis=0).tolist(), strict=True))

    def _effective(self, rows: Sequence[Row]) -> dict[str, float]:
        """Images, or groups, of equal weight that each pooled ratio would stand on."""
        sums = sums_of(rows, self.summed)
        sizes = summed_by(self._amounts(sums), group_names(rows, self.drawn_by))
        return dict(zip(self.ratio_names, effective_count(sizes).tolist(), strict=True))

    def _amounts(self, sums: Numbers) -> Numbers:
        """Nothing of a ratio is in an image that has nothing of what it is a share of."""
        return np.where(np.isnan(self.ratios(sums)), 0.0, self.amounts(sums))

    @property
    def _names(self) -> tuple[str, ...]:
        return (*self.ratio_names, *(PER_IMAGE + name for name in self.ratio_names))
