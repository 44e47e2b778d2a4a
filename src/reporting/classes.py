"""The classes of a card, one line each."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from src.core import Scorecard

CLASSES, CLASS = "classes", "class"


def classes_table(card: Scorecard, columns: Sequence[str]) -> list[Table]:
    """Counts and ratios of every class; nothing where classes were not told apart."""
    own = card.tables.get(CLASSES)
    if own is None:
        return []
    table = Table(title="Classes", title_justify="left")
    table.add_column(CLASS, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right")
    for place, name in enumerate(own[CLASS]):
        values = [float(own[column][place]) for column in columns]
        cells = [f"{v:.0f}" if v.is_integer() and abs(v) > 1 else f"{v:.4f}" for v in values]
        table.add_row(escape(str(name)), *cells)
    return [table]
