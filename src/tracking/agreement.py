"""What tools make of one another: a heat map of all pairs, and a table on the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table

from src.core import Scorecard
from src.core.sample import REFERENCE, STRATEGY
from src.tracking.run import Run

Columns = Mapping[str, npt.NDArray[Any]]
Numbers = npt.NDArray[np.float64]

SHOWN = {
    "pq@0.50": "PQ of matched objects (IoU ≥ 0.50)",
    "mean_concordance": "Lin's concordance, mean of features",
}
"""Scores of pairs that a heat map shows, and what is written above."""

BRIGHT = 0.55
"""From here on a square is bright, and what is written on it black."""

TOLD = {
    "objects": "objects",
    "count_agreement": "count",
    "pq@0.50": "PQ",
    "mean_concordance": "Lin",
    "mean_distance": "distance",
    "consistency_score": "consistency",
}
"""Scores of tools that a terminal has room for, and what it calls them."""


def log_agreement(run: Run, card: Scorecard) -> None:
    """Keep ``agreement.png`` and whom the tools were held against; nothing without pairs."""
    if "pairs" not in card.tables:
        return
    run.picture("agreement.png", heat_map(card.tables["pairs"], run.name))
    run.tags({name: str(card.rows[name][0]) for name in (REFERENCE, STRATEGY)})


def by_agreement(pairs: Columns, name: str) -> list[str]:
    """Tools from the one that agrees most with all others to the one that agrees least."""
    tools = list(dict.fromkeys([*pairs["first"].tolist(), *pairs["second"].tolist()]))
    totals = np.nansum(matrix(pairs, name, tools), axis=1)
    return [tools[place] for place in np.argsort(-totals, kind="stable")]


def matrix(pairs: Columns, name: str, tools: Sequence[str]) -> Numbers:
    """The score of each two; ``nan`` where it is undefined, and of a tool with itself."""
    values = np.full((len(tools), len(tools)), np.nan)
    for one, two, value in zip(pairs["first"], pairs["second"], pairs[name], strict=True):
        row, column = tools.index(one), tools.index(two)
        values[row, column] = values[column, row] = value
    return values


def heat_map(pairs: Columns, title: str) -> npt.NDArray[np.uint8]:
    """One square per pair and score, with its number, (height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    tools = by_agreement(pairs, next(iter(SHOWN)))
    side = 2.2 + 0.42 * len(tools)
    figure = Figure(figsize=(2 * side, side), dpi=80, layout="constrained")
    for place, (name, heading) in enumerate(SHOWN.items(), start=1):
        axes = figure.add_subplot(1, len(SHOWN), place)
        axes.set_title(heading, fontsize=10)
        axes.set_xticks(range(len(tools)), tools, rotation=90, fontsize=8)
        axes.set_yticks(range(len(tools)), tools if place == 1 else [""] * len(tools), fontsize=8)
        _squares(axes, matrix(pairs, name, tools))
    figure.suptitle(title, fontsize=10)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _squares(axes: Any, values: Numbers) -> None:
    axes.imshow(values, vmin=0, vmax=1, cmap="cividis")
    for (row, column), value in np.ndenumerate(values):
        if row != column:
            word = "–" if np.isnan(value) else f"{value:.2f}"
            ink = "white" if value < BRIGHT else "black"
            axes.text(column, row, word, ha="center", va="center", color=ink, size=7)


def tool_table(card: Scorecard) -> Table | None:
    """Every tool against the reference; ``None`` where the card has no tools."""
    if "tools" not in card.tables:
        return None
    tools = card.tables["tools"]
    reference, strategy = card.rows[REFERENCE][0], card.rows[STRATEGY][0]
    title = f"Held against {reference} ({strategy}); intervals are in tables/tools"
    table = Table(title=title, title_justify="left")
    table.add_column("tool", overflow="fold")
    for heading in TOLD.values():
        table.add_column(heading, justify="right", no_wrap=True)
    for place, tool in enumerate(tools["tool"]):
        numbers = [float(tools[name][place]) for name in TOLD]
        cells = [f"{number:.0f}" if number > 20 else f"{number:.3f}" for number in numbers]
        table.add_row(str(tool), *cells)
    return table
