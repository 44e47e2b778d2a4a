"""The tags of a TIFF, of which EXIF data are one: some of them taken out where they stand."""

import struct
from collections.abc import Collection

EXIF_HEAD = b"Exif\0\0"
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4}
"""Type of a value to its bytes."""

EXIF, GPS, INTEROPERABILITY, INNER = 0x8769, 0x8825, 0xA005, 0x014A
XMP, IPTC, PHOTOSHOP, DESCRIPTION, COMMENT = 0x02BC, 0x83BB, 0x8649, 0x010E, 0x9286
WORDS = (XMP, IPTC, PHOTOSHOP, DESCRIPTION, COMMENT)
"""Texts in which anything may be told."""

PLACE = (GPS, *WORDS)
SERIAL = (
    0xA430,  # owner of the camera
    0xA431,  # of the body
    0xA435,  # of the lens
    0xA420,  # of this very picture
    0xC62F,  # of the camera, in raw files
    0x927C,  # the maker's own notes, which hold one in most cameras
    0x013B,  # the artist, whom cameras write by themselves
    *WORDS,
)
MOST = 64
"""Directories of one file: more is a circle."""


def blanked(content: bytes, *, place: bool, serial: bool, keep: Collection[int] = ()) -> bytes:
    """The same bytes, as many, in which tags are gone and their values are zeros."""
    unwanted = {*(PLACE if place else ()), *(SERIAL if serial else ())} - {*keep}
    order = {b"II": "<", b"MM": ">"}.get(content[:2])
    if order is None or struct.unpack_from(f"{order}H", content, 2) != (42,):
        raise ValueError("they are no TIFF of 32 bits")
    data = bytearray(content)
    (first,) = struct.unpack_from(f"{order}I", data, 4)
    _Walk(data, order, unwanted).chain(first)
    return bytes(data)


class _Walk:
    """One way through all directories."""

    def __init__(self, data: bytearray, order: str, unwanted: Collection[int]) -> None:
        self.data, self.order, self.unwanted = data, order, unwanted
        self.seen: set[int] = set()

    def chain(self, at: int) -> None:
        """A directory, those inside it, and those that follow it."""
        while at and at not in self.seen:
            if len(self.seen) == MOST:
                raise ValueError(f"they have more than {MOST} directories")
            self.seen.add(at)
            at = self._directory(at)

    def _directory(self, at: int) -> int:
        """Clean one; tells where the next one begins."""
        (count,) = self._read("H", at)
        kept = []
        for number in range(count):
            begin = at + 2 + 12 * number
            entry = bytes(self.data[begin : begin + 12])
            tag, kind, length, value = struct.unpack(f"{self.order}HHII", entry)
            if tag in self.unwanted:
                if tag == GPS:
                    self._erase(value)
                self._blank(kind, length, value)
                continue
            if tag in (EXIF, INTEROPERABILITY, GPS) or (tag == INNER and length == 1):
                self.chain(value)
            elif tag == INNER:
                for inner in self._read(f"{length}I", value):
                    self.chain(inner)
            kept.append(entry)
        end = at + 2 + 12 * count
        following = bytes(self.data[end : end + 4])
        tidy = struct.pack(f"{self.order}H", len(kept)) + b"".join(kept) + following
        self.data[at : end + 4] = tidy.ljust(end + 4 - at, b"\0")
        return int.from_bytes(following, "little" if self.order == "<" else "big")

    def _erase(self, at: int) -> None:
        """A whole directory and its values."""
        (count,) = self._read("H", at)
        for number in range(count):
            begin = at + 2 + 12 * number
            _, kind, length, value = self._read("HHII", begin)
            self._blank(kind, length, value)
        self.data[at : at + 6 + 12 * count] = bytes(6 + 12 * count)

    def _blank(self, kind: int, length: int, value: int) -> None:
        size = SIZES.get(kind, 1) * length
        if size <= 4:  # it stood in the entry itself
            return
        if value + size > len(self.data):
            raise ValueError("a value lies outside of them")
        self.data[value : value + size] = bytes(size)

    def _read(self, layout: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self.order + layout, self.data, at)
