import math

import numpy as np
import pytest
from omegaconf import OmegaConf

from src.composing.builder import build
from src.composing.conf import CONF
from src.core import InputError, Interval, Outcome, Scorecard
from src.scoring.gates.limits import Limits

CARD = Scorecard(
    {"f1": 0.8, "iou": np.nan, "spill": 0.2, "merges": 3, "delta": -1.0},
    intervals={
        "f1": Interval(0.7, 0.9),
        "spill": Interval(0.1, 0.3),
        "delta": Interval(-3.0, 1.0),
    },
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


@pytest.mark.parametrize(("limit", "expected"), [(3.0, "PASS"), (2.0, "INCONCLUSIVE")])
def test_within_holds_on_both_sides_of_zero(limit: float, expected: str) -> None:
    assert Limits(within={"delta": limit}).judge(CARD).outcome == expected


def test_an_interval_beyond_both_ends_fails() -> None:
    assert Limits(within={"spill": 0.05}).judge(CARD).outcome is Outcome.FAIL


@pytest.mark.parametrize(("by", "expected"), [("point", "PASS"), ("interval", "INCONCLUSIVE")])
def test_a_point_decides_where_asked_for(by: str, expected: str) -> None:
    assert Limits(minimum={"f1": 0.8}, by=by).judge(CARD).outcome == expected


@pytest.mark.parametrize(
    ("by", "expected"), [("point", "FAIL"), ("either", "FAIL"), ("interval", "INCONCLUSIVE")]
)
def test_without_an_interval_only_a_point_can_decide(by: str, expected: str) -> None:
    verdict = Limits(maximum={"merges": 2}, by=by).judge(CARD)
    assert verdict.outcome == expected
    assert "merges is 3.0000" in verdict.reasons[0].sentence


@pytest.mark.parametrize("by", ["point", "either", "interval"])
def test_what_is_undefined_never_passes(by: str) -> None:
    verdict = Limits(minimum={"iou": 0.0}, by=by).judge(CARD)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert "iou is undefined" in verdict.reasons[0].sentence


def test_an_undefined_interval_never_passes() -> None:
    card = Scorecard({"f1": 0.8}, intervals={"f1": Interval(math.nan, math.nan)})
    assert Limits(minimum={"f1": 0.1}).judge(card).outcome is Outcome.INCONCLUSIVE


def test_a_misspelt_metric_is_bad_input_with_names_near_it() -> None:
    with pytest.raises(InputError, match=r"gate\.minimum: 'spil' is not measured.*: spill$"):
        Limits(minimum={"spil": 0.0}).judge(CARD)
    with pytest.raises(InputError, match=r"gate\.within: 'beauty'.*: delta, f1, iou"):
        Limits(within={"beauty": 1.0}).judge(CARD)


def test_a_metric_of_parts_is_judged_in_each() -> None:
    card = Scorecard({"a/f1": 0.9, "b/f1": 0.5, "pairs": 1})
    verdict = Limits(minimum={"f1": 0.7}).judge(card)
    assert {reason.criterion: str(reason.outcome) for reason in verdict.reasons} == {
        "a: f1 >= 0.7": "PASS",
        "b: f1 >= 0.7": "FAIL",
    }


def test_the_mean_over_images_is_judged_unless_pooled_is_asked_for() -> None:
    card = Scorecard({"f1": 0.95, "image_mean_f1": 0.5}, defined={"f1": 9, "image_mean_f1": 8})
    (by_image,) = Limits(minimum={"f1": 0.9}).judge(card).reasons
    assert (by_image.outcome, by_image.sentence) == ("FAIL", "mean f1 of 8 images is 0.5000")
    (pooled,) = Limits(minimum={"f1": 0.9}, of="pooled").judge(card).reasons
    assert (pooled.outcome, pooled.sentence) == ("PASS", "f1 of 9 images is 0.9500")


def few(value: float, low: float, high: float, images: int) -> Scorecard:
    return Scorecard({"f1": value}, intervals={"f1": Interval(low, high)}, defined={"f1": images})


@pytest.mark.parametrize(("images", "expected"), [(4, "INCONCLUSIVE"), (5, "PASS")])
def test_few_images_never_pass(images: int, expected: str) -> None:
    (reason,) = Limits(minimum={"f1": 0.5}).judge(few(0.9, 0.8, 1.0, images)).reasons
    assert reason.outcome == expected
    assert ("a PASS takes 5 images or more" in reason.sentence) == (images < 5)


def test_a_single_image_never_passes_by_its_number_alone() -> None:
    card = Scorecard({"f1": 0.99}, defined={"f1": 1})
    assert Limits(minimum={"f1": 0.9}).judge(card).outcome is Outcome.INCONCLUSIVE
    assert Limits(minimum={"f1": 0.9}, by="point").judge(card).outcome is Outcome.PASS


@pytest.mark.parametrize("by", ["either", "interval"])
@pytest.mark.parametrize(
    ("options", "value", "expected"),
    [
        ({"minimum": {"f1": 0.9}}, 0.0, "FAIL"),
        ({"minimum": {"f1": 0.9}}, 0.46, "INCONCLUSIVE"),
        ({"maximum": {"f1": 0.05}}, 0.9, "FAIL"),
        ({"within": {"f1": 2.0}}, -100.0, "FAIL"),
        ({"within": {"f1": 2.0}}, -15.0, "INCONCLUSIVE"),
    ],
)
def test_a_hopeless_number_fails_on_one_image(
    by: str, options: dict[str, dict[str, float]], value: float, expected: str
) -> None:
    card = Scorecard({"f1": value}, defined={"f1": 1})
    assert Limits(**options, by=by).judge(card).outcome == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "low", "high", "words"),
    [
        (0.95, 0.85, 1.0, "about 80 images like these would decide"),
        (0.85, 0.75, 0.95, "about 80 images like these would decide"),
        (0.90, 0.80, 1.0, "no number of images would decide"),
    ],
)
def test_an_open_question_says_how_many_images_it_takes(
    value: float, low: float, high: float, words: str
) -> None:
    (reason,) = Limits(minimum={"f1": 0.9}).judge(few(value, low, high, 20)).reasons
    assert reason.outcome is Outcome.INCONCLUSIVE
    assert words in reason.sentence


