"""The classes of a card, one line each."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from src.core import Scorecard
from src.core.metric_names import place_of, without_place
from src.reporting.headline import cell

CLASSES, CLASS = "classes", "class"


def classes_table(card: Scorecard, columns: Sequence[str]) -> list[Table]:
    """Counts and ratios of every class; nothing where classes were not told apart."""
    own = card.tables.get(CLASSES)
    if own is None:
        return []
    # What all have in common is said once: a terminal has 80 columns.
    shared = {place_of(column) for column in columns}
    where = "".join(shared) if len(shared) == 1 else ""
    title = f"Classes, every metric at {where}" if where else "Classes"
    table = Table(title=title, title_justify="left")
    table.add_column(CLASS, overflow="fold")
    for column in columns:
        table.add_column(without_place(column) if where else column, justify="right")
    for place, name in enumerate(own[CLASS]):
        cells = [cell(column, float(own[column][place])) for column in columns]
        table.add_row(escape(str(name)), *cells)
    return [table]
