"""Scorecards and verdicts of a run."""

from src.core import Scorecard, Sink, Verdict
from src.tracking import keys
from src.tracking.as_json import scorecard_text, verdict_text
from src.tracking.directions import direction_tags
from src.tracking.record.names import Names

QUOTED = 4
"""So many of the main metrics have their intervals among the headlines."""


def log_scorecard(sink: Sink, card: Scorecard, stage: str = keys.TEST) -> None:
    """Keep the card: as numbers ``stage/name`` that compare, and whole, to be read back.

    Which way its metrics are better is kept as tags; intervals and slices are numbers too, rows
    and other tables are tables. What people quote is told first.
    """
    sink.metrics(scores(card, stage))
    sink.metrics({keys.TIME + name: number for name, number in card.times.items()})
    sink.tags(direction_tags(card.directions))
    if card.rows:
        sink.table(keys.of_stage(keys.SAMPLES, stage), card.rows)
    for name, columns in card.tables.items():
        sink.table(keys.of_stage(name, stage), columns)
    sink.text(keys.of_stage(keys.SCORECARD_FILE, stage), scorecard_text(card))


def scores(card: Scorecard, stage: str) -> dict[str, float]:
    """All numbers of a card: the main ones first, then the others, their intervals, the slices.

    By names that MLflow takes, so that they are the same wherever they go.
    """
    names = [*card.main, *(name for name in card.metrics if name not in card.main)]
    known = Names()
    numbers: dict[str, float] = {}
    for name in names[:QUOTED]:
        numbers |= _with_ends(card, name, stage)
    numbers |= {f"{stage}/{name}": card.metrics[name] for name in names}
    for name in names:
        numbers |= _with_ends(card, name, stage)
    for part, metrics in card.slices.items():
        numbers |= {f"{stage}/{part}/{name}": number for name, number in metrics.items()}
    return {known[name]: number for name, number in numbers.items()}


def _with_ends(card: Scorecard, name: str, stage: str) -> dict[str, float]:
    own = {f"{stage}/{name}": card.metrics[name]}
    if name in card.intervals:
        interval = card.intervals[name]
        own |= {f"{stage}/{name}{keys.LOW}": interval.low}
        own |= {f"{stage}/{name}{keys.HIGH}": interval.high}
    return own


def log_verdict(sink: Sink, verdict: Verdict) -> None:
    """Keep the outcome as a tag and the reasons as a file."""
    sink.tags({keys.VERDICT: verdict.outcome.value})
    sink.text(keys.VERDICT_FILE, verdict_text(verdict))
