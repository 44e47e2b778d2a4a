"""Average precision of ranked boxes or masks, as COCO and as VOC define it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le

from src.core import Directions, InputError, Interval, Prediction, Row, Sample, Scorecard
from src.scoring.average_precision.detections import (
    AREA,
    BOXES,
    FOUND,
    MASKS,
    UNTOLD,
    ranked_tables,
)
from src.scoring.average_precision.rankings import (
    HEIGHT,
    KINDS,
    WIDTH,
    Pictures,
    Rankings,
    name_of,
)
from src.scoring.classes import CLASS, CLASSES, PART, class_table
from src.scoring.coco_ap import coco_average_precision
from src.scoring.groups import AUTO, group_names, unit_of
from src.scoring.intervals import SHARE, chance_weights, effective_count, ends_of, summed_by
from src.scoring.rows import sample_columns, tag_slices
from src.scoring.statistics import Level, Resamples, check_bootstrap, mean_defined

Numbers = npt.NDArray[np.float64]

SHAPES = (BOXES, MASKS)
EDGES = ("exclusive", "inclusive")

DIRECTIONS = Directions.of_names(neutral=["images", "true", "predicted", HEIGHT, WIDTH])


@dataclass(frozen=True)
class AveragePrecision:
    """COCO's twelve numbers, and VOC's average precision in both its readings.

    ``ap`` and its like are COCO's, by pycocotools. ``voc_ap_at_0.50`` is the area under the whole
    curve (VOC from 2010 on), ``voc_ap_eleven_at_0.50`` the mean at eleven recalls (until 2009);
    both are means over the classes that there is something of to find.

    Args:
        of: ``boxes`` or ``masks``; boxes around masks where there are only those.
        iou: from which on VOC counts a prediction as right; the first orders the samples.
        edges: ``inclusive`` where far edges are part of a box, as in VOC's own tool and in
            Padilla's: its IoU is that of boxes a pixel wider and higher. COCO's numbers stay.
        most: predictions per picture and class that take part in COCO's; ``None`` for all.
        resamples: draws of images for the intervals of VOC's; 0 for none. COCO's have none.
        level: of the intervals.
        drawn_by: tag whose images are drawn together; see ``src.scoring.groups``.
        slices: tags of samples; every value of each is scored alone too.
    """

    of: str = BOXES
    iou: Sequence[Annotated[float, Gt(0), Le(1)]] = (0.5, 0.75)
    edges: str = EDGES[0]
    most: Annotated[int, Ge(1)] | None = 100
    resamples: Resamples = 2000
    level: Level = 0.95
    drawn_by: str | None = AUTO
    slices: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "iou", tuple(self.iou))
        object.__setattr__(self, "slices", tuple(self.slices))
        check_bootstrap(self.resamples, self.level)
        for key, value, allowed in (("of", self.of, SHAPES), ("edges", self.edges, EDGES)):
            if value not in allowed:
                raise InputError(f"scorer.{key} must be one of {allowed}, got {value!r}")
        if not self.iou or not all(0 < least <= 1 for least in self.iou):
            raise InputError(f"scorer.iou must be numbers above 0 up to 1, got {self.iou}")

    @property
    def ranks_by(self) -> str:
        """The average precision of one image."""
        return self._names[0]

    @property
    def directions(self) -> Directions:
        """More is better."""
        return DIRECTIONS

    @property
    def takes_errors(self) -> bool:
        """Nothing found is an answer: everything was missed."""
        return True

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """What is ranked of one sample, and its own average precision."""
        tables = ranked_tables(sample, prediction.consensus, self.of)
        height, width = sample.truth.shape
        row = Row({HEIGHT: height, WIDTH: width}, tables)
        counts = {"true": int(sample.truth.counts.sum()), "predicted": len(tables[FOUND][CLASS])}
        numbers = self._means(self._rankings(Pictures.of([row])), np.ones((1, 1)))
        values = {name: float(own[0]) for name, own in numbers.items()}
        if not counts["true"]:
            # Nothing found is right where there is nothing to find.
            values = dict.fromkeys(self._names, float(not counts["predicted"]))
        return Row({**row.values, **counts, **values}, tables)

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """COCO's and VOC's numbers of all samples, and VOC's of every class."""
        rankings = self._rankings(Pictures.of(rows))
        metrics = self._metrics(rows, rankings)
        everything = np.ones((1, len(rows)))
        parts = {
            name: {metric: float(number[0]) for metric, number in own.averages(everything).items()}
            for name, own in rankings.items()
        }
        table = {name: np.array([own[name] for own in parts.values()]) for name in self._names}
        return Scorecard(
            metrics=metrics,
            rows=sample_columns(rows),
            intervals=self._intervals(rows, rankings),
            defined=dict.fromkeys(metrics, int(np.count_nonzero(self._sizes(rows)))),
            effective=dict.fromkeys(metrics, effective_count(self._sizes(rows)).item()),
            unit=unit_of(rows, self.drawn_by),
            slices={
                **{PART + name: own for name, own in parts.items() if name != UNTOLD},
                **tag_slices(rows, self.slices, self._metrics),
            },
            tables={CLASSES: class_table([*parts], table)} if parts else {},
            directions=self.directions,
            main=tuple(metrics),
        )

    def _metrics(
        self, rows: Sequence[Row], rankings: Mapping[str, Rankings] | None = None
    ) -> dict[str, float]:
        pictures = Pictures.of(rows)
        coco = coco_average_precision(
            [truth for truth, _ in pictures.sides],
            [found for _, found in pictures.sides],
            of="masks" if self.of == MASKS else "boxes",
            most=self.most,
            areas=[truth.extra[AREA] for truth, _ in pictures.sides],
        )
        known = self._rankings(pictures) if rankings is None else rankings
        voc = self._means(known, np.ones((1, len(rows))))
        return {
            **coco.metrics,
            **{name: float(number[0]) for name, number in voc.items()},
            **{name: float(sum(row[name] for row in rows)) for name in ("true", "predicted")},
            "images": len(rows),
        }

    def _sizes(self, rows: Sequence[Row]) -> Numbers:
        """(images or groups of them, 1) things to find."""
        own = np.array([float(row["true"]) for row in rows]).reshape(-1, 1)
        return summed_by(own, group_names(rows, self.drawn_by))

    def _means(self, rankings: Mapping[str, Rankings], weights: Numbers) -> dict[str, Numbers]:
        """(draws,) of every metric, averaged over the classes that there is something of."""
        parts = [own.averages(weights) for own in rankings.values()]
        nothing = np.full(len(weights), np.nan)
        return {
            name: mean_defined(np.array([*(part[name] for part in parts), nothing]))
            for name in self._names
        }

    def _rankings(self, pictures: Pictures) -> dict[str, Rankings]:
        """Every class in all pictures, the surest predictions first."""
        inclusive = self.edges == EDGES[1]
        return {
            name: Rankings.of(pictures, number, self.iou, inclusive=inclusive)
            for number, name in enumerate(pictures.names)
        }

    def _intervals(
        self, rows: Sequence[Row], rankings: Mapping[str, Rankings]
    ) -> dict[str, Interval]:
        groups = group_names(rows, self.drawn_by)
        units = np.unique(groups, return_inverse=True)[1] if groups else np.arange(len(rows))
        count = int(units.max(initial=-1)) + 1
        if count < 2 or not self.resamples:
            return {}
        weights = chance_weights(count, self.resamples, np.random.default_rng(0))
        drawn = self._means(rankings, weights[:, units])
        known = self._means(rankings, np.ones((1, len(rows))))
        sizes = np.repeat(self._sizes(rows), len(self._names), axis=1)
        ends = ends_of(
            np.stack([drawn[name] for name in self._names], axis=1),
            np.array([float(known[name][0]) for name in self._names]),
            weights @ sizes,
            sizes,
            [SHARE] * len(self._names),
            self.level,
        )
        return {name: end for name, end in zip(self._names, ends, strict=True) if end is not None}

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(name_of(kind, least) for kind in KINDS for least in self.iou)
