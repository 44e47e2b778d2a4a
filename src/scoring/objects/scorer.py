"""Object scores of label images: of one pair, and of a dataset as a scorer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Gt, Le

from src.core import Directions, Instances, Prediction, Row, Sample, Scorecard, Table
from src.core.directions import plain_name
from src.core.metric_names import place_of
from src.core.row import joined
from src.geometry.overlap import Column
from src.scoring.by_class import ClassScorer
from src.scoring.classes import CLASS, CLASSES, Classes, class_table, knows_classes
from src.scoring.concordance import feature_ratios, feature_sum_names, feature_sums
from src.scoring.features import check_features, measure_grey
from src.scoring.intervals import SHARE, Span
from src.scoring.objects.boundaries import BOUNDARY_SUMS, boundary_ratios, boundary_sums
from src.scoring.objects.comparison import ClassOf, LabelComparison
from src.scoring.objects.ratios import Columns, columns, floats, matched_ratios, object_ratios
from src.scoring.objects.sizes import (
    SIZES,
    SLICE_SUMS,
    SLICE_THRESHOLDS,
    slice_metrics,
    sums_by_part,
    sums_by_size,
)
from src.scoring.objects.sums import COUNTS, EVENTS, SUMS, Sums, object_sums
from src.scoring.objects.table import object_table
from src.scoring.pooled import PER_IMAGE, Numbers
from src.scoring.scored_labels import ids_of, scored_labels

OBJECTS = "objects"
"""The table in which every object has a row."""

DIRECTIONS = Directions.of_names(
    lower=[
        *(
            "fp",
            "fn",
            "fp_rate",
            "fn_rate",
            "splits",
            "merges",
            *(name for name in EVENTS if name != "graph_correct"),
        ),
        *("touching_merged", "touching_undetermined"),
        *("mean_matched_hd95", "mean_matched_directed_hd95", "mean_matched_assd"),
        *("pixel_rmse", "pixel_fp", "pixel_fn", "*_error"),
    ],
    neutral=[
        *("images", "true_objects", "predicted_objects", "count_delta_percent", "touching_pairs")
    ],
)

SPANS = {
    # An unseen image miscounts by a fifth, mismeasures by a quarter, has outlines a pixel worse,
    # and its r is lower by a quarter; or each as far off as the seen ones let expect.
    "percent": Span(-100.0, inf, 20.0),
    "error": Span(0.0, inf, 0.25),
    "hd95": Span(0.0, inf, 1.0),
    "assd": Span(0.0, inf, 1.0),
    "pearson": Span(-1.0, 1.0, 0.25),
    "concordance": Span(-1.0, 1.0, 0.25),
}
"""Last word of a ratio to where it may lie in an image that was not seen."""


def score_labels(
    truth: npt.NDArray[Any],
    prediction: npt.NDArray[Any],
    *,
    inclusive: bool = True,
    surfaces: float | None = None,
    sizes: Mapping[str, float] = SIZES,
) -> Scorecard:
    """Compare two label images or stacks of them, 0 being background; a card's rows are objects.

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
class Objects(ClassScorer):
    """Object scores per image, pooled over images and averaged over images.

    Args:
        inclusive: whether an IoU equal to a threshold reaches it.
        surfaces: tolerance in pixels at which outlines are compared; ``None`` leaves them out.
        sizes: class to its largest size in pixels, inclusive, ascending.
        features: measured on the pairs matched at 0.50: concordance and Pearson's r of each.
    """

    inclusive: bool = True
    surfaces: float | None = None
    sizes: Mapping[str, Annotated[float, Gt(0), Le(inf)]] = field(default_factory=lambda: SIZES)
    features: Sequence[str] = ()

    ranks_by = "f1_at_0.50-0.95"
    directions = DIRECTIONS
    counts = COUNTS

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "sizes", dict(self.sizes))
        object.__setattr__(self, "features", check_features(self.features))
        if self.surfaces is not None and not self.surfaces >= 0:
            raise ValueError(f"surfaces must be a tolerance of 0 px or more, got {self.surfaces}")
        if sorted(set(self.sizes.values())) != [*self.sizes.values()]:
            raise ValueError(f"sizes must ascend, got {self.sizes}")

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """Ratios of one sample, the sums from which those of many follow, and all its objects."""
        found = prediction.consensus
        truth, labels, ignore = scored_labels(sample, found)
        classes = Classes.of(sample.truth, found) if self.by_class else None
        comparison = LabelComparison.of(
            truth,
            labels,
            inclusive=self.inclusive,
            ignore=ignore,
            classes=None if classes is None else _class_of(classes, sample.truth, found),
        )
        sums = _sums(comparison, self.surfaces) | self._feature_sums(comparison, sample)
        by_size = sums_by_size(comparison, self.sizes)
        slices = {f"{part}/{name}": own[name] for part, own in by_size.items() for name in own}
        values = floats(_ratios(columns(sums))) | sums | slices
        tables: dict[str, Table] = {
            OBJECTS: object_table(comparison, classes.names if classes else ())
        }
        if self.by_class and any(map(knows_classes, (sample.truth, found))):
            tables[CLASSES] = _by_class(comparison, classes)
        return Row(values, tables)

    @property
    def summed(self) -> tuple[str, ...]:
        """What is added up."""
        outlines = () if self.surfaces is None else BOUNDARY_SUMS
        return (*SUMS, *outlines, *feature_sum_names(self.features))

    @property
    def ratio_names(self) -> tuple[str, ...]:
        """Whatever follows from the sums."""
        return tuple(_ratios(self._by_name(np.zeros(len(self.summed)))))

    def ratios(self, sums: Numbers) -> Numbers:
        """(…, sums) to (…, ratios)."""
        return np.stack([*_ratios(self._by_name(sums)).values()], axis=-1)

    def amounts(self, sums: Numbers) -> Numbers:
        """Objects of both sides; pixels of both for what is counted in pixels."""
        own = self._by_name(sums)
        objects = own["true_objects"] + own["predicted_objects"]
        pixels = own["pixel_tp"] + own["pixel_fp"] + own["pixel_fn"]
        columns = [
            own["aji_union"] if name == "aji" else pixels if name.startswith("pixel_") else objects
            for name in self.ratio_names
        ]
        return np.stack(columns, axis=-1)

    def span(self, ratio: str) -> Span:
        """Most are shares; counts and distances have no end, and r may be 0 elsewhere."""
        return SPANS.get(plain_name(ratio).rpartition("_")[2], SHARE)

    @property
    def class_summed(self) -> tuple[str, ...]:
        """Counts and sums of IoU at the thresholds that parts are scored at."""
        return SLICE_SUMS

    def class_ratios(self, sums: Columns) -> Columns:
        """Quality of the pairs of a class."""
        ratios: dict[str, Numbers] = {}
        for threshold in SLICE_THRESHOLDS:
            ratios |= matched_ratios(sums, threshold)
        return ratios

    def parts(self, rows: Sequence[Row]) -> Mapping[str, Mapping[str, float]]:
        """The small and the large objects alone."""
        return {f"size={size}": self._slice(f"size={size}", rows) for size in self.sizes}

    def tables(self, rows: Sequence[Row]) -> Mapping[str, Table]:
        """Every object of every sample."""
        classes = any(CLASS in row.tables[OBJECTS] for row in rows)
        return {OBJECTS: joined([named(row, classes) for row in rows])}

    def main(self, metrics: Sequence[str]) -> tuple[str, ...]:
        """Pooled, and where there are thresholds the ones that people quote."""
        quoted = ("", "0.50", "0.75", "0.50-0.95")
        pooled = (name for name in metrics if not name.startswith(PER_IMAGE))
        return tuple(name for name in pooled if place_of(name) in quoted)

    def _feature_sums(self, comparison: LabelComparison, sample: Sample) -> Sums:
        if not self.features:
            return {}
        sides = (comparison.truth, comparison.prediction)
        measured = (measure_grey(labels, sample.picture, self.features) for labels in sides)
        return feature_sums(comparison.matching, *measured)

    def _by_name(self, sums: Numbers) -> Columns:
        return dict(zip(self.summed, np.moveaxis(sums, -1, 0), strict=True))

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


def named(row: Row, classes: bool = False) -> Table:
    """The objects of one sample, the sample's name in front, and their classes if any are known."""
    objects = row.tables[OBJECTS]
    count = len(objects["id"])
    unknown = {CLASS: np.full(count, "")} if classes else {}
    return {"name": np.full(count, row.name), **unknown, **objects}


def _class_of(classes: Classes, truth: Instances, prediction: Instances) -> tuple[ClassOf, ClassOf]:
    """Ids of the objects of either label image to their classes."""
    sides = ((ids_of(truth), classes.truth), (ids_of(prediction), classes.prediction))
    first, second = (partial(_looked_up, ids, own) for ids, own in sides)
    return first, second


def _looked_up(known: Column, classes: Column, ids: Column) -> Column:
    return classes[np.searchsorted(known, ids)]


def _by_class(comparison: LabelComparison, classes: Classes | None) -> Table:
    """``SLICE_SUMS`` of every class; nothing where they were not told apart."""
    true, found = comparison.truth_classes, comparison.prediction_classes
    if classes is None or true is None or found is None:
        return {}
    sums = sums_by_part(comparison.matching, true, found, len(classes.names))
    return class_table(classes.names, sums)
