"""The words of race photos: what is looked for, and what becomes of a box or a link."""

BIB, FACE = "bib", "face"
CLASSES = (BIB, FACE)

SCORED_SCOPES = frozenset({"bib", "bib_clipped", "keep"})
"""Scopes of boxes that count; of one without coordinates its number counts still."""

UNREAD = "?"
"""Stands for a digit that cannot be read: such a number is no whole one."""

TRUTH, PREDICTION = "truth", "prediction"
"""The two sides of every table."""

MATCHED, MISSED, SPURIOUS = "matched", "missed", "spurious"
UNSCORED, DROPPED, UNPLACED = "unscored", "dropped", "unplaced"
"""What becomes of a box: ``dropped`` is a prediction where hit or miss must not count, ``unplaced``
one of a photo in which a box of its class has no coordinates."""

IGNORED, ABSENT = "ignored", "absent"
"""What is done with unscored boxes: they take predictions away, or are as if nobody drew them."""


def whole_number(text: str | None) -> int | None:
    """The number of a bib; ``None`` where a digit of it, or all, is not known."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None
