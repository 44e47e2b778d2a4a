"""What labelling took: seconds, keys and clicks, with suggestions in sight and without."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from src.data.refsets.labels.unfit import Unfit, flag, mapping, number, shown, whole

LONGEST = 24 * 3600.0
"""Seconds of one save; more is a clock that jumped."""


@dataclass(frozen=True)
class Spent:
    """What a person's time went into since the save before.

    Args:
        ghosts: whether suggestions were shown.
    """

    seconds: float
    keys: int
    clicks: int
    ghosts: bool

    def __post_init__(self) -> None:
        for key in ("seconds", "keys", "clicks"):
            value = getattr(self, key)
            if not 0 <= value <= LONGEST:
                raise Unfit(f"must lie in 0 to {LONGEST:g}, got {shown(value)}", ("spent", key))

    @classmethod
    def of_json(cls, said: Any) -> Self:
        """What a document says of it."""
        given = mapping(said, "spent")
        keys, clicks = (whole(given.get(key, 0), "spent", key) for key in ("keys", "clicks"))
        seconds = number(given.get("seconds", 0), "spent", "seconds")
        return cls(seconds, keys, clicks, flag(given.get("ghosts", False), "spent", "ghosts"))


ADD = """
INSERT INTO spent (photo, dimension, ghosts, seconds, keys, clicks) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (photo, dimension, ghosts) DO UPDATE SET
    seconds = seconds + excluded.seconds, keys = keys + excluded.keys,
    clicks = clicks + excluded.clicks
"""
SUMS = (
    "SELECT dimension, ghosts, count(*), total(seconds), total(keys), total(clicks) FROM spent "
    "GROUP BY dimension, ghosts"
)


def add_spent(connection: sqlite3.Connection, photo: int, dimension: str, spent: Spent) -> None:
    """Add to what was spent on a photo before."""
    row = (photo, dimension, spent.ghosts, spent.seconds, spent.keys, spent.clicks)
    connection.execute(ADD, row)


@dataclass(frozen=True)
class Effort:
    """What photos took together in one dimension."""

    photos: int
    seconds: float
    keys: int
    clicks: int

    def per_photo(self) -> Mapping[str, float]:
        """Seconds, keys and clicks of one."""
        return {
            "photos": self.photos,
            "seconds": self.seconds / self.photos,
            "keys": self.keys / self.photos,
            "clicks": self.clicks / self.photos,
        }


def efforts(connection: sqlite3.Connection) -> dict[tuple[str, bool], Effort]:
    """Dimension, and whether suggestions were shown, to what that took."""
    return {
        (dimension, bool(ghosts)): Effort(photos, seconds, int(keys), int(clicks))
        for dimension, ghosts, photos, seconds, keys, clicks in connection.execute(SUMS)
    }
