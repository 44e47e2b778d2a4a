"""Scorecards and verdicts of a run."""

import json

from src.core import Scorecard, Verdict
from src.tracking.run import Run


def log_scorecard(run: Run, card: Scorecard, stage: str = "test") -> None:
    """Keep numbers as ``stage/name``, their intervals and slices, the rows and other tables."""
    numbers = {f"{stage}/{name}": number for name, number in card.metrics.items()}
    for name, interval in card.intervals.items():
        numbers[f"{stage}/{name}_low"] = interval.low
        numbers[f"{stage}/{name}_high"] = interval.high
    for part, metrics in card.slices.items():
        numbers |= {f"{stage}/{part}/{name}": number for name, number in metrics.items()}
    run.metrics(numbers)
    if card.rows:
        run.table("samples" if stage == "test" else f"samples_{stage}", card.rows)
    for name, columns in card.tables.items():
        run.table(name if stage == "test" else f"{name}_{stage}", columns)


def log_verdict(run: Run, verdict: Verdict) -> None:
    """Keep the outcome as the tag ``verdict`` and the reasons as ``verdict.json``."""
    run.tags({"verdict": verdict.outcome.value})
    reasons = [
        {
            "criterion": reason.criterion,
            "outcome": reason.outcome.value,
            "sentence": reason.sentence,
        }
        for reason in verdict.reasons
    ]
    whole = {"outcome": verdict.outcome.value, "reasons": reasons}
    run.text("verdict.json", json.dumps(whole, indent=2, ensure_ascii=False) + "\n")
