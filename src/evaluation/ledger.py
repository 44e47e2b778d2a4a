"""The results of an evaluation on disk as they come, so that one that was killed can go on."""

import logging
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from src.core import Entry, InputError, Prediction, Row
from src.evaluation.codec import decoded, encoded
from src.evaluation.task import Result, Unreadable

log = logging.getLogger(__name__)

MAGIC = b"brushwork evaluation 1\n"
"""How the file begins; the number is raised whenever older files could not be read."""

FRAME = struct.Struct("<II")
"""Before every record: its length in bytes and its CRC-32."""

SHOWN, ROW, UNREADABLE = "shown", "row", "unreadable"
"""Kinds of record: with a prediction, without one, and of a sample that could not be read."""


@dataclass(frozen=True, eq=False)
class Kept:
    """What is left of a sample that was examined; no prediction where nobody looked on."""

    row: Row
    prediction: Prediction | None = None


class Ledger:
    """One file that grows by a record per sample, in the order of the dataset.

    A record is whole or, at the end of a file whose process was killed, torn and cut off: the
    operating system keeps what was written, so that nothing is lost but by a power cut.

    It ends before the first result that tells who somebody is, such as what a face measures:
    left out, that would be missing from the scores of an evaluation that goes on, and encrypted,
    whoever goes on must have the key beside it. Such samples are examined again.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._stream: BinaryIO | None = None
        self._ended = False

    def begin(self, entries: Sequence[Entry], *, shown: bool) -> int:
        """How many of these entries are kept; records go on after them.

        Args:
            shown: whether predictions are wanted too; from the first without one on all is cut.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch()
            self._stream = self.path.open("r+b")
        except OSError as error:
            raise InputError(
                f"sessions: {self.path} cannot be written ({error.strerror}): set sessions to "
                "another folder"
            ) from error
        self._check_magic(self._stream)
        self._ended = False
        count, end = 0, len(MAGIC)
        for record in _records(self._stream):
            kind, _, key = record.partition(b"\n")[0].decode().partition(" ")
            if shown and kind == ROW:
                break
            self._check_key(key, entries, count)
            count, end = count + 1, end + FRAME.size + len(record)
        self._stream.seek(end)
        self._stream.truncate()
        if count:
            log.info("%s: %d of %d samples are done already", self.path, count, len(entries))
        return count

    def kept(self) -> Iterator[Kept | Unreadable]:
        """What the records hold, one after another."""
        with self.path.open("rb") as stream:
            stream.seek(len(MAGIC))
            for record in _records(stream):
                about, _, content = record.partition(b"\n")
                kind, body = about.decode().partition(" ")[0], decoded(content)
                yield Unreadable(InputError(body)) if kind == UNREADABLE else Kept(*body)

    def append(self, entry: Entry, result: Result) -> None:
        """Keep one more result, if it may be kept; it is out of this process when this returns."""
        if self._stream is None:
            raise ValueError("a ledger takes records only between begin and close")
        self._ended = self._ended or _is_private(result)
        if self._ended:
            return
        if isinstance(result, Unreadable):
            kind, content = UNREADABLE, encoded(str(result.error))
        elif result.seen is None:
            kind, content = ROW, encoded((result.row,))
        else:
            kind, content = SHOWN, encoded((result.row, result.seen[1]))
        record = f"{kind} {_key(entry)}\n".encode() + content
        self._stream.write(FRAME.pack(len(record), zlib.crc32(record)) + record)
        self._stream.flush()

    def close(self) -> None:
        """Close the file; it stays for whoever goes on."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def remove(self) -> None:
        """Remove the file, as the evaluation is finished and recorded elsewhere."""
        self.close()
        self.path.unlink(missing_ok=True)
        with suppress(OSError):  # not empty, or not there: it is not ours
            self.path.parent.rmdir()

    def _check_magic(self, stream: BinaryIO) -> None:
        """Leave the stream after the first words, which a killed process may have torn."""
        first = stream.read(len(MAGIC))
        if not MAGIC.startswith(first):
            raise InputError(
                f"{self.path} was not written by an evaluation of this version: remove it"
            )
        if first != MAGIC:
            stream.seek(0)
            stream.write(MAGIC)
            stream.flush()

    def _check_key(self, key: str, entries: Sequence[Entry], place: int) -> None:
        if place >= len(entries):
            raise InputError(
                f"{self.path} holds more than the {len(entries)} samples of this evaluation: "
                "give the dataset and the split with which it began, or remove the file"
            )
        if key != _key(entries[place]):
            raise InputError(
                f"{self.path}: sample {place + 1} is now {entries[place].name}, and was another "
                "picture or had another truth when the evaluation began: give the same dataset, "
                "or remove the file"
            )


def _is_private(result: Result) -> bool:
    if isinstance(result, Unreadable):
        return False
    seen = [] if result.seen is None else [*result.seen[1].by_tool.values()]
    return bool(result.row.withheld) or any(own.is_private for own in seen)


def _key(entry: Entry) -> str:
    return f"{entry.id} {entry.truth_id}"


def _records(stream: BinaryIO) -> Iterator[bytes]:
    """All records that are whole, up to the first that is not."""
    while len(frame := stream.read(FRAME.size)) == FRAME.size:
        length, checksum = FRAME.unpack(frame)
        record = stream.read(length)
        # A power cut may leave zeros, which would be a whole record of nothing.
        if not record or len(record) < length or zlib.crc32(record) != checksum:
            return
        yield record
