"""Scorecards and verdicts of a run."""

from src.core import Scorecard, Sink, Verdict
from src.tracking import keys
from src.tracking.as_json import scorecard_text, verdict_text
from src.tracking.directions import direction_tags


def log_scorecard(sink: Sink, card: Scorecard, stage: str = keys.TEST) -> None:
    """Keep the card: as numbers ``stage/name`` that compare, and whole, to be read back.

    Which way its metrics are better is kept as tags; intervals and slices are numbers too, rows
    and other tables are tables.
    """
    numbers = {f"{stage}/{name}": number for name, number in card.metrics.items()}
    for name, interval in card.intervals.items():
        numbers[f"{stage}/{name}{keys.LOW}"] = interval.low
        numbers[f"{stage}/{name}{keys.HIGH}"] = interval.high
    for part, metrics in card.slices.items():
        numbers |= {f"{stage}/{part}/{name}": number for name, number in metrics.items()}
    numbers |= {keys.TIME + name: number for name, number in card.times.items()}
    sink.metrics(numbers)
    sink.tags(direction_tags(card.directions))
    if card.rows:
        sink.table(keys.of_stage(keys.SAMPLES, stage), card.rows)
    for name, columns in card.tables.items():
        sink.table(keys.of_stage(name, stage), columns)
    sink.text(keys.of_stage(keys.SCORECARD_FILE, stage), scorecard_text(card))


def log_verdict(sink: Sink, verdict: Verdict) -> None:
    """Keep the outcome as a tag and the reasons as a file."""
    sink.tags({keys.VERDICT: verdict.outcome.value})
    sink.text(keys.VERDICT_FILE, verdict_text(verdict))
