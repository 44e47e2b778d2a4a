"""The parts that questions fall into: by size, type, theme, platform and any other word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

import numpy as np
import numpy.typing as npt

from src.core import InputError, Table
from src.scoring.grounding.intervals import NONE, Intervals, part_intervals, pictures_behind
from src.scoring.grounding.sums import metrics_of, question_sums
from src.scoring.rows import TAG

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.float64]

ALL, OFFSET, SIDE = "all", "offset", "side"
"""Parts: the whole set, clicks by percent of the way to the edge, targets by their longer side."""

SIZE = "size"
SIZES = {"under_32": (0.0, 32.0), "32_to_100": (32.0, np.nextafter(100.0, inf)), "over_100": (
    np.nextafter(100.0, inf), inf)}  # fmt: skip
"""Part to its longer sides in px, the upper end exclusive; 32 and 100 are in the middle."""

LISTS = ("GUI_types",)
"""Words that are lists of words, with commas between."""

BY = (
    SIZE, "type", "level", "theme", "platform", "application", "group", "ui_type", "difficulty",
    "instruction_source", *LISTS,
)  # fmt: skip
"""What questions are told apart by, wherever a set has it."""

ELEMENT = "element/"
"""What stands before a word of the file whose name is that of a column of ours."""

JOINT = "+"
"""Between words that are taken together, such as ``application+ui_type``."""

APART = "\x1f"
"""Between the values of such words: no value has it."""

OFFSETS = {0: (0.0, 0.1), 20: (0.1, 0.3), 40: (0.3, 0.5), 60: (0.5, 0.7), 80: (0.7, 0.85), 90: (
    0.85, inf)}  # fmt: skip
"""Percent of the way from the middle to the edge to the clicks that stand for it."""

SIDES = (0, 8, 12, 16, 24, 32, 48, 64, 100, 150, 250, 500, inf)
"""Ends of the classes of longer sides in px by which a rate is drawn against size."""


@dataclass(frozen=True, eq=False)
class Part:
    """Some of the questions, and what they come to.

    Args:
        by: what they have in common.
        value: which of its values; of several words one after another.
        intervals: of some of the numbers, and ``whose`` they are.
        pictures: rate to how many pictures it stands on.
    """

    by: str
    value: str
    numbers: dict[str, float]
    intervals: Intervals = field(default_factory=dict)
    whose: str = NONE
    pictures: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """``size=under_32``, or ``application=word ui_type=icon`` of several words."""
        words = zip(self.by.split(JOINT), self.value.split(APART), strict=True)
        return " ".join(f"{by}={value}" for by, value in words)


def sized(longer_side: Numbers) -> npt.NDArray[np.str_]:
    """The class of each longer side."""
    ends = [low for low, _ in SIZES.values()]
    return np.array([*SIZES])[np.searchsorted(ends, longer_side, side="right") - 1]


def words_of(table: Table, by: str) -> npt.NDArray[np.str_] | None:
    """The value of each question; ``None`` where nobody knows it, empty where one is not known."""
    columns = []
    for name in by.split(JOINT):
        if name == SIZE:
            columns.append(sized(table["longer_side"]))
            continue
        column = next(
            (table[own] for own in (name, TAG + name, ELEMENT + name) if own in table), None
        )
        if column is None:
            return None
        columns.append(column.astype(str))
    known = np.all([column != "" for column in columns], axis=0)
    joined = columns[0]
    for column in columns[1:]:
        joined = np.char.add(np.char.add(joined, APART), column)
    return np.where(known, joined, "")


def check_by(by: Sequence[str]) -> None:
    """Refuse names by which questions are told apart in any case, in tables of their own."""
    for name in by:
        if name in (ALL, OFFSET, SIDE):
            raise InputError(
                f"by must not name {name!r}, which has tables of its own; a tag or a key of an "
                f"element with this name is {TAG}{name} or {ELEMENT}{name}"
            )


def masks_by(table: Table, by: str) -> dict[str, Flags]:
    """Value to its questions; sizes from small to large, all else by the alphabet."""
    values = words_of(table, by)
    if values is None:
        if by not in BY:
            known = sorted({name.removeprefix(TAG) for name in table})
            raise InputError(f"scorer.by: no question has {by!r}; there are {', '.join(known)}")
        return {}
    counted = table["target"] | table["refusal"]
    if by in LISTS:
        return _masks_by_word(values, counted)
    order = SIZES if by == SIZE else sorted({*values[counted].tolist()} - {""})
    masks = {value: (values == value) & counted for value in order}
    # A refusal has no box, and so no size.
    return {value: own & table["target"] for value, own in masks.items()} if by == SIZE else masks


def _masks_by_word(values: npt.NDArray[np.str_], counted: Flags) -> dict[str, Flags]:
    """Of a column of lists: an element belongs to each of its words."""
    lists = [set(value.split(", ")) - {""} for value in values.tolist()]
    found = {word for own, counts in zip(lists, counted, strict=True) if counts for word in own}
    return {
        word: np.array([word in own for own in lists], bool) & counted for word in sorted(found)
    }


def offset_masks(table: Table) -> dict[str, Flags]:
    """Percent of the way to the edge to the questions whose click lies about there."""
    return {
        str(percent): table["target"] & (table["offset"] >= low) & (table["offset"] < high)
        for percent, (low, high) in OFFSETS.items()
    }


def side_masks(table: Table) -> dict[str, Flags]:
    """Class of longer sides, by its ends in px, to its questions."""
    side, ends = table["longer_side"], pairwise(SIDES)
    return {
        f"{low:g}-{high:g}": table["target"] & (side >= low) & (side < high) for low, high in ends
    }


def all_parts(
    questions: Table,
    pictures: npt.NDArray[np.int64],
    by: Sequence[str],
    thresholds: Sequence[float],
    resamples: int,
    level: float,
) -> list[Part]:
    """The whole set, what it falls into, and the classes of clicks and of sizes; with intervals.

    Args:
        questions: judged, of all pictures.
        pictures: (questions,) the number of the picture of each.
    """
    masks = [(ALL, "", questions["target"] | questions["refusal"])]
    for name in by:
        masks += [(name, value, own) for value, own in masks_by(questions, name).items()]
    masks += [(OFFSET, value, own) for value, own in offset_masks(questions).items()]
    masks += [(SIDE, value, own) for value, own in side_masks(questions).items()]
    sums = question_sums(questions, thresholds)
    count = int(pictures.max(initial=-1)) + 1
    added = [_by_picture(sums[mask], pictures[mask], count) for _, _, mask in masks]
    found = part_intervals(added, thresholds, resamples, level)
    return [
        Part(
            name,
            value,
            metrics_of(own, thresholds),
            intervals,
            whose,
            pictures_behind(own, thresholds),
        )
        for (name, value, _), own, (intervals, whose) in zip(masks, added, found, strict=True)
    ]


def picture_numbers(questions: Table) -> npt.NDArray[np.int64]:
    """(questions,) which picture each is about, from the names and ids in a table of questions."""
    words = np.char.add(np.char.add(questions["id"].astype(str), APART), questions["name"])
    return np.unique(words, return_inverse=True)[1].astype(np.int64)


def _by_picture(sums: Numbers, pictures: npt.NDArray[np.int64], count: int) -> Numbers:
    """(pictures, sums)."""
    return np.stack([np.bincount(pictures, column, count) for column in sums.T], axis=1)
