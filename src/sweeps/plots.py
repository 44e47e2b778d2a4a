"""A study in pictures: how it went, what mattered, where the best lies."""

import html
import logging
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt
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

DPI = 110


@dataclass(frozen=True, eq=False)
class Plot:
    """One plot twice: as a fragment of HTML and as (height, width, 3) pixels."""

    name: str
    fragment: str
    picture: npt.NDArray[np.uint8]


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
        if len(matter) > 1:
            yield f"contours{ending}", "plot_contour", {**shown, "params": matter[:MOST_CONTOURS]}
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
    from PIL import Image

    figure = getattr(interactive, draw)(study, **options)
    fragment = figure.to_html(full_html=False, include_plotlyjs=first)
    pyplot.switch_backend("agg")
    drawn = np.ravel(getattr(still, draw)(study, **options))[0].figure
    png = BytesIO()
    drawn.savefig(png, dpi=DPI, bbox_inches="tight")
    pyplot.close(drawn)
    return Plot(name, fragment, np.asarray(Image.open(png).convert("RGB")))
