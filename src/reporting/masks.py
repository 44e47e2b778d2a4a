"""True masks beside predicted ones, frame by frame."""

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import mkdtemp
from weakref import finalize

from PIL import Image
from rich.markup import escape
from rich.table import Table

from src.core import Prediction, Row, Sample, Scorecard, Sink
from src.reporting.classes import classes_table
from src.reporting.drawing.masks import side_by_side
from src.reporting.gallery import Gallery, file_name

SHOWN = {
    "true_masks": "true",
    "predicted_masks": "predicted",
    "matched": "matched",
    "missed": "missed",
    "spurious": "spurious",
    "mean_true_iou": "mean true IoU",
    "mean_matched_iou": "mean matched IoU",
}
"""Columns of the rows, and what the terminal calls them."""

MOST = 60
"""Frames that a terminal shows; the worst ones where there are more."""


class MaskReport:
    """Keeps the frames side by side with their truth, and lists them on the terminal.

    Args:
        pictures: of each end, the worst and the best; ``None`` for every frame.
        by: column of the rows that orders the frames, more being better.
    """

    def __init__(self, pictures: int | None = 3, by: str = "mean_true_iou") -> None:
        self.gallery = Gallery(pictures or 0, by)
        self._names: Counter[str] = Counter()
        self._drawn: Path | None = None
        if pictures is None:
            self._drawn = Path(mkdtemp())
            finalize(self, shutil.rmtree, self._drawn, ignore_errors=True)

    def observe(self, sample: Sample, prediction: Prediction, row: Row) -> None:
        """Keep the frame while it is among the extremes; where all are wanted, draw it now."""
        if self._drawn is None:
            self.gallery.offer(sample, prediction, row)
            return
        pixels = side_by_side(sample, prediction.consensus, row)
        Image.fromarray(pixels).save(self._drawn / self._free_name(sample.name))

    def finish(self, card: Scorecard, sink: Sink) -> None:  # noqa: ARG002
        """Leave ``masks/worst_1_NAME_masks.png`` and so on, or ``masks/NAME_masks.png`` of all."""
        if self._drawn is not None:
            for file in sorted(self._drawn.iterdir()):
                sink.file(file, "masks")
            return
        self.gallery.overlays(sink)
        for name, exhibit in self.gallery:
            pixels = side_by_side(exhibit.sample, exhibit.prediction.consensus, exhibit.row)
            sink.picture(f"masks/{name}_masks.png", pixels)

    def printed(self, card: Scorecard) -> Sequence[object]:
        """One line per frame, and one per class where there are any."""
        return (frames_table(card), *classes_table(card, [*SHOWN]))

    def _free_name(self, name: str) -> str:
        """A file of its own; a number follows where two frames would be called the same."""
        stem = f"{file_name(name)}_masks"
        self._names[stem] += 1
        number = self._names[stem]
        return f"{stem}.png" if number == 1 else f"{stem}-{number}.png"


def frames_table(card: Scorecard) -> Table:
    """How each frame fared; of very many the worst."""
    order, title = list(range(len(card))), "Frames"
    if len(card) > MOST:
        order = sorted(order, key=lambda place: float(card.rows["mean_true_iou"][place]))[:MOST]
        title = f"The {MOST} worst of {len(card)} frames"
    table = Table(title=title, title_justify="left")
    table.add_column("frame", overflow="fold")
    for heading in SHOWN.values():
        table.add_column(heading, justify="right")
    for place in order:
        values = [float(card.rows[name][place]) for name in SHOWN]
        cells = [f"{value:.0f}" for value in values[:-2]] + [f"{v:.3f}" for v in values[-2:]]
        table.add_row(escape(str(card.rows["name"][place])), *cells)
    return table
