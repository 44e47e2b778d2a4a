"""One picture, and one picture with its truth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core.arrays import frozen
from src.core.instances import Instances
from src.core.questions import Question

SPLITS = ("train", "val", "test")
COLOURS = ("red", "green", "blue")


@dataclass(frozen=True)
class Entry:
    """What is known of a sample before its pixels are read.

    Args:
        id: hash of the picture's content; the same picture has the same id anywhere.
        name: what a person calls it, usually the file's stem.
        truth_id: hash of the truth's content, so that an edited label is noticed.
        tags: anything else that is known of the sample; scores can be sliced by it.
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
    """What a detector is shown: pixels, their name and what is asked; never the truth.

    Args:
        pixels: (height, width) or (height, width, 3), uint8, uint16 or float32.
        channels: names of the channels in use; without any given, grey or the three colours.
        questions: what a user asks of this picture; a detector may answer all on one look.
    """

    entry: Entry
    pixels: npt.NDArray[Any]
    channels: tuple[str, ...] = None  # type: ignore[assignment]  # filled in below
    questions: tuple[Question, ...] = ()

    def __post_init__(self) -> None:
        pixels = frozen(self.pixels)
        if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] != 3):
            raise ValueError(f"pixels must be (h, w) or (h, w, 3), got {pixels.shape}")
        if pixels.dtype not in (np.uint8, np.uint16, np.float32):
            raise ValueError(f"pixels must be uint8, uint16 or float32, got {pixels.dtype}")
        grey_or_colours = ("grey",) if pixels.ndim == 2 else COLOURS
        object.__setattr__(self, "pixels", pixels)
        if self.channels is None:
            object.__setattr__(self, "channels", grey_or_colours)
        object.__setattr__(self, "questions", tuple(self.questions))
        ids = [question.id for question in self.questions]
        if len(set(ids)) < len(ids):
            raise ValueError(f"{self.entry.name}: two questions have the same id")

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width."""
        return self.pixels.shape[0], self.pixels.shape[1]


@dataclass(frozen=True, eq=False)
class Sample:
    """One picture with its truth.

    Args:
        reference: whose labels the truth is: ``truth``, or the tool that stands in for it.
        strategy: why those: ``ground_truth`` or ``tool_comparison``.
    """

    picture: Picture
    truth: Instances
    reference: str = "truth"
    strategy: str = "ground_truth"

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
