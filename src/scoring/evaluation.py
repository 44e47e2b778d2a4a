"""A detector on a dataset: one row per sample, one card at the end."""

from collections.abc import Callable, Iterable

from src.core import Detector, InputError, Instances, Row, Sample, Scorecard, Scorer

Observer = Callable[[Sample, Instances, Row], None]


def evaluate(
    samples: Iterable[Sample], detector: Detector, scorer: Scorer, observe: Observer | None = None
) -> Scorecard:
    """Detect and score sample by sample; pictures and progress leave through ``observe``."""
    rows: list[Row] = []
    for sample in samples:
        prediction = detector.detect(sample.picture)
        if prediction.shape != sample.truth.shape:
            raise InputError(
                f"{sample.name}: the prediction is {prediction.shape}, "
                f"the picture {sample.truth.shape}; they must be of one size"
            )
        row = {"name": sample.name, "id": sample.id, **scorer.score(sample, prediction)}
        rows.append(row)
        if observe is not None:
            observe(sample, prediction, row)
    return scorer.summarise(rows)
