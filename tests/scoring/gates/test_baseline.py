"""The gate that lets nothing become worse."""

from math import inf

import pytest

from src.core import Change, Interval, MetricChange, Outcome, Scorecard
from src.scoring.gates.baseline import Baseline


def judged(*gains: tuple[float, Interval | None], by: str = "point") -> list[Outcome]:
    own = [MetricChange("faces/recall", 0.9, 0.9 + gain, gain, ends) for gain, ends in gains]
    changes = tuple(Change(f"card {place}", (one,)) for place, one in enumerate(own))
    verdict = Baseline(by=by).judge(Scorecard({"faces/recall": 0.9}, changes=changes))  # type: ignore[arg-type]
    return [reason.outcome for reason in verdict.reasons]


SURE, UNSURE = Interval(-0.2, -0.1), Interval(-0.3, 0.1)


@pytest.mark.parametrize(
    ("gain", "by_point", "by_interval"),
    [
        ((0.0, None), Outcome.PASS, Outcome.PASS),
        ((0.2, None), Outcome.PASS, Outcome.PASS),
        ((-0.15, SURE), Outcome.FAIL, Outcome.FAIL),
        ((-0.15, UNSURE), Outcome.FAIL, Outcome.INCONCLUSIVE),
        ((-0.15, None), Outcome.FAIL, Outcome.INCONCLUSIVE),
        ((-inf, None), Outcome.FAIL, Outcome.FAIL),
    ],
)
def test_a_drop_fails_by_point_and_a_sure_one_by_interval(
    gain: tuple[float, Interval | None], by_point: Outcome, by_interval: Outcome
) -> None:
    assert judged(gain) == [by_point]
    assert judged(gain, by="interval") == [by_interval]


def test_every_card_takes_part() -> None:
    assert judged((0.3, None), (-0.1, SURE), (0.0, None)) == [
        Outcome.PASS,
        Outcome.FAIL,
        Outcome.PASS,
    ]


def test_its_sentences_tell_then_and_now() -> None:
    gone = MetricChange("links/f1", 0.8, float("nan"), -inf)
    worse = MetricChange("faces/recall", 0.9, 0.75, -0.15, UNSURE)
    changes = (Change("links", (gone,)), Change("faces", (worse,)))
    first, second = Baseline().judge(Scorecard({}, changes=changes)).reasons
    assert first.sentence == "REGRESSED, links/f1 was 0.8000 and is not measured any more"
    assert second.sentence == (
        "REGRESSED, faces/recall was 0.9000 and is 0.7500, better by -0.3000 to +0.1000, which may "
        "be chance"
    )


@pytest.mark.parametrize("changes", [None, ()])
def test_without_anything_to_compare_it_says_nothing(changes: tuple[Change, ...] | None) -> None:
    verdict = Baseline().judge(Scorecard({"f1": 1.0}, changes=changes))
    assert verdict.outcome is Outcome.INCONCLUSIVE
