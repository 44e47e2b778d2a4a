"""Race photos: numbers, boxes, texts, links, groups of faces, and who would find his photos."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le

from src.core import Prediction, Row, Sample, Scorecard, Table
from src.scoring.intervals import drawn_sums
from src.scoring.race import grouping
from src.scoring.race.boxes import BOXES, box_table
from src.scoring.race.by_number import searches_by_number
from src.scoring.race.intervals import photo_sizes, photos_behind, race_intervals
from src.scoring.race.links import link_table
from src.scoring.race.parts import BY, box_parts, photo_parts
from src.scoring.race.people import People, grouping_of
from src.scoring.race.photo import Photo, labelled_classes
from src.scoring.race.row import RIGHTNESS, photo_values, stage_times, withheld_tables
from src.scoring.race.search import search_sums
from src.scoring.race.sums import (
    BY_FACE,
    BY_NUMBER,
    CLUSTERING,
    DIRECTIONS,
    FOUND,
    LINKS,
    NUMBERS,
    OCR,
    OF_PHOTO,
    SUMS,
    by_name,
    ratios,
)
from src.scoring.race.tables import PEOPLE, all_boxes, all_links, mean_times, measures_faces
from src.scoring.rows import sample_columns, tag_slices
from src.scoring.statistics import Level, Resamples, check_bootstrap


@dataclass(frozen=True, kw_only=True)
class Race:
    """Eight cards from one matching of boxes per photo.

    Args:
        iou: from which on a predicted box is the true one, inclusive.
        unscored: ``ignored``: a prediction at an unscored box is neither right nor wrong;
            ``absent``: as if the box were not there, for comparing with figures of that kind.
        clusters: how faces are grouped: ``average`` linkage, or ``chains`` of near neighbours.
        distance: between measurements of faces, up to which they are taken for one person.
        by: what photos are told apart by, wherever the set has it.
        resamples: draws of photos for intervals; 0 for none.
        level: of the intervals.
        slices: tags of photos; every value of each is scored alone too.
    """

    iou: Annotated[float, Gt(0), Le(1)] = 0.5
    unscored: Literal["ignored", "absent"] = "ignored"
    clusters: Literal["average", "chains"] = "average"
    distance: Annotated[float, Ge(0), Le(1)] = 0.6
    by: Sequence[str] = BY
    resamples: Resamples = 2000
    level: Level = 0.95
    slices: Sequence[str] = ()

    ranks_by = RIGHTNESS
    directions = DIRECTIONS
    takes_errors = True

    def __post_init__(self) -> None:
        for name in ("by", "slices"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        check_bootstrap(self.resamples, self.level)

    def refuse(self, sample: Sample) -> None:
        """Raise for labels of another kind, such as masks."""
        labelled_classes(sample)

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """One photo; who is on it and what faces measure is withheld from every file."""
        found = prediction.consensus.select(prediction.consensus.counts)
        photo = Photo.of(sample, found, self.iou, self.unscored)
        links = link_table(photo, self.iou, self.unscored)
        tables = {BOXES: box_table(photo, sample.truth)}
        if links is not None:
            tables[LINKS] = links
        values = photo_values(photo, links, found) | stage_times(prediction)
        return Row(values, tables, withheld_tables(sample.truth, found))

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """All cards with intervals, and their parts."""
        columns, people = self._pooled(rows)
        metrics = self._metrics_of(rows, columns, people)
        boxes = all_boxes(rows)
        parts = photo_parts(rows, self.by, self._metrics) | (box_parts(boxes) if rows else {})
        card = Scorecard(
            metrics=metrics,
            rows=sample_columns(rows) | columns if rows else {},
            slices=parts | tag_slices(rows, self.slices, self._metrics),
            tables={BOXES: boxes, LINKS: all_links(rows), PEOPLE: people[0]} if rows else {},
            directions=self.directions,
            main=tuple(name for name in metrics if name in MAIN),
            times=mean_times(rows),
        )
        if not rows:
            return card
        drawn = self.draws(card)
        sizes = photo_sizes(card)
        defined, effective = photos_behind(sizes)
        return replace(
            card,
            intervals=race_intervals(card, drawn, sizes, self.level),
            defined=defined,
            effective=effective,
            unit="photo",
        )

    def draws(self, card: Scorecard) -> Mapping[str, npt.NDArray[np.float64]]:
        """Metric to its values on photos drawn again; the same draws for all cards of these photos.

        Works on a card that was read back, too: all it needs are the sums of photos and the groups.
        """
        if len(card) < 2 or not self.resamples:
            return {}
        sums = np.stack([np.asarray(card.rows[name], np.float64) for name in SUMS], axis=1)
        again = drawn_sums(sums, self.resamples, np.random.default_rng(0))
        drawn = dict(ratios(by_name(again)))
        if len(card.tables[PEOPLE]["photo"]):
            scores = grouping_of(card.tables[PEOPLE], len(card)).draws(self.resamples)
            names = (f"{CLUSTERING}/{name}" for name in grouping.NAMES)
            drawn |= dict(zip(names, scores.T, strict=True))
        return {name: own for name, own in drawn.items() if name in card.metrics}

    def _pooled(
        self, rows: Sequence[Row]
    ) -> tuple[dict[str, npt.NDArray[Any]], tuple[Table, dict[str, float]]]:
        """Sums of every photo that need all photos, and who is in whose group."""
        everybody = People.of(rows if measures_faces(rows) else ())
        by_face = [*everybody.searches(self.distance)]
        sums = search_sums(BY_NUMBER, len(rows), [*searches_by_number(rows)])
        sums |= search_sums(BY_FACE, len(rows), by_face)
        groups = everybody.groups(self.clusters, self.distance)
        return sums, (everybody.table(groups), everybody.broken(groups))

    def _metrics(self, rows: Sequence[Row]) -> dict[str, float]:
        return self._metrics_of(rows, *self._pooled(rows))

    def _metrics_of(
        self,
        rows: Sequence[Row],
        pooled: Mapping[str, npt.NDArray[Any]],
        people: tuple[Table, Mapping[str, float]],
    ) -> dict[str, float]:
        own = {name: np.array([row[name] for row in rows], np.float64) for name in OF_PHOTO}
        totals = {name: column.sum(keepdims=True) for name, column in (own | dict(pooled)).items()}
        metrics = {name: float(value[0]) for name, value in ratios(totals).items()}
        metrics |= self._clustering(people, len(rows))
        metrics |= {f"{OCR}/compared": float(totals[f"{OCR}_compared"][0])}
        for card in FOUND:
            photos = float(totals[f"{card}_photos"][0])
            metrics |= {f"{card}/true": float(totals[f"{card}_true"][0]), f"{card}/photos": photos}
            metrics[f"{card}/unscored"] = len(rows) - photos
        for card in (BY_NUMBER, BY_FACE):
            metrics[f"{card}/queries"] = float(totals[f"{card}_queries"][0])
        return metrics | {"photos": float(len(rows))}

    def _clustering(
        self, people: tuple[Table, Mapping[str, float]], photos: int
    ) -> dict[str, float]:
        table, broken = people
        scores = np.full(len(grouping.NAMES), np.nan)
        if len(table["photo"]):
            scores = grouping_of(table, photos).scores(np.ones((1, photos)))[0]
        named = dict(zip(grouping.NAMES, scores.tolist(), strict=True))
        counts = {
            "faces": table["photo"],
            "people": np.unique(table["person"]),
            "clusters": np.unique(table["group"]),
        }
        named |= {**broken, **{name: float(len(own)) for name, own in counts.items()}}
        return {f"{CLUSTERING}/{name}": value for name, value in named.items()}


MAIN = frozenset(
    [f"{card}/{name}" for card in FOUND for name in ("precision", "recall", "f1")]
    + [f"{NUMBERS}/pass_rate", f"{OCR}/accuracy", f"{OCR}/edit_distance"]
    + [f"{CLUSTERING}/{name}" for name in ("pairwise_f1", "nmi", "b3_f1")]
    + [
        f"{card}/{name}"
        for card in (BY_NUMBER, BY_FACE)
        for name in ("top_1", "recall_at_5", "map")
    ]
)
"""What people quote."""
