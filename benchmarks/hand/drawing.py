"""Pictures of strokes: their distributions beside people's, and annotations side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.hand.measures import CORRECTIVE, INITIAL, RATES
from benchmarks.hand.scenes import Mask, Pixels
from benchmarks.hand.strokes import Strokes
from src.core import Trajectory

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
SHOWN_AT_LEAST = 1e-3
"""For an axis of logarithms."""
PAINT = {"foreground": (230, 40, 40), "background": (40, 170, 60)}


@dataclass(frozen=True, eq=False)
class Panel:
    """A picture with what is painted on it, and the way of the mouse where it is known."""

    title: str
    pixels: Pixels
    foreground: Mask
    background: Mask
    path: Trajectory | None = None


def distributions(
    strokes: Mapping[str, Strokes], people: Strokes | None, spill: Mapping[str, Sequence[float]]
) -> Figure:
    """How many strokes are shorter, slower or closer in time; and spill against the jitter rate."""
    figure = Figure(figsize=(15, 4.2), dpi=80, layout="constrained")
    axes = figure.subplots(1, 4)
    groups = [*dict.fromkeys(name.rpartition(", ")[0] for name in strokes)]
    colours = dict(zip(groups, COLOURS, strict=False))
    names = [*next(iter(strokes.values())).distributions]
    for name, place in zip(names, axes, strict=False):
        for key, own in strokes.items():
            group, _, phase = key.rpartition(", ")
            line = "-" if phase == INITIAL else "--"
            _cumulative(place, own.distributions[name], colours[group], line)
        if people is not None:
            _cumulative(place, people.distributions[name], "black", "-", 2.5)
        what, unit = name.split(", ")
        place.set(title=f"{what} of strokes, share below", xlabel=unit, xscale="log")
    axes[0].axvline(0.1, color="#bbbbbb", linewidth=1)
    for key, values in spill.items():
        group, _, phase = key.rpartition(", ")
        line = "-" if phase == INITIAL else "--"
        axes[3].plot(RATES, values, line, color=colours[group], marker=".", label=key)
    axes[3].set(title="spill", xlabel="jitter_rate, s", ylabel="px of a picture")
    axes[3].set_yscale("symlog", linthresh=10)
    figure.legend(
        *axes[3].get_legend_handles_labels(),
        loc="outside lower center",
        ncols=8,
        fontsize=8,
        title="people: black; solid: initial; dashed: corrective",
    )
    for place in axes:
        place.spines[["top", "right"]].set_visible(False)
    return figure


def side_by_side(rows: Sequence[Sequence[Panel]]) -> Figure:
    """One row per picture, one column per painter or phase."""
    columns = max(map(len, rows))
    figure = Figure(figsize=(4 * columns, 4.2 * len(rows)), dpi=80, layout="constrained")
    grid = figure.subplots(len(rows), columns, squeeze=False)
    for places, panels in zip(grid, rows, strict=True):
        for place in places:
            place.set_axis_off()
        for place, panel in zip(places, panels, strict=False):
            place.imshow(_tinted(panel))
            place.set_title(panel.title, fontsize=10)
            if panel.path is not None:
                _way(place, panel.path)
    return figure


def errors_of(truth: Mask, prediction: Mask) -> tuple[Mask, Mask]:
    """Missed foreground, and background that was taken for it."""
    return truth & ~prediction, prediction & ~truth


def phase_title(phase: str) -> str:
    """What a panel of a phase shows."""
    return {INITIAL: "initial annotation", CORRECTIVE: "corrective annotation"}[phase]


def _tinted(panel: Panel) -> Pixels:
    grey = panel.pixels if panel.pixels.ndim == 2 else panel.pixels[..., :3].mean(axis=2)
    picture = np.repeat(np.asarray(grey, float)[..., None], 3, axis=2)
    for mask, colour in ((panel.foreground, "foreground"), (panel.background, "background")):
        picture[mask] = 0.5 * picture[mask] + 0.5 * np.array(PAINT[colour])
    return picture.astype(np.uint8)


def _way(axes: Axes, path: Trajectory) -> None:
    """Strokes in black, each with a dot where the button went down; travels thin and light."""
    down = path.painting
    for begin, end in _runs(down):
        axes.plot(path.c[begin:end], path.r[begin:end], color="black", linewidth=0.7)
    starts = [begin for begin, _ in _runs(down)]
    axes.plot(path.c[starts], path.r[starts], ".", color="black", markersize=2)
    for begin, end in _runs(~down):
        first = max(begin - 1, 0)
        axes.plot(path.c[first:end], path.r[first:end], color="white", linewidth=0.3, alpha=0.6)


def _runs(which: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(which.astype(np.int8), prepend=0, append=0))
    return [*zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)]


def _cumulative(
    axes: Axes, values: npt.NDArray[np.float64], colour: str, line: str, width: float = 1.2
) -> None:
    shown = np.sort(np.maximum(values, SHOWN_AT_LEAST))
    if len(shown):
        share = np.arange(1, len(shown) + 1) / len(shown)
        axes.plot(shown, share, line, color=colour, linewidth=width)
