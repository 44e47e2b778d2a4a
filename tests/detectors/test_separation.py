import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from src.core import InputError
from src.data.folder import Folder
from src.detectors.otsu import Otsu
from src.detectors.separation import INSTANCES, Separation, components
from src.evaluation.evaluate import evaluate
from src.scoring.objects.scorer import Objects
from tests.conftest import real_data

masks = hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, max_side=12))


def two_disks() -> np.ndarray:
    rows, columns = np.mgrid[:40, :60]
    return np.any([(rows - 20) ** 2 + (columns - c) ** 2 <= 144 for c in (20, 40)], axis=0)


@pytest.mark.parametrize(("instances", "count"), [("components", 1), ("watershed", 2)])
def test_only_the_watershed_tells_touching_disks_apart(instances: str, count: int) -> None:
    labels = Separation(instances).labels(two_disks())
    assert len(np.unique(labels)) - 1 == count
    assert np.array_equal(labels > 0, two_disks())


@given(masks, st.sampled_from(INSTANCES), st.integers(0, 5))
@example(np.ones((1, 1), bool), "watershed", 1)
@example(np.ones((4, 3), bool), "watershed", 2)
def test_no_rule_invents_or_loses_foreground(
    mask: np.ndarray, instances: str, distance: int
) -> None:
    labels = Separation(instances, min_distance=distance).labels(mask)
    assert np.array_equal(labels > 0, mask)


@given(masks)
def test_the_watershed_only_ever_cuts_components(mask: np.ndarray) -> None:
    whole, parts = components(mask), Separation("watershed", min_distance=1).labels(mask)
    for part in np.unique(parts[mask]):
        assert len(np.unique(whole[parts == part])) == 1


def test_all_foreground_is_one_where_asked_for() -> None:
    mask = np.array([[1, 0, 1]], bool)
    assert Separation("foreground").labels(mask).tolist() == [[1, 0, 1]]


@pytest.mark.parametrize("instances", INSTANCES)
def test_small_instances_are_dropped_with_their_scores(instances: str) -> None:
    probabilities = np.zeros((6, 12), np.float32)
    probabilities[1, 1] = 0.9
    probabilities[1:5, 4:10] = 0.75
    found = Separation(instances, min_area=3).of_probabilities(probabilities, 0.5)
    expected = (25, 0.756) if instances == "foreground" else (24, 0.75)
    assert found.foreground().sum() == expected[0]
    assert found.scores == pytest.approx([expected[1]])


@pytest.mark.parametrize("instances", INSTANCES)
def test_nothing_probable_is_nothing_found(instances: str) -> None:
    assert len(Separation(instances).of_probabilities(np.zeros((5, 4), np.float32), 0.5)) == 0


@pytest.mark.parametrize(
    "options", [{"instances": "magic"}, {"min_area": -1}, {"min_distance": -1}]
)
def test_bad_options_are_named(options: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"detector.{next(iter(options))}"):
        Separation(**options)  # type: ignore[arg-type]


def test_real_nuclei_are_found_better_with_the_watershed() -> None:
    samples = list(Folder(str(real_data("nuclei_dsb2018_train"))).samples())
    scores = [
        evaluate(samples, Otsu(polarity="minority", instances=rule), Objects(resamples=0)).metrics
        for rule in ("components", "watershed")
    ]
    for name in ("pq_at_0.50", "f1_at_0.50", "touching_separation_rate"):
        assert scores[0][name] + 0.05 < scores[1][name]
