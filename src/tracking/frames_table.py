"""How each frame fared, mask by mask, for the terminal."""

from rich.markup import escape
from rich.table import Table

from src.core import Scorecard

COLUMNS = {
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


def frames_table(card: Scorecard) -> Table | None:
    """One line per frame; ``None`` for a card of another scorer."""
    if not {"name", *COLUMNS} <= set(card.rows):
        return None
    order, title = list(range(len(card))), "Frames"
    if len(card) > MOST:
        order = sorted(order, key=lambda place: float(card.rows["mean_true_iou"][place]))[:MOST]
        title = f"The {MOST} worst of {len(card)} frames"
    table = Table(title=title, title_justify="left")
    table.add_column("frame", overflow="fold")
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right")
    for place in order:
        values = [float(card.rows[name][place]) for name in COLUMNS]
        cells = [f"{value:.0f}" for value in values[:-2]] + [f"{v:.3f}" for v in values[-2:]]
        table.add_row(escape(str(card.rows["name"][place])), *cells)
    return table
