"""Numbers: as sets per photo, and as texts on the boxes that were found."""

from dataclasses import dataclass

import numpy as np

from src.scoring.race.photo import Photo
from src.scoring.race.words import BIB, UNREAD, whole_number

PASS, PARTIAL, MISS = "PASS", "PARTIAL", "MISS"
STATUSES = (PASS, PARTIAL, MISS)


@dataclass(frozen=True)
class Numbers:
    """The numbers that a photo shows, and those that were read in it."""

    expected: frozenset[int]
    read: frozenset[int]

    @property
    def right(self) -> frozenset[int]:
        """Read, and there."""
        return self.expected & self.read

    @property
    def status(self) -> str:
        """PASS for all and nothing else, MISS for none of those that are there, else PARTIAL."""
        if self.expected == self.read:
            return PASS
        return MISS if self.expected and not self.right else PARTIAL


def numbers_of(photo: Photo) -> Numbers | None:
    """``None`` where nobody labelled bibs, or looked for them.

    A prediction that must not count as a box does not count as a number either.
    """
    if BIB not in photo.prediction:
        return None
    truth, found = photo.truth[BIB], photo.prediction[BIB]
    matched = photo.matched.get(BIB)
    dropped = np.zeros(len(found), bool) if matched is None else matched.dropped
    expected = (
        whole_number(text) for text, named in zip(truth.texts, truth.named, strict=True) if named
    )
    read = (whole_number(text) for text, out in zip(found.texts, dropped, strict=True) if not out)
    return Numbers(
        frozenset(number for number in expected if number is not None),
        frozenset(number for number in read if number is not None),
    )


@dataclass(frozen=True)
class Reading:
    """Texts on matched boxes: how many were compared, exact, and how many letters were wrong."""

    compared: int = 0
    exact: int = 0
    edits: int = 0


def readings_of(photo: Photo) -> Reading | None:
    """``None`` where boxes of bibs are not scored; what people could not read is left out."""
    matched = photo.matched.get(BIB)
    if matched is None:
        return None
    truth, found = photo.truth[BIB], photo.prediction[BIB]
    compared = exact = edits = 0
    for place in np.flatnonzero(matched.right).tolist():
        wanted, read = truth.texts[matched.partner[place]] or "", found.texts[place] or ""
        if wanted and UNREAD not in wanted:
            compared += 1
            exact += wanted == read
            edits += edit_distance(wanted, read)
    return Reading(compared, exact, edits)


def edit_distance(first: str, second: str) -> int:
    """Letters to insert, leave out or change (Levenshtein)."""
    above = list(range(len(second) + 1))
    for place, letter in enumerate(first, start=1):
        line = [place]
        for other, own in enumerate(second, start=1):
            changed = above[other - 1] + (letter != own)
            line.append(min(above[other] + 1, line[-1] + 1, changed))
        above = line
    return above[-1]
