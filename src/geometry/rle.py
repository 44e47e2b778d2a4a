"""COCO's run-length masks as columns of runs, for all masks at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pycocotools import mask as coco

from src.core.instances import Rle
from src.geometry.spans import run_starts

Column = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Runs:
    """Stretches of pixels in column-major order; those of one mask are disjoint.

    Args:
        owner: which mask each run belongs to, ascending.
        start: flat column-major place of the first pixel, ascending within a mask.
        length: pixels.
    """

    owner: Column
    start: Column
    length: Column

    def pixels(self) -> Column:
        """Flat column-major place of every pixel, run after run."""
        skipped = np.cumsum(self.length) - self.length
        places = np.repeat(self.start - skipped, self.length)
        places += np.arange(len(places))
        return places


def compressed(runs: Runs, shape: tuple[int, int]) -> tuple[Rle, ...]:
    """One COCO mask per owner."""
    if len(runs.owner) == 0:
        return ()
    end = runs.start + runs.length
    first = run_starts(runs.owner)
    last = np.append(first[1:], len(end)) - 1
    gap = np.diff(runs.start, prepend=0)
    gap[1:] -= runs.length[:-1]
    gap[first] = runs.start[first]
    rest = shape[0] * shape[1] - end[last]
    # Per mask: gap, run, gap, run, …, and what is left after the last run unless that is 0.
    numbers = np.insert(np.column_stack([gap, runs.length]).ravel(), 2 * last + 2, rest)
    numbers = numbers.astype(np.uint32)
    begins = 2 * first + np.arange(len(first))
    ends = 2 * last + 2 + np.arange(len(last)) + (rest > 0)
    spans = zip(begins.tolist(), ends.tolist(), strict=True)
    plain = [{"size": list(shape), "counts": numbers[begin:end]} for begin, end in spans]
    return tuple(coco.frPyObjects(plain, *shape))


def decompressed(rles: Sequence[Rle]) -> Runs:
    """The runs of every mask, read without making a picture of any of them."""
    numbers, per_mask = _numbers(rles)
    owner = np.repeat(np.arange(len(rles)), per_mask)
    begins = np.cumsum(per_mask) - per_mask
    place = np.arange(len(numbers)) - np.repeat(begins, per_mask)
    lengths = _undo_differences(numbers, place, begins, per_mask)
    if lengths.min(initial=0) < 0:
        number = owner[np.flatnonzero(lengths < 0)[0]]
        raise ValueError(f"mask {number} has a run of fewer than 0 pixels")
    _check_totals(np.bincount(owner, weights=lengths, minlength=len(rles)), rles)
    start = np.cumsum(lengths) - lengths
    start -= np.repeat(start[np.minimum(begins, len(start) - 1)], per_mask)
    inside = (place % 2 == 1) & (lengths > 0)
    return Runs(owner[inside], start[inside], lengths[inside])


def _numbers(rles: Sequence[Rle]) -> tuple[Column, Column]:
    """All numbers in the masks' texts, and how many each mask has.

    A number is written in groups of 5 bits, the lowest first, each as the character 48 above
    it; bit 5 says that another group follows, bit 4 of the last group is the sign.
    """
    texts = [_text(rle) for rle in rles]
    groups = np.frombuffer(b"".join(texts), np.uint8).astype(np.int64) - 48
    last = groups & 32 == 0
    ends = np.flatnonzero(last) + 1
    begins = np.concatenate([np.zeros(1, np.int64), ends])[: len(ends)]
    shift = 5 * (np.arange(len(groups)) - np.repeat(begins, ends - begins))
    numbers = np.add.reduceat((groups & 31) << shift, begins) if len(ends) else ends
    negative = groups[ends - 1] & 16 > 0
    numbers[negative] -= 1 << (5 * (ends - begins)[negative])
    per_text = np.diff(np.searchsorted(ends, np.cumsum([0, *map(len, texts)]), side="right"))
    return numbers, per_text


def _undo_differences(numbers: Column, place: Column, begins: Column, per_mask: Column) -> Column:
    """COCO writes each number from the fourth on as its difference to the one two before it."""
    lengths = numbers.copy()
    for parity in (0, 1):
        chain = (place > 0) & (place % 2 == parity)
        sums = np.cumsum(np.where(chain, numbers, 0))
        before = np.concatenate([np.zeros(1, np.int64), sums])[begins]
        lengths[chain] = (sums - np.repeat(before, per_mask))[chain]
    return lengths


def _check_totals(totals: npt.NDArray[Any], rles: Sequence[Rle]) -> None:
    sizes = np.array([rle["size"] for rle in rles], np.int64).reshape(-1, 2).prod(axis=1)
    for number in np.flatnonzero(totals != sizes):
        raise ValueError(f"mask {number} tells of {totals[number]:.0f} pixels, not {sizes[number]}")


def _text(rle: Rle) -> bytes:
    counts = rle["counts"]
    if isinstance(counts, str):
        return counts.encode()
    if isinstance(counts, bytes):
        return counts
    raise ValueError(f"counts must be compressed text, got {type(counts).__name__}")
