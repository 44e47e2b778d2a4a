"""Tools against one another: what equals what, and what the numbers are made of."""

import math
from typing import Any

import numpy as np
import pytest
from omegaconf import OmegaConf

from src.composing.builder import build
from src.composing.conf import CONF
from src.core import Entry, InputError, Instances, Opinions, Picture, Sample, Scorecard, Scorer
from src.scoring.features import FEATURES, measure_channels
from src.scoring.objects.scorer import Objects, score_labels
from src.scoring.tools.agreement import Agreement
from src.scoring.tools.distributions import interquartile_range, scaled_distance, unit_of
from tests.geometry.label_images import Labels
from tests.scoring.nuclei import TOOLS, nuclei

PLAIN = Agreement(resamples=200)


def field(truth: Labels, name: str = "f", **about: str) -> Sample:
    pixels = np.random.default_rng(len(name)).integers(0, 255, truth.shape).astype(np.uint8)
    return Sample(Picture(Entry(name, name, "test"), pixels), Instances.from_labels(truth), **about)


def opinions(**labels: Labels) -> Opinions:
    by_tool = {tool: Instances.from_labels(own) for tool, own in labels.items()}
    return Opinions(next(iter(by_tool.values())), by_tool)


def cells(seed: int, count: int = 12, shrink: int = 0) -> Labels:
    """Rectangles of many sizes in a grid, smaller by ``shrink`` on the right."""
    rng = np.random.default_rng(seed)
    labels = np.zeros((60, 120), np.int32)
    for place in range(count):
        row, column = divmod(place, 4)
        height, width = rng.integers(6, 16), rng.integers(8, 26)
        top, left = 20 * row, 30 * column
        labels[top : top + height, left : left + width - shrink] = place + 1
    return labels


def card(*pairs: tuple[Sample, Instances], scorer: Agreement = PLAIN) -> Scorecard:
    return scorer.summarise([scorer.score(one, found) for one, found in pairs])


def test_it_is_a_scorer_and_its_configuration_builds_it() -> None:
    config = OmegaConf.create({"scorer": OmegaConf.load(CONF / "scorer" / "agreement.yaml")})
    built = build(config, "scorer")
    assert isinstance(built, Scorer)
    assert built == Agreement()


def test_a_tool_agrees_wholly_with_its_copy() -> None:
    pairs = [(field(cells(s), f"f{s}"), opinions(copy=cells(s))) for s in range(3)]
    metrics = card(*pairs).metrics
    for name in ("count_agreement", "pq_at_0.50", "area_concordance", "consistency_score"):
        assert metrics[f"copy/{name}"] == pytest.approx(1), name
    assert metrics["copy/mean_distance"] == 0
    assert metrics["copy/count_delta_percent"] == 0


def test_every_pair_scores_as_its_label_images_do() -> None:
    tools = {"a": cells(1, shrink=1), "b": cells(1, 9), "c": cells(2)}
    pairs = card((field(cells(1)), opinions(**tools))).tables["pairs"]
    every = {"truth": cells(1), **tools}
    assert len(pairs["first"]) == 6
    for row in range(6):
        first, second = pairs["first"][row], pairs["second"][row]
        expected = score_labels(every[first], every[second]).metrics
        for name in (
            "pq_at_0.50",
            "f1_at_0.50",
            "tp_at_0.50",
            "mean_true_iou_at_0.50",
            "count_delta_percent",
        ):
            assert pairs[name][row] == pytest.approx(expected[name], nan_ok=True)


