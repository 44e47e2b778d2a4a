"""Tasks that other processes can import."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

LONG_SECONDS = 40.0
"""Longer than anything that a test waits for."""


def square(number: int) -> int:
    return number * number


@dataclass(frozen=True)
class Traced:
    """Leaves a file for every item it begins; the first of all may take its time."""

    folder: Path
    first_seconds: float = 0.0

    def __call__(self, number: int) -> int:
        (self.folder / str(number)).touch()
        if number == 0:
            time.sleep(self.first_seconds)
        return number


class Heavy:
    """Counts, beside the file ``path``, how often it came to another process."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __setstate__(self, state: dict[str, Path]) -> None:
        self.__dict__.update(state)
        self.path.with_name(f"came-{time.perf_counter_ns()}-{os.getpid()}").touch()

    def __call__(self, number: int) -> int:
        time.sleep(0.01)
        return os.getpid() + 0 * number


class Homesick:
    """A task that cannot be rebuilt."""

    def __setstate__(self, _state: object) -> None:
        raise ModuleNotFoundError("No module named 'home'")

    def __getstate__(self) -> dict[str, int]:
        return {"home": 1}

    def __call__(self, number: int) -> int:
        return number


def third_raises(number: int) -> int:
    if number == 2:
        raise LookupError(f"number {number} is bad")
    return number


def third_exits(number: int) -> int:
    if number == 2:
        os._exit(7)
    time.sleep(0.05)
    return number


def first_is_fast(number: int) -> int:
    time.sleep(LONG_SECONDS if number else 0)
    return number


def array(number: int) -> np.ndarray:
    return np.full((512, 512), number, np.int32)
