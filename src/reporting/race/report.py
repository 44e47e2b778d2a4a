"""Tables of all cards, the worst and best photos with their boxes, and every photo in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from src.core import Prediction, Row, Sample, Scorecard, Sink
from src.reporting.gallery import Gallery
from src.reporting.race.console import printed
from src.reporting.race.drawing import photo_panel
from src.reporting.race.photos import photo_results


class RaceReport:
    """Keeps the photos that were read worst and best, and shows the cards.

    Args:
        pictures: of each end.
        by: column of the rows that orders the photos, more being better.
    """

    def __init__(self, pictures: int = 3, by: str = "rightness") -> None:
        self.gallery = Gallery(pictures, by)

    def observe(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        """Keep the photo while it is among the extremes."""
        self.gallery.offer(sample, prediction, row)

    def finish(self, card: Scorecard, sink: Sink) -> None:  # noqa: ARG002
        """Leave ``photos/worst_1_NAME.png`` and so on."""
        for name, exhibit in self.gallery:
            caption = f"{self.gallery.by} {exhibit.score:.3f}"
            panel = photo_panel(exhibit.sample, exhibit.row, caption)
            sink.picture(f"photos/{name}.png", panel)

    def printed(self, card: Scorecard) -> Sequence[object]:
        """Every card with its intervals, its parts, and the worst photos."""
        return printed(card)

    def photos(self, card: Scorecard) -> Sequence[Mapping[str, Any]]:
        """What became of every photo, for ``run.json``."""
        return photo_results(card)
