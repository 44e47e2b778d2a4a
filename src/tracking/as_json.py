"""Verdicts and the numbers of scorecards as JSON, and back."""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from src.core import Directions, Interval, Outcome, Reason, Scorecard, Table, Verdict
from src.tracking import keys

Name = TypeVar("Name")
Numbers = Mapping[str, float]


def scorecard_text(card: Scorecard) -> str:
    """All but the columns of its tables; ``null`` where a number is not defined."""
    ends = {
        name: (interval.low, interval.high, interval.undefined)
        for name, interval in card.intervals.items()
    }
    return _text({
        "metrics": plain_numbers(card.metrics),
        "intervals": {name: [_defined(end) for end in own] for name, own in ends.items()},
        "defined": dict(card.defined),
        "effective": dict(card.effective),
        "unit": card.unit,
        "slices": {part: plain_numbers(numbers) for part, numbers in card.slices.items()},
        "tables": [*([keys.SAMPLES] if card.rows else []), *card.tables],
        "lower": sorted(card.directions.lower),
        "neutral": sorted(card.directions.neutral),
        "main": card.main,
        "times": plain_numbers(card.times),
    })  # fmt: skip


def scorecard_of(written: Mapping[str, Any], table: Callable[[str], Table]) -> Scorecard:
    """The card that gave this text.

    Args:
        written: the text, parsed.
        table: gives the columns of the table of this name.
    """
    tables = {name: table(name) for name in written["tables"]}
    return Scorecard(
        metrics=_numbers(written["metrics"]),
        rows=tables.pop(keys.SAMPLES, {}),
        intervals={
            name: Interval(*map(_number, ends)) for name, ends in written["intervals"].items()
        },
        # Cards of runs that are older than these columns have none.
        defined=written.get("defined", {}),
        effective=written.get("effective", {}),
        unit=written.get("unit", "image"),
        slices={part: _numbers(own) for part, own in written["slices"].items()},
        tables=tables,
        directions=Directions.of_names(lower=written["lower"], neutral=written["neutral"]),
        main=tuple(written["main"]),
        times=_numbers(written["times"]),
    )


def verdict_text(verdict: Verdict) -> str:
    """The outcome, and one entry for every reason."""
    reasons = [
        {
            "criterion": reason.criterion,
            "outcome": reason.outcome.value,
            "sentence": reason.sentence,
        }
        for reason in verdict.reasons
    ]
    return _text({"outcome": verdict.outcome.value, "reasons": reasons})


def verdict_of(written: Mapping[str, Any]) -> Verdict:
    """The verdict that gave this text, parsed."""
    return Verdict(
        tuple(
            Reason(own["criterion"], Outcome(own["outcome"]), own["sentence"])
            for own in written["reasons"]
        )
    )


def _text(whole: Mapping[str, Any]) -> str:
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def plain_numbers(numbers: Mapping[Name, float]) -> dict[Name, float | None]:
    """The numbers, ``None`` where one is not defined: JSON has no other word for it."""
    return {name: _defined(number) for name, number in numbers.items()}


def _defined(number: float) -> float | None:
    return None if math.isnan(number) else float(number)


def _numbers(written: Mapping[str, float | None]) -> dict[str, float]:
    return {name: _number(number) for name, number in written.items()}


def _number(written: float | None) -> float:
    return math.nan if written is None else written
