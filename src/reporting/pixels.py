"""Overlays: which pixels are right, missed and spurious."""

from collections.abc import Sequence

from src.core import Prediction, Row, Sample, Scorecard, Sink
from src.reporting.gallery import Gallery


class PixelReport:
    """Keeps overlays of the worst and the best samples.

    Args:
        pictures: of each end.
        by: column of the rows that orders the samples, more being better.
    """

    def __init__(self, pictures: int = 3, by: str = "f1") -> None:
        self.gallery = Gallery(pictures, by)

    def observe(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        """Keep the sample while it is among the extremes."""
        self.gallery.offer(sample, prediction, row)

    def finish(self, card: Scorecard, sink: Sink) -> None:  # noqa: ARG002
        """Leave ``overlays/worst_1_NAME.png`` and so on."""
        self.gallery.overlays(sink)

    def printed(self, card: Scorecard) -> Sequence[object]:  # noqa: ARG002
        """The numbers say it all."""
        return ()
