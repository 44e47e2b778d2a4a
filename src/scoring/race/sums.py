"""What is added up over photos, and the ratios that come of it."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from src.core import Directions
from src.core.metric_names import at

Values = npt.NDArray[np.float64]

NUMBERS, BIBS, OCR, FACES, LINKS = "numbers", "bibs", "ocr", "faces", "links"
CLUSTERING, BY_NUMBER, BY_FACE = "clustering", "by_number", "by_face"
CARDS = (NUMBERS, BIBS, OCR, FACES, LINKS, CLUSTERING, BY_NUMBER, BY_FACE)
"""What stands before the metrics of each card."""

FOUND = (NUMBERS, BIBS, FACES, LINKS)
"""Cards of things that are found, missed, or made up."""

COUNTED = ("photos", "true", "predicted", "right")
DEPTHS = (1, 5, 10)
"""So many photos a person looks at."""

LOST: Mapping[str, tuple[str, ...]] = {
    BY_NUMBER: ("detection", "reading", "link"),
    BY_FACE: ("detection", "embedding"),
}
"""At which stage a wanted photo can be lost."""

ASKED = ("queries", "top_1", "wanted", *(f"found_{depth}" for depth in DEPTHS), "precisions")
RETURNED = ("returned", "returned_right")

OF_PHOTO = (
    *(f"{card}_{count}" for card in FOUND for count in COUNTED),
    *(f"{NUMBERS}_{status}" for status in ("pass", "partial", "miss")),
    *(f"{OCR}_{count}" for count in ("compared", "exact", "edits")),
)
"""Sums that a photo has by itself."""

OF_SEARCH = tuple(
    f"{card}_{name}"
    for card, lost in LOST.items()
    for name in (*ASKED, *RETURNED, *(f"lost_{stage}" for stage in lost))
)
"""Sums of a photo that depend on all the others."""

SUMS = (*OF_PHOTO, *OF_SEARCH)

DIRECTIONS = Directions.of_names(
    lower=["edit_distance", "lost_*", "*_broken"],
    neutral=["photos", "unscored", "true", "compared", "people", "faces", "clusters", "queries"],
)


def ratios(sums: Mapping[str, Values]) -> dict[str, Values]:
    """Metric to its values, ``nan`` where one is undefined, from sums by name."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return {name: part / whole for name, (part, whole) in fractions(sums).items()}


def fractions(sums: Mapping[str, Values]) -> dict[str, tuple[Values, Values]]:
    """Metric to what is counted, and of how much."""
    rates: dict[str, tuple[Values, Values]] = {}
    for card in FOUND:
        rates |= _found(card, sums)
    rates[f"{NUMBERS}/pass_rate"] = sums[f"{NUMBERS}_pass"], sums[f"{NUMBERS}_photos"]
    compared = sums[f"{OCR}_compared"]
    rates[f"{OCR}/accuracy"] = sums[f"{OCR}_exact"], compared
    rates[f"{OCR}/edit_distance"] = sums[f"{OCR}_edits"], compared
    for card in LOST:
        rates |= _searched(card, sums)
    return rates


def _found(card: str, sums: Mapping[str, Values]) -> dict[str, tuple[Values, Values]]:
    true, predicted, right = (sums[f"{card}_{name}"] for name in COUNTED[1:])
    return {
        f"{card}/precision": (right, predicted),
        f"{card}/recall": (right, true),
        f"{card}/f1": (2 * right, true + predicted),
    }


def _searched(card: str, sums: Mapping[str, Values]) -> dict[str, tuple[Values, Values]]:
    """Means over those who search, each of whom counts once however many photos are his."""
    wanted = sums[f"{card}_wanted"]
    rates = {f"{card}/top_1": (sums[f"{card}_top_1"], sums[f"{card}_queries"])}
    rates |= {
        at(f"{card}/recall", str(depth)): (sums[f"{card}_found_{depth}"], wanted)
        for depth in DEPTHS
    }
    rates[f"{card}/precision"] = sums[f"{card}_returned_right"], sums[f"{card}_returned"]
    rates[f"{card}/map"] = sums[f"{card}_precisions"], wanted
    lost = {stage: (sums[f"{card}_lost_{stage}"], wanted) for stage in LOST[card]}
    return rates | {f"{card}/lost_{stage}": share for stage, share in lost.items()}


def by_name(sums: Values) -> dict[str, Values]:
    """(…, sums) as columns by name."""
    return dict(zip(SUMS, np.moveaxis(sums, -1, 0), strict=True))
