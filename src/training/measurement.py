"""What a model is worth on the held-out samples, and what it answered."""

from collections.abc import Iterable
from dataclasses import dataclass

from src.core import Detector, Prediction, Row, Sample, Scorecard, Scorer
from src.evaluation.evaluate import evaluate


@dataclass(frozen=True, eq=False)
class Measurement:
    """A scorecard, and all that it was made of: whoever reports need not ask the model again."""

    card: Scorecard
    answers: tuple[tuple[Sample, Prediction, Row], ...]


def measure(samples: Iterable[Sample], detector: Detector, scorer: Scorer) -> Measurement:
    """Score a detector and keep its answers."""
    answers: list[tuple[Sample, Prediction, Row]] = []

    def keep(sample: Sample, prediction: Prediction, row: Row) -> None:
        answers.append((sample, prediction, row))

    card = evaluate(samples, detector, scorer, keep)
    return Measurement(card, tuple(answers))
