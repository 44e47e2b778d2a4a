"""Label Studio's brush masks, read: a bit stream of RGBA values, which is not COCO's run lengths.

Most significant bit first: 32 bits count the values (4 × height × width), 5 hold the word size
less 1, four times 4 bits the length sizes less 1. Blocks follow: 1 bit says run or literal, 2
choose a length size, the length less 1 is in that size; then one word for a run, or one word per
value. Values are row-major RGBA; alpha is the mask.
"""

from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.core import InputError

CHANNELS, ALPHA = 4, 3
HEADER_BITS, WORD, LONGEST = 53, 8, 16
"""Bits of the header, of a value, and of the longest length."""

Whole = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


def decode_alpha(rle: Sequence[int] | bytes, shape: tuple[int, int]) -> Bytes:
    """The alpha channel of a brush mask of this height and width; the other three are not made."""
    data = _stream(rle)
    sizes = _length_sizes(data, shape)
    padded = data + bytes(4)
    blocks = _Blocks.of(padded, _block_starts(padded, sizes), sizes)
    blocks = blocks.until(CHANNELS * shape[0] * shape[1])
    return _alpha(blocks, np.frombuffer(padded, np.uint8)).reshape(shape)


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Stretches of values, one after another.

    Args:
        repeats: whether one word stands for all values of the block.
        begin, end: places of its values in the stream of values.
        words: bit at which its words begin.
    """

    repeats: npt.NDArray[np.bool_]
    begin: Whole
    end: Whole
    words: Whole

    @classmethod
    def of(cls, data: bytes, starts: Whole, sizes: list[int]) -> "_Blocks":
        """What the heads of the blocks say."""
        window = _read(np.frombuffer(data, np.uint8), starts, 3 + LONGEST)
        head = window >> LONGEST
        size = np.array(sizes * 2)[head]
        length = (window >> (LONGEST - size) & (1 << size) - 1) + 1
        end = np.cumsum(length)
        return cls(head > 3, end - length, end, starts + 3 + size)

    def until(self, count: int) -> "_Blocks":
        """The blocks of exactly so many values; what follows them is padding."""
        last = int(np.searchsorted(self.end, count)) + 1 if count else 0
        if count and (last > len(self.end) or self.end[last - 1] != count):
            raise InputError("the RLE is cut or damaged: its blocks do not end with its values")
        return _Blocks(self.repeats[:last], self.begin[:last], self.end[:last], self.words[:last])


def _stream(rle: object) -> bytes:
    with suppress(TypeError, ValueError):
        if isinstance(rle, Sequence):
            return bytes(rle)
    raise InputError("the RLE is no list of whole numbers from 0 to 255")


def _length_sizes(data: bytes, shape: tuple[int, int]) -> list[int]:
    """The four length sizes, after what else the header says is checked."""
    if 8 * len(data) < HEADER_BITS:
        raise InputError(f"the RLE ends after {len(data)} bytes, within its header")
    header = int.from_bytes(data[:7], "big") >> 3
    count, word = header >> 21, (header >> 16 & 31) + 1
    height, width = shape
    if count != CHANNELS * height * width:
        raise InputError(
            f"the RLE holds {count} values, but {width}×{height} pixels (width×height) of "
            f"{CHANNELS} channels are {CHANNELS * height * width}"
        )
    if word != WORD:
        raise InputError(f"the RLE has values of {word} bits, Label Studio's have {WORD}")
    return [(header >> shift & 15) + 1 for shift in (12, 8, 4, 0)]


def _block_starts(padded: bytes, sizes: list[int]) -> Whole:
    """Bit at which each whole block begins: the one walk that must go step by step.

    The step of a run is known from its first three bits, so it is looked up for all bits at
    once; only literals, long and few, have their length read on the way.

    Args:
        padded: the stream and four bytes more.
    """
    bits = np.unpackbits(np.frombuffer(padded, np.uint8))
    heads = bits[:-2] << 2 | bits[1:-1] << 1 | bits[2:]
    known = bytes([0] * 4 + [3 + size + WORD for size in sizes])
    steps = heads.tobytes().translate(known.ljust(256))
    starts, place, end = array("q"), HEADER_BITS, 8 * (len(padded) - 4)
    note = starts.append
    while place < end:
        note(place)
        step = steps[place]
        if not step:
            byte, shift = divmod(place, 8)
            window = int.from_bytes(padded[byte : byte + 4], "big") >> 13 - shift
            size = sizes[window >> LONGEST & 3]
            step = 3 + size + WORD * ((window >> LONGEST - size & (1 << size) - 1) + 1)
        place += step
    if place > end:
        starts.pop()
    return np.array(starts, np.int64)


def _alpha(blocks: _Blocks, data: Bytes) -> Bytes:
    """Value i is the alpha of pixel i // 4 where i % 4 is 3, so a block has those it ends."""
    first, last = blocks.begin // CHANNELS, blocks.end // CHANNELS
    values = np.where(blocks.repeats, _read(data, blocks.words, WORD), 0)
    alpha = np.repeat(values.astype(np.uint8), last - first)
    literal = np.flatnonzero(~blocks.repeats)
    count = (last - first)[literal]
    pixels = np.repeat(first[literal] - np.cumsum(count) + count, count) + np.arange(count.sum())
    origin = np.repeat((blocks.words - WORD * blocks.begin)[literal], count)
    alpha[pixels] = _read(data, origin + WORD * (CHANNELS * pixels + ALPHA), WORD)
    return alpha


def _read(data: Bytes, places: Whole, size: int) -> Whole:
    """The number of up to 25 bits at each bit of ``data``, which goes on for 4 bytes more."""
    byte = places >> 3
    window = np.zeros(len(places), np.int64)
    for ahead in range(4):
        window = window << 8 | data[byte + ahead]
    return window >> (32 - size - (places & 7)) & (1 << size) - 1
