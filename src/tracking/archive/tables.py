"""Recorded runs as tables for a terminal."""

from collections.abc import Iterable, Sequence

from rich.markup import escape
from rich.table import Table

from src.reporting.headline import DOZEN
from src.tracking import keys
from src.tracking.archive.past_run import PastRun, without_ends
from src.tracking.archive.words import (
    UNKNOWN,
    duration_words,
    moment_words,
    number_words,
    status_word,
)

SHORT_ID = 8
GROUPS = ("dataset", "detector")
F1 = ("test/f1", "val/f1", "train/f1")
IOU = ("test/iou", "test/mean_true_iou", "val/iou", "val/mean_true_iou", "train/iou")
"""The first of these that a run has is shown."""


def list_table(runs: Sequence[PastRun]) -> Table:
    """One line per run."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("run", "name", "status", "started", "took", *GROUPS):
        table.add_column(heading, no_wrap=heading != "name", overflow="fold")
    for heading in ("f1", "iou"):
        table.add_column(heading, justify="right", no_wrap=True)
    for run in runs:
        table.add_row(
            run.id[:SHORT_ID],
            _name(run),
            status_word(run.status),
            moment_words(run.started),
            duration_words(run.seconds),
            *(escape(run.choice(group) or UNKNOWN) for group in GROUPS),
            _first(run, F1),
            _first(run, IOU),
        )
    return table


def facts_table(run: PastRun, extra: Iterable[tuple[str, str]]) -> Table:
    """What a run is: its identity, its tags, how it ended."""
    facts = {
        "id": run.id,
        "experiment": escape(run.experiment),
        "status": status_word(run.status),
        "started": moment_words(run.started),
        "took": duration_words(run.seconds),
    }
    own = {name: value for name, value in run.tags.items() if not name.startswith(keys.MLFLOW)}
    facts |= {name: escape(value) for name, value in sorted(own.items())}
    facts |= {name: escape(value) for name, value in extra}
    return _pairs("", facts)


def parameters_table(run: PastRun) -> Table:
    """The configuration, flat."""
    return _pairs(
        "parameters", {name: escape(text) for name, text in sorted(run.parameters.items())}
    )


def metrics_table(run: PastRun, *, everything: bool = True) -> Table:
    """The last value of every metric, with its interval where there is one; or of a dozen."""
    rows, names = {}, without_ends([run])
    title = "metrics"
    if not everything and len(names) > DOZEN:
        first = [name for name in names if name == keys.AREA or run.interval(name)]
        chosen = [name for name in first if name.count("/") == 1][:DOZEN] or names[:DOZEN]
        title = f"metrics ({len(chosen)} of {len(names)}; all: --all)"
        names = chosen
    for name in names:
        probably = run.interval(name)
        between = f"  [{probably.low:.4g}, {probably.high:.4g}]" if probably else ""
        rows[name] = escape(number_words(run.metrics[name]) + between)
    return _pairs(title, rows)


def files_table(files: Sequence[tuple[str, int]]) -> Table:
    """Artifacts with their sizes."""
    return _pairs("artifacts", {escape(path): f"{size:,} bytes" for path, size in files})


def _name(run: PastRun) -> str:
    """What it is called, marked where later runs are compared with it."""
    return escape(run.name) + (f" [bold]({keys.BASELINE})[/]" if keys.BASELINE in run.tags else "")


def _first(run: PastRun, names: Sequence[str]) -> str:
    numbers = (run.metrics[name] for name in names if name in run.metrics)
    number = next(numbers, None)
    return UNKNOWN if number is None else f"{number:.3f}"


def _pairs(title: str, rows: dict[str, str]) -> Table:
    table = Table(box=None, show_header=False, title=title or None, title_justify="left")
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items():
        table.add_row(name, value)
    return table
