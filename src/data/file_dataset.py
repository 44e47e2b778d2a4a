"""What the datasets of files share: every file is looked at once, tables add tags."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from src.core import SPLITS, Entry, InputError
from src.data.base import LazyDataset
from src.data.files.examining import examine_all
from src.data.files.hashes import HashCache
from src.data.tags import read_tags, tagged

log = logging.getLogger(__name__)

Item = TypeVar("Item")
Files = TypeVar("Files")
"""Whatever a dataset must keep of a sample to read it."""


class FileDataset(LazyDataset, Generic[Files]):
    """Samples whose files are looked at once, when the dataset is made.

    Args:
        tags: CSV with the column ``name`` and any others, which are tags of the samples.
    """

    def __init__(self, tags: str | None, on_error: str) -> None:
        super().__init__(on_error)
        self.tags = tags
        self._entries: tuple[Entry, ...] = ()
        self._files: dict[str, Files] = {}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All usable samples, in natural order of their names."""
        return self._entries

    def _list(
        self,
        place: Path,
        items: Mapping[str, Item],
        examine: Callable[[str, Item, HashCache], tuple[Entry, Files]],
        folders: Iterable[Path] = (),
        besides: Iterable[str] = (),
    ) -> None:
        """Fill the list of samples; one that cannot be used stops or is skipped.

        Args:
            place: what the samples are in, for sentences.
            examine: an entry and the files that its sample is read from.
            folders: where the files are; ``place`` where nothing is given.
            besides: names that tags may have without there being a sample.
        """
        tags = read_tags(self.tags)
        samples = examine_all(self, place, items, examine, [*folders] or [place])
        if not samples:
            reason = next(iter(self.skipped.values()), "there is none")
            raise InputError(f"{place}: no sample is left to read; the first reason: {reason}")
        _refuse_namesakes({key: entry for key, (entry, _) in samples.items()})
        entries = [entry for entry, _ in samples.values()]
        _name_twins(entries, place)
        self._entries = tagged(entries, tags, self.tags, [*items, *besides])
        self._files = {entry.name: files for entry, files in samples.values()}


def by_split(entries: Sequence[Entry]) -> str:
    """How many samples each split has, for a log line: a small set may leave one empty."""
    return ", ".join(
        f"{sum(entry.split == split for entry in entries)} {split}" for split in SPLITS
    )


def _refuse_namesakes(entries: Mapping[str, Entry]) -> None:
    """Samples are known by name, so two of one name would be read as the same."""
    places: dict[str, str] = {}
    for place, entry in entries.items():
        other = places.setdefault(entry.name, place)
        if other != place:
            raise InputError(
                f"{place} and {other} both have an image called {entry.name}: keep one of them"
            )


def _name_twins(entries: Iterable[Entry], place: Path) -> None:
    """Equal pictures share an id and so a split; whoever has them should know."""
    first: dict[str, Entry] = {}
    for entry in entries:
        twin = first.setdefault(entry.id, entry)
        if twin is not entry:
            log.warning("%s in %s is the same picture as %s", entry.name, place, twin.name)
