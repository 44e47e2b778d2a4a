"""What all datasets share: a list of entries, lazy reading, skipping, a fingerprint."""

import hashlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from src.core import Entry, InputError, Sample

log = logging.getLogger(__name__)

ON_ERROR = ("stop", "skip")


class LazyDataset(ABC):
    """Lists its samples when made and reads each one when asked."""

    def __init__(self, on_error: str = "stop") -> None:
        if on_error not in ON_ERROR:
            raise InputError(f"dataset.on_error must be one of {ON_ERROR}, got {on_error!r}")
        self.on_error = on_error
        self._skipped: dict[str, str] = {}

    @property
    @abstractmethod
    def entries(self) -> Sequence[Entry]:
        """All samples, without their pixels, in a fixed order."""

    @abstractmethod
    def read(self, entry: Entry) -> Sample:
        """One sample with its pixels; raises InputError when it cannot be read."""

    @property
    def skipped(self) -> Mapping[str, str]:
        """File to the reason it was left out."""
        return dict(self._skipped)

    @property
    def fingerprint(self) -> str:
        """Hash of every picture, truth and split; independent of order and location."""
        lines = sorted(f"{e.id} {e.truth_id} {e.split}" for e in self.entries)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    @property
    def run_tags(self) -> Mapping[str, str]:
        """What a run on this set is tagged with besides its fingerprint."""
        return {}

    def samples(self, split: str | None = None) -> Iterator[Sample]:
        """The samples of one split, or all; unreadable ones stop or are skipped and counted."""
        chosen = [entry for entry in self.entries if split in (None, entry.split)]
        unreadable = 0
        for entry in chosen:
            try:
                sample = self.read(entry)
            except InputError as error:
                self.refuse(entry.name, error)
                unreadable += 1
                continue
            yield sample
        if chosen and unreadable == len(chosen):
            reason = self._skipped[chosen[0].name]
            raise InputError(f"no sample is left to read; the first reason: {reason}")

    def refuse(self, name: str, error: InputError) -> None:
        """Stop with the error, or log and count it, as ``on_error`` says."""
        if self.on_error == "stop":
            raise error
        if name not in self._skipped:
            log.warning("skipped %s: %s", name, error)
        self._skipped[name] = str(error)

    def __len__(self) -> int:
        return len(self.entries)
