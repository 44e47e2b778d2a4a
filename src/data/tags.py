"""What a table says of samples, for scores to be sliced by."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from src.core import Entry, InputError
from src.data.files.finding import natural_order
from src.data.files.tables import read_table

KEY, NAME = "dataset.tags", "name"

Tags = Mapping[str, Mapping[str, str]]
"""Name of a sample to its tags."""


def read_tags(file: str | None) -> Tags:
    """The tags of a CSV with the column ``name`` and any others; an empty cell is no tag."""
    tags: dict[str, Mapping[str, str]] = {}
    for row in read_table(file, KEY, [NAME]) if file else ():
        name = row.pop(NAME)
        if name in tags:
            raise InputError(f"{KEY}: {file}: {name!r} has two lines; keep one")
        tags[name] = {column: cell for column, cell in row.items() if column and cell}
    return tags


def tagged(
    entries: Sequence[Entry], tags: Tags, file: str | None, besides: Iterable[str]
) -> tuple[Entry, ...]:
    """The entries with these tags beside their own; a name that nobody knows is refused.

    Args:
        besides: names of what was left out, which a table may tag all the same.
    """
    known = {entry.name for entry in entries}
    unknown = tags.keys() - known - set(besides) if tags else ()
    if unknown:
        raise InputError(
            f"{KEY}: {file} names {_first(unknown)}, of which there is no sample; the samples are "
            f"called {_first(known)}: correct the column {NAME}"
        )
    return tuple(
        replace(entry, tags={**entry.tags, **tags[entry.name]}) if tags.get(entry.name) else entry
        for entry in entries
    )


def _first(names: Iterable[str], most: int = 3) -> str:
    ordered = sorted(names, key=natural_order)
    return ", ".join(f"{name!r:.100}" for name in ordered[:most]) + (
        ", …" if len(ordered) > most else ""
    )
