"""What the documented files say of one photo, to documents and back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from src.data.refsets.documented.boxes import (
    bib_of,
    bib_said,
    face_of,
    face_said,
    merged,
    written,
)
from src.data.refsets.labels import Bibs, Boxes, Faces, Links, Unfit
from src.data.refsets.labels.unfit import flag, listed, mapping, shown, text, whole
from src.data.refsets.words import FULL, PARTS


@dataclass(frozen=True)
class Entry:
    """The boxes of a photo with their tags, and the part that it belongs to.

    Args:
        part: ``None`` where the file chooses none, and where parts are elsewhere.
    """

    boxes: Boxes
    part: str | None = None


def entry_of(noun: type[Boxes], said: Any, *, metadata: bool) -> Entry:
    """An entry of ``bib_ground_truth.json`` or ``face_ground_truth.json``.

    Its boxes are new, and have ids below 0, other ones in either file.

    Args:
        metadata: whether tags and parts are in a file of their own.
    """
    raw = mapping(said)
    if "boxes" not in raw:
        raise Unfit("is missing", ("boxes",))
    boxes = []
    for place, one in enumerate(listed(raw["boxes"], "boxes")):
        try:
            boxes.append(READ[noun](one, FIRST[noun] - place))
        except Unfit as unfit:
            raise unfit.below("boxes", place) from unfit
    entry = _plain(noun, raw)
    rest = {key: value for key, value in raw.items() if key != "boxes"}
    form = None if rest == _usual(entry, metadata) else rest
    about = entry.boxes
    return Entry(noun(tuple(boxes), about.tags, about.labelled, form), entry.part)


def said_of(boxes: Boxes, part: str | None, *, metadata: bool) -> dict[str, Any]:
    """An entry as its file wrote it, with what has changed since."""
    noun = type(boxes)
    read, usual = READ[noun], USUAL[noun]
    rest = merged(
        boxes.form,
        _usual(Entry(boxes, part), metadata),
        lambda form: _usual(_plain(noun, form), metadata),
    )
    return {"boxes": [written(box, usual, read) for box in boxes.boxes], **rest}


FIRST: Mapping[type[Boxes], int] = {Bibs: -1, Faces: -1_000_001}
READ: Mapping[type[Boxes], Callable[..., Any]] = {Bibs: bib_of, Faces: face_of}
USUAL: Mapping[type[Boxes], Callable[[Any], dict[str, Any]]] = {Bibs: bib_said, Faces: face_said}


def _plain(noun: type[Boxes], raw: Mapping[str, Any]) -> Entry:
    """All but the boxes."""
    labelled = None if "labeled" not in raw else flag(raw["labeled"], "labeled")
    part = part_of(raw["split"], "split") if "split" in raw else None
    return Entry(noun((), raw.get("tags", ()), labelled), part)


def _usual(entry: Entry, metadata: bool) -> dict[str, Any]:
    """All but the boxes, in the usual way."""
    flagged = {} if entry.boxes.labelled is None else {"labeled": entry.boxes.labelled}
    if metadata:
        return flagged
    part = {"split": entry.part or FULL} if isinstance(entry.boxes, Bibs) else {}
    return {"tags": list(entry.boxes.tags), **part, **flagged}


def links_of(said: Any, bibs: Sequence[int], faces: Sequence[int]) -> Links:
    """An entry of ``bib_face_links.json``; places in the lists become ids.

    Args:
        bibs, faces: place to id.
    """
    pairs: list[tuple[int, int]] = []
    for place, pair in enumerate(listed(said)):
        if len(listed(pair, place)) != 2:
            raise Unfit(f"must be a bib and a face, got {shown(pair)}", (place,))
        ids = []
        for side, (name, known) in enumerate((("bib", bibs), ("face", faces))):
            number = whole(pair[side], place, side)
            if not 0 <= number < len(known):
                there = f"the photo has {len(known)}" if known else "the photo has none"
                raise Unfit(f"links to {name} {number}, but {there}", (place, side))
            ids.append(known[number])
        if ids[0] in (bib for bib, _ in pairs):
            raise Unfit(f"bib {pair[0]} has a face already: keep one of the two", (place,))
        pairs.append((ids[0], ids[1]))
    return Links(tuple(pairs))


def part_of(said: Any, *path: str) -> str | None:
    """``iteration`` or ``full``; the empty text is no choice."""
    if text(said, *path) not in ("", *PARTS):
        raise Unfit(f"{shown(said)} is no part; they are {', '.join(PARTS)}", path)
    return str(said) or None
