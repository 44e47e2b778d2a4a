"""One picture, and one picture with its truth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.core.instances import Instances

SPLITS = ("train", "val", "test")
COLOURS = ("red", "green", "blue")
CHANNELS, REFERENCE, STRATEGY = "channels", "reference", "strategy"
"""Tags: the names of the channels, with commas; whose labels are the truth; why these."""


@dataclass(frozen=True)
class Entry:
    """What is known of a sample before its pixels are read.

    Args:
        id: hash of the picture's content; the same picture has the same id anywhere.
        name: what a person calls it, usually the file's stem.
        truth_id: hash of the truth's content, so that an edited label is noticed.
    """

    id: str
    name: str
    split: str
    truth_id: str = ""
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("an entry needs an id")
        if self.split not in SPLITS:
            raise ValueError(f"split must be one of {SPLITS}, got {self.split!r}")


@dataclass(frozen=True, eq=False)
class Picture:
    """What a detector is shown: pixels and their name, never the truth.

    Args:
        pixels: (height, width) or (height, width, 3), uint8, uint16 or float32.
    """

    entry: Entry
    pixels: npt.NDArray[Any]

    def __post_init__(self) -> None:
        pixels = frozen(self.pixels)
        if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] != 3):
            raise ValueError(f"pixels must be (h, w) or (h, w, 3), got {pixels.shape}")
        if pixels.dtype not in (np.uint8, np.uint16, np.float32):
            raise ValueError(f"pixels must be uint8, uint16 or float32, got {pixels.dtype}")
        object.__setattr__(self, "pixels", pixels)

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]

    @property
    def channels(self) -> tuple[str, ...]:
        """Names of the channels: as the entry is tagged, else grey or the three colours."""
        told = self.entry.tags.get(CHANNELS)
        if told is None:
            return ("grey",) if self.pixels.ndim == 2 else COLOURS
        return tuple(name for name in told.split(",") if name)


@dataclass(frozen=True, eq=False)
class Sample:
    """One picture with its truth."""

    picture: Picture
    truth: Instances

    def __post_init__(self) -> None:
        if self.truth.shape != self.picture.shape:
            raise ValueError(
                f"{self.name}: truth is {self.truth.shape}, the picture {self.picture.shape}"
            )

    @property
    def id(self) -> str:
        """Content hash of the picture."""
        return self.picture.entry.id

    @property
    def name(self) -> str:
        """What a person calls it."""
        return self.picture.entry.name

    @property
    def split(self) -> str:
        """``train``, ``val`` or ``test``."""
        return self.picture.entry.split
