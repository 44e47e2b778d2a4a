"""Object scores of label images: of one pair, and of a dataset as a scorer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Gt, Le

from src.core import Directions, Interval, Prediction, Row, Sample, Scorecard, Table
from src.core.row import joined
from src.scoring.concordance import feature_ratios, feature_sum_names, feature_sums
from src.scoring.features import check_features, measure_grey
from src.scoring.objects.boundaries import BOUNDARY_SUMS, boundary_ratios, boundary_sums
from src.scoring.objects.comparison import LabelComparison
from src.scoring.objects.ratios import Columns, Numbers, columns, floats, object_ratios
from src.scoring.objects.sizes import SIZES, SLICE_SUMS, slice_metrics, sums_by_size
from src.scoring.objects.sums import COUNTS, EVENTS, SUMS, Sums, object_sums
from src.scoring.objects.table import object_table
from src.scoring.pixels import PER_IMAGE
from src.scoring.rows import sample_columns, sums_of, tag_slices
from src.scoring.scored_labels import scored_labels
from src.scoring.statistics import (
    Level,
    Resamples,
    bootstrap_mean,
    bootstrap_pooled,
    check_bootstrap,
    mean_defined,
)

OBJECTS = "objects"
"""The table in which every object has a row."""

DIRECTIONS = Directions.of_names(
    lower=[
        *("fp", "fn", "splits", "merges", *(name for name in EVENTS if name != "graph_correct")),
        *("touching_merged", "touching_undetermined", "mean_matched_hd95"),
        *("pixel_rmse", "pixel_fp", "pixel_fn"),
    ],
    neutral=[
        *("images", "true_objects", "predicted_objects", "count_delta_percent", "touching_pairs")
    ],
)


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
    comparison = LabelComparison.of(truth, prediction, inclusive=inclusive)
    sums = _sums(comparison, surfaces)
    by_size = sums_by_size(comparison, sizes)
    return Scorecard(
        metrics=floats(_ratios(columns(sums))) | {name: sums[name] for name in COUNTS},
        rows=object_table(comparison),
        slices={part: slice_metrics(own) for part, own in by_size.items()},
        directions=DIRECTIONS,
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
        slices: tags of samples; every value of each is scored alone too.
    """

    inclusive: bool = True
    surfaces: float | None = None
    sizes: Mapping[str, Annotated[float, Gt(0), Le(inf)]] = field(default_factory=lambda: SIZES)
    features: Sequence[str] = ()
    resamples: Resamples = 2000
    level: Level = 0.95
    slices: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", dict(self.sizes))
        object.__setattr__(self, "features", check_features(self.features))
        if self.surfaces is not None and not self.surfaces >= 0:
            raise ValueError(f"surfaces must be a tolerance of 0 px or more, got {self.surfaces}")
        if sorted(set(self.sizes.values())) != [*self.sizes.values()]:
            raise ValueError(f"sizes must ascend, got {self.sizes}")
        object.__setattr__(self, "slices", tuple(self.slices))
        check_bootstrap(self.resamples, self.level)

    @property
    def ranks_by(self) -> str:
        """Samples are ordered by F1 averaged over the ten thresholds."""
        return "f1@0.50:0.95"

    @property
    def directions(self) -> Directions:
        """Errors are better when fewer."""
        return DIRECTIONS

    @property
    def takes_errors(self) -> bool:
        """Nothing found is an answer: every object was missed."""
        return True

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """Ratios of one sample, the sums from which those of many follow, and all its objects."""
        truth, labels, ignore = scored_labels(sample, prediction.consensus)
        comparison = LabelComparison.of(truth, labels, inclusive=self.inclusive, ignore=ignore)
        sums = _sums(comparison, self.surfaces) | self._feature_sums(comparison, sample)
        by_size = sums_by_size(comparison, self.sizes)
        slices = {f"{part}/{name}": own[name] for part, own in by_size.items() for name in own}
        values = floats(_ratios(columns(sums))) | sums | slices
        return Row(values, {OBJECTS: object_table(comparison)})

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """Pooled ratios and counts under their own names, means over images as ``image_mean_…``."""
        metrics = self._metrics(rows)
        by_size = {f"size={size}": self._slice(f"size={size}", rows) for size in self.sizes}
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=dict(zip(metrics, self._intervals(rows), strict=False)),
            slices=by_size | tag_slices(rows, self.slices, self._metrics),
            tables={OBJECTS: joined([named(row) for row in rows])} if rows else {},
            directions=self.directions,
            main=tuple(name for name in metrics if _is_main(name)),
        )

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        sums = sums_of(rows, self._names)
        totals = self._by_name(sums.sum(axis=0))
        pooled, per_image = _ratios(totals), mean_defined(self._statistic(sums))
        names = (*pooled, *(PER_IMAGE + name for name in pooled))
        numbers = dict(zip(names, (*pooled.values(), *per_image), strict=True))
        counts = {name: totals[name] for name in COUNTS}
        return floats(numbers | counts) | {"images": len(rows)}

    @property
    def _names(self) -> tuple[str, ...]:
        """What is added up."""
        outlines = () if self.surfaces is None else BOUNDARY_SUMS
        return (*SUMS, *outlines, *feature_sum_names(self.features))

    def _feature_sums(self, comparison: LabelComparison, sample: Sample) -> Sums:
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

    def _intervals(self, rows: Sequence[Row]) -> list[Interval]:
        if len(rows) < 2 or not self.resamples:
            return []
        sums = sums_of(rows, self._names)
        how: Any = {"resamples": self.resamples, "level": self.level}
        pooled = bootstrap_pooled(sums, self._statistic, **how)
        return pooled + bootstrap_mean(self._statistic(sums), **how)

    def _slice(self, part: str, rows: Sequence[Row]) -> dict[str, float]:
        sums = {name: sum(float(row[f"{part}/{name}"]) for row in rows) for name in SLICE_SUMS}
        return slice_metrics(sums)


def _sums(comparison: LabelComparison, surfaces: float | None) -> Sums:
    """Everything about one image that can be added up."""
    sums = object_sums(comparison)
    return sums if surfaces is None else sums | boundary_sums(comparison, surfaces)


def _ratios(sums: Columns) -> dict[str, Numbers]:
    """All ratios; those of outlines and of features where there are sums of them."""
    ratios = object_ratios(sums) | feature_ratios(sums)
    return ratios | boundary_ratios(sums) if BOUNDARY_SUMS[0] in sums else ratios


def _is_main(name: str) -> bool:
    """Pooled, and where there are thresholds the ones that people quote."""
    quoted = ("", "0.50", "0.75", "0.50:0.95")
    return not name.startswith(PER_IMAGE) and name.partition("@")[2] in quoted


def named(row: Row) -> Table:
    """The objects of one sample, the sample's name in front."""
    objects = row.tables[OBJECTS]
    return {"name": np.full(len(objects["id"]), row.name), **objects}
