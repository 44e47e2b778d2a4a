"""Rows as an evaluation makes them."""

from dataclasses import replace

from src.core import Prediction, Row, Sample, Scorer
from tests.conformance.scenes import Answer, samples


def row_of(scorer: Scorer, sample: Sample, prediction: Prediction) -> Row:
    """The scores of one sample, with its name, id and tags filled in."""
    row = scorer.score(sample, prediction)
    return replace(row, name=sample.name, id=sample.id, tags=sample.picture.entry.tags)


def rows_of(scorer: Scorer, answer: Answer) -> list[Row]:
    """The same answer to all samples."""
    return [row_of(scorer, sample, answer(sample)) for sample in samples()]
