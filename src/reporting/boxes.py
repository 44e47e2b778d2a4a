"""Ranked boxes: every class, and the pictures that came out worst and best."""

from collections.abc import Sequence

from src.core import Scorecard
from src.reporting.classes import CLASSES, classes_table
from src.reporting.pixels import PixelReport


class BoxReport(PixelReport):
    """Keeps overlays of the worst and the best samples.

    Args:
        pictures: of each end.
        by: column of the rows that orders the samples, more being better.
    """

    def __init__(self, pictures: int = 3, by: str = "voc_ap_at_0.50") -> None:
        super().__init__(pictures, by)

    def printed(self, card: Scorecard) -> Sequence[object]:
        """One line per class."""
        own = card.tables.get(CLASSES, {})
        return classes_table(card, [column for column in own if column != "class"])
