import numpy as np
import pytest
from scipy.stats import beta, t

from src.core import InputError, Interval, Row
from src.scoring.groups import AUTO, group_names
from src.scoring.intervals import (
    SHARE,
    Span,
    drawn_means,
    effective_count,
    mean_intervals,
    pooled_intervals,
)
from src.scoring.objects.scorer import Objects
from src.scoring.pixels import Pixels


def mean_interval(values: list[float], span: Span = SHARE, **how: object) -> Interval:
    (interval,) = mean_intervals(np.array(values)[:, None], [span], **how)  # type: ignore[arg-type]
    assert interval is not None
    return interval


@pytest.mark.parametrize("count", [2, 5, 20])
def test_images_that_all_succeed_are_as_sure_as_a_share_of_so_many(count: int) -> None:
    interval = mean_interval([1.0] * count)
    assert interval.high == 1
    assert interval.low == pytest.approx(1 - beta(0.5, count).ppf(0.975), abs=0.03)


def test_of_hits_and_misses_it_lies_between_jeffreys_and_clopper_and_pearson() -> None:
    interval = mean_interval([1.0] * 14 + [0.0] * 6, resamples=20_000)
    clopper = (beta(14, 7).ppf(0.025), beta(15, 6).ppf(0.975))
    jeffreys = (beta(14.5, 6.5).ppf(0.025), beta(14.5, 6.5).ppf(0.975))
    assert clopper[0] - 0.01 < interval.low < jeffreys[0] + 0.01
    assert jeffreys[1] - 0.01 < interval.high < clopper[1] + 0.01


def test_of_many_images_it_is_students() -> None:
    values = np.random.default_rng(1).beta(4, 4, size=400)
    interval = mean_interval(values.tolist(), resamples=4000)
    low, high = t.interval(0.95, 399, values.mean(), values.std(ddof=1) / 20)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=0.005)


def test_without_ends_it_is_about_as_wide_as_students_of_three_seeds() -> None:
    values = [0.70, 0.72, 0.75]
    interval = mean_interval(values, Span(), resamples=20_000)
    low, high = t.interval(0.95, 2, np.mean(values), np.std(values, ddof=1) / np.sqrt(3))
    assert interval.high - interval.low == pytest.approx(high - low, rel=0.1)


def test_coverage_of_few_images_with_failures_among_them() -> None:
    rng = np.random.default_rng(3)
    outside = []
    for _ in range(200):
        values = np.where(rng.random(8) < 0.1, 0.0, rng.beta(20, 2, 8))
        interval = mean_interval(values.tolist(), resamples=300)
        truth = 0.9 * 20 / 22
        outside.append((interval.low > truth, interval.high < truth))
    above, below = np.mean(outside, axis=0)
    assert above <= 0.07
    assert below <= 0.07


def test_one_defined_image_has_no_interval() -> None:
    assert mean_intervals(np.array([[0.8], [np.nan]]), [SHARE]) == [None]


def test_a_pooled_ratio_that_one_image_makes_alone_is_not_certain() -> None:
    counts = np.array([[8.39, 10.0], [0.0, 0.0], [4.2, 5.0]])
    (interval,) = pooled_intervals(
        counts, lambda sums: sums[..., :1] / sums[..., 1:], counts[:, 1:], [SHARE]
    )
    assert interval
    assert interval.low < 0.5 < 0.839 < interval.high


def test_draws_without_the_number_are_counted_as_worst_and_best() -> None:
    def known_above(sums: np.ndarray) -> np.ndarray:
        return np.where(sums[..., :1] > 3.9, sums[..., :1] / sums[..., 1:], np.nan)

    counts = np.array([[1.0, 2.0], [3.0, 3.0]])
    (interval,) = pooled_intervals(counts, known_above, counts[:, 1:], [SHARE])
    assert interval
    assert 0.2 < interval.undefined < 0.8
    assert (interval.low, interval.high) == (0, 1)


def test_images_of_one_group_are_drawn_together() -> None:
    values = [0.2, 0.2, 0.2, 0.9, 0.9, 0.9]
    alone = mean_interval(values)
    together = mean_interval(values, groups=[*"aaabbb"])
    assert together.high - together.low > alone.high - alone.low


def tagged(**tags: list[str]) -> list[Row]:
    columns = zip(*tags.values(), strict=True)
    return [Row({}, tags=dict(zip(tags, values, strict=True))) for values in columns]


def test_the_tag_of_the_largest_group_is_taken_unless_told() -> None:
    rows = tagged(plate=["p", "p", "q"], well=["1", "2", "3"], site=["a", "b", "c"])
    assert group_names(rows, AUTO) == ["p", "p", "q"]
    assert group_names(rows, "well") == ["1", "2", "3"]
    assert group_names(rows, None) is None


def test_a_single_plate_is_drawn_by_well() -> None:
    assert group_names(tagged(plate=["p", "p"], well=["1", "2"]), AUTO) == ["1", "2"]


def test_a_tag_that_nobody_has_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"scorer\.drawn_by: a sample has no tag 'donor'; there are well"
    ):
        group_names(tagged(well=["1"]), "donor")


def test_the_spans_of_object_scores() -> None:
    scorer = Objects(features=("area",), surfaces=2)
    assert scorer.span("f1_at_0.50") is SHARE
    assert scorer.span("count_delta_percent").nearest == 20
    assert scorer.span("lowest_pearson").low == -1
    assert scorer.span("mean_matched_hd95").high == np.inf


def test_who_says_that_no_image_fails_gets_students_interval() -> None:
    rng = np.random.default_rng(5)
    rows = [
        Row({"tp": int(tp), "fp": 100 - int(tp), "fn": 100 - int(tp), "tn": 800})
        for tp in rng.integers(78, 83, size=20)
    ]
    narrow, wide = (
        Pixels(may_fail=may_fail).summarise(rows).intervals["image_mean_f1"]
        for may_fail in (False, True)
    )
    assert narrow.high - narrow.low < 0.02
    assert wide.low < narrow.low - 0.05


def test_what_one_image_outweighs_counts_as_few() -> None:
    sizes = np.array([[1.0, 65.0, 0.0], [1.0, 5.0, 0.0], [1.0, 5.0, 0.0], [1.0, 5.0, 0.0]])
    assert effective_count(sizes) == pytest.approx([4, 6400 / (65**2 + 3 * 25), 0])


def test_draws_of_a_mean_reach_beyond_the_values_of_few_seeds() -> None:
    seeds = np.array([0.5, 0.52, 0.54])
    draws = drawn_means(seeds, 4000, np.random.default_rng(0))
    assert draws.mean() == pytest.approx(0.52, abs=0.002)
    low, high = np.quantile(draws, [0.025, 0.975])
    assert low < 0.5 < 0.54 < high
    alone = drawn_means(seeds[:1], 3, np.random.default_rng(0))
    assert alone.tolist() == [0.5] * 3
    assert (
        drawn_means(np.array([-np.inf, 1.0]), 2, np.random.default_rng(0)).tolist() == [-np.inf] * 2
    )
