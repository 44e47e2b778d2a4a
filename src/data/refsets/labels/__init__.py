"""What people say about a photo, one document per dimension."""

from collections.abc import Mapping
from typing import Any

from src.data.refsets.labels.areas import Area
from src.data.refsets.labels.boxes import Bib, Bibs, Boxes, Face, Faces
from src.data.refsets.labels.others import Element, Elements, Links, Masks
from src.data.refsets.labels.unfit import Unfit

Document = Bibs | Faces | Links | Masks | Elements

DOCUMENTS: Mapping[str, type[Document]] = {
    noun.dimension: noun for noun in (Bibs, Faces, Links, Masks, Elements)
}


def document_of(dimension: str, said: Any) -> Document | None:
    """The document of a dimension from JSON; ``None`` is what nobody labelled."""
    return None if said is None else DOCUMENTS[dimension].of_json(said)


__all__ = [
    "DOCUMENTS",
    "Area",
    "Bib",
    "Bibs",
    "Boxes",
    "Document",
    "Element",
    "Elements",
    "Face",
    "Faces",
    "Links",
    "Masks",
    "Unfit",
    "document_of",
]
