"""Rows as an evaluation makes them."""

from dataclasses import replace

from src.core import Prediction, Row, Sample, Scorer
from tests.conformance.worlds import World


def row_of(scorer: Scorer, sample: Sample, prediction: Prediction) -> Row:
    """The scores of one sample, with its name, id and tags filled in."""
    row = scorer.score(sample, prediction)
    return replace(row, name=sample.name, id=sample.id, tags=sample.picture.entry.tags)


def rows_of(scorer: Scorer, world: World, answer: str) -> list[Row]:
    """The same answer, by its name, to all samples of a world."""
    say = world.answers[answer]
    return [row_of(scorer, sample, say(sample)) for sample in world.samples]
