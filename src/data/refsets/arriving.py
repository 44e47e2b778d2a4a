"""Labels that arrive from elsewhere: what they would change, and then the change.

Whatever the format, its reader makes one ``Arrival`` of each photo; what happens to it is decided
here, once: a label that a person made in the set stays unless it is to be replaced.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from src.data.refsets.adopting import adopted
from src.data.refsets.batch import IMPORT, Batch
from src.data.refsets.canonical import canonical
from src.data.refsets.ghosts import Ghost, Source, current_look
from src.data.refsets.labels import Bibs, Document, Elements, Faces, Links
from src.data.refsets.labels.boxes import Form
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.photos import Photo
from src.data.refsets.words import LINKS

TOGETHER = 500
"""Photos of one transaction: others get their turn, and a kill costs little."""

UNSAID: Any = ...
"""The part of a photo of which nothing is said."""


@dataclass(frozen=True)
class Seen:
    """What a detector saw in a photo, as it arrives."""

    dimension: str
    source: Source
    ghosts: tuple[Ghost, ...]
    form: Form = None


@dataclass(frozen=True)
class Arrival:
    """All that arrives about one photo.

    Args:
        documents: boxes in them have ids below 0, by which the links among them name them.
        part: ``UNSAID`` where nothing is said of it.
        content: the bytes of its file, where they come along.
        form: see ``photos.form``.
    """

    sha: str
    names: tuple[str, ...] = ()
    documents: Mapping[str, Document] = field(default_factory=dict)
    part: str | None = UNSAID
    seen: tuple[Seen, ...] = ()
    content: Callable[[], bytes] | None = None
    form: Form = None


@dataclass
class Tally:
    """What an import does, or would do.

    Args:
        added, replaced, kept, same: labels by what becomes of them; ``kept`` are those of people in
            the set, which say something else.
        kept_photos: some of the photos of which labels are kept.
    """

    photos: int = 0
    new_photos: int = 0
    added: int = 0
    replaced: int = 0
    kept: int = 0
    same: int = 0
    suggestions: int = 0
    kept_photos: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        words = (
            f"{self.photos} photos, {self.new_photos} of them new; labels: {self.added} added, "
            f"{self.replaced} replaced, {self.same} the same"
        )
        return f"{words}, {self.kept} kept" if self.kept else words


def arrive(
    refset: ReferenceSet,
    arrivals: Iterable[Arrival],
    *,
    source: str,
    replacing: bool = False,
    dry_run: bool = False,
    who: str | None = None,
    step: Callable[[], None] = lambda: None,
    together: int | None = TOGETHER,
) -> Tally:
    """Take in what arrives, some photos at a time; again is as good as once.

    Args:
        source: what the log says it came from.
        replacing: also in the place of what people said in the set.
        dry_run: only tell what would happen.
        together: photos of one transaction; ``None`` for all, so that none stays where one fails.
    """
    tally, coming = Tally(), iter(arrivals)
    first = next(coming, None)
    while first is not None:
        with refset.batch(who, keep=not dry_run) as batch:
            rest = None if together is None else together - 1
            for arrival in chain([first], islice(coming, rest)):
                own = replace(arrival, content=None) if dry_run else arrival
                _take(batch, own, f"{IMPORT} {source}", replacing, tally)
                step()
        first = next(coming, None)
    return tally


def _take(batch: Batch, arrival: Arrival, why: str, replacing: bool, tally: Tally) -> None:
    tally.photos += 1
    photo, is_new = _known(batch, arrival)
    tally.new_photos += is_new
    if arrival.form is not None:
        form = (canonical(arrival.form), photo.row)
        batch.connection.execute("UPDATE photos SET form = ? WHERE id = ?", form)
    for seen in arrival.seen:
        if not is_new and _is_known(batch, photo.row, seen):
            continue
        batch.suggest(photo, seen.dimension, seen.source, seen.ghosts, seen.form, first=is_new)
        tally.suggestions += len(seen.ghosts)
    documents = dict(arrival.documents)
    if not is_new:
        documents = _wanted(batch, arrival, photo, replacing, tally)
    else:
        tally.added += len(documents)
    if documents:
        batch.save(photo, documents, began=None, why=why)
    if arrival.part is not UNSAID and (arrival.part is not None or not is_new):
        batch.choose_part(photo, arrival.part)


def _known(batch: Batch, arrival: Arrival) -> tuple[Photo, bool]:
    """Add the photo, with its bytes where they come along; tells whether it is new."""
    photo, is_new = batch.add_known(arrival.sha, arrival.names)
    if arrival.content is not None and not (photo.bytes and batch.objects.has(photo.sha)):
        batch.add(arrival.content(), photo.name)
        photo = batch.photo(arrival.sha)
    return photo, is_new


def _is_known(batch: Batch, row: int, seen: Seen) -> bool:
    """Whether the last look at the photo was this one."""
    look = current_look(batch.connection, row, seen.dimension)
    if look is None or (look.source, look.form) != (seen.source, seen.form):
        return False
    return [ghost.content for ghost in look.ghosts] == [ghost.content for ghost in seen.ghosts]


def _wanted(
    batch: Batch, arrival: Arrival, photo: Photo, replacing: bool, tally: Tally
) -> dict[str, Document]:
    """The documents that are to be saved, their boxes known by the ids that the set has."""
    current = batch.labels(photo).documents
    ids: dict[int, int] = {}
    wanted: dict[str, Document] = {}
    for dimension, document in sorted(arrival.documents.items(), key=lambda one: one[0] == LINKS):
        here = current.get(dimension)
        if isinstance(document, Links):
            pairs = tuple((ids.get(bib, bib), ids.get(face, face)) for bib, face in document.pairs)
            document = replace(document, pairs=pairs)
        elif isinstance(document, Bibs | Faces | Elements):
            document, own = adopted(document, here)
            ids |= own
        if here is None:
            tally.added += 1
        elif document == here and document.as_json(forms=True) == here.as_json(forms=True):
            tally.same += 1
            continue
        elif _is_said_by_people(batch, photo.row, dimension, here) and not replacing:
            tally.kept += 1
            tally.kept_photos[9:] = []
            tally.kept_photos.append(f"{photo.name} ({dimension})")
            # Boxes that are not taken cannot be linked either.
            continue
        else:
            tally.replaced += 1
        wanted[dimension] = document
    return _without_loose_links(wanted, current, tally)


def _without_loose_links(
    wanted: dict[str, Document], current: Mapping[str, Document | None], tally: Tally
) -> dict[str, Document]:
    """Leave out links to boxes that were not taken."""
    links = wanted.get(LINKS)
    if not isinstance(links, Links):
        return wanted
    there = {
        box.id
        for dimension in ("bibs", "faces")
        for source in (wanted.get(dimension) or current.get(dimension),)
        if isinstance(source, Bibs | Faces)
        for box in source.boxes
    }
    if all(box in there for pair in links.pairs for box in pair):
        return wanted
    tally.kept += 1
    tally.added -= current.get(LINKS) is None
    tally.replaced -= current.get(LINKS) is not None
    return {name: document for name, document in wanted.items() if name != LINKS}


def _is_said_by_people(batch: Batch, row: int, dimension: str, here: Document) -> bool:
    """Whether a person changed it since it last arrived; what is empty and open nobody said."""
    if not here.labelled and not getattr(here, "boxes", ()) and not getattr(here, "pairs", ()):
        return False
    query = (
        "SELECT why FROM log WHERE photo = ? AND dimension = ? ORDER BY revision DESC, id DESC "
        "LIMIT 1"
    )
    found = batch.connection.execute(query, (row, dimension)).fetchone()
    return found is None or not found[0].startswith(IMPORT)
