"""Runs as tables for a terminal."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime

from rich.markup import escape
from rich.table import Table

from src.tracking.archive import PastRun
from src.tracking.comparison import APART, UNKNOWN, Comparison, LearningRow, MetricRow, interval

SHORT_ID = 8
COLOURS = {"FINISHED": "green", "FAILED": "red", "KILLED": "yellow", "RUNNING": "cyan"}
F1 = ("test/f1", "val/f1", "train/f1")
IOU = ("test/iou", "test/mean_true_iou", "val/iou", "val/mean_true_iou", "train/iou")
"""The first of these that a run has is shown."""


def list_table(runs: Sequence[PastRun]) -> Table:
    """One line per run."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("run", "name", "status", "started", "took", "dataset", "detector"):
        table.add_column(heading, no_wrap=heading != "name", overflow="fold")
    for heading in ("f1", "iou"):
        table.add_column(heading, justify="right", no_wrap=True)
    for run in runs:
        table.add_row(
            run.id[:SHORT_ID],
            escape(run.name),
            status_word(run.status),
            moment_words(run.started),
            duration_words(run.seconds),
            escape(run.choice("dataset") or UNKNOWN),
            escape(run.choice("detector") or UNKNOWN),
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
    own = {name: value for name, value in run.tags.items() if not name.startswith("mlflow.")}
    facts |= {name: escape(value) for name, value in sorted(own.items())}
    facts |= {name: escape(value) for name, value in extra}
    return _pairs("", facts)


def parameters_table(run: PastRun) -> Table:
    """The configuration, flat."""
    return _pairs("parameters", {name: escape(v) for name, v in sorted(run.parameters.items())})


def metrics_table(run: PastRun) -> Table:
    """The last value of every metric, with its interval where there is one."""
    ends = {name + end for name in run.metrics for end in ("_low", "_high")}
    rows = {}
    for name in sorted(set(run.metrics) - ends):
        probably = interval(run, name)
        between = f"  [{probably.low:.4g}, {probably.high:.4g}]" if probably else ""
        rows[name] = escape(number_words(run.metrics[name]) + between)
    return _pairs("metrics", rows)


def files_table(files: Sequence[tuple[str, int]]) -> Table:
    """Artifacts with their sizes."""
    return _pairs("artifacts", {escape(path): f"{size:,} bytes" for path, size in files})


def comparison_tables(comparison: Comparison) -> list[Table]:
    """Differing parameters, then metrics with their deltas to the first run."""
    runs = [f"{escape(run.name)}\n{run.id[:SHORT_ID]}" for run in comparison.runs]
    parameters = _side_by_side("differing parameters", runs)
    for row in comparison.parameters:
        parameters.add_row(row.name, *(escape(v) if v is not None else UNKNOWN for v in row.values))
    metrics = _side_by_side("metrics, and their difference to the first run", runs)
    for metric in comparison.metrics:
        metrics.add_row(metric.name, *_cells(metric))
    return [table for table in (parameters, metrics) if table.row_count]


def learning_table(rows: Sequence[LearningRow], budget: float) -> Table:
    """How fast each run learns, against the first."""
    title = f"learning: mean test F1 over {budget:g} simulated seconds (AUBC)"
    table = Table(box=None, title=title, title_justify="left", header_style="bold")
    table.add_column("run", overflow="fold")
    for heading in ("seeds", "aubc", "difference", "probability of improvement"):
        table.add_column(heading, justify="right")
    for number, row in enumerate(rows):
        chance = UNKNOWN
        if row.improvement is not None and row.interval is not None:
            chance = f"{row.improvement:.2f} [{row.interval.low:.2f}, {row.interval.high:.2f}]"
        difference = f"{row.difference:+.3g}" if number else ""
        cells = (str(len(row.areas)), f"{row.area:.4f}", difference, chance if number else "")
        table.add_row(escape(row.name), *map(escape, cells))
    return table


def learning_words(first: LearningRow, other: LearningRow) -> str:
    """Which of two runs learns faster, and whether that may be chance."""
    if other.difference == 0:
        return f"{other.name} and {first.name} learn equally fast"
    ahead, behind = (other, first) if other.difference > 0 else (first, other)
    told = f"{ahead.name} learns faster than {behind.name}: AUBC {ahead.area - behind.area:+.3g}"
    if other.improvement is None:
        return f"{told}; one seed cannot tell whether that is chance (seeds=[1,2,3])"
    chance = other.improvement if ahead is other else 1 - other.improvement
    told += f", probability of improvement {chance:.2f}"
    return told if other.conclusive else f"{told}; these seeds cannot tell that from chance"


def status_word(status: str) -> str:
    """The status in its colour."""
    colour = COLOURS.get(status, "white")
    return f"[{colour}]{status}[/{colour}]"


def moment_words(moment: datetime) -> str:
    """Local time."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def duration_words(seconds: float | None) -> str:
    """Seconds in the two largest units."""
    if seconds is None:
        return UNKNOWN
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}h {minutes:02}m"
    return f"{minutes}m {rest:02}s" if minutes else f"{seconds:.1f}s"


def number_words(number: float | None) -> str:
    """Four significant digits; a dash where there is no number."""
    return UNKNOWN if number is None else f"{number:.4g}"


def _first(run: PastRun, names: Sequence[str]) -> str:
    numbers = (run.metrics[name] for name in names if name in run.metrics)
    number = next(numbers, None)
    return UNKNOWN if number is None else f"{number:.3f}"


def _cells(metric: MetricRow) -> list[str]:
    cells = [number_words(metric.values[0])]
    for value, delta, relation in zip(
        metric.values[1:], metric.deltas[1:], metric.intervals[1:], strict=True
    ):
        words = [number_words(value)]
        if delta is not None and not math.isnan(delta):
            words.append(f"{delta:+.3g}")
        if relation != UNKNOWN:
            words.append(f"[bold]{relation}[/bold]" if relation == APART else relation)
        cells.append("  ".join(words))
    return cells


def _pairs(title: str, rows: dict[str, str]) -> Table:
    table = Table(box=None, show_header=False, title=title or None, title_justify="left")
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def _side_by_side(title: str, runs: Sequence[str]) -> Table:
    table = Table(box=None, title=title, title_justify="left", header_style="bold")
    table.add_column("", style="dim", overflow="fold")
    for run in runs:
        table.add_column(run, overflow="fold")
    return table
