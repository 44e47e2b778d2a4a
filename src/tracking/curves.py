"""Learning curves as pictures."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

PHASES = {"initial": "#E69F00", "corrective": "#0072B2"}
"""Okabe-Ito colours (https://jfly.uni-koeln.de/color/)."""


def learning_curve(
    rows: Sequence[Mapping[str, Any]], title: str, levels: Sequence[float] = (0.7, 0.8, 0.9)
) -> npt.NDArray[np.uint8]:
    """Test and validation F1 against simulated seconds, (height, width, 3)."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), dpi=110, layout="constrained")
    axes = figure.add_subplot()
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
    for level in levels:
        axes.axhline(level, color="0.9", linewidth=0.8, zorder=0)
    axes.set(
        xlabel="simulated annotation seconds", ylabel="test F1", ylim=(0, 1), title=title,
        xlim=(0, None),
    )  # fmt: skip
    axes.legend(loc="lower right", frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _dots(axes: Any, rows: Sequence[Mapping[str, Any]], colour: str, label: str, mark: str) -> None:
    if rows:
        axes.scatter(
            [row["total_seconds"] for row in rows],
            [row.get("test_f1", 0.0) for row in rows],
            s=36, color=colour, label=label, marker=mark, zorder=3,
        )  # fmt: skip
