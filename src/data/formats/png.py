"""What a PNG says about how its camera was held; Pillow would decode it all to tell."""

import struct

from PIL import Image

ORIENTATION = 0x0112
"""The EXIF and TIFF tag that says how a camera was held."""

SIGNATURE, HEAD, CHECKSUM = 8, 8, 4
"""Bytes before the first chunk, before the content of each, and after it."""


def png_orientation(data: bytes) -> int:
    """1 to 8 as EXIF counts; 1, upright, where nothing is said, or nothing that can be read."""
    place = SIGNATURE
    while place + HEAD <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        if data[place + 4 : place + HEAD] == b"eXIf":
            return _orientation(data[place + HEAD : place + HEAD + length])
        place += HEAD + length + CHECKSUM
    return 1


def _orientation(said: bytes) -> int:
    about = Image.Exif()
    try:
        about.load(said)
        turn = about.get(ORIENTATION, 1)
    except Exception:  # the reader raises nearly anything on damaged bytes
        return 1
    return turn if isinstance(turn, int) and 1 <= turn <= 8 else 1
