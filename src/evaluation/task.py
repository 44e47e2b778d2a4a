"""What is done with every sample of a dataset, in whichever process."""

from dataclasses import dataclass

from src.core import Dataset, Detector, Entry, InputError, Prediction, Row, Sample, Scorer
from src.evaluation.examine import examine


@dataclass(frozen=True, eq=False)
class Examined:
    """The row of a sample, and what was seen for it where somebody wants to see it too."""

    row: Row
    seen: tuple[Sample, Prediction] | None = None


@dataclass(frozen=True, eq=False)
class Unreadable:
    """A sample that could not be read."""

    error: InputError


Result = Examined | Unreadable


@dataclass(frozen=True, eq=False)
class Examination:
    """Reads a sample and examines it.

    Args:
        shown: whether sample and prediction are wanted beside the row; in another process they
            would otherwise be sent for nothing.
    """

    dataset: Dataset
    detector: Detector
    scorer: Scorer
    on_detector_error: str = "stop"
    shown: bool = False

    def __call__(self, entry: Entry) -> Result:
        """The result for one entry; raises what the detector or the scorer raises."""
        try:
            sample = self.dataset.read(entry)
        except InputError as error:
            return Unreadable(error)
        prediction, row = examine(sample, self.detector, self.scorer, self.on_detector_error)
        return Examined(row, (sample, prediction) if self.shown else None)
