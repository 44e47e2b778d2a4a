"""Learning curves as charts: the same strokes by every clock, since seconds are a range."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
import numpy.typing as npt

from src.reporting.drawing.figures import clear_legend, new_axes
from src.reporting.palette import CLOCKS, SERIES
from src.scoring.learning.efficiency import LearningCurve

Clocks = Mapping[str, LearningCurve]
"""The name of a clock to the curve of the same strokes by it."""

LEVELS = (0.7, 0.8, 0.9)
MARKS = {"before": "s", "initial": "D", "corrective": "o"}
TICKS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000, 72_000)
"""Seconds at which people expect a mark."""


def learning_figure(rows: Sequence[Mapping[str, Any]], title: str, clocks: Clocks) -> Any:
    """Test and validation F1 against simulated time; the first clock is the one that recorded."""
    axes = _axes(title)
    _band(axes, [*clocks.values()])
    for place, (name, curve) in enumerate(clocks.items()):
        _stairs(axes, curve, label=_label(name, recorded=not place), color=_colour(name),
                linewidth=2.2 if not place else 1.2)  # fmt: skip
    tested = [row for row in rows if np.isfinite(row.get("test_f1", np.nan))]
    for phase, mark in MARKS.items():
        # Counted also where there is nothing to draw: after one image F1 may not be defined yet.
        of_phase = [row for row in rows if row["phase"] == phase and row["outcome"] != "skipped"]
        chosen = [row for row in of_phase if np.isfinite(row.get("test_f1", np.nan))]
        _dots(axes, chosen, f"{_said(phase)} ({len(of_phase)})", mark)
    skipped = [row for row in tested if row["outcome"] == "skipped"]
    _dots(axes, skipped, f"skipped ({len(skipped)})", "x")
    validated = np.array([(row["total_seconds"], row["val_f1"]) for row in rows]).reshape(-1, 2)
    if np.isfinite(validated[:, 1]).any():
        axes.plot(*validated.T, ":", color="0.5", label="validation F1")
    return _finished(axes)


def repeated_figure(
    curves: Sequence[LearningCurve],
    middle: Mapping[str, npt.NDArray[np.float64]],
    title: str,
    clocks: Mapping[str, Sequence[LearningCurve]],
) -> Any:
    """Test F1 of every seed, thin, and their mean with its interval, as far as all seeds go.

    Args:
        clocks: the curves of every seed by each clock; the first recorded them.
    """
    axes = _axes(title)
    recorded, *others = clocks or {"recorded": curves}
    for number, curve in enumerate(curves):
        label = None if number else f"one seed ({len(curves)})"
        _stairs(axes, curve, label=label, color="0.6", linewidth=0.8)
    within = _within(curves, middle["seconds"])
    seconds, colour = middle["seconds"][within], _colour(recorded)
    band = {"step": "post", "color": colour, "alpha": 0.2, "linewidth": 0}
    ends = (middle["low"][within], middle["high"][within])
    axes.fill_between(seconds, *ends, **band, label="interval of the mean")
    mean = middle["mean"][within]
    label = f"mean, {_label(recorded, recorded=True)}"
    axes.step(seconds, mean, where="post", color=colour, linewidth=2.4, label=label)
    for name in others:
        own = mean_stairs(clocks[name])
        axes.step(*own, where="post", color=_colour(name), linewidth=1.4,
                  label=f"mean, {_label(name)}")  # fmt: skip
    return _finished(axes)


def compared_figure(named: Mapping[str, Sequence[LearningCurve]], title: str) -> Any:
    """The mean test F1 of each run as far as all its seeds go, its seeds thin beside it."""
    axes = _axes(title)
    for (name, curves), colour in zip(named.items(), cycle(SERIES), strict=False):
        for curve in curves if len(curves) > 1 else ():
            _stairs(axes, curve, color=colour, linewidth=0.6, alpha=0.5)
        axes.step(*mean_stairs(curves), where="post", color=colour, linewidth=2.2, label=name)
    return _finished(axes)


def mean_stairs(
    curves: Sequence[LearningCurve],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Seconds and the mean score there, from where all curves are known to where the first ends."""
    steps = np.unique(np.concatenate([curve.seconds for curve in curves]))
    seconds = steps[_within(curves, steps)]
    return seconds, np.mean([curve.at(seconds) for curve in curves], axis=0)


