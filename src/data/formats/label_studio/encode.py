"""Label Studio's brush masks, written; ``decode`` tells the format."""

from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.formats.label_studio.decode import CHANNELS, LONGEST, WORD, Bytes, Whole
from src.geometry.spans import run_starts

WHITE = 255


def encode_mask(mask: npt.NDArray[np.bool_]) -> list[int]:
    """A (height, width) mask as white, opaque paint, with the length sizes that suit it best."""
    flat = np.ascontiguousarray(mask, np.bool_).ravel()
    count = CHANNELS * flat.size
    if count >= 1 << 32:
        raise InputError(f"a mask of {mask.shape} is too large for Label Studio's 32-bit count")
    starts = _mask_runs(flat)
    lengths, whole = _pieces(CHANNELS * np.diff(starts, append=flat.size))
    values = np.repeat(WHITE * flat[starts].astype(np.int64), whole)
    needed = _bits_needed()[lengths]
    sizes = _best_sizes(np.bincount(needed, minlength=LONGEST + 1))
    selector = np.searchsorted(sizes, np.arange(LONGEST + 1))[needed]
    size = sizes[selector]
    blocks = ((4 | selector) << size | lengths - 1) << WORD | values
    header = (WORD - 1) << 16
    for shift, bits in zip((12, 8, 4, 0), sizes.tolist(), strict=True):
        header |= bits - 1 << shift
    codes = np.concatenate([[count >> 16, count & 0xFFFF, header], blocks])
    packed: list[int] = _packed(codes, np.concatenate([[16, 16, 21], 3 + size + WORD])).tolist()
    return packed


def _mask_runs(flat: npt.NDArray[np.bool_]) -> Whole:
    """Where a flat mask changes, its first place included; eight pixels at a time."""
    packed = np.packbits(flat)
    before = packed >> 1
    before[1:] |= packed[:-1] << 7
    changed = np.bitwise_xor(packed, before)
    byte = np.flatnonzero(changed != 0)
    bit = np.flatnonzero(np.unpackbits(changed[byte]).view(np.bool_))
    places = 8 * byte[bit >> 3] + (bit & 7)
    places = places[(places > 0) & (places < flat.size)]
    return np.concatenate([np.zeros(min(1, flat.size), np.int64), places])


def _pieces(lengths: Whole) -> tuple[Whole, Whole]:
    """Lengths cut so that each fits the longest size, and into how many each was cut."""
    full = (lengths - 1) >> LONGEST
    pieces = np.full(len(lengths) + int(full.sum()), 1 << LONGEST)
    pieces[np.cumsum(full + 1) - 1] = lengths - (full << LONGEST)
    return pieces, full + 1


@cache
def _bits_needed() -> Whole:
    """Length to the bits that it takes, less 1; one at least."""
    exponents: npt.NDArray[np.int32] = np.frexp(np.arange(-1, 1 << LONGEST).clip(0))[1]
    return exponents.clip(1).astype(np.int64)


@cache
def _choices() -> tuple[Whole, Whole]:
    """All sets of four sizes, and which of its sizes each set gives to so many bits."""
    sets = np.array(list(combinations(range(1, LONGEST + 1), 4)))
    fitting = sets[:, :, None] >= np.arange(LONGEST + 1)
    return sets, np.where(fitting, sets[:, :, None], 1 << 20).min(axis=1)


def _best_sizes(census: Whole) -> Whole:
    """The four sizes that take the fewest bits, given how many lengths need how many."""
    sets, given = _choices()
    best: Whole = sets[np.argmin(given @ census)]
    return best


def _packed(codes: Whole, widths: Whole) -> Bytes:
    """Codes one after another, each in its number of bits; zeros up to a whole byte.

    Bits are gathered in words of 64: the last code that begins in a word may spill over.
    """
    end = np.cumsum(widths)
    word, bit = (end - widths) >> 6, (end - widths) & 63
    room = 64 - bit - widths
    spilling = np.flatnonzero(room < 0)
    inside = np.where(room < 0, codes >> -room.clip(max=0), codes << room.clip(0))
    words = np.add.reduceat(inside.view(np.uint64), run_starts(word))
    words = np.append(words, np.uint64(0))
    spilt = codes[spilling] << (64 + room[spilling])
    words[word[spilling] + 1] |= spilt.view(np.uint64)
    return words.astype(">u8").view(np.uint8)[: -(-int(end[-1]) // 8)]
