"""Whether the answers of a whole run miss because their coordinates were read in the wrong way."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import Table
from src.core.answers import FOUND
from src.geometry.containment import Edge
from src.geometry.coordinates import PIXEL, RESIZED, THOUSAND, UNIT, Coordinates
from src.geometry.misread import FACTOR, SWAPPED, Reading, best_reading
from src.scoring.grounding.judging import hits

Numbers = npt.NDArray[np.float64]

FEWEST = 10
"""Answers below which a common fault cannot be told from chance."""

ENOUGH = 0.8
"""Share of points that hit from which on no other reading can be the better one."""

UNSHRUNK = Coordinates().max_pixels
SHRUNK = (2700 * 28 * 28, 1280 * 28 * 28)
"""Areas to which servers shrink a picture unless they are told otherwise; answers do not say."""

LIKELY = (
    *map(Coordinates, (PIXEL, RESIZED, THOUSAND, UNIT)),
    *(
        Coordinates(kind, max_pixels=most)
        for most in SHRUNK
        for kind in (RESIZED, THOUSAND, UNIT)
    ),
)  # fmt: skip
"""What answers may have been read as; where two explain them equally well, the first."""

OFF = "coordinates_off"
NOT_REFUSED = "not_refused"


@dataclass(frozen=True)
class Fault:
    """The other reading, and as what the answers were read in place of it."""

    reading: Reading
    used: Coordinates

    def __str__(self) -> str:
        most, kinds = self.used.max_pixels, (self.reading.kind, self.reading.used)
        if most == UNSHRUNK or RESIZED not in kinds or self.reading.kind in (FACTOR, SWAPPED):
            return str(self.reading)
        return f"{self.reading}, where `{RESIZED}` has max_pixels {most}"


def with_drift(questions: Table, edge: Edge) -> tuple[Table, Fault | None]:
    """Questions whose mistakes another reading of all points undoes are of a kind of their own.

    The fault is ``None`` where the coordinates are as they should be, or nobody can tell.
    """
    fault = common_fault(questions)
    if fault is None:
        return questions, None
    points, boxes, sizes = _places(questions)
    undone = hits(reread(points, sizes, fault), boxes, edge)
    wrong = (questions["kind"] != "") & (questions["kind"] != NOT_REFUSED)
    kinds = np.where(wrong & undone, OFF, questions["kind"])
    return {**questions, "kind": kinds}, fault


def common_fault(questions: Table) -> Fault | None:
    """The other reading that fits the points of a run, whatever they were read as."""
    if not questions:
        return None
    answered = questions["target"] & (questions["outcome"] == FOUND)
    if answered.sum() < FEWEST or questions["hit"][answered].mean() > ENOUGH:
        return None
    points, boxes, sizes = (own[answered] for own in _places(questions))
    faults = (Fault(best_reading(points, boxes, sizes, used), used) for used in LIKELY)
    off = [fault for fault in faults if fault.reading.is_off]
    return max(off, key=lambda fault: fault.reading.hits, default=None)


def reread(points: Numbers, sizes: npt.NDArray[np.int64], fault: Fault) -> Numbers:
    """(n, 2) the same answers in another reading, in pixels."""
    reading, used = fault.reading, fault.used
    if reading.kind == FACTOR:
        return points / reading.factor
    own = _sides(sizes, used)
    if reading.kind == SWAPPED:
        return (points * own / sizes)[:, ::-1] * sizes / own
    meant = Coordinates(reading.kind, max_pixels=used.max_pixels)  # type: ignore[arg-type]
    return points * own / _sides(sizes, meant)


def _sides(sizes: npt.NDArray[np.int64], coordinates: Coordinates) -> Numbers:
    """(n, 2) what the far edges of each picture are told as."""
    different, places = np.unique(sizes, axis=0, return_inverse=True)
    known = [coordinates.sides((int(width), int(height))) for width, height in different]
    return np.array(known, float).reshape(-1, 2)[places.ravel()]


def _places(questions: Table) -> tuple[Numbers, Numbers, npt.NDArray[np.int64]]:
    points = np.stack([questions[name] for name in ("x", "y")], axis=1)
    corners = ("truth_x1", "truth_y1", "truth_x2", "truth_y2")
    boxes = np.stack([questions[name] for name in corners], axis=1)
    return points, boxes, np.stack([questions[name] for name in ("width", "height")], axis=1)