def test_fields_are_pooled_as_the_objects_scorer_pools_them() -> None:
    samples = [field(cells(s, 12 - s), f"f{s}") for s in range(4)]
    found = [cells(s, 11 - 2 * s, shrink=s) for s in range(4)]
    ours = card(*((s, opinions(tool=f)) for s, f in zip(samples, found, strict=True))).metrics
    scorer = Objects(features=FEATURES, resamples=0)
    rows = [scorer.score(s, Instances.from_labels(f)) for s, f in zip(samples, found, strict=True)]
    theirs = scorer.summarise(rows).metrics
    for name in ("pq_at_0.50", "mean_true_iou_at_0.50", "count_delta_percent"):
        assert ours[f"tool/{name}"] == pytest.approx(theirs[name])
    for feature in ("area", "eccentricity", "solidity"):
        for kind in ("concordance", "pearson"):
            name = f"{feature}_{kind}"
            assert ours[f"tool/{name}"] == pytest.approx(theirs[name], nan_ok=True)
    assert ours["tool/intensity_grey_pearson"] == pytest.approx(theirs["intensity_pearson"])


def test_the_consistency_score_is_the_mean_of_counts_and_similarities() -> None:
    sample, found = field(cells(1)), cells(3, 9)
    metrics = card((sample, opinions(tool=found))).metrics
    measured = [measure_channels(own, sample.picture, FEATURES) for own in (cells(1), found)]
    distances = [
        scaled_distance(own, measured[1][name], unit_of(own, [own, measured[1][name]]).size)
        for name, own in measured[0].items()
    ]
    similarity = np.nanmean([1 / (1 + distance) for distance in distances])
    assert metrics["tool/count_agreement"] == 9 / 12
    assert metrics["tool/consistency_score"] == pytest.approx((9 / 12 + similarity) / 2)
    assert metrics["tool/mean_distance"] == pytest.approx(np.nanmean(distances))


def test_distances_are_in_units_of_the_reference_for_all_pairs() -> None:
    tools = {"a": cells(2), "b": cells(3)}
    features = card((field(cells(1)), opinions(**tools))).tables["features"]
    picture = field(cells(1)).picture
    area = {n: measure_channels(x, picture, ("area",))["area"] for n, x in tools.items()}
    unit = interquartile_range(measure_channels(cells(1), picture, ("area",))["area"])
    (row,) = np.flatnonzero((features["first"] == "a") & (features["feature"] == "area"))
    assert features["unit"][row] == unit
    assert features["distance"][row] == pytest.approx(scaled_distance(area["a"], area["b"], unit))


def test_a_feature_without_spread_is_flagged_and_what_is_undefined_is_named() -> None:
    result = card((field(cells(1)), opinions(tool=cells(3, 9))))
    features = result.tables["features"]
    raised = features["feature"][features["unit_raised"]].tolist()
    assert "solidity" in raised
    assert "area" not in raised
    (left_out,) = result.tables["tools"]["left_out"]
    assert "solidity" in left_out.split()


def test_the_reference_is_not_compared_with_itself() -> None:
    sample = field(cells(1), reference="b")
    result = card((sample, opinions(a=cells(2), b=cells(1), c=cells(3))))
    assert result.tables["tools"]["tool"].tolist() == ["a", "c"]
    assert set(result.tables["tools"]["reference"]) == {"b"}
    assert result.metrics["tools"] == 3


def test_one_detector_alone_is_held_against_the_truth() -> None:
    result = card((field(cells(1)), Instances.from_labels(cells(1, shrink=2))))
    assert result.tables["tools"]["tool"].tolist() == ["prediction"]
    assert 0 < result.metrics["prediction/pq_at_0.50"] < 1


def test_one_field_has_no_interval_and_two_have() -> None:
    def pair(seed: int) -> tuple[Sample, Instances]:
        return field(cells(seed), f"f{seed}"), opinions(tool=cells(seed, 10 - seed, shrink=seed))

    assert card(pair(0)).intervals == {}
    assert "pq_at_0.50_low" not in card(pair(0)).tables["pairs"]
    both = card(pair(0), pair(3))
    for name in ("pq_at_0.50", "count_agreement", "area_concordance", "consistency_score"):
        interval = both.intervals[f"tool/{name}"]
        assert interval.low < both.metrics[f"tool/{name}"] < interval.high
    assert both.tables["pairs"]["pq_at_0.50_low"][0] == both.intervals["tool/pq_at_0.50"].low


