"""What a run shows on the terminal at its end: tables, the verdict, where it is kept."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from rich.console import Console
from rich.table import Table

from src.core import Interval, Outcome, Scorecard, Verdict
from src.reporting.curves import Clocks
from src.reporting.headline import DOZEN, LEARNED, cell, clock_rows, headline

COLOURS = {Outcome.PASS: "green", Outcome.FAIL: "red", Outcome.INCONCLUSIVE: "yellow"}


PIPE_WIDTH = 160
"""Columns of a table that goes into a file or a pipe."""


class Recorded(Protocol):
    """What the end of a run says about where it is kept."""

    name: str

    @property
    def link(self) -> str:
        """Address of the run in the MLflow UI."""

    @property
    def command(self) -> str:
        """The one command that opens it."""


def table_console() -> Console:
    """The terminal, or a file or pipe that is wide enough for tables."""
    console = Console()
    return console if console.is_terminal else Console(width=PIPE_WIDTH)


def score_table(card: Scorecard, *, everything: bool = True, most: int = DOZEN) -> Table:
    """Metrics with their intervals: all, or those that people quote."""
    title, metrics = f"Scorecard of {len(card)} images", dict(card.metrics)
    if not everything and len(metrics) > most:
        metrics = headline(card, most)
        title += f" ({len(metrics)} of {len(card.metrics)} numbers; all: --all)"
    return table_of(title, metrics, card.intervals, card.defined, f"{card.unit}s")


def learned_tables(
    learned: Mapping[str, float], clocks: Clocks, *, everything: bool
) -> list[Table]:
    """What a session came to; its times by every clock."""
    chosen = {name: learned[name] for name in LEARNED if name in learned}
    tables = [table_of("Learning", learned if everything or not chosen else chosen)]
    if clocks:
        heads, rows = clock_rows([clocks])
        table = Table(title="The same strokes by every clock", title_justify="left")
        for place, head in enumerate(heads):
            table.add_column(head, justify="right" if place else "left")
        for row in rows:
            table.add_row(*row)
        tables.append(table)
    return tables


def table_of(
    title: str,
    numbers: Mapping[str, float],
    intervals: Mapping[str, Interval] | None = None,
    defined: Mapping[str, int] | None = None,
    units: str = "images",
) -> Table:
    """Names, numbers, and where there are any: intervals, and how many images a number is of."""
    table = Table(title=title, title_justify="left")
    table.add_column("metric")
    table.add_column("value", justify="right")
    for name, known in (("interval", intervals), (units, defined)):
        if known:
            table.add_column(name, justify="right", style="dim")
    for name, value in numbers.items():
        cells = [name, cell(name, value)]
        if intervals:
            cells.append(interval_words(intervals.get(name)))
        if defined:
            cells.append(str(defined.get(name, "")))
        table.add_row(*cells)
    return table


def interval_words(interval: Interval | None) -> str:
    """Its ends, and how many of the draws were undefined where some were."""
    if interval is None:
        return ""
    words = f"{interval.low:.4f} – {interval.high:.4f}"
    undefined = f" ({interval.undefined:.0%} of draws undefined)"
    return words + undefined if interval.undefined else words


def print_verdict(console: Console, verdict: Verdict) -> None:
    """The outcome, and its reasons one by one."""
    console.print(f"verdict: [bold {COLOURS[verdict.outcome]}]{verdict.outcome}[/]")
    for reason in verdict.reasons:
        console.print(
            f"  [{COLOURS[reason.outcome]}]{reason.outcome}[/] "
            f"{reason.criterion}: {reason.sentence}",
            soft_wrap=True,
        )


def print_place(console: Console, record: Recorded) -> None:
    """What the run is called, and how to open it."""
    console.print(f"run:  [bold]{record.name}[/]", highlight=False)
    console.print(f"open: {record.command}", highlight=False, soft_wrap=True)
    if record.link != record.command:
        console.print(f"      {record.link}", highlight=False, soft_wrap=True)


def print_line(
    card: Scorecard,
    verdict: Verdict | None,
    record: Recorded,
    learned: Mapping[str, float],
    apart: str = "",
) -> None:
    """One run of several, in one line, which begins with what tells it apart."""
    numbers = [f"{name} {value:.3f}" for name, value in [*headline(card, 1).items()]]
    numbers += [f"aubc {learned['aubc']:.3f}"] if "aubc" in learned else []
    words = [*([apart] if apart else []), record.name, *numbers]
    words += [str(verdict.outcome)] if verdict else []
    table_console().print(
        "  ".join(words), highlight=False, markup=False, overflow="ellipsis", no_wrap=True
    )


def print_summary(
    card: Scorecard,
    verdict: Verdict | None,
    record: Recorded,
    learned: Mapping[str, float] | None = None,
    shown: Iterable[object] = (),
    *,
    clocks: Clocks | None = None,
    places: Mapping[str, str] | None = None,
    everything: bool = False,
) -> None:
    """The end of every run: the tables, what its report shows, the verdict, how to open it.

    Args:
        clocks: the learning curve by every clock.
        places: what was made to what it is called, such as ``report`` to a path.
        everything: all numbers, not the dozen that people quote.
    """
    console = Console()
    room = DOZEN
    if learned:
        room -= len(LEARNED)
        for table in learned_tables(learned, clocks or {}, everything=everything):
            console.print(table)
    console.print(score_table(card, everything=everything, most=room))
    for part in shown:
        table_console().print(part)
    if verdict:
        print_verdict(console, verdict)
    print_place(console, record)
    for name, place in (places or {}).items():
        console.print(f"{name}: {place}", highlight=False, soft_wrap=True, markup=False)
    if card.times:
        times = ", ".join(f"{name} {number:.4g}" for name, number in card.times.items())
        console.print(f"time: {times}", highlight=False, style="dim")
