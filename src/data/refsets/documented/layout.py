"""Which of the documented files there are, and how they are laid out."""

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

INDEX = "photo_index.json"
METADATA = "photo_metadata.json"
BIB_TRUTH = "bib_ground_truth.json"
FACE_TRUTH = "face_ground_truth.json"
LINK_TRUTH = "bib_face_links.json"
IDENTITIES = "face_identities.json"
SUGGESTIONS = "suggestions.json"
OLDEST = "ground_truth.json"
"""Version 2: numbers without boxes, and nothing about faces but tags."""

FILES = (INDEX, METADATA, BIB_TRUTH, FACE_TRUTH, LINK_TRUTH, IDENTITIES, SUGGESTIONS)
VERSION, METADATA_VERSION, OLDEST_VERSION = 3, 1, 2
FACT = "layout"


@dataclass(frozen=True)
class Layout:
    """How the files of a set are written.

    Args:
        files: those that are there.
        metadata: whether tags and parts are in ``photo_metadata.json``, not beside the boxes.
        heads: file to what it says besides ``photos``.
    """

    files: tuple[str, ...] = (INDEX, BIB_TRUTH, FACE_TRUTH, LINK_TRUTH, IDENTITIES, SUGGESTIONS)
    metadata: bool = False
    heads: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Self:
        """As the files were that came last; the documented one where none came."""
        query = "SELECT value FROM facts WHERE key = ?"
        found = connection.execute(query, (FACT,)).fetchone()
        if found is None:
            return cls()
        said = json.loads(found[0])
        return cls(tuple(said["files"]), said["metadata"], said["heads"])

    def keep(self, connection: sqlite3.Connection) -> None:
        """Remember it for whoever writes the files."""
        connection.execute(
            "INSERT OR REPLACE INTO facts (key, value) VALUES (?, ?)",
            (FACT, json.dumps(asdict(self))),
        )

    def head(self, file: str) -> dict[str, Any]:
        """What a file says before its photos."""
        usual = {
            METADATA: {"version": METADATA_VERSION},
            BIB_TRUTH: {"version": VERSION},
            FACE_TRUTH: {"version": VERSION},
            LINK_TRUTH: {"version": VERSION},
        }
        return dict(self.heads.get(file, usual.get(file, {})))
