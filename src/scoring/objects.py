"""Object scores of label images: of one pair, and of a dataset as a scorer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Instances, Interval, Row, Sample, Scorecard
from src.scoring.boundaries import BOUNDARY_SUMS, boundary_ratios, boundary_sums
from src.scoring.comparison import Comparison
from src.scoring.concordance import feature_ratios, feature_sum_names, feature_sums
from src.scoring.features import check_features, measure_grey
from src.scoring.object_ratios import Columns, Numbers, columns, floats, object_ratios
from src.scoring.object_slices import SIZES, SLICE_SUMS, slice_metrics, sums_by_size
from src.scoring.object_sums import COUNTS, SUMS, Sums, object_sums
from src.scoring.object_table import Table, object_table
from src.scoring.pixels import PER_IMAGE
from src.scoring.scored_labels import scored_labels
from src.scoring.statistics import bootstrap_mean, bootstrap_pooled, check_bootstrap, mean_defined


def score_labels(
    truth: npt.NDArray[Any],
    prediction: npt.NDArray[Any],
    *,
    inclusive: bool = True,
    surfaces: float | None = None,
    sizes: Mapping[str, float] = SIZES,
) -> Scorecard:
    """Compare two label images, 0 being background; the rows of the card are objects.

    ``splits`` and ``merges`` are counted as by Caicedo et al. 2019; ``graph_…``, ``inexact``,
    ``catastrophes``, ``missed`` and ``spurious`` by the graph of overlaps. ``accuracy`` is
    TP / (TP + FP + FN). What is undefined, such as any ratio of two empty images, is ``nan``.

    Args:
        inclusive: whether an IoU equal to a threshold reaches it.
        surfaces: tolerance in pixels at which outlines are compared; ``None`` leaves them out.
        sizes: class to its largest size in pixels, inclusive, ascending.
    """
    comparison = Comparison.of(truth, prediction, inclusive=inclusive)
    sums = _sums(comparison, surfaces)
    by_size = sums_by_size(comparison, sizes)
    return Scorecard(
        metrics=floats(_ratios(columns(sums))) | {name: sums[name] for name in COUNTS},
        rows=object_table(comparison),
        slices={part: slice_metrics(own) for part, own in by_size.items()},
    )


@dataclass(frozen=True)
class Objects:
    """Object scores per image, pooled over images and averaged over images.

    Args:
        inclusive: whether an IoU equal to a threshold reaches it.
        surfaces: tolerance in pixels at which outlines are compared; ``None`` leaves them out.
        sizes: class to its largest size in pixels, inclusive, ascending.
        features: measured on the pairs matched at 0.50: concordance and Pearson's r of each.
        resamples: of the bootstrap over images; 0 for no intervals.
        level: of the intervals.
    """

    inclusive: bool = True
    surfaces: float | None = None
    sizes: Mapping[str, float] = field(default_factory=lambda: SIZES)
    features: Sequence[str] = ()
    resamples: int = 2000
    level: float = 0.95

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", dict(self.sizes))
        object.__setattr__(self, "features", check_features(self.features))
        if self.surfaces is not None and not self.surfaces >= 0:
            raise ValueError(f"surfaces must be a tolerance of 0 px or more, got {self.surfaces}")
        if sorted(set(self.sizes.values())) != [*self.sizes.values()]:
            raise ValueError(f"sizes must ascend, got {self.sizes}")
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Samples are ordered by F1 averaged over the ten thresholds."""
        return "f1@0.50:0.95"

    def compare(self, sample: Sample, prediction: Instances) -> Comparison:
        """The comparison behind the scores of one sample."""
        truth, found, ignore = scored_labels(sample, prediction)
        return Comparison.of(truth, found, inclusive=self.inclusive, ignore=ignore)

    def score(self, sample: Sample, prediction: Instances) -> Row:
        """Ratios of one sample, and the sums from which those of many follow."""
        comparison = self.compare(sample, prediction)
        sums = _sums(comparison, self.surfaces) | self._feature_sums(comparison, sample)
        by_size = sums_by_size(comparison, self.sizes)
        slices = {f"{part}/{name}": own[name] for part, own in by_size.items() for name in own}
        return floats(_ratios(columns(sums))) | sums | slices

    def table(self, sample: Sample, prediction: Instances) -> Table:
        """Every object of one sample with its error, the sample's name in front."""
        rows = object_table(self.compare(sample, prediction))
        return {"name": np.full(len(rows["id"]), sample.name), **rows}

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios and counts under their own names, means over images as ``image_mean_…``."""
        sums = np.array([[row[name] for name in self._names] for row in rows], np.float64)
        sums = sums.reshape(-1, len(self._names))
        totals = self._by_name(sums.sum(axis=0))
        pooled, per_image = _ratios(totals), self._statistic(sums)
        names = (*pooled, *(PER_IMAGE + name for name in pooled))
        numbers = dict(zip(names, (*pooled.values(), *mean_defined(per_image)), strict=True))
        counts = {name: totals[name] for name in COUNTS}
        return Scorecard(
            metrics=floats(numbers | counts) | {"images": len(rows)},
            rows={name: np.array([row[name] for row in rows]) for name in (rows or [{}])[0]},
            intervals=dict(zip(names, self._intervals(sums, per_image), strict=False)),
            slices={f"size={size}": self._slice(f"size={size}", rows) for size in self.sizes},
        )

    @property
    def _names(self) -> tuple[str, ...]:
        """What is added up."""
        outlines = () if self.surfaces is None else BOUNDARY_SUMS
        return (*SUMS, *outlines, *feature_sum_names(self.features))

    def _feature_sums(self, comparison: Comparison, sample: Sample) -> Sums:
        if not self.features:
            return {}
        sides = (comparison.truth, comparison.prediction)
        measured = (measure_grey(labels, sample.picture, self.features) for labels in sides)
        return feature_sums(comparison.matching, *measured)

    def _by_name(self, sums: Numbers) -> Columns:
        return dict(zip(self._names, np.moveaxis(sums, -1, 0), strict=True))

    def _statistic(self, sums: Numbers) -> Numbers:
        """(…, sums) to (…, ratios)."""
        return np.stack([*_ratios(self._by_name(sums)).values()], axis=-1)

    def _intervals(self, sums: Numbers, per_image: Numbers) -> list[Interval]:
        if len(sums) < 2 or not self.resamples:
            return []
        pooled = bootstrap_pooled(sums, self._statistic, resamples=self.resamples, level=self.level)
        return pooled + bootstrap_mean(per_image, resamples=self.resamples, level=self.level)

    def _slice(self, part: str, rows: Sequence[Row]) -> dict[str, float]:
        sums = {name: sum(float(row[f"{part}/{name}"]) for row in rows) for name in SLICE_SUMS}
        return slice_metrics(sums)


def _sums(comparison: Comparison, surfaces: float | None) -> Sums:
    """Everything about one image that can be added up."""
    sums = object_sums(comparison)
    return sums if surfaces is None else sums | boundary_sums(comparison, surfaces)


def _ratios(sums: Columns) -> dict[str, Numbers]:
    """All ratios; those of outlines and of features where there are sums of them."""
    ratios = object_ratios(sums) | feature_ratios(sums)
    return ratios | boundary_ratios(sums) if BOUNDARY_SUMS[0] in sums else ratios
