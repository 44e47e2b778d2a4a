"""What a sweep leaves behind: its trials as a table, its best, and plots."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import optuna
import pandas as pd
from optuna.trial import FrozenTrial, TrialState
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from src.sweeps.study import FAILURE
from src.tracking.archive import Archive, PastRun
from src.tracking.run import Run
from src.tracking.trials import mark_best, page_of, trial_runs

log = logging.getLogger(__name__)

COLOURS = {"COMPLETE": "green", "PRUNED": "yellow", "FAIL": "red", "RUNNING": "cyan"}
PIPE_WIDTH = 160
"""Columns of a table that goes into a file or a pipe."""


def report(study: optuna.Study, record: Run, archive: Archive) -> None:
    """Keep and print what is known; what cannot be kept must not hide how the sweep ended."""
    runs: dict[int, PastRun] = {}
    trials = [one for one in study.trials if one.state != TrialState.WAITING]
    best = best_trials(study)
    steps: list[Callable[[], None]] = [
        lambda: runs.update(trial_runs(archive, record)),
        lambda: record.metrics(counts(trials) | best_values(study, best)),
        lambda: keep_table(record, frame(study, trials, runs)),
        lambda: mark_best(archive, runs, [trial.number for trial in best]),
        lambda: record.tags({"sweep.best": ", ".join(_name(runs, trial) for trial in best)}),
        lambda: keep_plots(study, record),
    ]
    for step in steps:
        try:
            step()
        except Exception as problem:
            log.warning("the sweep is not fully recorded: %s", problem)
    print_report(study, trials, best, runs, record, archive)


def best_trials(study: optuna.Study) -> list[FrozenTrial]:
    """The best trial, or with several objectives all that no other beats; by number."""
    if len(study.directions) > 1:
        return sorted(study.best_trials, key=lambda trial: trial.number)
    if not study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
        return []
    return [study.best_trial]


def counts(trials: Sequence[FrozenTrial]) -> dict[str, float]:
    """How many trials ended how."""
    states = [trial.state for trial in trials]
    return {
        "sweep/complete": float(states.count(TrialState.COMPLETE)),
        "sweep/pruned": float(states.count(TrialState.PRUNED)),
        "sweep/failed": float(states.count(TrialState.FAIL)),
    }


def best_values(study: optuna.Study, best: Sequence[FrozenTrial]) -> dict[str, float]:
    """The best value under its metric's own name; none where there are several objectives."""
    if len(best) != 1 or best[0].value is None or len(study.directions) > 1:
        return {}
    return {f"best/{_metrics(study)[0]}": best[0].value}


def frame(
    study: optuna.Study, trials: Sequence[FrozenTrial], runs: Mapping[int, PastRun]
) -> pd.DataFrame:
    """One row per trial: parameters, values, state, time, run."""
    keys = dict.fromkeys(key for trial in trials for key in trial.params)
    rows: list[dict[str, Any]] = []
    for trial in trials:
        values = trial.values or [np.nan] * len(study.directions)
        rows.append({
            "trial": trial.number,
            "state": trial.state.name,
            **{key: trial.params.get(key) for key in keys},
            **dict(zip(_metrics(study), values, strict=True)),
            "images": len(trial.intermediate_values),
            "seconds": trial.duration.total_seconds() if trial.duration else np.nan,
            "run": _name(runs, trial),
            "run_id": runs[trial.number].id if trial.number in runs else "",
            "failure": trial.user_attrs.get(FAILURE, ""),
        })  # fmt: skip
    return pd.DataFrame(rows)


def keep_table(record: Run, table: pd.DataFrame) -> None:
    """Keep the trials as parquet and, for a spreadsheet, as CSV."""
    texts = [name for name in table if not pd.api.types.is_numeric_dtype(table[name])]
    typed = table.astype(dict.fromkeys(texts, str))
    record.table("trials", {str(name): typed[name].to_numpy() for name in typed})
    record.text("tables/trials.csv", table.to_csv(index=False))


def keep_plots(study: optuna.Study, record: Run) -> None:
    """Keep every plot as a picture, and all of them as one page that answers the mouse."""
    from src.sweeps.plots import plots, plots_page  # seconds of imports, for the end alone

    drawn = plots(study)
    for plot in drawn:
        record.picture(f"plots/{plot.name}.png", plot.picture)
    if drawn:
        record.text("sweep.html", plots_page(study.study_name, drawn))


def print_report(
    study: optuna.Study,
    trials: Sequence[FrozenTrial],
    best: Sequence[FrozenTrial],
    runs: Mapping[int, PastRun],
    record: Run,
    archive: Archive,
) -> None:
    """The trials, the best of them, and where to look."""
    console = Console()
    console = console if console.is_terminal else Console(width=PIPE_WIDTH)
    console.print(trial_table(study, trials, runs))
    front = len(study.directions) > 1
    for trial in best:
        values = zip(_metrics(study), trial.values, strict=True)
        told = ", ".join(f"{name} {value:.4g}" for name, value in values)
        word = "front:" if front else "best: "
        console.print(f"{word} trial {trial.number}, {told}", highlight=False)
        console.print(f"       {escape(_name(runs, trial))}", highlight=False)
        if trial.number in runs and not front:
            page = page_of(archive, runs[trial.number])
            console.print(f"       {page}", highlight=False, soft_wrap=True)
    console.print(f"sweep: [bold]{escape(record.name)}[/]", highlight=False)
    console.print(f"open:  {record.command}", highlight=False, soft_wrap=True)
    if record.link != record.command:
        console.print(f"       {record.link}", highlight=False, soft_wrap=True)


def trial_table(
    study: optuna.Study, trials: Sequence[FrozenTrial], runs: Mapping[int, PastRun]
) -> Table:
    """One line per trial."""
    keys = list(dict.fromkeys(key for trial in trials for key in trial.params))
    title = f"Trials of {escape(study.study_name)}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.add_column("trial", justify="right")
    table.add_column("state")
    for heading in (*_short(keys), *_metrics(study)):
        table.add_column(escape(heading), justify="right", overflow="fold")
    table.add_column("run", overflow="fold")
    for trial in trials:
        colour = COLOURS[trial.state.name]
        values = trial.values or [None] * len(study.directions)
        table.add_row(
            str(trial.number),
            f"[{colour}]{trial.state.name}[/]",
            *(_cell(trial.params.get(key)) for key in keys),
            *(_cell(value) for value in values),
            escape(_name(runs, trial)),
        )
    return table


def _short(keys: Sequence[str]) -> list[str]:
    """The last part of every key, or the whole where two would look alike."""
    ends = [key.rpartition(".")[2] for key in keys]
    return [end if ends.count(end) == 1 else key for key, end in zip(keys, ends, strict=True)]


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))


def _name(runs: Mapping[int, PastRun], trial: FrozenTrial) -> str:
    return runs[trial.number].name if trial.number in runs else "–"


def _metrics(study: optuna.Study) -> list[str]:
    return list(study.metric_names or [])
