"""The gate of one number: the point decides, the interval is told."""

import math

import pytest

from src.core import Gate, InputError, Interval, Outcome, Scorecard
from src.scoring.gates.threshold import Threshold


def card(value: float, low: float | None = None, high: float = 1.0) -> Scorecard:
    intervals = {} if low is None else {"mean_true_iou": Interval(low, high)}
    return Scorecard({"mean_true_iou": value, "f1": 0.5}, intervals=intervals)


@pytest.mark.parametrize(
    ("value", "outcome"),
    [(0.7, Outcome.PASS), (0.95, Outcome.PASS), (0.6999, Outcome.FAIL), (math.nan, Outcome.FAIL)],
)
def test_the_number_itself_decides(value: float, outcome: Outcome) -> None:
    assert isinstance(Threshold(), Gate)
    assert Threshold().judge(card(value)).outcome is outcome


@pytest.mark.parametrize(("value", "outcome"), [(0.72, Outcome.PASS), (0.69, Outcome.FAIL)])
def test_an_interval_that_holds_the_threshold_is_told(value: float, outcome: Outcome) -> None:
    verdict = Threshold().judge(card(value, 0.6, 0.8))
    assert verdict.outcome is outcome
    assert verdict.reasons[0].sentence == (
        f"mean_true_iou is {value:.4f} [0.6000, 0.8000]; "
        "its interval holds 0.7: other images may decide otherwise"
    )


def test_an_interval_on_one_side_needs_no_word() -> None:
    assert Threshold().judge(card(0.9, 0.8)).reasons[0].sentence.endswith("[0.8000, 1.0000]")


def test_one_image_has_no_interval_and_that_is_told() -> None:
    assert "without an interval" in Threshold().judge(card(0.9)).reasons[0].sentence


def test_another_metric_can_be_asked_for_but_must_exist() -> None:
    assert Threshold("f1", 0.4).judge(card(0.1)).outcome is Outcome.PASS
    with pytest.raises(InputError, match=r"gate\.metric: 'mean_iou' is not measured"):
        Threshold("mean_iou").judge(card(0.9))


@pytest.mark.parametrize("threshold", [math.nan, "high", None, True])
def test_a_threshold_is_a_number(threshold: float) -> None:
    with pytest.raises(InputError, match=r"gate\.threshold must be a number"):
        Threshold(threshold=threshold)
