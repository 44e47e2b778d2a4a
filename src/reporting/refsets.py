"""Reference sets on a terminal."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rich.table import Table

from src.data.refsets.frozen.differences import Differences
from src.data.refsets.frozen.frozen_set import FrozenSet
from src.data.refsets.ghosts import Look
from src.data.refsets.people.forgetting import Forgotten
from src.data.refsets.people.listing import Person
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.statistics import Fates, Statistics
from src.data.refsets.store.changes import Entry

MOST = 20
"""Rows of a list that nobody asked to see whole."""


def statistics_table(found: Statistics, dimensions: Sequence[str]) -> Table:
    """Photos by state, labels by dimension."""
    table = _table("", "count")
    absent = f" ({found.absent} without their file)" if found.absent else ""
    table.add_row("photos", f"{found.photos}{absent}")
    for state, count in found.states.items():
        table.add_row(f"  {state}", str(count))
    for part, count in found.parts.items():
        if part:
            table.add_row(f"  part {part}", str(count))
    for dimension in dimensions:
        table.add_row(f"{dimension} done", str(found.done[dimension]))
        if dimension in found.boxes:
            table.add_row(f"  {dimension}", str(found.of(dimension)))
            for scope, count in found.boxes[dimension].items():
                if scope:
                    table.add_row(f"    {scope}", str(count))
            if found.unlocated[dimension]:
                table.add_row("    without coordinates", str(found.unlocated[dimension]))
    if "links" in dimensions:
        table.add_row("  links", str(found.links))
        table.add_row("  photos that link nothing", str(found.empty_links))
    if "faces" in dimensions:
        table.add_row("people", str(found.people))
        table.add_row("pairs of faces", str(found.pairs))
    table.add_row("changes in the log", str(found.changes))
    return table


def people_table(people: Sequence[Person]) -> Table:
    """Who is in a set."""
    table = _table("name", "faces", "photos", "embeddings", "outside")
    for one in people:
        counts = (one.faces, one.photos, one.embeddings)
        table.add_row(one.name, *map(str, counts), one.pseudonym or "–")
    return table


def forgotten_lines(done: Forgotten) -> list[str]:
    """What became of somebody who was to be forgotten; the name is not said again."""
    lines = [
        f"{done.faces} faces have no name any more; {done.embeddings} embeddings, {done.entries} "
        f"entries of the log and {done.photos} photos are gone"
    ]
    lines += [
        f"frozen set {name} is withdrawn in part; its fingerprint {prints[0][:16]}… is refused"
        for name, prints in done.frozen.items()
    ]
    lines += [f"{path} still tells the name in its own bytes: look at it" for path in done.left]
    return lines


def fates_table(fates: Sequence[Fates]) -> Table:
    """What became of suggestions, by backend and version."""
    table = _table(
        "suggested by", "version", "dimension", "photos", "ghosts", "decided", "accepted",
        "edited", "mean IoU", "rejected", "boxes not proposed",
    )  # fmt: skip
    for one in fates:
        rates = [_share(one.rate(count)) for count in (one.accepted, one.edited, one.rejected)]
        overlap = "–" if one.mean_iou is None else f"{one.mean_iou:.2f}"
        counts = (one.photos, one.ghosts, one.decided)
        table.add_row(
            one.backend or "?", one.version or "?", one.dimension, *map(str, counts),
            rates[0], rates[1], overlap, rates[2], str(one.unproposed),
        )  # fmt: skip
    return table


def status_table(refset: ReferenceSet, photo: str) -> Table:
    """Everything about one photo."""
    found = refset.photo(photo)
    labels = refset.labels(found.sha)
    table = _table("", "")
    table.add_row("photo", found.sha)
    for name in found.names:
        table.add_row("name", name)
    size = f"{found.width}×{found.height} px, {found.bytes} bytes" if found.bytes else "not here"
    table.add_row("picture", size)
    table.add_row("part", found.part or "–")
    table.add_row("state", refset.state(found.sha))
    table.add_row("revision", str(found.revision))
    done = refset.done(found.sha)
    for dimension, document in labels.documents.items():
        word = "done" if done[dimension] else "open"
        said = "nobody said anything" if document is None else summary(document.as_json())
        table.add_row(dimension, f"{word}: {said}")
        look = refset.ghosts(found.sha, dimension)
        if look is not None:
            table.add_row("", f"{_fates(look)} by {look.source.backend} {look.source.version}")
    return table


def log_table(entries: Iterable[Entry]) -> Table:
    """The changes of a photo."""
    table = _table("revision", "time", "who", "why", "dimension", "before", "after")
    for one in entries:
        before, after = (summary(said) for said in (one.old, one.new))
        table.add_row(str(one.revision), one.time, one.who, one.why, one.dimension, before, after)
    return table


def frozen_table(sets: Iterable[FrozenSet]) -> Table:
    """All frozen sets."""
    table = _table("name", "photos", "dimensions", "created", "who", "fingerprint", "")
    for one in sets:
        head = one.head
        note = f"withdrawn: {len(head.withdrawn)}" if head.withdrawn else ""
        dimensions = ", ".join(head.dimensions)
        table.add_row(
            head.name, str(head.photos), dimensions, head.created[:19], head.who,
            head.fingerprint[:16], note,
        )  # fmt: skip
    return table


def difference_lines(found: Differences, *, whole: bool) -> list[str]:
    """What differs, first in numbers, then photo by photo."""
    lines = [
        f"{len(found.added)} added, {len(found.removed)} removed, {len(found.relabelled)} "
        f"relabelled, {found.same} the same"
        + (f", {len(found.withdrawn)} withdrawn" if found.withdrawn else "")
    ]
    lists = (
        [f"added {photo}" for photo in found.added],
        [f"removed {photo}" for photo in found.removed],
        [f"relabelled {photo}: {', '.join(what)}" for photo, what in found.relabelled.items()],
        [f"withdrawn {photo}" for photo in found.withdrawn],
    )
    for one in lists:
        shown = one if whole else one[:MOST]
        lines += shown
        if len(one) > len(shown):
            lines.append(f"… and {len(one) - len(shown)} more: --list shows all")
    return lines


def summary(said: Any) -> str:
    """A document in a few words."""
    if said is None:
        return "–"
    if not isinstance(said, dict):
        return f"{len(said)} pairs"
    words = [] if said.get("labelled", True) else ["not done"]
    for key, noun in (("boxes", "boxes"), ("pairs", "links"), ("elements", "elements")):
        if key in said:
            words.append(f"{len(said[key])} {noun}")
    words += [f"{key} {said[key][:8]}" for key in ("mask", "trace") if said.get(key)]
    words += said.get("tags", [])
    return ", ".join(words) or json.dumps(said)


def _fates(look: Look) -> str:
    counts: dict[str, int] = {}
    for ghost in look.ghosts:
        counts[ghost.fate] = counts.get(ghost.fate, 0) + 1
    said = ", ".join(f"{count} {fate}" for fate, count in counts.items())
    return f"{len(look.ghosts)} suggested ({said})" if said else "nothing suggested"


def _share(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.1%}"


def _table(*headings: str) -> Table:
    table = Table(show_header=any(headings), box=None, pad_edge=False)
    for heading in headings:
        right = heading in ("count", "photos", "ghosts", "decided", "revision")
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    return table
