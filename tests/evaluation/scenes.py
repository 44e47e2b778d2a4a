"""A dataset, a scorer and detectors that worker processes can import."""

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from src.core import (
    Directions,
    Entry,
    InputError,
    Instances,
    Picture,
    Prediction,
    Row,
    Sample,
    Scorecard,
)
from src.data.base import LazyDataset

SIDE = 24


class Squares(LazyDataset):
    """Picture ``i`` has a bright square of side ``1 + i % 16`` in a corner, and noise.

    Args:
        unreadable: names whose pictures are broken.
    """

    def __init__(
        self, count: int = 8, on_error: str = "stop", unreadable: Sequence[str] = ()
    ) -> None:
        super().__init__(on_error)
        self.count, self.unreadable = count, tuple(unreadable)
        self.reads = 0

    @property
    def entries(self) -> Sequence[Entry]:
        return tuple(
            Entry(
                f"id{index}",
                f"square-{index}",
                "val" if index % 4 == 3 else "test",
                f"truth{index}",
                {"plate": f"P{index % 2}"},
            )
            for index in range(self.count)
        )

    def read(self, entry: Entry) -> Sample:
        self.reads += 1
        if entry.name in self.unreadable:
            raise InputError(f"{entry.name}.png is broken: copy it again")
        index = int(entry.name.removeprefix("square-"))
        pixels = np.random.default_rng(index).integers(0, 50, (SIDE, SIDE), np.uint8)
        labels = np.zeros((SIDE, SIDE), np.uint8)
        labels[: 1 + index % 16, : 1 + index % 16] = 1
        pixels[labels > 0] += 100 + index % 50
        return Sample(Picture(entry, pixels), Instances.from_labels(labels))


@dataclass(frozen=True)
class Areas:
    """Scores by the difference in foreground."""

    takes_errors: bool = True
    ranks_by: str = "difference"

    @property
    def directions(self) -> Directions:
        return Directions.of_names(lower=["difference"])

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        found = int(prediction.consensus.foreground().sum())
        true = int(sample.truth.foreground().sum())
        brightness = float(sample.picture.pixels.mean())
        values = {"found": found, "difference": abs(true - found), "brightness": brightness}
        return Row(values, {"sums": {"columns": prediction.consensus.foreground().sum(axis=0)}})

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        names = rows[0] if rows else ()
        columns = {name: np.array([row[name] for row in rows]) for name in names}
        columns["id"] = np.array([row.id for row in rows], str)
        difference = float(np.sum([row["difference"] for row in rows]))
        metrics = {"difference": difference, "images": len(rows)}
        return Scorecard(metrics, rows=columns, directions=self.directions)


@dataclass(frozen=True)
class Bright:
    """Finds what is brighter than a level; may be slow, and leaves its traces in a folder.

    Args:
        seconds: that it sleeps.
        traces: gets an empty file called after each picture.
    """

    level: int = 60
    seconds: float = 0.0
    traces: Path | None = None

    def detect(self, picture: Picture) -> Instances:
        if self.traces is not None:
            (self.traces / picture.entry.name).touch()
        time.sleep(self.seconds)
        return Instances.from_labels((picture.pixels > self.level).astype(np.int32))


@dataclass(frozen=True)
class Moody:
    """Finds nothing, and raises an error of some pictures."""

    refused: tuple[str, ...] = ()

    def detect(self, picture: Picture) -> Instances:
        if picture.entry.name in self.refused:
            raise OddError(picture.entry.name, 3)
        return Instances.empty(picture.shape)


class OddError(Exception):
    """An error that cannot be unpickled: it wants more than its message."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__(f"cannot look at {name}\nfor {number} reasons")


@dataclass(frozen=True)
class Deadly:
    """Ends its process at one picture, as the system does when memory is short."""

    name: str

    def detect(self, picture: Picture) -> Instances:
        if picture.entry.name == self.name:
            os.kill(os.getpid(), signal.SIGKILL)
        return Instances.empty(picture.shape)
