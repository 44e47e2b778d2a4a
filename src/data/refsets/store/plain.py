"""Documents as plain JSON values, straight from the rows: freezing 100,000 photos asks for speed.

What they say is what the nouns say; a test compares the two.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from src.data.refsets.store.rows import all_rows
from src.data.refsets.words import BIBS, ELEMENTS, FACES, LINKS, MASKS


def all_plain(
    connection: sqlite3.Connection, dimension: str
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Photo to document, in the order of photos."""
    for photo, row, parts in all_rows(connection, dimension):
        yield photo, _plain(dimension, row, parts)


def _plain(dimension: str, row: Sequence[Any], parts: Sequence[Sequence[Any]]) -> dict[str, Any]:
    labelled, tags, mask, trace, about, _ = row
    said: dict[str, Any] = {"labelled": None if labelled is None else bool(labelled)}
    if dimension == BIBS:
        said |= {"tags": json.loads(tags), "boxes": [_bib(part) for part in parts]}
    elif dimension == FACES:
        said |= {"tags": json.loads(tags), "boxes": [_face(part) for part in parts]}
    elif dimension == LINKS:
        said["pairs"] = [list(part) for part in parts]
    elif dimension == MASKS:
        said |= {"mask": mask, "trace": trace}
    elif dimension == ELEMENTS:
        elements = [{"id": part[0], "element": json.loads(part[9])} for part in parts]
        said |= {"about": json.loads(about or "{}"), "elements": elements}
    return said


def _bib(row: Sequence[Any]) -> dict[str, Any]:
    own, x, y, w, h, scope, number, _, _, _ = row
    return {"id": own, "x": x, "y": y, "w": w, "h": h, "number": number or "", "scope": scope}


def _face(row: Sequence[Any]) -> dict[str, Any]:
    own, x, y, w, h, scope, _, name, tags, _ = row
    return {
        "id": own, "x": x, "y": y, "w": w, "h": h, "scope": scope, "identity": name,
        "tags": json.loads(tags),
    }  # fmt: skip
