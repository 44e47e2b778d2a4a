"""Object scores equal those of stardist, cellpose and panoptica on real nuclei."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from src.geometry.spans import dense
from src.scoring.objects.matching import THRESHOLDS
from src.scoring.objects.scorer import score_labels
from src.scoring.objects.sums import at
from tests.geometry.label_images import Labels
from tests.scoring.nuclei import TOOLS, nuclei

FRACTIONS = [threshold / 100 for threshold in THRESHOLDS]
NAMES_OF_STARDIST = {
    "precision": "precision",
    "recall": "recall",
    "f1": "f1",
    "accuracy": "accuracy",
    "mean_matched_iou": "mean_matched_score",
    "mean_true_iou": "mean_true_score",
    "pq": "panoptic_quality",
}


def counts(metrics: Mapping[str, float]) -> list[list[float]]:
    """Our tp, fp, fn at every threshold."""
    return [[metrics[at(name, t)] for t in THRESHOLDS] for name in ("tp", "fp", "fn")]


def synthetic() -> tuple[Labels, Labels]:
    """Many small objects, so that IoUs that equal a threshold are frequent."""
    rng = np.random.default_rng(3)
    truth = np.kron(np.arange(1, 401).reshape(20, 20), np.ones((4, 5), int))
    prediction = truth.copy()
    prediction[rng.random(truth.shape) < 0.25] = 0
    return truth, np.where(rng.random(truth.shape) < 0.05, np.roll(truth, 5, 1), prediction)


def pairs(tool: str) -> list[tuple[Labels, Labels]]:
    """Truth and prediction of all pictures, real or not."""
    return [synthetic()] if tool == "synthetic" else list(nuclei(tool))


@pytest.mark.parametrize("tool", ["synthetic", *TOOLS])
def test_counts_and_quality_are_those_of_stardist(tool: str) -> None:
    stardist = pytest.importorskip("stardist.matching")
    for truth, prediction in pairs(tool):
        ours = score_labels(truth, prediction).metrics
        theirs = stardist.matching(truth, prediction, thresh=FRACTIONS)
        expected = [[getattr(one, name) for one in theirs] for name in ("tp", "fp", "fn")]
        assert counts(ours) == expected
        for threshold, one in zip(THRESHOLDS, theirs, strict=True):
            for name, their_name in NAMES_OF_STARDIST.items():
                our, their = ours[at(name, threshold)], getattr(one, their_name)
                # Where nothing is there stardist says 0; here it is undefined.
                assert np.nan_to_num(our) == pytest.approx(their, abs=1e-6), name


@pytest.mark.parametrize("tool", ["synthetic", *TOOLS])
def test_counts_are_those_of_cellpose(tool: str) -> None:
    cellpose = pytest.importorskip("cellpose.metrics")
    for truth, prediction in pairs(tool):
        metrics = score_labels(truth, prediction).metrics
        # Cellpose counts an object less where there is no background, so a frame is added.
        framed = [np.pad(dense(labels), 1) for labels in (truth, prediction)]
        accuracy, *theirs = cellpose.average_precision(*framed, threshold=FRACTIONS)
        assert counts(metrics) == [column.tolist() for column in theirs]
        ours = [metrics[at("accuracy", threshold)] for threshold in THRESHOLDS]
        np.testing.assert_allclose(ours, accuracy, atol=1e-6)


def panoptic_quality(truth: Labels, prediction: Labels, threshold: float, inclusive: bool) -> Any:
    """What panoptica says."""
    panoptica = pytest.importorskip("panoptica")
    evaluator = panoptica.Panoptica_Evaluator(
        expected_input=panoptica.InputType.UNMATCHED_INSTANCE,
        instance_matcher=panoptica.NaiveThresholdMatching(
            matching_threshold=threshold, strict_threshold=not inclusive
        ),
        instance_metrics=[panoptica.Metric.IOU],
        global_metrics=[],
    )
    images = (dense(labels).astype(np.uint16) for labels in (prediction, truth))
    return evaluator.evaluate(*images)["ungrouped"]


@pytest.mark.parametrize("tool", ["synthetic", *TOOLS])
@pytest.mark.parametrize("threshold", [50, 75])
@pytest.mark.parametrize("inclusive", [True, False])
def test_panoptic_quality_is_that_of_panoptica(tool: str, threshold: int, inclusive: bool) -> None:
    for truth, prediction in pairs(tool)[:6]:
        ours = score_labels(truth, prediction, inclusive=inclusive).metrics
        theirs = panoptic_quality(truth, prediction, threshold / 100, inclusive)
        assert theirs.tp == ours[at("tp", threshold)]
        if theirs.tp:
            for name in ("pq", "sq", "rq"):
                assert ours[at(name, threshold)] == pytest.approx(getattr(theirs, name), abs=1e-9)


def test_some_synthetic_pairs_lie_exactly_on_a_threshold() -> None:
    at_least, above = (score_labels(*synthetic(), inclusive=flag).metrics for flag in (True, False))
    assert at_least["tp_at_0.75"] > above["tp_at_0.75"] > 0
