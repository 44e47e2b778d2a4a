"""A comparison of methods as a person reads it: ranks, sizes, tests, mistakes, others' figures."""

import io
from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from src.core.answers import ERROR
from src.reporting.grounding.console import SIZES, rate_words, rule_words
from src.reporting.grounding.published import NOTE, PUBLISHED
from src.scoring.grounding.contenders import Method, Standing
from src.scoring.grounding.contest import QUOTED, RATE, Contest
from src.scoring.grounding.coordinates import OFF, RIGHT
from src.scoring.grounding.failures import KINDS
from src.scoring.grounding.parts import ALL, SIZE

LINE = "=" * 60
WIDTH = 150
FEW = 4
"""Methods that stand side by side."""

MISTAKES = 3
"""Kinds of mistakes that a method is told by."""


def comparison_text(contest: Contest, dataset: str) -> str:
    """All of it as plain text, for a file."""
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None)
    for part in comparison_parts(contest, dataset):
        console.print(part)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def comparison_parts(contest: Contest, dataset: str) -> Iterator[object]:
    """What a terminal shows, part by part."""
    names = " vs ".join(own.method.name for own in contest.standings)
    yield escape(f"{LINE}\nEvaluation Results: {names}\n{LINE}")
    yield escape(_dataset(contest, dataset))
    yield _methods(contest.standings, contest.rate, "Methods, by rank")
    if contest.oracles:
        title = "Oracles: they were helped by the truth, bound the others and have no rank"
        yield _methods(contest.oracles, contest.rate, title)
    if contest.without_baseline:
        yield escape(f"\n{_without_baseline(contest.without_baseline)}")
    yield _sizes(contest)
    if contest.pairs:
        yield _pairs(contest)
    yield escape("Failure Analysis:\n" + "\n".join(_mistakes(own) for own in contest.everyone))
    yield _published()


def _dataset(contest: Contest, dataset: str) -> str:
    first = contest.everyone[0]
    rules, targets = first.method.rules, first.number("targets")
    words = f"Dataset: {dataset} ({contest.pictures} samples, {targets:.0f} targets)"
    left_out = {name: count for name, count in contest.left_out.items() if count}
    if left_out:
        counts = ", ".join(f"{name} {count}" for name, count in left_out.items())
        words += f"\nThe sets differ: compared is what all were asked; left out: {counts}"
    return (
        f"{words}\nA hit: {rule_words(contest.rate)}, edge {rules['edge']}; intervals of "
        f"{float(rules['level']):.0%}"
    )


def _methods(standings: Sequence[Standing], rate: str, title: str) -> Table:
    table = _table(title)
    table.add_column("", justify="right")
    table.add_column("Method", overflow="fold")
    for heading in ("Accuracy", "of answered", "Errors", "Parsing p50", "Locating p50", "Latency"):
        table.add_column(heading, justify="right", no_wrap=True)
    for own in standings:
        place = int(np.flatnonzero(own.parts["by"] == ALL)[0])
        of_answered = own.number(rate.replace(RATE, QUOTED))
        times = own.method.card.times
        table.add_row(
            "" if own.rank is None else str(own.rank),
            escape(own.method.name),
            escape(rate_words(own.parts, place, rate)),
            "–" if np.isnan(of_answered) else f"{of_answered:.3f}",
            f"{own.number('errors'):.0f}",
            *(
                _milliseconds(times.get(name, np.nan))
                for name in ("parsing_p50_ms", "locating_p50_ms", "mean_answer_ms")
            ),
        )
    table.caption = (
        "Accuracy: hits of all targets, by which methods are ranked; an error is no hit\n"
        "Latency: per question, the parsing of a screenshot shared out among its own"
    )
    table.caption_justify = "left"
    return table