def time_words(seconds: float) -> str:
    """Seconds as people say them: 40 s, 3.2 min, 1.5 h."""
    for least, unit in ((3600, "h"), (60, "min")):
        if seconds >= least:
            return f"{seconds / least:.2g} {unit}" if seconds < 10 * least else (
                f"{seconds / least:.0f} {unit}")  # fmt: skip
    return f"{seconds:.0f} s"


def _within(
    curves: Sequence[LearningCurve], seconds: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    known = [curve for curve in curves if curve.known_from < len(curve.seconds)]
    first = max((float(curve.seconds[curve.known_from]) for curve in known), default=np.inf)
    last = min((float(curve.seconds[-1]) for curve in known), default=-np.inf)
    return np.asarray((seconds >= first) & (seconds <= last))


def _axes(title: str) -> Any:
    axes = new_axes(title)
    for level in LEVELS:
        axes.axhline(level, color="0.9", linewidth=0.8, zorder=0)
    axes.set(xlabel="simulated annotation time", ylabel="test F1")
    return axes


def _finished(axes: Any) -> Any:
    """Times on a scale on which a fast clock and a slow one can both be read."""
    from matplotlib.ticker import FixedLocator, NullFormatter

    known = [x for line in axes.lines for x in line.get_xdata() if x > 1]  # levels lie in 0…1
    first, last = (min(known), max(known)) if known else (1.0, 10.0)
    axes.set_xscale("log")
    axes.set(xlim=(first / 1.15, max(last, 1.2 * first) * 1.15), ylim=(0, 1))
    axes.xaxis.set_major_locator(FixedLocator(TICKS))
    axes.xaxis.set_major_formatter(lambda value, _: time_words(value))
    axes.xaxis.set_minor_formatter(NullFormatter())
    clear_legend(axes)
    return axes.figure


def _stairs(axes: Any, curve: LearningCurve, **look: Any) -> None:
    """From the first score that is defined to the last."""
    known = slice(curve.known_from, None)
    axes.step(curve.seconds[known], curve.scores[known], where="post", **look)


def _band(axes: Any, curves: Sequence[LearningCurve]) -> None:
    """Where the step to every next model lies, from the fastest clock to the slowest."""
    from matplotlib.collections import PolyCollection

    if len(curves) < 2:
        return
    known = slice(curves[0].known_from, None)
    times = np.stack([curve.seconds[known] for curve in curves])
    low, high, scores = times.min(axis=0), times.max(axis=0), curves[0].scores[known]
    steps = zip(low[1:], high[1:], scores[:-1], scores[1:], strict=True)
    quads = [[(a, f), (a, g), (b, g), (b, f)] for a, b, f, g in steps]
    axes.add_collection(
        PolyCollection(quads, facecolor="0.85", edgecolor="none", zorder=0, label="all clocks")
    )


def _dots(axes: Any, rows: Sequence[Mapping[str, Any]], label: str, mark: str) -> None:
    if rows:
        places = ([row["total_seconds"] for row in rows], [row["test_f1"] for row in rows])
        axes.scatter(*places, s=26, color="0.15", label=label, marker=mark, zorder=3)


def _said(phase: str) -> str:
    return {"before": "painted before", "initial": "shown", "corrective": "corrected"}[phase]


def _label(name: str, *, recorded: bool = False) -> str:
    return f"clock={name}" + (" (recorded)" if recorded else "")


def _colour(name: str) -> str:
    return CLOCKS.get(name, "#000000")
