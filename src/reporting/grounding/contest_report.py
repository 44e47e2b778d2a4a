"""A comparison of methods as files: JSON, the table as a text, tests, plots."""

import json
import math
from dataclasses import asdict
from typing import Any

import numpy as np

from src.core import Sink
from src.reporting.drawing.figures import keep_figure
from src.reporting.grounding import plots
from src.reporting.grounding.contest_text import comparison_text
from src.reporting.grounding.published import NOTE, PUBLISHED
from src.scoring.grounding import tables
from src.scoring.grounding.contenders import Standing
from src.scoring.grounding.contest import Contest
from src.scoring.grounding.parts import ALL

FILE = "comparison.json"
TEXT = "comparison.txt"
ENDS = ("_low", "_high")


def leave_comparison(contest: Contest, dataset: str, sink: Sink, file: str = FILE) -> None:
    """Tell a sink everything about a comparison."""
    whole = comparison(contest, dataset)
    sink.text(file, json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
    sink.text(TEXT, comparison_text(contest, dataset))
    if contest.pairs:
        rows = [asdict(pair) | {"better": pair.better or ""} for pair in contest.pairs]
        sink.table("pairs", {name: np.array([row[name] for row in rows]) for name in rows[0]})
    _plots(contest, dataset, sink)


def comparison(contest: Contest, dataset: str) -> dict[str, Any]:
    """The comparison as plain values; ``None`` where a number is not defined."""
    first = contest.everyone[0].method
    return {
        "dataset": {
            "name": dataset,
            "fingerprints": sorted({own.method.fingerprint for own in contest.everyone}),
            "samples": contest.pictures,
            "targets": int(contest.everyone[0].number("targets")),
            "left_out": dict(contest.left_out),
        },
        "rules": {name: own for name, own in first.rules.items() if name != "coordinates"},
        "rate": contest.rate,
        "methods": [_method(own) for own in contest.standings],
        "oracles": [_method(own) for own in contest.oracles],
        "without_baseline": {
            method.name: method.absent_baseline for method in contest.without_baseline
        },
        "pairs": [asdict(pair) | {"better": pair.better} for pair in contest.pairs],
        "published": {"note": NOTE, "figures": [asdict(own) for own in PUBLISHED]},
    }


def _method(standing: Standing) -> dict[str, Any]:
    method = standing.method
    parts = {
        f"{by}={part}" if by != ALL else ALL: _row(standing, place)
        for place, (by, part) in enumerate(
            zip(standing.parts["by"], standing.parts["part"], strict=True)
        )
    }
    whole = parts.pop(ALL)
    spent = {name: own for name, own in method.card.metrics.items() if name.startswith("spent_")}
    kinds, counts = np.unique(standing.questions["kind"], return_counts=True)
    return {
        "rank": standing.rank,
        "name": method.name,
        "run": method.run,
        "numbers": whole,
        "parts": parts,
        "times_ms": {name: _plain(own) for name, own in method.card.times.items()},
        "spent": spent,
        "mistakes": {str(k): int(n) for k, n in zip(kinds, counts, strict=True) if k},
        "coordinates": method.rules["coordinates"],
    }


def _row(standing: Standing, place: int) -> dict[str, Any]:
    """The numbers of a part, with the ends of their intervals."""
    table = standing.parts
    names = [name for name in table if name not in ("by", "part", "intervals")]
    numbers: dict[str, Any] = {}
    for name in names:
        if not name.endswith(ENDS):
            numbers[name] = _plain(table[name][place])
            ends = [_plain(table[name + end][place]) for end in ENDS if name + end in table]
            if len(ends) == 2 and None not in ends:
                numbers[f"{name}_interval"] = ends
    return numbers


def _plain(value: Any) -> float | None:
    number = float(value)
    return number if math.isfinite(number) else None


def _plots(contest: Contest, dataset: str, sink: Sink) -> None:
    everyone, rate = contest.everyone, contest.rate
    named = {own.method.name: own for own in everyone}
    drawn = {
        "by_size": plots.bars_by_size({n: own.parts for n, own in named.items()}, rate, dataset),
        "element_size": plots.rate_against_size(
            {n: own.sides for n, own in named.items()}, rate, dataset
        ),
    }
    if any(own.offsets["targets"].any() for own in everyone):
        offsets = {n: own.offsets for n, own in named.items()}
        drawn["click_offset"] = plots.click_offset_curve(offsets, rate, dataset)
    times = {n: own.method.card.times.get("mean_answer_ms", math.nan) for n, own in named.items()}
    if any(time > 0 for time in times.values()):
        low, high = (f"{rate}{end}" for end in ENDS)
        marks = {
            n: (times[n], own.number(rate), own.number(low), own.number(high))
            for n, own in named.items()
            if times[n] > 0
        }
        drawn["accuracy_latency"] = plots.accuracy_against_latency(marks, rate, dataset)
    for number, own in enumerate(everyone, start=1):
        confusion = tables.confusion_table(own.questions)
        if len(confusion["questions"]):
            drawn[f"confusion_{number}"] = plots.confusion_of_types(confusion, own.method.name)
    for name, figure in drawn.items():
        keep_figure(sink, f"plots/{name}.png", figure)
