"""Runs side by side as tables for a terminal."""

import math
from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from src.reporting.headline import DOZEN
from src.tracking import keys
from src.tracking.archive import PastRun
from src.tracking.archive.tables import SHORT_ID
from src.tracking.archive.words import UNKNOWN, number_words
from src.tracking.compare.differences import APART, Differences, MetricRow
from src.tracking.compare.learning import LearningRow
from src.tracking.compare.manners import MEASURES, SHARES, Manners, Timed, distances


def told_apart(runs: Sequence[PastRun]) -> list[str]:
    """What each run is called beside the others: the part of its name that they do not share."""
    names = [run.name for run in runs]
    if len(set(names)) < len(names):
        return [f"{run.name} ({run.id[:SHORT_ID]})" for run in runs]
    words = [name.split("-") for name in names]
    shared = 0
    while (
        len({tuple(own[: shared + 1]) for own in words}) == 1 and shared < min(map(len, words)) - 1
    ):
        shared += 1
    return ["-".join(own[shared:]) for own in words]


def difference_tables(
    differences: Differences, *, everything: bool = True, judged: bool = False
) -> list[Table]:
    """Differing parameters, then metrics with their deltas to the first run.

    Args:
        everything: all metrics, not the dozen that people quote.
        judged: whether something else says which run is better, so that the numbers need not.
    """
    runs = [f"{escape(run.name)}\n{run.id[:SHORT_ID]}" for run in differences.runs]
    parameters = _side_by_side("differing parameters", runs)
    for row in differences.parameters:
        parameters.add_row(row.name, *map(_text, row.values))
    chosen = differences.metrics if everything else headline_metrics(differences.metrics)
    title = "metrics, and their difference to the first run"
    if len(chosen) < len(differences.metrics):
        title += f" ({len(chosen)} of {len(differences.metrics)}; all: --all)"
    metrics = _side_by_side(title, runs)
    for metric in chosen:
        metrics.add_row(metric.name, *_cells(metric, judged=judged))
    return [table for table in (parameters, metrics) if table.row_count]


def headline_metrics(metrics: Sequence[MetricRow]) -> list[MetricRow]:
    """A dozen: what was learned, then scores of whole sets that have an interval."""
    learned = [f"{keys.LEARNING}{name}" for name in ("aubc", "seconds")]
    first = [row for row in metrics if row.name in learned]
    scored = [
        row for row in metrics
        if row.name.count("/") == 1 and set(row.intervals) != {UNKNOWN} and row not in first
    ]  # fmt: skip
    chosen = [*first, *sorted(scored, key=lambda row: not row.name.endswith("/f1"))]
    return chosen[:DOZEN] or list(metrics[:DOZEN])


def conclusion(metrics: Sequence[MetricRow], names: Sequence[str]) -> str:
    """What runs that nobody was taught in come to, in one sentence."""
    rows = [row for row in headline_metrics(metrics) if set(row.intervals) != {UNKNOWN}]
    if not rows:
        return ""
    row = rows[0]
    said = []
    for name, delta, better in zip(names[1:], row.deltas[1:], row.better[1:], strict=True):
        if delta is None:
            continue
        sure = "which may be chance: their intervals overlap"
        if better is not None:
            sure = f"{'better' if better else 'worse'} by more than chance"
        said.append(f"{name} against {names[0]}: {row.name} {delta:+.3g}, {sure}")
    return "; ".join(said)


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
    faster = f"{ahead.name} learns faster than {behind.name}: AUBC {ahead.area - behind.area:+.3g}"
    if other.improvement is None:
        return f"{faster}; one seed cannot tell whether that is chance (seeds=[1,2,3])"
    chance = other.improvement if ahead is other else 1 - other.improvement
    faster += f", probability of improvement {chance:.2f}"
    return faster if other.conclusive else f"{faster}; these seeds cannot tell that from chance"


def manners_table(all_manners: Sequence[Manners]) -> Table:
    """How each annotator painted, and how far it is from the first on the same images."""
    first = all_manners[0]
    title = f"painting: medians over images, and × off {first.name} on the same image"
    table = Table(box=None, title=escape(title), title_justify="left", header_style="bold")
    table.add_column("run", overflow="fold")
    for measure in MEASURES:
        table.add_column(measure, justify="right")
    for number, manners in enumerate(all_manners):
        apart = distances(first, manners)
        cells = [
            f"{typical:.3g}" + (f" (±{off:.2f})" if measure in SHARES else f" (×{off:.2f})")
            if number
            else f"{typical:.3g}"
            for measure, typical, off in zip(MEASURES, manners.typical(), apart, strict=True)
        ]
        table.add_row(escape(manners.name), *cells)
    return table


def clocks_table(rows: Sequence[Timed], name: str) -> Table:
    """What clocks make of a person's strokes."""
    title = f"clocks on the strokes of {name}: {rows[0].real_seconds:.1f} real seconds"
    table = Table(box=None, title=escape(title), title_justify="left", header_style="bold")
    for heading in ("clock", "seconds", "× off on an image"):
        table.add_column(heading, justify="left" if heading == "clock" else "right")
    for row in rows:
        table.add_row(row.clock, f"{row.seconds:.1f}", f"{row.factor:.2f}")
    return table


def _text(value: str | None) -> str:
    return UNKNOWN if value is None else escape(value)


def _cells(metric: MetricRow, *, judged: bool) -> list[str]:
    cells = [number_words(metric.values[0])]
    columns = (metric.values, metric.deltas, metric.intervals, metric.better)
    for value, delta, relation, better in zip(*(own[1:] for own in columns), strict=True):
        words = [number_words(value)]
        if delta is not None and not math.isnan(delta):
            words.append(f"{delta:+.3g}")
        if relation != UNKNOWN and not judged:
            words.append(_relation_words(relation, better))
        cells.append("  ".join(words))
    return cells


def _relation_words(relation: str, better: bool | None) -> str:
    """Whether two intervals are apart, and if so who is better where that is known."""
    if relation != APART:
        return relation
    who = "" if better is None else ", better" if better else ", worse"
    return f"[bold]{APART}{who}[/bold]"


def _side_by_side(title: str, runs: Sequence[str]) -> Table:
    table = Table(box=None, title=title, title_justify="left", header_style="bold")
    table.add_column("", style="dim", overflow="fold")
    for run in runs:
        table.add_column(run, overflow="fold")
    return table
