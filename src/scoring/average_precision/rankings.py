"""One class in all pictures: who is right at which IoU, and what that comes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core import Instances, Row
from src.scoring.average_precision.curves import Ranked, judged
from src.scoring.average_precision.detections import FOUND, TRUTHS, UNTOLD, overlaps, sides
from src.scoring.classes import CLASS
from src.scoring.objects.sums import at

Numbers = npt.NDArray[np.float64]
Sides = tuple[Instances, Instances]

ALL_POINTS, ELEVEN = "voc_ap", "voc_ap_eleven"
KINDS = (ALL_POINTS, ELEVEN)
HEIGHT, WIDTH = "height", "width"


def name_of(kind: str, least: float) -> str:
    """``voc_ap_at_0.50``."""
    return at(kind, round(100 * least))


@dataclass(frozen=True, eq=False)
class Pictures:
    """Truth and predictions of all rows, their classes numbered alike.

    Args:
        names: of the classes; a single empty one where some row cannot tell classes apart.
    """

    names: tuple[str, ...]
    sides: tuple[Sides, ...]

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Self:
        """Read the tables of rows back."""
        columns = (row.tables[side][CLASS] for row in rows for side in (TRUTHS, FOUND))
        found = {str(name) for column in columns for name in column}
        names = (UNTOLD,) if UNTOLD in found else tuple(sorted(found))
        return cls(
            names, tuple(sides(row, names, (int(row[HEIGHT]), int(row[WIDTH]))) for row in rows)
        )


@dataclass(frozen=True, eq=False)
class Rankings:
    """The ranked predictions of one class at every IoU."""

    by_iou: Mapping[float, Ranked]

    @classmethod
    def of(
        cls, pictures: Pictures, number: int, thresholds: Sequence[float], *, inclusive: bool
    ) -> Self:
        """Judge every picture that has something of the class.

        Args:
            inclusive: see ``overlaps``.
        """
        truths = np.zeros(len(pictures.sides), np.int64)
        parts: dict[float, list[tuple[Numbers, npt.NDArray[np.bool_], int]]]
        parts = {least: [] for least in thresholds}
        for place, both in enumerate(pictures.sides):
            true, found = (np.flatnonzero(side.classes == number) for side in both)
            truths[place] = np.count_nonzero(both[0].counts[true])
            if not len(found):
                continue
            truth, prediction = both[0].select(true), both[1].select(found)
            shared = overlaps(truth, prediction, inclusive=inclusive)
            scores = np.asarray(prediction.scores, np.float64)
            for least in thresholds:
                right, dropped = judged(shared, scores, truth.counts, least)
                parts[least].append((scores[~dropped], right[~dropped], place))
        return cls({least: _ranked(own, truths) for least, own in parts.items()})

    def averages(self, weights: Numbers) -> dict[str, Numbers]:
        """(draws,) average precision at every IoU, by all points and by eleven."""
        return {
            name_of(kind, least): ranked.average(weights, eleven=kind == ELEVEN)
            for kind in KINDS
            for least, ranked in self.by_iou.items()
        }


def _ranked(
    parts: Sequence[tuple[Numbers, npt.NDArray[np.bool_], int]], truths: npt.NDArray[np.int64]
) -> Ranked:
    scores = np.concatenate([np.zeros(0), *(own for own, _, _ in parts)])
    right = np.concatenate([np.zeros(0, np.bool_), *(own for _, own, _ in parts)])
    places = np.repeat([place for *_, place in parts], [len(own) for own, _, _ in parts])
    return Ranked.of(scores, right, places.astype(np.int64), truths)
