"""A study in pictures: how it went, what mattered, where the best lies."""

import html
import logging
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
import optuna
from optuna import visualization as interactive
from optuna.importance import get_param_importances
from optuna.study import StudyDirection
from optuna.trial import FrozenTrial, TrialState
from optuna.visualization import matplotlib as still

from src.sweeps.study import quiet

log = logging.getLogger(__name__)

MOST_CONTOURS = 3
"""Parameters of which every pair gets a contour; all pairs of many could not be read."""

DPI, PANEL = 110, 3.0
"""Of a figure, and the width of one of its panels at least, inches."""


@dataclass(frozen=True, eq=False)
class Plot:
    """One plot twice: as a fragment of HTML, and as a figure of matplotlib's for paper."""

    name: str
    fragment: str
    figure: Any


def plots(study: optuna.Study) -> list[Plot]:
    """Every plot that the study has enough trials for."""
    if not study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
        return []
    drawn: list[Plot] = []
    with quiet(), warnings.catch_warnings():
        # Few trials make plots with little on them, which is no reason to complain.
        warnings.simplefilter("ignore", UserWarning)
        for name, draw, options in _wanted(study):
            try:
                drawn.append(_plot(name, draw, study, options, first=not drawn))
            except (ValueError, RuntimeError) as problem:
                log.warning("no plot %s: %s", name, problem)
    return drawn


def plots_page(title: str, drawn: list[Plot]) -> str:
    """All plots below one another, on a page that needs no network."""
    parts = "".join(f"<h2>{html.escape(plot.name)}</h2>\n{plot.fragment}\n" for plot in drawn)
    name = html.escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title></head>'
        f'<body style="font-family: sans-serif"><h1>{name}</h1>\n{parts}</body></html>\n'
    )


def _wanted(study: optuna.Study) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Name of a plot, Optuna's function for it, and its arguments."""
    metrics = study.metric_names or []
    several = len(study.directions) > 1
    if several:
        yield "pareto_front", "plot_pareto_front", {"target_names": metrics}
    for number, metric in enumerate(metrics):
        ending = f"_{metric.rpartition('/')[2]}" if several else ""
        target = partial(_value, number=number) if several else None
        shown: dict[str, Any] = {"target": target, "target_name": metric}
        yield f"history{ending}", "plot_optimization_history", shown
        # Optuna asks which parameters make a given target small.
        upwards = several and study.directions[number] == StudyDirection.MAXIMIZE
        cost = partial(_value, number=number, sign=-1.0) if upwards else target
        matter = _importances(study, cost)
        if matter:
            yield f"importances{ending}", "plot_param_importances", {**shown, "target": cost}
        yield f"slices{ending}", "plot_slice", shown
        # One by one: in a matrix of all pairs names lie on one another. Numbered, not named by
        # their keys, whose order changes as trials come: a report of more trials replaces them.
        for place, pair in enumerate(combinations(matter[:MOST_CONTOURS], 2), 1):
            name = f"contours{ending}_{place}" if place > 1 else f"contours{ending}"
            yield name, "plot_contour", {**shown, "params": [*pair]}
    if any(trial.intermediate_values for trial in study.get_trials(deepcopy=False)):
        yield "images", "plot_intermediate_values", {}


def _importances(study: optuna.Study, target: Callable[[FrozenTrial], float] | None) -> list[str]:
    """The parameters from the most to the least important; none where that cannot be told."""
    try:
        return list(get_param_importances(study, target=target))
    except (ValueError, RuntimeError) as problem:
        log.info("importances are not known: %s", problem)
        return []


def _value(trial: FrozenTrial, number: int, sign: float = 1.0) -> float:
    return sign * float(trial.values[number])


def _plot(name: str, draw: str, study: optuna.Study, options: dict[str, Any], first: bool) -> Plot:
    from matplotlib import pyplot

    figure = getattr(interactive, draw)(study, **options)
    fragment = figure.to_html(full_html=False, include_plotlyjs=first)
    pyplot.switch_backend("agg")
    drawn = np.ravel(getattr(still, draw)(study, **options))[0].figure
    pyplot.close(drawn)
    return Plot(name, fragment, _roomy(drawn))


def _roomy(figure: Any) -> Any:
    """The figure with room for every panel, and names of keys that do not reach into the next."""
    panels = [axes.get_subplotspec() for axes in figure.axes if axes.get_subplotspec()]
    columns = max((own.get_gridspec().ncols for own in panels), default=1)
    figure.set_size_inches(max(8.0, PANEL * columns), 4.8)
    figure.set_dpi(DPI)
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            group, dot, key = axis.get_label_text().rpartition(".")
            if dot and not key.isdigit():
                axis.set_label_text(f"{group}.\n{key}")
            axis.label.set_fontsize(9)
        axes.tick_params(labelsize=8)
    return figure
