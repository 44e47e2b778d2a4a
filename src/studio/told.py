"""Nouns of a reference set as the page is told them."""

from collections.abc import Mapping
from typing import Any

from src.data.refsets.ghosts import Look
from src.data.refsets.labels import Document
from src.data.refsets.labels.areas import area_json
from src.data.refsets.store.photos import Photo


def photo_told(photo: Photo, done: Mapping[str, bool]) -> dict[str, Any]:
    """A photo among others."""
    return {
        "sha": photo.sha,
        "name": photo.name,
        "width": photo.width,
        "height": photo.height,
        "part": photo.part,
        "revision": photo.revision,
        "done": dict(done),
    }


def documents_told(documents: Mapping[str, Document | None]) -> dict[str, Any]:
    """Dimension to document; ``None`` where nobody said anything."""
    return {name: None if one is None else one.as_json() for name, one in documents.items()}


def look_told(look: Look | None) -> list[dict[str, Any]]:
    """The last suggestions, each with who made it and what became of it."""
    if look is None:
        return []
    source = {"backend": look.source.backend, "version": look.source.version}
    return [
        {
            "id": ghost.id,
            **area_json(ghost.area),
            "text": ghost.text,
            "kind": ghost.kind,
            "confidence": ghost.confidence,
            "painting": ghost.painting,
            "fate": ghost.fate,
            "box": ghost.box,
            **source,
        }
        for ghost in look.ghosts
    ]
