"""What the generated datasets share: a recipe, a seed per sample, pixels on demand."""

import hashlib
import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.base import LazyDataset
from src.data.split import Split

SMALLEST_SIDE = 32
"""Pixels; below this no root and no nucleus has room."""

Count = Annotated[int, Ge(1), Le(1_000_000)]
Side = Annotated[int, Ge(SMALLEST_SIDE), Le(16_384)]
"""Pixels; a picture of the largest takes gigabytes to draw."""


class RecipeDataset(LazyDataset):
    """Makes sample ``i`` from ``(seed, i)`` alone, so it is the same whatever the count.

    The id of a sample is the hash of its recipe: listing the samples draws none of them.

    Args:
        size: height and width in pixels, or one number for both.
    """

    generator: ClassVar[str]
    version: ClassVar[int]
    """Raised whenever the same recipe would give other pixels."""

    def __init__(
        self, count: int, size: int | Sequence[int], seed: int, split: Split | None
    ) -> None:
        super().__init__()
        self.count = whole("count", count, at_least=1)
        self.seed = whole("seed", seed, at_least=0)
        self.shape = _shape(size)
        self.split = Split() if split is None else split
        self._entries: tuple[Entry, ...] | None = None

    @property
    @abstractmethod
    def parameters(self) -> Mapping[str, Any]:
        """Whatever else the pixels depend on, as plain values."""

    @property
    def truth_parameters(self) -> Mapping[str, Any]:
        """What the truth or the questions depend on and the pixels do not."""
        return {}

    def tags(self, index: int) -> Mapping[str, str]:  # noqa: ARG002
        """What is known of a sample before it is made."""
        return {}

    @property
    def entries(self) -> Sequence[Entry]:
        """All samples, without their pixels, in a fixed order."""
        if self._entries is None:
            self._entries = tuple(self._entry(index) for index in range(self.count))
        return self._entries

    def index(self, entry: Entry) -> int:
        """The number of a sample; an entry of another set is refused."""
        digits = entry.name.rpartition("-")[2]
        index = int(digits) if digits.isdecimal() else 0
        if entry.id != self._hash("picture", index):
            raise InputError(f"{entry.name} ({entry.id}) is not a sample of these {self.generator}")
        return index

    def _entry(self, index: int) -> Entry:
        name = f"{self.generator}-{index:04d}"
        picture = self._hash("picture", index)
        truth = self._hash("truth", index, self.truth_parameters)
        return Entry(picture, name, self.split.of(picture, name), truth, self.tags(index))

    def _hash(self, part: str, index: int, further: Mapping[str, Any] | None = None) -> str:
        recipe = {
            "generator": self.generator,
            "version": self.version,
            "shape": self.shape,
            "seed": self.seed,
            "index": index,
            "part": part,
            **self.parameters,
            **(further or {}),
        }
        return hashlib.sha256(json.dumps(recipe, sort_keys=True).encode()).hexdigest()[:16]

    def __getstate__(self) -> dict[str, Any]:
        """Without the list of entries, which is cheaper to make again than to send."""
        return {**self.__dict__, "_entries": None}


class SyntheticDataset(RecipeDataset):
    """Samples whose truth is a label image."""

    @abstractmethod
    def draw(
        self, layout: np.random.Generator, look: np.random.Generator
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
        """Pixels and label image; ``layout`` decides where things lie, ``look`` the rest."""

    def read(self, entry: Entry) -> Sample:
        """The sample, drawn now."""
        layout, look = np.random.SeedSequence((self.seed, self.index(entry))).spawn(2)
        pixels, labels = self.draw(np.random.default_rng(layout), np.random.default_rng(look))
        return Sample(Picture(entry, pixels), Instances.from_labels(compact(labels)))


def compact(labels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same instances numbered 1, 2, 3 … in the smallest unsigned type that holds them."""
    present = np.bincount(labels.ravel(), minlength=1) > 0
    present[0] = False
    numbers = np.cumsum(present) * present
    renumbered: npt.NDArray[Any] = numbers.astype(np.min_scalar_type(int(numbers.max())))[labels]
    return renumbered


def whole(key: str, value: object, *, at_least: int) -> int:
    """``value`` if it is a whole number of at least ``at_least``."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < at_least:
        raise InputError(
            f"dataset.{key} must be a whole number of at least {at_least}, got {value!r}"
        )
    return int(value)


def number(key: str, value: object, low: float, high: float) -> float:
    """``value`` if it is a number from ``low`` to ``high``, ends included."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise InputError(f"dataset.{key} must be a number, got {value!r}")
    if not low <= float(value) <= high:
        raise InputError(f"dataset.{key} must lie between {low:g} and {high:g}, got {value!r}")
    return float(value)


def span(key: str, value: object, low: float, high: float) -> tuple[float, float]:
    """``value`` if it is a smallest and a largest number within ``low`` to ``high``."""
    if isinstance(value, str) or not isinstance(value, Sequence) or len(value) != 2:
        raise InputError(f"dataset.{key} must be [smallest, largest], got {value!r}")
    smallest, largest = (number(key, end, low, high) for end in value)
    if smallest > largest:
        raise InputError(f"dataset.{key}: {smallest:g} must not exceed {largest:g}")
    return smallest, largest


def _shape(size: object) -> tuple[int, int]:
    if isinstance(size, str) or not isinstance(size, Sequence):
        side = whole("size", size, at_least=SMALLEST_SIDE)
        return side, side
    if len(size) != 2:
        raise InputError(f"dataset.size must be a number or [height, width], got {size!r}")
    height, width = (whole("size", side, at_least=SMALLEST_SIDE) for side in size)
    return height, width
