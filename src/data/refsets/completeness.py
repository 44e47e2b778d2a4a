"""How far photos are, asked when somebody asks: nothing of it is kept, so nothing can be stale.

SQLite computes the state of a photo from the facts in its row; an index over that very expression
answers how many there are, and which comes next, without a look at the others.
"""

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence

from src.data.refsets.words import (
    BIBS,
    DIMENSIONS,
    ELEMENTS,
    FACES,
    LINKS,
    MASKS,
    STATES,
)

BIBS_DONE = "bibs_labelled IS 1"
FACES_DONE = "coalesce(faces_labelled, faces_any > 0 OR faces_tagged)"
"""Older files have no flag: boxes or tags show that somebody looked."""

NO_BIB, NO_FACE = "bibs_boxes = 0", "faces_boxes = 0"
"""Rejected scopes are not counted in these columns."""

DONE: Mapping[str, str] = {
    BIBS: BIBS_DONE,
    FACES: FACES_DONE,
    LINKS: f"(links_labelled IS 1 OR ({BIBS_DONE} AND {FACES_DONE} AND ({NO_BIB} OR {NO_FACE})))",
    MASKS: "masks_labelled IS 1",
    ELEMENTS: "elements_labelled IS 1",
}
"""Dimension to when it is done; links are, too, where there is nothing to link."""

BEGUN = " OR ".join(
    [
        *(f"{dimension}_labelled IS 1" for dimension in DIMENSIONS),
        "bibs_any > 0 OR faces_any > 0 OR faces_tagged",
    ]
)


def state(dimensions: Sequence[str]) -> str:
    """The expression that gives the place of a photo's state in ``STATES``."""
    done = " AND ".join(DONE[dimension] for dimension in dimensions)
    nothing = f"{NO_BIB} AND {NO_FACE}" if {BIBS, FACES} <= set(dimensions) else "0"
    return (
        f"(CASE WHEN {done} THEN (CASE WHEN {nothing} THEN 1 ELSE 0 END) "
        f"WHEN {BEGUN} THEN 2 ELSE 3 END)"
    )


def index(dimensions: Sequence[str]) -> tuple[str, str]:
    """Name and definition of the index that answers for these dimensions."""
    expression = state(dimensions)
    name = f"photos_by_state_{hashlib.sha256(expression.encode()).hexdigest()[:8]}"
    return name, f"CREATE INDEX IF NOT EXISTS {name} ON photos ({expression}, id)"


def count_states(connection: sqlite3.Connection, dimensions: Sequence[str]) -> dict[str, int]:
    """State to the number of photos in it."""
    expression = state(dimensions)
    query = f"SELECT {expression}, count(*) FROM photos GROUP BY {expression}"
    counts = dict.fromkeys(STATES, 0)
    counts.update({STATES[place]: count for place, count in connection.execute(query)})
    return counts


def state_of(connection: sqlite3.Connection, photo: int, dimensions: Sequence[str]) -> str:
    """The state of one photo."""
    query = f"SELECT {state(dimensions)} FROM photos WHERE id = ?"
    return STATES[connection.execute(query, (photo,)).fetchone()[0]]


def done_of(
    connection: sqlite3.Connection, photo: int, dimensions: Sequence[str]
) -> dict[str, bool]:
    """Dimension to whether it is done, of one photo."""
    columns = ", ".join(DONE[dimension] for dimension in dimensions)
    query = f"SELECT {columns} FROM photos WHERE id = ?"
    row = connection.execute(query, (photo,)).fetchone()
    return {dimension: bool(value) for dimension, value in zip(dimensions, row, strict=True)}
