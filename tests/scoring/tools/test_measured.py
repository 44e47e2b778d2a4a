"""Agreement of tables, and mechanisms of action told from them."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from scipy.stats import wasserstein_distance
from sklearn.model_selection import LeaveOneGroupOut, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier

from src.core import Entry, InputError, Instances, Opinions, Picture, Row, Sample
from src.scoring.tools.agreement import Agreement
from src.scoring.tools.mechanisms import Mechanisms, nearest_is_right

Numbers = npt.NDArray[np.float64]


def objects(columns: Mapping[str, Numbers]) -> Instances:
    return Instances((1, 1), extra=dict(columns))


def row(
    scorer: Agreement,
    reference: Mapping[str, Numbers],
    tool: Mapping[str, Numbers],
    name: str = "a",
    **tags: str,
) -> Row:
    picture = Picture(Entry(name, name, "test"), np.zeros((1, 1), np.uint8))
    sample = Sample(picture, objects(reference), "CellProfiler", "tool_comparison")
    found = Opinions(objects(tool), {"CellProfiler": objects(reference), "tool": objects(tool)})
    return replace(scorer.score(sample, found), name=name, id=name, tags=tags)


def measured(seed: int, count: int) -> dict[str, Numbers]:
    rng = np.random.default_rng(seed)
    return {"area": rng.normal(100, 20, count), "round": rng.uniform(0, 1, count)}


def test_counts_and_distributions_are_compared_and_nothing_of_single_objects() -> None:
    scorer = Agreement(resamples=0)
    first, second = measured(0, 40), measured(1, 30)
    card = scorer.summarise([row(scorer, first, second)])
    assert card.metrics["tool/count_agreement"] == 30 / 40
    for feature in first:
        spread = np.subtract(*np.percentile(first[feature], [75, 25]))
        expected = wasserstein_distance(first[feature], second[feature]) / spread
        assert card.metrics[f"tool/{feature}_distance"] == pytest.approx(expected)
    assert np.isnan(card.metrics["tool/pq_at_0.50"])
    similar = np.mean([1 / (1 + card.metrics[f"tool/{name}_distance"]) for name in first])
    assert card.metrics["tool/consistency_score"] == pytest.approx((30 / 40 + similar) / 2)
    assert card.metrics["mean_pair_consistency_score"] == card.metrics["tool/consistency_score"]
    assert card.tables["tools"]["consistency_of"].tolist() == ["counts and features"]


def test_intervals_draw_fields() -> None:
    scorer = Agreement(resamples=100)
    rows = [row(scorer, measured(n, 20), measured(n + 50, 25), f"f{n}") for n in range(6)]
    card = scorer.summarise(rows)
    interval = card.intervals["tool/consistency_score"]
    assert interval.low < card.metrics["tool/consistency_score"] < interval.high


def test_without_a_common_feature_the_score_is_of_counts_and_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scorer = Agreement(resamples=0)
    card = scorer.summarise([row(scorer, {"area": np.ones(4)}, {"size": np.ones(3)})])
    assert card.metrics["tool/consistency_score"] == card.metrics["tool/count_agreement"] == 0.75
    assert card.tables["tools"]["consistency_of"].tolist() == ["counts alone"]
    assert "that of the counts alone" in caplog.text


def treatments(seed: int) -> tuple[Numbers, list[str], list[str]]:
    """Twelve compounds of four mechanisms at three concentrations, some of them unclear."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(0, 1, (4, 10))
    profiles, compounds, mechanisms = [], [], []
    for compound in range(12):
        for _ in range(3):
            profiles.append(centres[compound % 4] + rng.normal(0, 1.2, 10))
            compounds.append(f"c{compound}")
            mechanisms.append(f"m{compound % 4}")
    return np.array(profiles), compounds, mechanisms


@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_of_another_compound_is_that_of_sklearn(seed: int) -> None:
    profiles, compounds, mechanisms = treatments(seed)
    nearest = KNeighborsClassifier(1, metric="cosine", algorithm="brute")
    told = cross_val_predict(nearest, profiles, mechanisms, groups=compounds, cv=LeaveOneGroupOut())
    ours = nearest_is_right(profiles, compounds, mechanisms)
    np.testing.assert_array_equal(ours, told == np.array(mechanisms))
    assert 0.2 < ours.mean() < 1


def test_an_only_compound_is_told_by_nobody() -> None:
    assert not nearest_is_right(np.ones((2, 3)), ["a", "a"], ["m", "m"]).any()
    assert len(nearest_is_right(np.zeros((0, 3)), [], [])) == 0


def test_every_tool_tells_mechanisms_by_its_own_profiles() -> None:
    scorer = Agreement(resamples=0, mechanisms=Mechanisms(mechanism="moa"))
    profiles, compounds, mechanisms = treatments(1)
    noise = np.random.default_rng(0).normal(0, 1, profiles.shape)
    rows = []
    for place, (own, other) in enumerate(zip(profiles, noise, strict=True)):
        sides = [
            {f"f{n}": np.array([v - 0.5, v + 0.5]) for n, v in enumerate(p)} for p in (own, other)
        ]
        tags = {"compound": compounds[place], "moa": mechanisms[place]}
        rows.append(row(scorer, *sides, f"t{place}", **tags))
    metrics = scorer.summarise(rows).metrics
    expected = nearest_is_right(profiles, compounds, mechanisms).mean()
    assert metrics["CellProfiler/mechanism_accuracy"] == pytest.approx(expected)
    assert metrics["tool/mechanism_accuracy"] < metrics["CellProfiler/mechanism_accuracy"]


def test_features_are_scaled_by_the_untreated_and_fields_of_a_treatment_are_one() -> None:
    scorer = Agreement(resamples=0, mechanisms=Mechanisms(mechanism="moa"))
    profiles, compounds, mechanisms = treatments(2)
    controls = np.random.default_rng(5).normal(0, 1, (30, 10))
    scale = np.random.default_rng(6).uniform(1, 1000, 10)
    names = [*compounds, *["DMSO"] * 30]
    kinds = [*mechanisms, *["none"] * 30]
    rows = []
    for place, profile in enumerate(np.vstack([profiles, controls])):
        # Two fields per treatment, around its profile, with features of very different units.
        for sign in (-0.1, 0.1) if place < 36 else (0,):
            columns = {f"f{n}": np.array([v]) for n, v in enumerate((profile + sign) * scale)}
            tags = {"compound": names[place], "moa": kinds[place], "treatment": f"t{place}"}
            rows.append(row(scorer, columns, columns, f"{place}{sign}", **tags))
    low, high = np.percentile(controls, [1, 99], axis=0)
    expected = nearest_is_right((profiles - low) / (high - low), compounds, mechanisms).mean()
    metrics = scorer.summarise(rows).metrics
    assert metrics["tool/mechanism_accuracy"] == pytest.approx(expected)


def test_a_field_without_the_tag_is_named() -> None:
    scorer = Agreement(resamples=0, mechanisms=Mechanisms(mechanism="moa"))
    with pytest.raises(InputError, match="a has no tag 'compound'; there are moa"):
        scorer.summarise([row(scorer, measured(0, 3), measured(1, 3), moa="m")])
