"""Which images are no witnesses of their own: those of one patient, plate, well or scan."""

from collections.abc import Sequence

from src.core import InputError, Row

AUTO = "auto"

KNOWN = ("patient", "subject", "animal", "plate", "slide", "scan", "well")
"""Tags whose images belong together, from what holds most of them to what holds least."""


def group_names(rows: Sequence[Row], tag: str | None) -> list[str] | None:
    """The group of every row; ``None`` where each image stands for itself.

    ``auto`` takes the first of ``KNOWN`` that every sample has and that tells at least two groups
    apart.
    """
    if tag is None or not rows:
        return None
    if tag == AUTO:
        return next(filter(None, (_told_apart(rows, known) for known in KNOWN)), None)
    names = [row.tags.get(tag) for row in rows]
    if None in names:
        known = ", ".join(sorted({own for row in rows for own in row.tags})) or "none"
        lacking = rows[names.index(None)].name
        raise InputError(
            f"scorer.drawn_by: {lacking or 'a sample'} has no tag {tag!r}; there are {known}"
        )
    return [str(name) for name in names]


def unit_of(rows: Sequence[Row], tag: str | None) -> str:
    """What is drawn: ``image``, or the tag of the groups."""
    if group_names(rows, tag) is None:
        return "image"
    return next(known for known in KNOWN if _told_apart(rows, known)) if tag == AUTO else str(tag)


def _told_apart(rows: Sequence[Row], tag: str) -> list[str] | None:
    names = [row.tags[tag] for row in rows if tag in row.tags]
    return names if len(names) == len(rows) and len(set(names)) > 1 else None
