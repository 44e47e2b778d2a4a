"""Objects of another class are other objects: whether classes are told apart, and by what names."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
import numpy.typing as npt

from src.core import Instances, Row, Table
from src.core.arrays import frozen

log = logging.getLogger(__name__)

Column = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]

CLASSES = "classes"
"""The table of a row, and of a card, in which every class has a row."""

CLASS = "class"
PART, MEAN = "class=", "class_mean_"
"""Before the name of a class as a part of a card, and of a ratio that is averaged over classes."""


@dataclass(frozen=True, eq=False)
class Classes:
    """What every instance of both sides is; make one with ``of``.

    Args:
        names: of all classes of both sides.
        truth, prediction: (n,) place in the names of each instance, in the order of the rows.
    """

    names: tuple[str, ...]
    truth: Column
    prediction: Column

    def __post_init__(self) -> None:
        for name in ("truth", "prediction"):
            object.__setattr__(self, name, frozen(getattr(self, name), np.int64))

    @classmethod
    def of(cls, truth: Instances, prediction: Instances) -> Self | None:
        """``None`` where classes cannot be told apart, and a warning where that may surprise."""
        if not _comparable(truth, prediction):
            _say_unknown(knows_classes(truth), knows_classes(prediction))
            return None
        names = tuple(dict.fromkeys([*_all_names(truth), *_all_names(prediction)]))
        place = {name: number for number, name in enumerate(names)}
        return cls(
            names,
            *(
                np.array([place[name] for name in _names_of(instances)], np.int64)
                for instances in (truth, prediction)
            ),
        )


def knows_classes(instances: Instances) -> bool:
    """Whether somebody said what the instances are, or what was looked for."""
    return instances.classes is not None or instances.class_names is not None


def class_sums(rows: Sequence[Row], columns: Sequence[str]) -> tuple[tuple[str, ...], Numbers]:
    """The classes of all rows, and (rows, classes, columns) of sums.

    There are none where some row could not tell classes apart: its table is empty.
    """
    tables = [row.tables[CLASSES] for row in rows if CLASSES in row.tables]
    if not all(CLASS in own for own in tables):
        return (), np.zeros((len(rows), 0, len(columns)))
    names = tuple(sorted({str(name) for own in tables for name in own[CLASS]}))
    sums = np.zeros((len(rows), len(names), len(columns)))
    for number, row in enumerate(rows):
        own = row.tables.get(CLASSES, {})
        if CLASS in own:
            places = [names.index(str(name)) for name in own[CLASS]]
            sums[number, places] = np.stack([own[column] for column in columns], axis=1)
    return names, sums


def class_table(names: Sequence[str], sums: Table) -> Table:
    """One row per class."""
    return {CLASS: np.array(names, np.str_), **sums}


def _all_names(instances: Instances) -> Sequence[str]:
    """What was looked for, and else what was found."""
    return instances.class_names or _names_of(instances)


def _names_of(instances: Instances) -> list[str]:
    """What each instance is; its number where numbers have no names."""
    numbers = [] if instances.classes is None else instances.classes.tolist()
    if instances.class_names is None:
        return [str(number) for number in numbers]
    return [instances.class_names[number] for number in numbers]


def _comparable(truth: Instances, prediction: Instances) -> bool:
    """Whether both sides know what they have, and by shared names, or both by numbers."""
    sides = (truth, prediction)
    if not any(knows_classes(side) for side in sides):
        return False
    if any(len(side) and side.classes is None for side in sides):
        return False
    if not (len(truth) and len(prediction)):
        return True
    if truth.class_names is None or prediction.class_names is None:
        return truth.class_names is prediction.class_names
    return bool(set(truth.class_names) & set(prediction.class_names))


@cache
def _say_unknown(truth: bool, prediction: bool) -> None:
    """Say once that one side alone names classes; who shares no name was told so already."""
    if truth != prediction:
        knows, lacks = ("truth", "prediction") if truth else ("prediction", "truth")
        log.warning("the %s names classes, the %s none: classes are not told apart", knows, lacks)
