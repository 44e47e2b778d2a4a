"""Ways to spoil bytes and structures, by a seeded generator."""

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np

Rng = np.random.Generator

EXTREMES = (
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    b"\0\0\0\1",
    b"\x80\0\0\0",
    b"\0\1",
)

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 10**400, 0.5, float("nan"),
    float("inf"), 1e308, "", " ", "\0", "\n", "a\nb", "\ud800", "x" * 5000, "../../etc/passwd",
    "/etc/passwd", "/dev/zero", "~root/x.png", "~nobody-here/x.png", "file:///etc/passwd",
    "http://[",
    "//", "..", ".", "%00", "a\u2028b", "\u202ex", "💥", "?d=../../x.png", [], {}, [[]], [{}],
    {"": {}},
    [None], ["a"] * 1000, list(range(256)), [[0, 0], [0, 100], [100, 100]], [[1e308] * 2] * 3,
    {"counts": "x", "size": [1, 1]}, {"counts": [1], "size": [10**6, 10**6]}, "1e999", "-0",
)  # fmt: skip
"""Stands where something else should."""


def cut(data: bytes, rng: Rng) -> bytes:
    return data[: int(rng.integers(0, len(data) + 1))]


def flip(data: bytes, rng: Rng) -> bytes:
    damaged = bytearray(data)
    for place in rng.integers(0, len(damaged), int(rng.integers(1, 20))):
        damaged[place] ^= 1 << int(rng.integers(8))
    return bytes(damaged)


def flip_head(data: bytes, rng: Rng) -> bytes:
    return flip(data[:200], rng) + data[200:]


def insert(data: bytes, rng: Rng) -> bytes:
    place = int(rng.integers(0, len(data) + 1))
    return data[:place] + rng.bytes(int(rng.integers(1, 40))) + data[place:]


def remove(data: bytes, rng: Rng) -> bytes:
    place, length = int(rng.integers(0, len(data))), int(rng.integers(1, 40))
    return data[:place] + data[place + length :]


def blank(data: bytes, rng: Rng) -> bytes:
    place, length = int(rng.integers(0, len(data))), int(rng.integers(1, 200))
    return data[:place] + bytes(min(length, len(data) - place)) + data[place + length :]


def extreme(data: bytes, rng: Rng) -> bytes:
    """A number of the head, in either order of bytes, becomes as large or small as it can."""
    damaged = bytearray(data)
    for _ in range(int(rng.integers(1, 4))):
        number = EXTREMES[int(rng.integers(len(EXTREMES)))]
        number = number[::-1] if rng.random() < 0.5 else number
        place = int(rng.integers(0, min(len(data), 400)))
        damaged[place : place + len(number)] = number
    return bytes(damaged)


def twice(data: bytes, rng: Rng) -> bytes:
    place = int(rng.integers(0, len(data)))
    return data[:place] + data[place // 2 :]


def noise(data: bytes, rng: Rng) -> bytes:
    return data[:8] + rng.bytes(int(rng.integers(0, 500)))


BYTES: tuple[Callable[[bytes, Rng], bytes], ...] = (
    cut, flip, flip_head, insert, remove, blank, extreme, extreme, twice, noise,
)  # fmt: skip


def spoiled(data: bytes, rng: Rng) -> bytes:
    """Bytes after one or two mutations."""
    for _ in range(int(rng.integers(1, 3))):
        data = BYTES[int(rng.integers(len(BYTES)))](data or b"\0", rng)
    return data


def twisted(found: Any, rng: Rng) -> Any:
    """A structure with one to three of its parts replaced, taken out or put in."""
    found = copy.deepcopy(found)
    for _ in range(int(rng.integers(1, 4))):
        places = [(None, None), *_places(found)]
        holder, key = places[int(rng.integers(len(places)))]
        odd = copy.deepcopy(ODD[int(rng.integers(len(ODD)))])
        if holder is None:
            found = odd if rng.random() < 0.3 else found
        elif rng.random() < 0.2:
            del holder[key]
        else:
            holder[key] = odd
    return found


def as_json(found: Any) -> bytes:
    """What Python writes, half characters and infinities as they come."""
    return json.dumps(found).encode()


def _places(found: Any) -> list[tuple[Any, Any]]:
    places: list[tuple[Any, Any]] = []
    pending = [found]
    while pending:
        one = pending.pop()
        keys = (
            list(one)
            if isinstance(one, dict)
            else list(range(len(one)))
            if isinstance(one, list)
            else []
        )
        places += [(one, key) for key in keys[:50]]
        pending += [one[key] for key in keys[:50]]
    return places
