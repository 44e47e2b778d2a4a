"""What differs between two frozen sets, or between one and what would be frozen now."""

from dataclasses import dataclass

from src.data.refsets.frozen.frozen_set import STAGING, frozen_set
from src.data.refsets.frozen.manifest import Line
from src.data.refsets.frozen.staging import BY_DEFAULT, staged_lines
from src.data.refsets.reference_set import ReferenceSet


@dataclass(frozen=True)
class Differences:
    """Photos by what became of them from the first side to the second.

    Args:
        relabelled: photo to the dimensions, and ``part``, ``tags`` or ``pairs``, that differ.
        withdrawn: photos that were taken out of one of the two.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    relabelled: dict[str, tuple[str, ...]]
    withdrawn: tuple[str, ...]
    same: int


def differences(refset: ReferenceSet, first: str, second: str) -> Differences:
    """Compare two sides, each a frozen set or ``staging``."""
    before, after = (_side(refset, name) for name in (first, second))
    withdrawn = {
        photo
        for side in (before, after)
        for photo, line in side.items()
        if line.withdrawn is not None
    }
    shared = (before.keys() & after.keys()) - withdrawn
    changes = {photo: _changed(before[photo], after[photo]) for photo in sorted(shared)}
    relabelled = {photo: change for photo, change in changes.items() if change}
    return Differences(
        added=tuple(sorted(after.keys() - before.keys() - withdrawn)),
        removed=tuple(sorted(before.keys() - after.keys() - withdrawn)),
        relabelled=relabelled,
        withdrawn=tuple(sorted(withdrawn)),
        same=len(shared) - len(relabelled),
    )


def _side(refset: ReferenceSet, name: str) -> dict[str, Line]:
    if name != STAGING:
        return {line.photo: line for line in frozen_set(refset.folder, name).lines}
    with refset.database.reading() as connection:
        lines = staged_lines(connection, refset.dimensions, BY_DEFAULT)
    return {line.photo: line for line in lines}


def _changed(before: Line, after: Line) -> tuple[str, ...]:
    dimensions = dict.fromkeys((*before.labels, *after.labels))
    changed = [name for name in dimensions if before.labels.get(name) != after.labels.get(name)]
    changed += ["part"] if before.part != after.part else []
    changed += ["tags"] if dict(before.tags) != dict(after.tags) else []
    changed += ["pairs"] if before.pairs != after.pairs else []
    return tuple(changed)
