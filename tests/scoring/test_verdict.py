import numpy as np
import pytest

from src.core import InputError, Interval, Outcome, Scorecard
from src.scoring.verdict import Limits

CARD = Scorecard(
    {"f1": 0.8, "iou": np.nan, "spill": 0.2},
    intervals={"f1": Interval(0.7, 0.9), "spill": Interval(0.1, 0.3)},
)


@pytest.mark.parametrize(
    ("limit", "expected"), [(0.7, "PASS"), (0.75, "INCONCLUSIVE"), (0.95, "FAIL")]
)
def test_the_interval_decides_not_the_point(limit: float, expected: str) -> None:
    assert Limits(minimum={"f1": limit}).judge(CARD).outcome == expected


@pytest.mark.parametrize(
    ("limit", "expected"), [(0.3, "PASS"), (0.2, "INCONCLUSIVE"), (0.05, "FAIL")]
)
def test_a_maximum_is_the_mirror_of_a_minimum(limit: float, expected: str) -> None:
    assert Limits(maximum={"spill": limit}).judge(CARD).outcome == expected


@pytest.mark.parametrize("name", ["iou", "absent"])
def test_what_is_missing_or_undefined_never_passes(name: str) -> None:
    verdict = Limits(minimum={name: 0.0}).judge(CARD)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert name in verdict.reasons[0].sentence


def test_a_gate_without_limits_is_refused() -> None:
    with pytest.raises(InputError, match="at least one metric"):
        Limits()
