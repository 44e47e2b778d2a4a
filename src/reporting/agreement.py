"""What tools make of one another: a heat map of all pairs, and a table on the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table

from src.core import Scorecard, Sink
from src.reporting.drawing.figures import DPI, keep_figure
from src.reporting.pixels import PixelReport

Columns = Mapping[str, npt.NDArray[Any]]
Numbers = npt.NDArray[np.float64]

SHOWN = {
    "pq_at_0.50": "PQ of matched objects (IoU ≥ 0.50)",
    "mean_concordance": "Lin's concordance, mean of features",
}
"""Scores of pairs that a heat map shows, and what is written above."""

BRIGHT = 0.55
"""From here on a square is bright, and what is written on it black."""

LISTED = {
    "objects": "objects",
    "count_agreement": "count",
    "pq_at_0.50": "PQ",
    "mean_concordance": "Lin",
    "mean_distance": "distance",
    "consistency_score": "consistency",
}
"""Scores of tools that a terminal has room for, and what it calls them."""


class AgreementReport(PixelReport):
    """Keeps a heat map of all pairs, and overlays of the fields that tools agree on least and most.

    Args:
        pictures: of each end.
        by: column of the rows that orders the fields, more being better.
    """

    def __init__(self, pictures: int = 3, by: str = "mean_pair_pq_at_0.50") -> None:
        super().__init__(pictures, by)

    def finish(self, card: Scorecard, sink: Sink) -> None:
        """Leave ``agreement.png``, and whom the tools were held against."""
        super().finish(card, sink)
        if not len(card):
            return
        keep_figure(sink, "agreement.png", heat_map(card.tables["pairs"], sink.name))
        sink.tags({name: str(card.rows[name][0]) for name in ("reference", "strategy")})

    def printed(self, card: Scorecard) -> Sequence[object]:
        """Every tool against the reference."""
        return (tool_table(card),) if len(card) else ()


def by_agreement(pairs: Columns, name: str) -> list[str]:
    """Tools from the one that agrees most with all others to the one that agrees least."""
    tools = list(dict.fromkeys([*pairs["first"].tolist(), *pairs["second"].tolist()]))
    totals = np.nansum(matrix(pairs, name, tools), axis=1)
    return [tools[place] for place in np.argsort(-totals, kind="stable")]


def matrix(pairs: Columns, name: str, tools: Sequence[str]) -> Numbers:
    """The score of each two; ``nan`` where it is undefined, and of a tool with itself."""
    values = np.full((len(tools), len(tools)), np.nan)
    for first, second, value in zip(pairs["first"], pairs["second"], pairs[name], strict=True):
        row, column = tools.index(first), tools.index(second)
        values[row, column] = values[column, row] = value
    return values


def heat_map(pairs: Columns, title: str) -> Any:
    """A figure with one square per pair and score, each with its number."""
    from matplotlib.figure import Figure

    tools = by_agreement(pairs, next(iter(SHOWN)))
    side = 2.2 + 0.42 * len(tools)
    figure = Figure(figsize=(2 * side + 0.8, side), dpi=DPI, layout="constrained")
    for place, (name, heading) in enumerate(SHOWN.items(), start=1):
        axes = figure.add_subplot(1, len(SHOWN), place)
        axes.set_title(heading, fontsize=10)
        axes.set_xticks(range(len(tools)), tools, rotation=90, fontsize=8)
        axes.set_yticks(range(len(tools)), tools if place == 1 else [""] * len(tools), fontsize=8)
        for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
            label.set_parse_math(False)
        squares = _squares(axes, matrix(pairs, name, tools))
    figure.colorbar(squares, ax=figure.axes, shrink=0.8, label="agreement: 0 none, 1 the same")
    figure.suptitle(title, fontsize=10).set_parse_math(False)
    return figure


def _squares(axes: Any, values: Numbers) -> Any:
    axes.set_facecolor("0.92")  # of what is undefined, and of a tool with itself
    squares = axes.imshow(values, vmin=0, vmax=1, cmap="cividis")
    for (row, column), value in np.ndenumerate(values):
        if row != column:
            word = "–" if np.isnan(value) else f"{value:.2f}"
            ink = "white" if value < BRIGHT else "black"
            ink = "0.4" if np.isnan(value) else ink
            axes.text(column, row, word, ha="center", va="center", color=ink, size=7)
    return squares


def tool_table(card: Scorecard) -> Table:
    """Every tool against the reference."""
    tools = card.tables["tools"]
    reference, strategy = card.rows["reference"][0], card.rows["strategy"][0]
    title = f"Held against {reference} ({strategy}); intervals are in tables/tools"
    table = Table(title=title, title_justify="left")
    table.add_column("tool", overflow="fold")
    for heading in LISTED.values():
        table.add_column(heading, justify="right", no_wrap=True)
    # Cards of older runs do not name what their means leave out.
    left_out = tools.get("left_out", np.full(len(tools["tool"]), ""))
    if any(left_out):
        table.add_column("not in its means", overflow="fold")
    for place, tool in enumerate(tools["tool"]):
        numbers = [float(tools[name][place]) for name in LISTED]
        cells = [f"{number:.0f}" if number > 20 else f"{number:.3f}" for number in numbers]
        table.add_row(str(tool), *cells, *([str(left_out[place])] if any(left_out) else []))
    return table
