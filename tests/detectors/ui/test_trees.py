"""Trees as plain arrays, against scikit-learn, which taught them."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier

from src.detectors.ui.trees import Trees, mean_of, packed


@pytest.fixture(name="taught", scope="module")
def taught_fixture() -> tuple[HistGradientBoostingClassifier, np.ndarray]:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(600, 6)).astype(np.float32)
    rows[:, 2] = np.round(rows[:, 2], 1)
    right = rows[:, 0] * rows[:, 1] + rows[:, 2] > 0.3
    model = HistGradientBoostingClassifier(max_iter=12, max_leaf_nodes=9, random_state=0)
    return model.fit(rows, right), rows


def arrays_of(model: HistGradientBoostingClassifier) -> Trees:
    return packed(model._predictors, float(model._baseline_prediction.ravel()[0]))


def test_every_row_gets_the_sum_that_scikit_learn_gives(
    taught: tuple[HistGradientBoostingClassifier, np.ndarray],
) -> None:
    model, rows = taught
    assert arrays_of(model).sums(rows) == pytest.approx(model.decision_function(rows), abs=1e-5)


def test_rows_that_lie_on_a_threshold_go_the_same_way(
    taught: tuple[HistGradientBoostingClassifier, np.ndarray],
) -> None:
    model, rows = taught
    trees = arrays_of(model)
    probe = np.repeat(rows[:40], 3, axis=0)
    for place, feature in enumerate(trees.feature[:, 0]):
        probe[place % len(probe), feature] = trees.threshold[place, 0]
    assert trees.sums(probe) == pytest.approx(model.decision_function(probe), abs=1e-5)


def test_no_rows_have_no_sums(taught: tuple[HistGradientBoostingClassifier, np.ndarray]) -> None:
    assert arrays_of(taught[0]).sums(np.zeros((0, 6), np.float32)).shape == (0,)


def test_trees_come_back_from_their_arrays(
    taught: tuple[HistGradientBoostingClassifier, np.ndarray],
) -> None:
    model, rows = taught
    trees = arrays_of(model)
    assert (Trees.of(trees.arrays()).sums(rows) == trees.sums(rows)).all()


@pytest.mark.parametrize("name", ["left", "right"])
def test_trees_that_lead_out_of_bounds_are_refused(
    taught: tuple[HistGradientBoostingClassifier, np.ndarray], name: str
) -> None:
    arrays = arrays_of(taught[0]).arrays()
    arrays[name] = arrays[name] + arrays[name].shape[1]
    with pytest.raises(ValueError, match="does not exist"):
        Trees.of(arrays)


def test_the_mean_of_trees_that_differ_in_size_is_that_of_their_sums(
    taught: tuple[HistGradientBoostingClassifier, np.ndarray],
) -> None:
    model, rows = taught
    small = HistGradientBoostingClassifier(max_iter=5, max_leaf_nodes=3, random_state=0)
    both = [arrays_of(model), arrays_of(small.fit(rows, rows[:, 0] > 0))]
    mean = mean_of(both)
    expected = (both[0].sums(rows) + both[1].sums(rows)) / 2
    assert mean.sums(rows) == pytest.approx(expected, abs=1e-5)
    assert (Trees.of(mean.arrays()).sums(rows) == mean.sums(rows)).all()
