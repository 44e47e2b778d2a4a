"""How a set stands: photos, labels, suggestions and what became of them."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from src.data.refsets.completeness import DONE, count_states, state
from src.data.refsets.words import (
    ACCEPTED,
    BIBS,
    BOXED,
    COMPLETE,
    EDITED,
    ELEMENTS,
    FACES,
    INCOMPLETE,
    LINKS,
    NEGATIVE,
    REJECTED_GHOST,
    STATES,
)


@dataclass(frozen=True)
class Fates:
    """What became of the suggestions of one backend and version in one dimension.

    Args:
        unproposed: boxes that a person drew in photos which it had seen, and which it had missed.
    """

    backend: str
    version: str
    dimension: str
    photos: int
    ghosts: int
    accepted: int
    edited: int
    rejected: int
    mean_iou: float | None
    unproposed: int

    @property
    def decided(self) -> int:
        """Suggestions that a person has judged."""
        return self.accepted + self.edited + self.rejected

    def rate(self, count: int) -> float | None:
        """A share of those; ``None`` where nobody has judged any."""
        return count / self.decided if self.decided else None


@dataclass(frozen=True)
class Statistics:
    """The counts of a set.

    Args:
        photos: all of them; ``absent`` are those of which only the name is known.
        states: state to number of photos.
        done: dimension to number of photos in which it is done.
        boxes: dimension to scope to number of boxes.
        unlocated: dimension to number of boxes without coordinates.
        empty_links: photos of which somebody said that nothing is linked.
    """

    photos: int
    absent: int
    parts: Mapping[str, int]
    states: Mapping[str, int]
    done: Mapping[str, int]
    boxes: Mapping[str, Mapping[str, int]]
    unlocated: Mapping[str, int]
    links: int
    empty_links: int
    people: int
    pairs: int
    changes: int
    fates: tuple[Fates, ...]

    def of(self, dimension: str) -> int:
        """All boxes of a dimension."""
        return sum(self.boxes.get(dimension, {}).values())


def statistics(connection: sqlite3.Connection, dimensions: Sequence[str]) -> Statistics:
    """Count; seconds do not grow with what the labels say, only with how many there are."""
    one = _one(connection)
    boxed = [dimension for dimension in BOXED if dimension in dimensions]
    states = count_states(connection, dimensions)
    empty = (
        "SELECT count(*) FROM photos WHERE links_labelled IS 1 AND NOT EXISTS "
        "(SELECT 1 FROM links WHERE links.photo = photos.id)"
    )
    return Statistics(
        photos=one("SELECT count(*) FROM photos"),
        absent=one("SELECT count(*) FROM photos WHERE bytes IS NULL"),
        parts=_counted(connection, "SELECT coalesce(part, ''), count(*) FROM photos GROUP BY part"),
        states=states,
        done=_done(connection, dimensions, states),
        boxes={name: _scopes(connection, name) for name in boxed},
        unlocated={name: one(UNLOCATED, name) for name in boxed},
        links=one("SELECT count(*) FROM links") if LINKS in dimensions else 0,
        empty_links=one(empty) if LINKS in dimensions else 0,
        people=one("SELECT count(*) FROM people") if FACES in dimensions else 0,
        pairs=one("SELECT count(*) FROM pairs") if FACES in dimensions else 0,
        changes=one("SELECT count(*) FROM log"),
        fates=tuple(_fates(connection)),
    )


UNLOCATED = "SELECT count(*) FROM boxes WHERE dimension = ? AND x IS NULL"

SEEN = "SELECT source, dimension, count(*) FROM looks GROUP BY source, dimension"
FATES = (
    "SELECT source, dimension, fate, count(*), total(iou), count(iou), count(box) FROM ghosts "
    "GROUP BY source, dimension, fate"
)
SOURCES = "SELECT id, coalesce(backend, ''), coalesce(version, '') FROM sources"
DRAWN = {
    BIBS: "SELECT source, total(bibs_boxes) FROM looks JOIN photos ON photos.id = photo "
    "WHERE dimension = 'bibs' AND bibs_labelled IS NOT 0 GROUP BY source",
    FACES: "SELECT source, total(faces_boxes) FROM looks JOIN photos ON photos.id = photo "
    "WHERE dimension = 'faces' AND faces_labelled IS NOT 0 GROUP BY source",
    ELEMENTS: "SELECT source, count(*) FROM looks JOIN boxes USING (photo, dimension) "
    "WHERE looks.dimension = 'elements' GROUP BY source",
}
"""How many boxes people drew in photos that a source has seen."""

NOWHERE = (
    "SELECT source, count(*) FROM boxes JOIN looks USING (photo, dimension) "
    "WHERE boxes.dimension = ? AND x IS NULL AND coalesce(scope, '') NOT IN ('not_bib', 'exclude') "
    "GROUP BY source"
)
"""How many of these have no coordinates, which nobody could have proposed."""


def _fates(connection: sqlite3.Connection) -> list[Fates]:
    """By backend and version, whatever else the configuration of either was."""
    names = {row: (backend, version) for row, backend, version in connection.execute(SOURCES)}
    sums: dict[tuple[str, str, str], Counter[str]] = {}
    for source, dimension, photos in connection.execute(SEEN):
        sums.setdefault((*names[source], dimension), Counter())["photos"] += photos
    for source, dimension, fate, count, overlap, edits, boxes in connection.execute(FATES):
        own = sums[(*names[source], dimension)]
        own.update({"ghosts": count, fate: count, "edits": edits, "overlap": overlap})
        own["proposed"] += boxes if fate in (ACCEPTED, EDITED) else 0
    for dimension in {key[2] for key in sums} & set(DRAWN):
        for source, count in connection.execute(DRAWN[dimension]):
            sums[(*names[source], dimension)]["drawn"] += int(count)
        for source, count in connection.execute(NOWHERE, (dimension,)):
            sums[(*names[source], dimension)]["drawn"] -= count
    return [_fate(key, own) for key, own in sorted(sums.items())]


def _fate(key: tuple[str, str, str], sums: Counter[str]) -> Fates:
    return Fates(
        *key,
        photos=sums["photos"],
        ghosts=sums["ghosts"],
        accepted=sums[ACCEPTED],
        edited=sums[EDITED],
        rejected=sums[REJECTED_GHOST],
        mean_iou=sums["overlap"] / sums["edits"] if sums["edits"] else None,
        unproposed=max(0, sums["drawn"] - sums["proposed"]),
    )


def _done(
    connection: sqlite3.Connection, dimensions: Sequence[str], states: Mapping[str, int]
) -> dict[str, int]:
    """All are done of complete photos, none of those that nobody labelled: look at the others."""
    columns = ", ".join(f"total({DONE[dimension]})" for dimension in dimensions)
    where = f"{state(dimensions)} = {STATES.index(INCOMPLETE)}"
    row = connection.execute(f"SELECT {columns} FROM photos WHERE {where}").fetchone()
    return {
        dimension: int(count) + states[COMPLETE] + states[NEGATIVE]
        for dimension, count in zip(dimensions, row, strict=True)
    }


def _scopes(connection: sqlite3.Connection, dimension: str) -> dict[str, int]:
    query = (
        "SELECT coalesce(scope, ''), count(*) FROM boxes "
        f"WHERE dimension = '{dimension}' GROUP BY scope"
    )
    return _counted(connection, query)


def _counted(connection: sqlite3.Connection, query: str) -> dict[str, int]:
    return {str(name): count for name, count in connection.execute(query)}


def _one(connection: sqlite3.Connection) -> Callable[..., int]:
    def count(query: str, *values: str) -> int:
        (found,) = connection.execute(query, values).fetchone()
        return int(found)

    return count