def _without_baseline(methods: Sequence[Method]) -> str:
    """What a transform is worth is told only by the same method without it."""
    names = ", ".join(method.name for method in methods)
    missing = "; ".join(dict.fromkeys(method.absent_baseline for method in methods))
    return (
        f"Baseline missing: {names} used transforms, and the same method and crop without them is "
        f"not in the table; run it beside: {missing}"
    )


def _sizes(contest: Contest) -> Table:
    """Methods as columns while a terminal has room for them, else as rows."""
    names = [escape(own.method.name) for own in contest.everyone]
    cells = [[_size(own, part, contest.rate) for part in SIZES] for own in contest.everyone]
    heads, rows = [*SIZES.values()], dict(zip(names, cells, strict=True))
    if len(names) <= FEW:
        columns = zip(*cells, strict=True)
        heads, rows = names, dict(zip(SIZES.values(), map(list, columns), strict=True))
    table = _table("By Element Size: the longer side of the target in px of the screenshot")
    table.add_column("Size" if len(names) <= FEW else "Method", overflow="fold")
    for head in heads:
        table.add_column(head, justify="right", overflow="fold")
    for name, row in rows.items():
        table.add_row(name, *row)
    return table


def _size(standing: Standing, part: str, rate: str) -> str:
    chosen = (standing.parts["by"] == SIZE) & (standing.parts["part"] == part)
    place = np.flatnonzero(chosen)
    return escape(rate_words(standing.parts, int(place[0]), rate)) if len(place) else "–"


def _pairs(contest: Contest) -> Table:
    table = _table(
        "Every two on the targets that both answered: McNemar's exact test, and Holm's p of all "
        "pairs"
    )
    for heading in ("first", "second"):
        table.add_column(heading, overflow="fold")
    for heading in ("only first", "only second", "both", "neither", "errors", "p", "Holm"):
        table.add_column(heading, justify="right")
    table.add_column("better", overflow="fold")
    for pair in contest.pairs:
        counts = (pair.only_first, pair.only_second, pair.both, pair.neither, pair.errors)
        table.add_row(
            escape(pair.first),
            escape(pair.second),
            *map(str, counts),
            f"{pair.p:.3g}",
            f"{pair.adjusted:.3g}",
            escape(pair.better or "cannot tell"),
        )
    return table


def _mistakes(standing: Standing) -> str:
    kinds, counts = np.unique(standing.questions["kind"], return_counts=True)
    order = np.argsort(-counts, kind="stable")
    words = [f"{KINDS[kinds[place]]} {counts[place]}" for place in order if kinds[place]]
    words = [*words[:MISTAKES], *_errors(standing)]
    common = standing.method.rules["coordinates"]
    common = common if common.startswith(OFF) else common.partition(":")[0]
    off = f"; coordinates {common}" if words and common != RIGHT else ""
    return f"  - {standing.method.name}: {', '.join(words) or 'no mistakes'}{off}"


def _errors(standing: Standing) -> Iterator[str]:
    """How many answers failed, and the commonest reason."""
    failed = standing.questions["outcome"] == ERROR
    if failed.any():
        reasons, counts = np.unique(standing.questions["reason"][failed], return_counts=True)
        yield f"errors {failed.sum()} ({reasons[counts.argmax()]})"


def _published() -> Table:
    table = _table(f"PUBLISHED FIGURES. {NOTE}")
    for heading in ("benchmark", "method"):
        table.add_column(heading, overflow="fold")
    table.add_column("%", justify="right")
    for heading in ("source", "remark"):
        table.add_column(heading, overflow="fold")
    for own in PUBLISHED:
        cells = (own.benchmark, own.method, f"{own.score:.1f}", own.source, own.remark)
        table.add_row(*map(escape, cells), style="dim")
    return table


def _table(title: str) -> Table:
    return Table(box=None, title=f"\n{title}", title_justify="left", header_style="bold")


def _milliseconds(time: float) -> str:
    return "–" if np.isnan(time) else f"{time:.0f}ms" if time >= 10 else f"{time:.1f}ms"
