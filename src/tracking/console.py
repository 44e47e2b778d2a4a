"""What a run shows on the terminal: progress while it lasts, a table at its end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from src.core import Outcome, Scorecard, Verdict

COLOURS = {Outcome.PASS: "green", Outcome.FAIL: "red", Outcome.INCONCLUSIVE: "yellow"}


class Recorded(Protocol):
    """What the end of a run says about where it is kept."""

    name: str

    @property
    def link(self) -> str:
        """Address of the run in the MLflow UI."""

    @property
    def command(self) -> str:
        """The one command that opens it."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on the terminal; call what it gives once per finished piece."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def score_table(card: Scorecard) -> Table:
    """Metrics with their intervals."""
    table = Table(title=f"Scorecard of {len(card)} images", title_justify="left")
    table.add_column("metric")
    table.add_column("value", justify="right")
    table.add_column("interval", justify="right", style="dim")
    for name, value in card.metrics.items():
        interval = card.intervals.get(name)
        span = f"{interval.low:.4f} – {interval.high:.4f}" if interval else ""
        shown = f"{value:.0f}" if value == int_or_nan(value) and abs(value) > 1 else f"{value:.4f}"
        table.add_row(name, shown, span)
    return table


def int_or_nan(value: float) -> float:
    """The whole number below, or ``nan``."""
    return float(int(value)) if value == value else value


def print_summary(card: Scorecard, verdict: Verdict | None, record: Recorded) -> None:
    """The end of every run: the table, the verdict, the name, how to open it."""
    console = Console()
    console.print(score_table(card))
    if verdict:
        console.print(f"verdict: [bold {COLOURS[verdict.outcome]}]{verdict.outcome}[/]")
        for reason in verdict.reasons:
            console.print(
                f"  [{COLOURS[reason.outcome]}]{reason.outcome}[/] "
                f"{reason.criterion}: {reason.sentence}"
            )
    console.print(f"run:  [bold]{record.name}[/]", highlight=False)
    console.print(f"open: {record.command}", highlight=False)
    if record.link != record.command:
        console.print(f"      {record.link}", highlight=False, soft_wrap=True)
