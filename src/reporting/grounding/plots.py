"""Rates as plots, of one method or of several side by side."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Table
from src.core.metric_names import without_place
from src.reporting.grounding.console import SIZES, rule_words
from src.reporting.palette import SERIES
from src.scoring.grounding.parts import SIZE

Numbers = npt.NDArray[np.float64]
Named = Mapping[str, Table]
"""What a method is called to one of its tables."""

LINES, MARKS, HATCHES = ("-", "--", ":", "-."), ("o", "s", "^", "D"), ("", "//", "..", "xx")
"""By which methods are told apart once the colours are used up."""

BRIGHT = 0.55
"""From here on a square is bright, and what is written on it black."""


@dataclass(frozen=True)
class Style:
    """How the n-th method is drawn, the same in every plot."""

    number: int

    @property
    def colour(self) -> str:
        """One of seven that everybody can tell apart."""
        return SERIES[self.number % len(SERIES)]

    @property
    def turn(self) -> int:
        """How often all colours were used before."""
        return self.number // len(SERIES) % len(LINES)


def bars_by_size(parts: Named, rate: str, title: str) -> Any:
    """One group of bars per size, one bar per method, with intervals."""
    figure, axes = _figure(max(7.0, 3 + 0.25 * len(parts) * len(SIZES)))
    width = 0.8 / max(len(parts), 1)
    for number, (name, table) in enumerate(parts.items()):
        rows = [np.flatnonzero((table["by"] == SIZE) & (table["part"] == own)) for own in SIZES]
        own, style = np.concatenate(rows).astype(int), Style(number)
        places = np.flatnonzero([len(row) for row in rows]) + (number + 0.5) * width - 0.4
        rates, hatch = np.nan_to_num(table[rate][own]), HATCHES[style.turn]
        look: dict[str, Any] = {"color": style.colour, "hatch": hatch, "edgecolor": "white"}
        axes.bar(places, rates, width * 0.92, label=name, **look)
        axes.errorbar(places, rates, _whiskers(table, rate, own), fmt="none", ecolor="0.2", lw=1)
    axes.set_xticks(range(len(SIZES)), [*SIZES.values()])
    axes.set(xlabel="longer side of the target", ylabel=_label(rate), title=title, ylim=(0, 1))
    return _drawn(figure, axes, legend=len(parts) > 1)


def rate_against_size(sides: Named, rate: str, title: str) -> Any:
    """The rate of each class of longer sides, at the class's place in px."""
    figure, axes = _figure()
    for number, (name, table) in enumerate(sides.items()):
        known = np.flatnonzero(table["targets"] > 0)
        ends = np.array([part.split("-") for part in table["part"][known]], float).reshape(-1, 2)
        high = np.where(np.isinf(ends[:, 1]), 2 * ends[:, 0], ends[:, 1])
        places = np.sqrt(np.maximum(ends[:, 0], 4) * high) * 1.01**number
        _line(axes, places, (table, rate, known), name, Style(number))
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set(xlabel="longer side of the target, px", ylabel=_label(rate), title=title, ylim=(0, 1))
    return _drawn(figure, axes, legend=len(sides) > 1)


def click_offset_curve(offsets: Named, rate: str, title: str) -> Any:
    """The rate against how far clicks lie on their way from the middle to the edge."""
    figure, axes = _figure()
    for number, (name, table) in enumerate(offsets.items()):
        known = np.flatnonzero(table["targets"] > 0)
        places = table["part"][known].astype(float) + 0.5 * number
        _line(axes, places, (table, rate, known), name, Style(number))
    axes.set(
        xlabel="click, % of the way from the middle of its target to the edge",
        ylabel=_label(rate), title=title, xlim=(-3, 100), ylim=(0, 1),
    )  # fmt: skip
    return _drawn(figure, axes, legend=len(offsets) > 1)


def accuracy_against_latency(
    methods: Mapping[str, tuple[float, float, float, float]], rate: str, title: str
) -> Any:
    """One mark per method.

    Args:
        methods: name to milliseconds, rate, and the ends of its interval.
    """
    figure, axes = _figure()
    for number, (name, (time, middle, low, high)) in enumerate(methods.items()):
        away = [[np.nan_to_num(middle - low)], [np.nan_to_num(high - middle)]]
        style = Style(number)
        look: dict[str, Any] = {"fmt": MARKS[style.turn], "color": style.colour, "capsize": 3}
        axes.errorbar([time], [middle], away, label=name, **look)
    axes.set_xscale("log")
    axes.set(xlabel="ms per question, parsing shared out", ylabel=_label(rate), title=title)
    axes.set_ylim(0, 1)
    return _drawn(figure, axes, legend=True)


def confusion_of_types(table: Table, title: str) -> Any:
    """Types that were meant, downwards, and types that were chosen, as shares of each row."""
    trues, chosen = (sorted({*table[name].tolist()}) for name in ("true_type", "chosen_type"))
    counts = np.zeros((len(trues), len(chosen)))
    for true, own, count in zip(*table.values(), strict=True):
        counts[trues.index(true), chosen.index(own)] += count
    figure, axes = _figure(3 + 0.7 * len(chosen), 2 + 0.45 * len(trues))
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    squares = axes.imshow(shares, vmin=0, vmax=1, cmap="cividis", aspect="auto")
    figure.colorbar(squares, ax=axes, label="share of what was meant")
    for (row, column), share in np.ndenumerate(shares):
        if counts[row, column]:
            ink = "white" if share < BRIGHT else "black"
            words = f"{counts[row, column]:.0f}"
            axes.text(column, row, words, ha="center", va="center", color=ink, size=8)
    axes.set_xticks(range(len(chosen)), chosen, rotation=45, ha="right", fontsize=8)
    axes.set_yticks(range(len(trues)), trues, fontsize=8)
    axes.set(xlabel="chosen", ylabel="meant", title=title)
    for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
        label.set_parse_math(False)
    return _drawn(figure, axes, legend=False)


def _line(
    axes: Any,
    places: Numbers,
    shown: tuple[Table, str, npt.NDArray[np.int64]],
    name: str,
    style: Style,
) -> None:
    """A rate with its intervals; a little apart from the other methods', which may be the same."""
    table, rate, rows = shown
    axes.errorbar(
        places, table[rate][rows], _whiskers(*shown), fmt=MARKS[style.turn] + LINES[style.turn],
        color=style.colour, label=name, capsize=2, lw=1.5, ms=4, elinewidth=0.8,
    )  # fmt: skip


def _whiskers(table: Table, rate: str, rows: npt.NDArray[np.int64]) -> Numbers | None:
    """(2, n) how far the interval reaches below and above; none where there are no intervals."""
    ends = [table.get(f"{rate}_{side}") for side in ("low", "high")]
    if ends[0] is None or ends[1] is None:
        return None
    middle = table[rate][rows]
    away = np.array([middle - ends[0][rows], ends[1][rows] - middle], float)
    return np.asarray(np.maximum(np.nan_to_num(away), 0))


def _label(rate: str) -> str:
    return f"{without_place(rate).replace('_', ' ')} ({rule_words(rate)})"


def _figure(width: float = 8.0, height: float = 4.2) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(min(width, 18), min(height, 12)), dpi=100, layout="constrained")
    axes = figure.add_subplot()
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def _drawn(figure: Any, axes: Any, *, legend: bool) -> Any:
    # A name that is not ours must not be read as a formula.
    axes.title.set_parse_math(False)
    if legend:
        beside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)}
        for text in axes.legend(frameon=False, fontsize=8, **beside).get_texts():
            text.set_parse_math(False)
    return figure
