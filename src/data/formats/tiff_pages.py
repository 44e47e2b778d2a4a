"""The chain of pages of a TIFF, walked before a library does, which would walk in circles."""

import struct

from src.core import InputError

MOST_PAGES = 1000

LAYOUTS = {42: ("I", "H", 12, 4), 43: ("Q", "Q", 20, 8)}
"""Version to the types of an offset and of a count, the bytes of a tag, and where the chain begins;
43 is BigTIFF."""


def refuse_endless(data: bytes) -> None:
    """Raises where one page leads to an earlier one, or to too many."""
    order = "<" if data[:2] == b"II" else ">"
    offset_type, count_type, tag_bytes, place = LAYOUTS[_number(data, f"{order}H", 2)]
    seen: set[int] = set()
    while offset := _number(data, order + offset_type, place):
        if offset in seen or len(seen) == MOST_PAGES:
            raise InputError(
                f"has pages in a circle, or more than {MOST_PAGES}: save one picture per file"
            )
        seen.add(offset)
        tags = _number(data, order + count_type, offset)
        place = offset + struct.calcsize(f"={count_type}") + tags * tag_bytes


def _number(data: bytes, form: str, place: int) -> int:
    """The number at a place; 0, with which a chain ends, where the file has ended before."""
    if place + struct.calcsize(form) > len(data):
        return 0
    number: int = struct.unpack_from(form, data, place)[0]
    return number
