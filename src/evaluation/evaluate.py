"""A detector on many samples: one row per sample, one card at the end."""

import math
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace

from src.core import (
    Dataset,
    Detector,
    Entry,
    InputError,
    Prediction,
    Row,
    Sample,
    Scorecard,
    Scorer,
)
from src.evaluation.costs import with_costs
from src.evaluation.examine import check_error_handling, examine
from src.evaluation.executors.base import Executor
from src.evaluation.executors.local import Local
from src.evaluation.ledger import Ledger
from src.evaluation.results import results_of
from src.evaluation.task import Examination, Unreadable

Observer = Callable[[Sample, Prediction, Row], None]


def evaluate(
    samples: Iterable[Sample],
    detector: Detector,
    scorer: Scorer,
    observe: Observer | None = None,
    *,
    on_detector_error: str = "stop",
) -> Scorecard:
    """Detect and score samples that are at hand; pictures leave through ``observe``."""
    check_error_handling(scorer, on_detector_error)
    rows: list[Row] = []
    for sample in samples:
        prediction, row = examine(sample, detector, scorer, on_detector_error)
        rows.append(row)
        if observe is not None:
            observe(sample, prediction, row)
    return with_costs(scorer.summarise(rows), rows, on_detector_error)


def evaluate_dataset(
    dataset: Dataset,
    split: str | None,
    detector: Detector,
    scorer: Scorer,
    *,
    observe: Observer | None = None,
    advance: Callable[[], None] | None = None,
    executor: Executor | None = None,
    on_detector_error: str = "stop",
    ledger: Ledger | None = None,
) -> Scorecard:
    """Read, detect and score a split, or all, in the dataset's order whoever does the work.

    Args:
        observe: sees every sample with its prediction and row, here and in order; without it
            neither is sent from another process nor kept in the ledger.
        advance: is told that one more sample is done, read or not.
        executor: who does the work; ``None`` for this process.
        ledger: keeps results as they come, and gives back those of an evaluation that was
            stopped; whoever owns it removes it.
    """
    check_error_handling(scorer, on_detector_error)
    entries = tuple(entry for entry in dataset.entries if split in (None, entry.split))
    task = Examination(dataset, detector, scorer, on_detector_error, shown=observe is not None)
    rows: list[Row] = []
    refused: list[InputError] = []
    with closing(results_of(task, entries, executor or Local(), ledger)) as results:
        for entry, result in zip(entries, results, strict=True):
            if isinstance(result, Unreadable):
                refused.append(result.error)
            else:
                rows.append(_lean(result.row, entry))
                if observe is not None and result.seen is not None:
                    observe(*result.seen, rows[-1])
            if advance is not None:
                advance()
    if refused and not rows:
        raise InputError(f"no sample is left to read; the first reason: {refused[0]}")
    return with_costs(scorer.summarise(rows), rows, on_detector_error)


def _lean(row: Row, entry: Entry) -> Row:
    """The same row; one from elsewhere has its own copy of every word, and these add up."""
    return replace(
        row,
        # An undefined number computed here may have another sign bit than one read back.
        values={
            sys.intern(name): value if value == value else math.nan
            for name, value in row.values.items()
        },
        name=entry.name if row.name == entry.name else row.name,
        id=entry.id if row.id == entry.id else row.id,
        tags=entry.tags if row.tags == entry.tags else row.tags,
        outcome=sys.intern(row.outcome),
    )
