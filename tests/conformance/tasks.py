"""Tasks that other processes can import."""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt


def first_is_slow(number: int) -> npt.NDArray[np.int64]:
    """An array, the first one after all others are there."""
    time.sleep(0.0 if number else 0.5)
    return np.arange(number)


def third_raises(number: int) -> int:
    """The number itself, but for one."""
    if number == 2:
        raise LookupError(f"number {number} is bad")
    return number


@dataclass(frozen=True)
class Traced:
    """Leaves a file for every item that it begins."""

    folder: Path

    def __call__(self, number: int) -> int:
        (self.folder / str(number)).touch()
        return number
