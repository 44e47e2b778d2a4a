"""Where results go, and what brings them there."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from src.core.prediction import Prediction
from src.core.row import Row
from src.core.sample import Sample
from src.core.scorecard import Scorecard


@runtime_checkable
class Sink(Protocol):
    """Keeps numbers, tags, tables, pictures, texts and files of a run."""

    @property
    def name(self) -> str:
        """What people call the run."""

    def metrics(self, numbers: Mapping[str, float], step: int = 0) -> None:
        """Keep numbers by name; ``nan`` where one is not defined."""

    def tags(self, tags: Mapping[str, str]) -> None:
        """Keep words by name; a later one replaces an earlier one."""

    def table(self, name: str, columns: Mapping[str, npt.ArrayLike]) -> None:
        """Keep equally long columns."""

    def picture(self, path: str, pixels: npt.NDArray[np.uint8]) -> None:
        """Keep (height, width) or (height, width, 3) uint8 as a PNG."""

    def text(self, path: str, text: str) -> None:
        """Keep a text."""

    def file(self, local: Path, folder: str | None = None) -> None:
        """Keep a copy of a file or of a whole folder, below ``folder``."""


@runtime_checkable
class Report(Protocol):
    """What a kind of score shows besides its numbers."""

    def observe(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        """Look at a sample while it is at hand, in the order of the dataset."""

    def finish(self, card: Scorecard, sink: Sink) -> None:
        """Leave pictures and whatever else belongs to the card."""

    def printed(self, card: Scorecard) -> Sequence[object]:
        """What a terminal shows below the numbers: texts or tables of rich's."""
