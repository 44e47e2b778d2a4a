"""Photos that no longer say where, or with which camera, they were taken.

Only what says it goes: pixels, colours and orientation stay byte for byte.
"""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from src.core import InputError
from src.data.files.foreign import spoken
from src.data.formats import tiff
from src.data.refsets.exchange.exif_tags import DESCRIPTION, EXIF_HEAD, blanked

JPEG, PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
APP1, APP13, COMMENT, SCAN = 0xE1, 0xED, 0xFE, 0xDA
STANDALONE = {0x01, *range(0xD0, 0xD9)}
WORDS = {b"tEXt", b"zTXt", b"iTXt"}
"""Chunks of a PNG that hold any text; XMP and copies of EXIF data are among them."""


def without_tags(content: bytes, name: str | Path, *, place: bool, serial: bool) -> bytes:
    """The file without its place, its camera's serial number and owner, or both.

    XMP, IPTC and comments go with either: both may be told there, in any of many ways.
    """
    if not place and not serial:
        return content
    try:
        if content.startswith(JPEG):
            return b"".join(_jpeg(content, place, serial))
        if content.startswith(PNG):
            return b"".join(_png(content, place, serial))
        if content[:4] in tiff.MAGIC:
            # Microscopes say there what the pixels are.
            return blanked(content, place=place, serial=serial, keep=[DESCRIPTION])
    except (struct.error, IndexError, ValueError) as error:
        raise InputError(
            f"{spoken(name)}: its EXIF data are damaged ({error}), so nobody can tell what they "
            "say: leave it out, or save the photo anew without them"
        ) from error
    return content


def _jpeg(content: bytes, place: bool, serial: bool) -> Iterator[bytes]:
    yield JPEG
    at = 2
    while at < len(content):
        if content[at] != 0xFF:
            raise ValueError(f"no marker at byte {at}")
        marker = content[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker in STANDALONE:
            yield content[at : at + 2]
            at += 2
            continue
        (length,) = struct.unpack_from(">H", content, at + 2)
        segment = content[at : at + 2 + length]
        body = segment[4:]
        if marker == SCAN:
            yield content[at:]
            return
        at += 2 + length
        if marker == APP1 and body.startswith(EXIF_HEAD):
            inside = blanked(body[len(EXIF_HEAD) :], place=place, serial=serial)
            yield segment[:4] + EXIF_HEAD + inside
        elif marker not in (APP1, APP13, COMMENT):
            yield segment


def _png(content: bytes, place: bool, serial: bool) -> Iterator[bytes]:
    yield PNG
    at = len(PNG)
    while at < len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        chunk = content[at : at + 12 + length]
        at += 12 + length
        if kind == b"eXIf":
            inside = blanked(chunk[8 : 8 + length], place=place, serial=serial)
            checked = kind + inside
            yield struct.pack(">I", len(inside)) + checked + struct.pack(">I", zlib.crc32(checked))
        elif kind not in WORDS:
            yield chunk
