"""Every metric that exists knows which way it is better."""

from typing import Any

import numpy as np
import pytest

from src.core import Direction, Directions, Entry, Instances, Picture, Sample, Scorecard, Scorer
from src.core.directions import plain_name
from src.evaluation.costs import DIRECTIONS as COSTS
from src.scoring.average_precision import AveragePrecision
from src.scoring.features import FEATURES
from src.scoring.grounding import Grounding
from src.scoring.learning.directions import LEARNING
from src.scoring.masks.scorer import Masks
from src.scoring.objects.scorer import Objects
from src.scoring.pixels import Pixels
from src.scoring.tools.agreement import Agreement
from src.training.demonstration import effort
from src.training.lesson import Lesson
from src.training.summary import summarise
from tests.scoring.grounding.screens import Element, answered, card_of, screen

LOWER = """
    rmse pixel_rmse fp fn splits merges inexact graph_splits graph_merges catastrophes missed
    spurious touching_merged touching_undetermined mean_matched_hd95
    mean_matched_directed_hd95 mean_matched_assd
    fp_rate fn_rate
    area_error eccentricity_error solidity_error intensity_error intensity_grey_error highest_error
    mean_distance area_distance eccentricity_distance solidity_distance intensity_grey_distance
    seconds seconds_to_f1 capped_seconds_to_f1 initial_seconds corrective_seconds initial_strokes
    corrective_strokes initial_events corrective_events spilled_pixels waited_seconds
    detector_errors latency_p50_ms latency_p95_ms
    errors false_positive_rate error_rate mean_attempts spent_requests
    failed_coordinates_off failed_thin failed_nothing failed_text_missed failed_merged failed_split
    failed_parent failed_child failed_neighbour failed_inexact failed_elsewhere failed_not_refused
"""
NEITHER = """
    true predicted
    images true_objects predicted_objects count_delta_percent touching_pairs true_masks
    predicted_masks tools initial_images corrective_images skipped_images mean_coverage
    initial_foreground_pixels initial_background_pixels corrective_foreground_pixels
    corrective_background_pixels targets found nothing refusals
"""
HIGHER = """
    f1 iou class_mean_iou precision recall specificity accuracy mean_matched_iou mean_true_iou pq sq
    rq seg aji touching_separation_rate pixel_f1 pixel_iou pixel_class_mean_iou pixel_precision
    pixel_recall pixel_specificity pixel_accuracy tp graph_correct touching_separated
    boundary_precision boundary_recall boundary_f1 mean_matched_nsd mean_true_nsd
    mean_matched_boundary_iou mean_true_boundary_iou
    area_concordance area_pearson eccentricity_concordance eccentricity_pearson
    solidity_concordance solidity_pearson intensity_concordance intensity_pearson
    intensity_grey_concordance intensity_grey_pearson lowest_concordance lowest_pearson
    mean_concordance count_agreement consistency_score matched
    detection_rate detection_rate_top mean_found_iou mean_target_iou hits refused
    refusal_precision refusal_recall element_ap element_recall
    ap ap_small ap_medium ap_large ar ar_top ar_small ar_medium ar_large voc_ap voc_ap_eleven
    aubc initial_gain_per_second corrective_gain_per_second skip_precision skip_recall
"""
EXPECTED = {
    name: way
    for way, names in (
        (Direction.LOWER, LOWER),
        (Direction.NEITHER, NEITHER),
        (Direction.HIGHER, HIGHER),
    )
    for name in names.split()
}
SCORERS: tuple[Scorer, ...] = (
    Pixels(),
    Masks(),
    Objects(surfaces=2.0, features=FEATURES),
    Agreement(features=FEATURES),
    AveragePrecision(),
    Grounding(elements=True),
)


def card(scorer: Scorer) -> Scorecard:
    if isinstance(scorer, Grounding):
        return screen_card(scorer)
    labels = np.zeros((12, 12), np.uint8)
    labels[1:5, 1:5], labels[7:11, 6:11] = 1, 2
    sample = Sample(Picture(Entry("a", "a", "test"), labels * 100), Instances.from_labels(labels))
    found = Instances.from_labels(labels, scores=[0.9, 0.8])
    return scorer.summarise([scorer.score(sample, found)] * 2)


def screen_card(scorer: Scorer) -> Scorecard:
    sample = screen([Element("save", (10, 10, 50, 30))])
    return card_of(scorer, *[(sample, answered(sample, (10, 10, 50, 30), requests=1.0))] * 2)


def lesson(phase: str) -> dict[str, Any]:
    return {**Lesson.before().record(), "phase": phase, "val_f1": 0.5, "test_f1": 0.5}


@pytest.mark.parametrize("scorer", SCORERS, ids=lambda scorer: type(scorer).__name__)
def test_every_metric_of_every_scorer(scorer: Scorer) -> None:
    made = card(scorer)
    names = [*made.metrics, *(name for part in made.slices.values() for name in part)]
    unknown = {plain_name(name) for name in names} - set(EXPECTED)
    assert not unknown, "say here which way these are better"
    assert {name: made.directions.of(name) for name in names} == {
        name: EXPECTED[plain_name(name)] for name in names
    }
    assert made.directions == scorer.directions


def test_every_metric_of_teaching() -> None:
    rows = [lesson("initial"), lesson("corrective")]
    names = [*summarise(rows, 600.0, 0.9), *effort(rows)]
    assert {name: LEARNING.of(f"learning/{name}") for name in names} == {
        name: EXPECTED[plain_name(name)] for name in names
    }


def test_no_scorer_contradicts_another() -> None:
    together = Directions()
    for scorer in SCORERS:
        together |= scorer.directions
    together |= LEARNING | COSTS
    for name, way in EXPECTED.items():
        assert together.of(name) is way, name
