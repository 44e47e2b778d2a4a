"""Whether the answers of a whole run miss because their coordinates were read in the wrong way."""

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

LIKELY = (PIXEL, RESIZED, THOUSAND, UNIT)
"""What answers may have been read as; where two explain them equally well, the first."""

OFF = "coordinates_off"
NOT_REFUSED = "not_refused"


def with_drift(questions: Table, edge: Edge) -> tuple[Table, Reading | None]:
    """Questions whose mistakes another reading of all points undoes are of a kind of their own.

    The reading is ``None`` where the coordinates are as they should be, or nobody can tell.
    """
    reading = common_fault(questions)
    if reading is None:
        return questions, None
    points, boxes, sizes = _places(questions)
    undone = hits(reread(points, sizes, reading), boxes, edge)
    wrong = (questions["kind"] != "") & (questions["kind"] != NOT_REFUSED)
    kinds = np.where(wrong & undone, OFF, questions["kind"])
    return {**questions, "kind": kinds}, reading


def common_fault(questions: Table) -> Reading | None:
    """The other reading that fits the points of a run, whatever they were read as."""
    if not questions:
        return None
    answered = questions["target"] & (questions["outcome"] == FOUND)
    if answered.sum() < FEWEST or questions["hit"][answered].mean() > ENOUGH:
        return None
    points, boxes, sizes = (own[answered] for own in _places(questions))
    readings = (best_reading(points, boxes, sizes, Coordinates(kind)) for kind in LIKELY)
    off = [reading for reading in readings if reading.is_off]
    return max(off, key=lambda reading: reading.hits, default=None)


def reread(points: Numbers, sizes: npt.NDArray[np.int64], reading: Reading) -> Numbers:
    """(n, 2) the same answers in another reading, in pixels."""
    if reading.kind == FACTOR:
        return points / reading.factor
    used = Coordinates(reading.used)  # type: ignore[arg-type]
    own = _sides(sizes, used)
    if reading.kind == SWAPPED:
        return (points * own / sizes)[:, ::-1] * sizes / own
    meant = Coordinates(reading.kind)  # type: ignore[arg-type]
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
