"""One photo: what is known of it and what was found, class by class."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from src.core import InputError, Instances, Sample
from src.scoring.race.matching import Column, Flags, Matched
from src.scoring.race.words import ABSENT, BIB, CLASSES, FACE, SCORED_SCOPES


@dataclass(frozen=True, eq=False)
class Seen:
    """The instances of one class on one side of a photo.

    Args:
        rows: places among all instances of the side.
        ids: what each is known by.
        counts: whether a box counts, and ``named`` whether its number does.
        placed: whether each has coordinates.
    """

    rows: Column
    ids: Column
    boxes: npt.NDArray[np.float64]
    counts: Flags
    named: Flags
    placed: Flags
    texts: tuple[str | None, ...]
    scores: npt.NDArray[np.float64]

    @classmethod
    def of(cls, instances: Instances, name: str) -> Self:
        """The instances of the class of this name."""
        rows = rows_of(instances, name)
        own = instances.select(rows)
        count = len(rows)
        placed = _column(own, "located", np.ones(count, bool)).astype(bool)
        scopes = _column(own, "scope", np.full(count, ""))
        counts = own.counts[:count] & placed
        named = own.counts[:count] | (~placed & np.isin(scopes, [*SCORED_SCOPES]))
        return cls(
            rows=rows,
            ids=rows + 1 if own.ids is None else own.ids,
            boxes=np.zeros((count, 4)) if own.boxes is None else own.boxes,
            counts=counts,
            named=named,
            placed=placed,
            texts=(None,) * count if own.texts is None else own.texts,
            scores=np.full(count, np.nan) if own.scores is None else own.scores,
        )

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, eq=False)
class Photo:
    """Truth and prediction of one photo, and which box is which.

    Args:
        truth, prediction: by class; without a class that nobody labelled, or looked for.
        matched: by class; without a class of which a true box has no coordinates.
        true_links, predicted_links: (n, 2) ids of a bib and a face; ``None`` where nobody looked.
    """

    truth: Mapping[str, Seen]
    prediction: Mapping[str, Seen]
    matched: Mapping[str, Matched]
    true_links: Column | None
    predicted_links: Column | None

    @classmethod
    def of(cls, sample: Sample, prediction: Instances, least: float, unscored: str) -> Self:
        """Match the boxes of a photo, once for all that is scored."""
        labelled = labelled_classes(sample)
        looked = looked_for(prediction)
        truth = {name: Seen.of(sample.truth, name) for name in labelled}
        found = {name: Seen.of(prediction, name) for name in looked if name in labelled}
        matched = {
            name: _matched(truth[name], found[name], least, unscored)
            for name in found
            if truth[name].placed.all()
        }
        both = len(truth) == len(CLASSES)
        return cls(
            truth=truth,
            prediction=found,
            matched=matched,
            true_links=_links(sample.truth) if both else None,
            predicted_links=_predicted_links(prediction),
        )


def _matched(truth: Seen, found: Seen, least: float, unscored: str) -> Matched:
    if unscored != ABSENT:
        return Matched.of(truth.boxes, truth.counts, found.boxes, least)
    own = Matched.of(truth.boxes[truth.counts], truth.counts[truth.counts], found.boxes, least)
    places = np.append(np.flatnonzero(truth.counts), -1)
    return Matched(truth.counts, places[own.partner], own.iou, own.dropped)


def labelled_classes(sample: Sample) -> tuple[str, ...]:
    """What somebody labelled in a photo; refuses a truth of another kind."""
    truth = sample.truth
    if truth.class_names is not None and set(truth.class_names) <= set(CLASSES):
        return tuple(name for name in CLASSES if name in truth.class_names)
    if truth.class_names is None and not len(truth) and truth.labels is None:
        return ()
    kind = "masks" if truth.labels is not None or truth.rles is not None else "other things"
    raise InputError(
        f"{sample.name}: its labels are {kind}, and scorer=race scores bibs and faces: choose "
        "another set, or another scorer"
    )


def looked_for(prediction: Instances) -> tuple[str, ...]:
    """What a detector looked for: all, where it failed and so found nothing."""
    if prediction.class_names is None:
        if len(prediction):
            raise InputError(
                "detector: it does not say which of what it found are bibs and which are faces: "
                "take one that does, such as detector=race"
            )
        return CLASSES
    return tuple(name for name in CLASSES if name in prediction.class_names)


def rows_of(instances: Instances, name: str) -> Column:
    """Places of the instances of a class."""
    if instances.class_names is None or name not in instances.class_names:
        return np.zeros(0, np.int64)
    if instances.classes is None:
        return np.arange(len(instances) if len(instances.class_names) == 1 else 0)
    return np.flatnonzero(instances.classes == instances.class_names.index(name))


def _column(instances: Instances, name: str, usual: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return instances.extra.get(name, usual)


def _links(truth: Instances) -> Column | None:
    return None if truth.links is None else np.unique(truth.links, axis=0).reshape(-1, 2)


def _predicted_links(prediction: Instances) -> Column | None:
    """Links of a detector that looked for both ends; none of one that failed."""
    if prediction.class_names is None:
        return np.zeros((0, 2), np.int64)
    if prediction.links is None or not {BIB, FACE} <= set(prediction.class_names):
        return None
    return np.unique(prediction.links, axis=0).reshape(-1, 2)
