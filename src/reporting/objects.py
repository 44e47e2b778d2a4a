"""Objects with each kind of error in its colour."""

from collections.abc import Sequence

from src.core import Scorecard, Sink
from src.reporting.classes import classes_table
from src.reporting.drawing.objects import object_panel
from src.reporting.pixels import PixelReport

OF_A_CLASS = (
    "tp_at_0.50",
    "fp_at_0.50",
    "fn_at_0.50",
    "f1_at_0.50",
    "pq_at_0.50",
    "sq_at_0.50",
    "rq_at_0.50",
)


class ObjectReport(PixelReport):
    """Keeps overlays of the worst and the best samples, by pixel and by object.

    Args:
        pictures: of each end.
        by: column of the rows that orders the samples, more being better.
    """

    def __init__(self, pictures: int = 3, by: str = "f1_at_0.50-0.95") -> None:
        super().__init__(pictures, by)

    def finish(self, card: Scorecard, sink: Sink) -> None:
        """Leave ``objects/worst_1_NAME.png`` and so on beside the overlays."""
        super().finish(card, sink)
        for name, exhibit in self.gallery:
            caption = f"{self.gallery.by} {exhibit.score:.3f}"
            answer = exhibit.prediction.consensus
            pixels = object_panel(exhibit.sample, answer, exhibit.row, caption)
            sink.picture(f"objects/{name}.png", pixels)

    def printed(self, card: Scorecard) -> Sequence[object]:
        """One line per class, where there are any."""
        return classes_table(card, OF_A_CLASS)
