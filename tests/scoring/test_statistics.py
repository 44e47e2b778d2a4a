import numpy as np
from scipy import stats

from src.scoring.statistics import bootstrap_mean, bootstrap_pooled, mean_defined


def test_the_interval_of_a_mean_agrees_with_scipys() -> None:
    values = np.random.default_rng(1).normal(size=200)
    ours = bootstrap_mean(values[:, None], resamples=4000)[0]
    theirs = stats.bootstrap(
        (values,), np.mean, method="percentile", n_resamples=4000, rng=np.random.default_rng(2)
    ).confidence_interval
    assert abs(ours.low - theirs.low) < 0.02
    assert abs(ours.high - theirs.high) < 0.02


def test_an_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(3)
    covered = 0
    for seed in range(200):
        hits = rng.binomial(50, 0.7, size=30).astype(float)
        counts = np.stack([hits, np.full(30, 50.0)], axis=1)
        interval = bootstrap_pooled(counts, lambda s: s[..., :1] / s[..., 1:], seed=seed)[0]
        covered += interval.low <= 0.7 <= interval.high
    assert 180 <= covered <= 199


def test_undefined_values_take_no_part() -> None:
    values = np.array([[1.0, np.nan], [3.0, np.nan]])
    assert mean_defined(values)[0] == 2.0
    assert np.isnan(mean_defined(values)[1])
    defined, undefined = bootstrap_mean(values)
    assert (defined.low, defined.high) == (1.0, 3.0)
    assert np.isnan(undefined.low)
