"""A part of the pages, so that two who learn in turn see different ones."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from src.core import Dataset, InputError, Sample


@dataclass(frozen=True)
class Portion:
    """The pages whose name has a lot in a range; which that is depends on the name alone.

    Screens of one program, ``PROGRAM/NUMBER``, have one lot: who sees one may see all of them.
    """

    low: Annotated[float, Ge(0), Le(1)] = 0.0
    high: Annotated[float, Ge(0), Le(1)] = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.low < self.high <= 1:
            raise InputError(
                f"trainer.portion: low and high must lie in 0 to 1, got {self.low} to {self.high}"
            )

    def samples(self, dataset: Dataset, split: str) -> Iterator[Sample]:
        """The samples of a split that are in the portion, read one after another."""
        for entry in dataset.entries:
            if entry.split == split and self.low <= lot(entry.name) < self.high:
                yield dataset.read(entry)


def lot(name: str) -> float:
    """0 to below 1."""
    program = name.split("/")[0]
    return int.from_bytes(hashlib.sha256(program.encode()).digest()[:6], "big") / 2**48
