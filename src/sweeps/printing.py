"""What a sweep shows on the terminal at its end."""

from collections.abc import Mapping, Sequence
from typing import Any

import optuna
from optuna.trial import FrozenTrial
from rich.markup import escape
from rich.table import Table

from src.reporting.console import table_console
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.record.run import Run

COLOURS = {"COMPLETE": "green", "PRUNED": "yellow", "FAIL": "red", "RUNNING": "cyan"}


def print_report(
    study: optuna.Study,
    trials: Sequence[FrozenTrial],
    best: Sequence[FrozenTrial],
    runs: Mapping[int, PastRun],
    record: Run,
    archive: Archive,
) -> None:
    """The trials, the best of them, and where to look."""
    console = table_console()
    console.print(trial_table(study, trials, runs))
    front = len(study.directions) > 1
    for trial in best:
        values = zip(metrics_of(study), trial.values, strict=True)
        reached = ", ".join(f"{name} {value:.4g}" for name, value in values)
        word = "front:" if front else "best: "
        console.print(f"{word} trial {trial.number}, {reached}", highlight=False)
        console.print(f"       {escape(run_name(runs, trial))}", highlight=False)
        if trial.number in runs and not front:
            page = archive.page(runs[trial.number])
            console.print(f"       {page}", highlight=False, soft_wrap=True)
    console.print(f"sweep: [bold]{escape(record.name)}[/]", highlight=False)
    place = record.place(keys.REPORT_FILE)
    console.print(f"report: {place}", highlight=False, soft_wrap=True, markup=False)
    console.print(f"open:  {record.command}", highlight=False, soft_wrap=True)
    if record.link != record.command:
        console.print(f"       {record.link}", highlight=False, soft_wrap=True)


def trial_table(
    study: optuna.Study, trials: Sequence[FrozenTrial], runs: Mapping[int, PastRun]
) -> Table:
    """One line per trial."""
    parameters = list(dict.fromkeys(key for trial in trials for key in trial.params))
    title = f"Trials of {escape(study.study_name)}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.add_column("trial", justify="right")
    table.add_column("state")
    for heading in (*_short(parameters), *metrics_of(study)):
        table.add_column(escape(heading), justify="right", overflow="fold")
    table.add_column("run", overflow="fold")
    for trial in trials:
        colour = COLOURS[trial.state.name]
        values = trial.values or [None] * len(study.directions)
        table.add_row(
            str(trial.number),
            f"[{colour}]{trial.state.name}[/]",
            *(_cell(trial.params.get(key)) for key in parameters),
            *(_cell(value) for value in values),
            escape(run_name(runs, trial)),
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


def run_name(runs: Mapping[int, PastRun], trial: FrozenTrial) -> str:
    """What the run of a trial is called; a dash where none was begun."""
    return runs[trial.number].name if trial.number in runs else "–"


def metrics_of(study: optuna.Study) -> list[str]:
    """What the study is about."""
    return list(study.metric_names or [])
