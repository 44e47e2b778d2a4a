"""Undoing what was said about a photo, and doing it again: as new changes, from the log."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from src.data.refsets.store.photos import Photo

UNDO, REDO = "undo", "redo"
"""How the log says why; the revision whose labels are there again follows."""

SAVE, RESTORE = "save", "restore"
OWN = (SAVE, RESTORE)
"""Why labels change that can be undone; what arrived, or changed for all photos, stays."""

ASIDE = ("part", "pair")
"""Changes of a photo that are not of its labels."""

STEPS = "SELECT revision, why FROM log WHERE photo = ? ORDER BY id"


@dataclass(frozen=True)
class Course:
    """The revisions between which undoing and redoing move, and where they are now."""

    revisions: tuple[int, ...]
    place: int

    @property
    def before(self) -> int | None:
        """The revision that undoing leads to."""
        return self.revisions[self.place - 1] if self.place else None

    @property
    def after(self) -> int | None:
        """The revision that redoing leads to."""
        behind = self.revisions[self.place + 1 :]
        return behind[0] if behind else None


def course_of(connection: sqlite3.Connection, photo: Photo) -> Course:
    """What the log of a photo says."""
    whys: dict[int, str] = {}
    for revision, why in connection.execute(STEPS, (photo.row,)):
        word = why.split()[0]
        if whys.get(revision, ASIDE[0]) in ASIDE:
            whys[revision] = word
    return walked(list(whys.items()))


def walked(steps: Sequence[tuple[int, str]]) -> Course:
    """The course of a photo whose revisions came about for these reasons."""
    revisions, place = [0], 0
    for revision, why in steps:
        if why in OWN:
            revisions, place = [*revisions[: place + 1], revision], place + 1
        elif why == UNDO and place:
            place -= 1
        elif why == REDO and place + 1 < len(revisions):
            place += 1
        elif why not in ASIDE:
            revisions, place = [revision], 0
    return Course(tuple(revisions), place)
