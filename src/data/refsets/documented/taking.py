"""Taking the documented files into a set."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from src.core import InputError
from src.data.refsets.arriving import TOGETHER, Arrival, Tally, arrive
from src.data.refsets.documented.reading import DocumentedFiles
from src.data.refsets.labels import Faces
from src.data.refsets.people.pseudonyms import known, named
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.words import BIBS, FACES, LINKS

DIMENSIONS = (BIBS, FACES, LINKS)


def take_files(
    refset: ReferenceSet,
    folder: Path,
    *,
    replacing: bool = False,
    dry_run: bool = False,
    who: str | None = None,
    step: Callable[[], None] = lambda: None,
) -> Tally:
    """Read all files and check all that they say, then take it in; nothing, where one is wrong.

    Args:
        replacing, dry_run, step: see ``arrive``.
    """
    missing = [dimension for dimension in DIMENSIONS if dimension not in refset.dimensions]
    if missing:
        raise InputError(
            f"{refset.folder} has no {', '.join(missing)}, which these files are about: make a set "
            f"with dimensions [{', '.join(DIMENSIONS)}]"
        )
    files = DocumentedFiles(folder, last_good_state(refset))
    # Into an empty set all goes at once. Where people work nobody shall wait for long: then all
    # is looked at before the first part is taken.
    at_once = not refset.photos(limit=1)
    for _ in () if at_once else files.arrivals():
        pass  # each complains of itself
    with refset.database.reading() as connection:
        people = {word: name for name, word in known(connection).items()}
    tally = arrive(
        refset,
        (_named(arrival, people) for arrival in files.arrivals()),
        source=folder.name,
        replacing=replacing,
        dry_run=dry_run,
        who=who,
        step=step,
        together=None if at_once else TOGETHER,
    )
    with refset.batch(who, keep=not dry_run) as batch:
        files.layout.keep(batch.connection)
        batch.list_people(people.get(name, name) for name in files.identities)
    return tally


def _named(arrival: Arrival, people: Mapping[str, str]) -> Arrival:
    """The same with the names of this set for what people are called outside of it."""
    faces = arrival.documents.get(FACES)
    if not people or not isinstance(faces, Faces):
        return arrival
    return replace(arrival, documents={**arrival.documents, FACES: named(faces, people)})


def last_good_state(refset: ReferenceSet) -> str:
    """What to do about a torn file: the set holds what was last read whole, and later changes."""
    with refset.database.reading() as connection:
        (time,) = connection.execute("SELECT max(time) FROM log").fetchone()
    if time is None:
        return "nothing was taken in; copy it again"
    return (
        f"nothing was taken in; the last good state is in the set, as of {time}: "
        f"python -m src.refset export --set {refset.folder} --format files FOLDER writes it"
    )
