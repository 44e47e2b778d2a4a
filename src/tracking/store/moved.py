"""Artifacts after their folder was moved: MLflow keeps their addresses whole, so they follow."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from src.tracking.store.left_overs import local_folder
from src.tracking.store.patience import PATIENCE_SECONDS

log = logging.getLogger(__name__)

ADDRESSES = (
    ("experiments", "artifact_location"),
    ("runs", "artifact_uri"),
    ("logged_models", "artifact_location"),
    ("model_versions", "source"),
    ("model_versions", "storage_location"),
)
"""Tables and columns in which MLflow 3.17 keeps where files lie."""


def follow(database: Path) -> None:
    """Where the artifacts of a database are gone and lie beside it, give them their new address.

    A folder that is still there is never left, so that a copy of a database reads what it read.
    """
    home = database.absolute().parent
    with closing(sqlite3.connect(database, timeout=PATIENCE_SECONDS)) as connection, connection:
        places = connection.execute("SELECT DISTINCT artifact_location FROM experiments").fetchall()
        for (old,) in places:
            folder = local_folder(old or "")
            if folder is None or not folder.is_absolute() or folder.exists():
                continue
            new = below(home, folder)
            if new is not None:
                log.warning("the artifacts in %s lie in %s now, and are read there", folder, new)
                _readdress(connection, old, new.as_uri())


def below(home: Path, folder: Path) -> Path | None:
    """The folder's own name, or the last of its names, below ``home``; ``None`` where it is not."""
    parts = folder.parts[1:]
    candidates = (home.joinpath(*parts[begin:]) for begin in range(len(parts)))
    return next((place for place in candidates if place.is_dir()), None)


def _readdress(connection: sqlite3.Connection, old: str, new: str) -> None:
    for table, column in ADDRESSES:
        connection.execute(
            f"UPDATE {table} SET {column} = ? || substr({column}, ?) "  # noqa: S608  # our words
            f"WHERE {column} = ? OR substr({column}, 1, ?) = ?",
            (new, len(old) + 1, old, len(old) + 1, f"{old}/"),
        )
