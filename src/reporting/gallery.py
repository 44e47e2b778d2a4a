"""The samples worth a picture: the worst and the best of a stream."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.core import InputError, Prediction, Row, Sample, Sink
from src.core.metric_names import spelled
from src.reporting.drawing.panels import panel


@dataclass(frozen=True, eq=False)
class Exhibit:
    """A sample with its prediction and its row."""

    score: float
    sample: Sample
    prediction: Prediction
    row: Row


class Gallery:
    """Keeps the ``pictures`` best and worst of a stream, and nothing of the rest.

    Args:
        by: column of the rows, where more is better.
    """

    def __init__(self, pictures: int, by: str) -> None:
        if pictures < 0:
            raise InputError(f"pictures must not be negative, got {pictures}")
        self.pictures = pictures
        self.by = spelled(by)
        self._worst: list[Exhibit] = []
        self._best: list[Exhibit] = []

    def offer(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        """Keep the sample while it is among the extremes; an undefined score never is."""
        if self.by not in row.values:
            raise InputError(f"report.by: this scorer gives no {self.by!r}: choose another report")
        score = float(row[self.by])
        if math.isnan(score):
            return
        exhibit = Exhibit(score, sample, prediction, row)
        self._worst = sorted([*self._worst, exhibit], key=_score)[: self.pictures]
        self._best = sorted([exhibit, *self._best], key=lambda own: -own.score)[: self.pictures]

    @property
    def worst(self) -> tuple[Exhibit, ...]:
        """From the lowest score up; of equal ones the earlier first."""
        return tuple(self._worst)

    @property
    def best(self) -> tuple[Exhibit, ...]:
        """From the highest score down, of equal ones the later first; none is among the worst."""
        return tuple(exhibit for exhibit in self._best if exhibit not in self._worst)

    def __iter__(self) -> Iterator[tuple[str, Exhibit]]:
        """``worst_1_NAME`` and so on, each with what it shows."""
        for end, exhibits in (("worst", self.worst), ("best", self.best)):
            for place, exhibit in enumerate(exhibits, start=1):
                yield f"{end}_{place}_{file_name(exhibit.sample.name)}", exhibit

    def overlays(self, sink: Sink, folder: str = "overlays") -> None:
        """Keep every sample beside its overlay, pixel by pixel."""
        for name, exhibit in self:
            numbers = {self.by: exhibit.score}
            pixels = panel(exhibit.sample, exhibit.prediction.consensus, numbers)
            sink.picture(f"{folder}/{name}.png", pixels)


def file_name(name: str) -> str:
    """A sample's name that is one file on any disk."""
    return re.sub(r"[^\w.-]+", "_", name)[:80]


def _score(exhibit: Exhibit) -> float:
    return exhibit.score
