"""Learning curves as pictures."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
import numpy.typing as npt

from src.scoring.learning.efficiency import LearningCurve

PHASES = {"before": "#009E73", "initial": "#E69F00", "corrective": "#0072B2"}
"""Okabe-Ito colours (https://jfly.uni-koeln.de/color/)."""


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def learning_curve(
    rows: Sequence[Mapping[str, Any]], title: str, levels: Sequence[float] = (0.7, 0.8, 0.9)
) -> npt.NDArray[np.uint8]:
    """Test and validation F1 against simulated seconds, (height, width, 3)."""
    axes = _axes(title, levels)
    seconds = [0.0, *(row["total_seconds"] for row in rows)]
    test = [0.0, *(row.get("test_f1", 0.0) for row in rows)]
    axes.step(seconds, test, where="post", color="0.3", linewidth=1.5, zorder=1)
    for phase, colour in PHASES.items():
        chosen = [row for row in rows if row["phase"] == phase and row["outcome"] != "skipped"]
        _dots(axes, chosen, colour, f"{phase} ({len(chosen)})", "o")
    skipped = [row for row in rows if row["outcome"] == "skipped"]
    _dots(axes, skipped, "0.6", f"skipped ({len(skipped)})", "x")
    validation = [(row["total_seconds"], row["val_f1"]) for row in rows]
    axes.plot(*np.array(validation).reshape(-1, 2).T, ":", color="0.5", label="validation F1")
    return _drawn(axes)


def repeated_curves(
    curves: Sequence[LearningCurve],
    middle: Mapping[str, npt.NDArray[np.float64]],
    title: str,
    levels: Sequence[float] = (0.7, 0.8, 0.9),
) -> npt.NDArray[np.uint8]:
    """Test F1 of every seed, thin, and their mean with its interval, (height, width, 3)."""
    axes = _axes(title, levels)
    seconds, colour = middle["seconds"], PHASES["corrective"]
    for number, curve in enumerate(curves):
        label = None if number else f"one seed ({len(curves)})"
        own = seconds[seconds <= curve.seconds.max(initial=0.0)]
        axes.step(own, curve.at(own), where="post", color="0.5", linewidth=0.8, label=label)
    band = {"step": "post", "color": colour, "alpha": 0.2, "linewidth": 0}
    axes.fill_between(seconds, middle["low"], middle["high"], **band, label="interval of the mean")
    axes.step(seconds, middle["mean"], where="post", color=colour, linewidth=2.5, label="mean")
    if not np.allclose(middle["iqm"], middle["mean"]):
        axes.step(seconds, middle["iqm"], ":", where="post", color="0", label="interquartile mean")
    return _drawn(axes)


def compared_curves(
    named: Mapping[str, Sequence[LearningCurve]],
    title: str,
    levels: Sequence[float] = (0.7, 0.8, 0.9),
) -> npt.NDArray[np.uint8]:
    """The mean test F1 of each run, its seeds thin beside it, (height, width, 3)."""
    axes = _axes(title, levels)
    longest = max(curve.seconds.max(initial=0.0) for own in named.values() for curve in own)
    seconds = np.linspace(0, longest, 1000)
    for (name, curves), colour in zip(named.items(), cycle(COLOURS), strict=False):
        scores = np.stack([curve.at(seconds) for curve in curves])
        for seed in scores if len(scores) > 1 else ():
            axes.step(seconds, seed, where="post", color=colour, linewidth=0.6, alpha=0.5)
        axes.step(
            seconds, scores.mean(axis=0), where="post", color=colour, linewidth=2.2, label=name
        )
    return _drawn(axes)


def _axes(title: str, levels: Sequence[float]) -> Any:
    from matplotlib.figure import Figure

    axes = Figure(figsize=(8, 4.5), dpi=110, layout="constrained").add_subplot()
    for level in levels:
        axes.axhline(level, color="0.9", linewidth=0.8, zorder=0)
    axes.set(xlabel="simulated annotation seconds", ylabel="test F1", title=title)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes


def _drawn(axes: Any) -> npt.NDArray[np.uint8]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    axes.set(xlim=(0, None), ylim=(0, 1))
    axes.legend(loc="lower right", frameon=False)
    canvas = FigureCanvasAgg(axes.figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _dots(axes: Any, rows: Sequence[Mapping[str, Any]], colour: str, label: str, mark: str) -> None:
    if rows:
        axes.scatter(
            [row["total_seconds"] for row in rows],
            [row.get("test_f1", 0.0) for row in rows],
            s=36, color=colour, label=label, marker=mark, zorder=3,
        )  # fmt: skip
