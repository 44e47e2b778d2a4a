"""What a sweep leaves behind: its trials as a table, its best, and plots."""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import optuna
import pandas as pd
from optuna.trial import FrozenTrial, TrialState

from src.reporting.drawing.figures import keep_figure
from src.sweeps.printing import metrics_of, print_report, run_name
from src.sweeps.study import FAILURE
from src.tracking import keys
from src.tracking.answer.answering import page_of
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import mark_best, trial_runs
from src.tracking.record.description import description
from src.tracking.record.run import Run
from src.tracking.store import StoreAwayError

log = logging.getLogger(__name__)


def report(study: optuna.Study, record: Run, archive: Archive) -> None:
    """Keep and print what is known; what cannot be kept must not hide how the sweep ended."""
    runs: dict[int, PastRun] = {}
    trials = [trial for trial in study.trials if trial.state != TrialState.WAITING]
    best = best_trials(study)
    steps: list[Callable[[], None]] = [
        lambda: runs.update(trial_runs(archive, record.id)),
        lambda: record.metrics(counts(trials) | best_values(study, best)),
        lambda: keep_table(record, frame(study, trials, runs)),
        lambda: mark_best(archive, runs, [trial.number for trial in best]),
        lambda: record.tags({keys.BEST_TRIAL: names_of(best, runs)}),
        lambda: record.tags({keys.DESCRIPTION: described(study, trials, best, runs)}),
        lambda: keep_plots(study, record),
        lambda: keep_page(record, archive),
    ]
    for step in steps:
        try:
            step()
        except StoreAwayError:
            # So it would be with every other step.
            raise
        except Exception as problem:
            log.warning("the sweep is not fully recorded: %s", problem)
    print_report(study, trials, best, runs, record, archive)


def keep_page(record: Run, archive: Archive) -> None:
    """Keep the answer for people."""
    record.flush()
    record.text(keys.REPORT_FILE, page_of(archive, [archive.find(record.id)]))


def best_trials(study: optuna.Study) -> list[FrozenTrial]:
    """The best trial, or with several objectives all that no other beats; by number."""
    if len(study.directions) > 1:
        return sorted(study.best_trials, key=lambda trial: trial.number)
    if not study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
        return []
    return [study.best_trial]


def names_of(trials: Sequence[FrozenTrial], runs: Mapping[int, PastRun]) -> str:
    """What the runs of these trials are called."""
    return ", ".join(run_name(runs, trial) for trial in trials)


def described(
    study: optuna.Study,
    trials: Sequence[FrozenTrial],
    best: Sequence[FrozenTrial],
    runs: Mapping[int, PastRun],
) -> str:
    """The best of a sweep, where MLflow shows it."""
    lines = [(name, value, None) for name, value in best_values(study, best).items()]
    count = "1 trial" if len(trials) == 1 else f"{len(trials)} trials"
    told = f"{count} of {study.study_name}; best: {names_of(best, runs) or 'none yet'}."
    return description(told, lines)


def counts(trials: Sequence[FrozenTrial]) -> dict[str, float]:
    """How many trials ended how."""
    states = [trial.state for trial in trials]
    return {
        f"{keys.SWEEP}complete": float(states.count(TrialState.COMPLETE)),
        f"{keys.SWEEP}pruned": float(states.count(TrialState.PRUNED)),
        f"{keys.SWEEP}failed": float(states.count(TrialState.FAIL)),
    }


def best_values(study: optuna.Study, best: Sequence[FrozenTrial]) -> dict[str, float]:
    """The best value under its metric's own name; none where there are several objectives."""
    if len(best) != 1 or best[0].value is None or len(study.directions) > 1:
        return {}
    return {keys.BEST_VALUE + metrics_of(study)[0]: best[0].value}


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
            **dict(zip(metrics_of(study), values, strict=True)),
            "images": len(trial.intermediate_values),
            "seconds": trial.duration.total_seconds() if trial.duration else np.nan,
            "run": run_name(runs, trial),
            "run_id": runs[trial.number].id if trial.number in runs else "",
            FAILURE: trial.user_attrs.get(FAILURE, ""),
        })  # fmt: skip
    return pd.DataFrame(rows)


def keep_table(record: Run, table: pd.DataFrame) -> None:
    """Keep the trials as a table."""
    texts = [name for name in table if not pd.api.types.is_numeric_dtype(table[name])]
    typed = table.astype(dict.fromkeys(texts, str))
    record.table(keys.TRIALS, {str(name): typed[name].to_numpy() for name in typed})


def keep_plots(study: optuna.Study, record: Run) -> None:
    """Keep every plot as a picture, and all of them as one page that answers the mouse."""
    from src.sweeps.plots import plots, plots_page  # seconds of imports, for the end alone

    drawn = plots(study)
    for plot in drawn:
        keep_figure(record, f"plots/{plot.name}.png", plot.figure)
    if drawn:
        record.text("sweep.html", plots_page(study.study_name, drawn))
