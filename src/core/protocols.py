"""What each interchangeable part must be able to do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from src.core.annotation import Annotation
from src.core.directions import Directions
from src.core.errors import InputError
from src.core.prediction import Prediction
from src.core.row import Row
from src.core.sample import Entry, Picture, Sample
from src.core.scorecard import Scorecard
from src.core.trajectory import Trajectory
from src.core.verdict import Verdict

Watch = Callable[[Mapping[str, Any]], None]
"""Is told the row of every image that was taught, and may raise ``Pruned``."""

Mask = npt.NDArray[np.bool_]


@runtime_checkable
class Dataset(Protocol):
    """Samples that are listed at once and read one at a time."""

    @property
    def entries(self) -> Sequence[Entry]:
        """All samples, without their pixels, in a fixed order."""

    @property
    def fingerprint(self) -> str:
        """Hash of every picture, truth and split: equal sets, equal fingerprints."""

    @property
    def skipped(self) -> Mapping[str, str]:
        """File to the reason it was left out, where errors are skipped."""

    def read(self, entry: Entry) -> Sample:
        """One sample with its pixels."""

    def samples(self, split: str | None = None) -> Iterator[Sample]:
        """The samples of one split, or all, read one after another."""

    def refuse(self, name: str, error: InputError) -> None:
        """Stop with the error of a sample, or leave the sample out and count it."""


@runtime_checkable
class Detector(Protocol):
    """Finds instances in a picture, or answers its questions."""

    def detect(self, picture: Picture) -> Prediction:
        """What it sees; it never sees the truth."""


@runtime_checkable
class Scorer(Protocol):
    """Compares predictions with truth: a row per sample, then a card of all rows."""

    @property
    def ranks_by(self) -> str:
        """The column of a row that orders samples from worst to best."""

    @property
    def directions(self) -> Directions:
        """Which of its metrics are better when lower."""

    @property
    def takes_errors(self) -> bool:
        """Whether a detector's error can count as an answer in which nothing was found."""

    def score(self, sample: Sample, prediction: Prediction) -> Row:
        """The scores of one sample."""

    def summarise(self, rows: Sequence[Row]) -> Scorecard:
        """All rows as one card."""


@runtime_checkable
class Gate(Protocol):
    """Decides whether a scorecard is good enough."""

    def judge(self, card: Scorecard) -> Verdict:
        """The verdict with its reasons."""


@runtime_checkable
class Annotator(Protocol):
    """A simulated person with a brush."""

    def initial(self, truth: Mask, rng: np.random.Generator) -> Annotation:
        """Paint clear examples of both classes without seeing a prediction."""

    def correct(self, truth: Mask, prediction: Mask, rng: np.random.Generator) -> Annotation | None:
        """Paint over the errors of a prediction; ``None`` when there is no clear one."""


@runtime_checkable
class Awaited(Annotator, Protocol):
    """An annotator that takes its own time: it is shown a picture before it is asked for it."""

    skipped_seconds: float
    """What the last look took that led to nothing."""

    def offer(self, step: int, picture: Picture, prediction: Mask | None, after: int) -> None:
        """Show a picture, and what a model that learned from ``after`` images sees in it."""

    def hurries(self) -> bool:
        """Whether it waits for the next picture, and has waited long enough."""


@runtime_checkable
class Clock(Protocol):
    """Gives times to strokes that were already painted."""

    def retime(self, trajectory: Trajectory, rng: np.random.Generator | None = None) -> Trajectory:
        """The same events with this clock's ``dt``; without ``rng``, the expected times."""

    def skipped(self, rng: np.random.Generator | None = None) -> float:
        """Seconds to look at a picture and leave it as it is."""


@runtime_checkable
class Paced(Clock, Protocol):
    """A clock that also knows of the machine: how long the net learns, and who waits for it."""

    @property
    def training_seconds(self) -> float:
        """Simulated seconds that the net learns after each annotated image."""

    @property
    def goes_on(self) -> bool:
        """Whether the next image is painted meanwhile, over what the old model predicts."""
