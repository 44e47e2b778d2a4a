"""Pooled scorers that score every class alone, and average over classes."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from src.core import Interval, Row, Scorecard, Table
from src.scoring.classes import CLASSES, MEAN, PART, class_sums, class_table
from src.scoring.groups import group_names
from src.scoring.intervals import SHARE, pooled_intervals, summed_by
from src.scoring.pooled import Numbers, PooledScorer
from src.scoring.statistics import mean_defined


@dataclass(frozen=True, kw_only=True)
class ClassScorer(PooledScorer):
    """Adds ``class=NAME`` to the parts of a card, ``class_mean_…`` to its metrics, and a table.

    Args:
        by_class: whether objects of two classes are never the same, where truth and prediction
            both know classes.
    """

    by_class: bool = True

    @property
    @abstractmethod
    def class_summed(self) -> tuple[str, ...]:
        """Columns of a row's table of classes that are added up."""

    @abstractmethod
    def class_ratios(self, sums: Mapping[str, Numbers]) -> Mapping[str, Numbers]:
        """Sums of classes by name to their ratios."""

    def main(self, metrics: Sequence[str]) -> tuple[str, ...]:
        """The means over classes are quoted, too."""
        return (*super().main(metrics), *(name for name in metrics if name.startswith(MEAN)))

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """The pooled card with its classes, where they could be told apart."""
        card = super().summarise(rows)
        parts = self._class_parts(rows)
        if not parts:
            return card
        return replace(
            card,
            intervals={**card.intervals, **self._class_intervals(rows)},
            defined={**card.defined, **dict.fromkeys(self._mean_names, self._with_classes(rows))},
            slices={**card.slices, **{PART + name: own for name, own in parts.items()}},
            tables={**card.tables, CLASSES: _table(parts)},
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        metrics = super()._metrics(rows)
        names, sums = class_sums(rows, self.class_summed)
        if not names:
            return metrics
        means = self._over_classes(sums.sum(axis=0)).tolist()
        return metrics | dict(zip(self._mean_names, means, strict=True))

    def _class_parts(self, rows: Sequence[Row]) -> dict[str, dict[str, float]]:
        names, sums = class_sums(rows, self.class_summed)
        columns = self._by_column(sums.sum(axis=0))
        numbers = {**columns, **self.class_ratios(columns)}
        return {
            name: {column: float(own[place]) for column, own in numbers.items()}
            for place, name in enumerate(names)
        }

    def _class_intervals(self, rows: Sequence[Row]) -> dict[str, Interval]:
        if len(rows) < 2 or not self.resamples:
            return {}
        _, sums = class_sums(rows, self.class_summed)
        groups, flat = group_names(rows, self.drawn_by), sums.reshape(len(rows), -1)
        names = self._mean_names
        seen = np.repeat(flat.any(axis=1, keepdims=True).astype(np.float64), len(names), axis=1)
        ends = pooled_intervals(
            summed_by(flat, groups),
            lambda own: self._over_classes(own.reshape(*own.shape[:-1], *sums.shape[1:])),
            summed_by(seen, groups),
            [SHARE if self.may_fail else replace(SHARE, nearest=0.0)] * len(names),
            resamples=self.resamples,
            level=self.level,
        )
        pairs = zip(names, ends, strict=True)
        return {name: interval for name, interval in pairs if interval is not None}

    def _with_classes(self, rows: Sequence[Row]) -> int:
        """Images, or groups of them, with something of any class."""
        sums = class_sums(rows, self.class_summed)[1].reshape(len(rows), -1)
        groups = group_names(rows, self.drawn_by)
        return int(np.count_nonzero(summed_by(sums, groups).any(axis=1)))

    def _over_classes(self, sums: Numbers) -> Numbers:
        """(…, classes, sums) to (…, ratios); a class in which one is undefined takes no part."""
        ratios = np.stack([*self.class_ratios(self._by_column(sums)).values()], axis=-1)
        return mean_defined(np.moveaxis(ratios, -2, 0))

    def _by_column(self, sums: Numbers) -> dict[str, Numbers]:
        return dict(zip(self.class_summed, np.moveaxis(sums, -1, 0), strict=True))

    @property
    def _mean_names(self) -> tuple[str, ...]:
        nothing = self._by_column(np.zeros(len(self.class_summed)))
        return tuple(MEAN + name for name in self.class_ratios(nothing))


def _table(parts: Mapping[str, Mapping[str, float]]) -> Table:
    columns = next(iter(parts.values()))
    numbers = {name: np.array([own[name] for own in parts.values()]) for name in columns}
    return class_table([*parts], numbers)