def test_the_same_fields_give_the_same_intervals() -> None:
    pairs = [(field(cells(s), f"f{s}"), opinions(tool=cells(s, 9, shrink=1))) for s in range(3)]
    assert card(*pairs).intervals == card(*pairs).intervals


def test_a_tool_that_finds_nothing_agrees_in_nothing() -> None:
    metrics = card((field(cells(1)), opinions(blind=np.zeros((60, 120), int)))).metrics
    assert metrics["blind/count_agreement"] == 0
    assert metrics["blind/pq_at_0.50"] == 0
    assert metrics["blind/consistency_score"] == 0


def test_two_tools_that_find_nothing_have_undefined_scores() -> None:
    nothing = np.zeros((20, 20), int)
    metrics = card((field(nothing), opinions(tool=nothing))).metrics
    assert math.isnan(metrics["tool/count_agreement"])
    assert math.isnan(metrics["tool/pq_at_0.50"])


def test_a_grey_field_among_coloured_ones_leaves_shapes_to_compare() -> None:
    coloured = field(cells(1), "colour")
    pixels = np.repeat(coloured.picture.pixels[..., None], 3, axis=2)
    coloured = Sample(Picture(coloured.picture.entry, pixels), coloured.truth)
    pairs = [(coloured, opinions(a=cells(1))), (field(cells(2)), opinions(a=cells(2)))]
    assert set(card(*pairs).tables["features"]["feature"]) == {"area", "eccentricity", "solidity"}


def test_features_can_be_left_out() -> None:
    scorer = Agreement(features=(), resamples=0)
    result = card((field(cells(1)), opinions(tool=cells(1, 9))), scorer=scorer)
    assert result.tables["features"] == {}
    assert result.metrics["tool/count_agreement"] == 0.75
    assert result.metrics["tool/consistency_score"] == result.metrics["tool/count_agreement"]
    assert result.tables["tools"]["consistency_of"].tolist() == ["counts alone"]


def test_a_single_tool_is_refused() -> None:
    with pytest.raises(InputError, match="there is only a, and agreement takes two tools"):
        PLAIN.score(field(cells(1), reference="a"), opinions(a=cells(1)))


def test_objects_that_do_not_count_are_left_out() -> None:
    labels = cells(1)
    truth = Instances.from_labels(labels, unscored=[1, 2])
    sample = Sample(field(labels).picture, truth)
    row = PLAIN.score(sample, opinions(tool=labels))
    assert (row["truth/objects"], row["tool/objects"]) == (10, 10)


def test_no_field_has_no_scores() -> None:
    assert PLAIN.summarise([]).metrics["images"] == 0


@pytest.mark.parametrize("options", [{"features": ["beauty"]}, {"resamples": -1}, {"level": 1}])
def test_bad_options_are_named(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Agreement(**options)


def test_real_networks_of_one_family_agree_most() -> None:
    by_tool = {tool: [found for _, found in nuclei(tool)] for tool in TOOLS[1:]}
    scorer = Agreement(features=("area",), resamples=300)
    rows = []
    for place, (truth, _) in enumerate(nuclei(TOOLS[1])):
        labels = {tool: found[place] for tool, found in by_tool.items()}
        rows.append(scorer.score(field(truth, f"f{place}"), opinions(**labels)))
    pairs = scorer.summarise(rows).tables["pairs"]
    best = np.argmax(pairs["pq_at_0.50"])
    assert {pairs["first"][best], pairs["second"][best]} == {*TOOLS[1:3]}
    assert (pairs["pq_at_0.50_low"] < pairs["pq_at_0.50"]).all()
    assert (pairs["pq_at_0.50"] < pairs["pq_at_0.50_high"]).all()


def test_fields_without_objects_do_not_count() -> None:
    full, empty = cells(1), np.zeros_like(cells(1))
    found = card(
        (field(full, "a"), opinions(tool=full)),
        (field(full, "b"), opinions(tool=full)),
        (field(empty, "c"), opinions(tool=empty)),
    )
    assert found.defined["tool/pq_at_0.50"] == 2
    assert found.effective["tool/pq_at_0.50"] == pytest.approx(2)