def test_a_star_stands_for_every_channel() -> None:
    card = Scorecard({"intensity_red_error": 0.01, "intensity_blue_error": 0.2, "area_error": 9})
    reasons = Limits(maximum={"intensity*_error": 0.05}).judge(card).reasons
    assert [(str(own.outcome), own.sentence) for own in reasons] == [
        ("PASS", "intensity_red_error is 0.0100"),
        ("FAIL", "intensity_blue_error is 0.2000"),
    ]


def test_one_reason_for_every_criterion() -> None:
    gate = Limits(minimum={"f1": 0.6}, maximum={"spill": 0.2}, within={"delta": 5})
    reasons = gate.judge(CARD).reasons
    assert [reason.criterion for reason in reasons] == [
        "f1 >= 0.6",
        "spill <= 0.2",
        "delta within ±5",
    ]
    assert [str(reason.outcome) for reason in reasons] == ["PASS", "INCONCLUSIVE", "PASS"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "at least one metric"),
        ({"minimum": {"f1": 1.0}, "by": "eye"}, r"gate\.by must be one of"),
        ({"minimum": {"f1": 1.0}, "of": "objects"}, r"gate\.of must be one of"),
        ({"minimum": {"f1": 1.0}, "inconclusive": "green"}, r"gate\.inconclusive must be null"),
        ({"within": {"delta": -1.0}}, "no limit that a number can keep"),
        ({"minimum": {"f1": math.nan}}, "no limit that a number can keep"),
        ({"minimum": {"f1": "high"}}, r"gate\.minimum\.f1 must be a number, got 'high'"),
        ({"maximum": {"f1_at_0": {"50": 1.0}}}, r"gate\.maximum\.f1_at_0 must be a number"),
        ({"within": {"delta": None}}, r"gate\.within\.delta must be a number, got None"),
    ],
)
def test_bad_gates_are_refused(options: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Limits(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("nuclei_segmentation_strict", (2.0, 0.90, 0.98)),
        ("cell_painting_strict", (5.0, 0.85, 0.95)),
    ],
)
def test_the_strict_envelopes_are_those_of_the_document(name: str, good: tuple[float, ...]) -> None:
    gate = build(OmegaConf.create({"gate": OmegaConf.load(CONF / "gate" / f"{name}.yaml")}), "gate")
    metrics = ("count_delta_percent", "mean_true_iou_at_0.50", "lowest_pearson")
    for spoilt in (None, *metrics):
        values = dict(zip(metrics, good, strict=True))
        if spoilt:
            values[spoilt] += 0.01 if spoilt == metrics[0] else -0.01
        card = Scorecard(values, intervals={n: Interval(v, v) for n, v in values.items()})
        assert gate.judge(card).outcome == ("FAIL" if spoilt else "PASS")


@pytest.mark.parametrize(("weight", "expected"), [(30.0, "PASS"), (2.3, "INCONCLUSIVE")])
def test_images_that_one_outweighs_are_few(weight: float, expected: str) -> None:
    card = Scorecard(
        {"aji": 0.8},
        intervals={"aji": Interval(0.7, 0.9)},
        defined={"aji": 33},
        effective={"aji": weight},
    )
    verdict = Limits(minimum={"aji": 0.6}, of="pooled").judge(card)
    assert verdict.outcome == expected
    told = "of 33 images, which weigh as much as 2.3 equal ones, is" in verdict.reasons[0].sentence
    assert told == (weight < 5)


@pytest.mark.parametrize("name", ["f1@0.50", "f1_at_0.50"])
def test_a_threshold_may_be_spelt_as_in_papers(name: str) -> None:
    verdict = Limits(minimum={name: 0.5}).judge(Scorecard({"f1_at_0.50": 0.8}))
    assert [reason.criterion for reason in verdict.reasons] == ["f1_at_0.50 >= 0.5"]
    assert verdict.outcome is Outcome.PASS
