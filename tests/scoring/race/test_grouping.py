"""Groups of faces against sklearn and against the definitions."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import AgglomerativeClustering
from sklearn.metrics import normalized_mutual_info_score
from sklearn.metrics.cluster import pair_confusion_matrix

from src.core import InputError
from src.scoring.race import clusters
from src.scoring.race.clusters import average_linkage, chains
from src.scoring.race.grouping import NAMES, Grouping

FACES = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12
)


def grouping(faces: list[tuple[int, int, int]], photos: int = 5) -> Grouping:
    photo, person, group = np.array(faces, np.int64).T
    return Grouping(photo, person, group, photos)


def scores(own: Grouping, weights: list[int] | None = None) -> dict[str, float]:
    taken = np.ones(own.photos) if weights is None else np.array(weights)
    return dict(zip(NAMES, own.scores(taken[None])[0].tolist(), strict=True))


@given(FACES)
def test_pairs_and_information_are_sklearns(faces: list[tuple[int, int, int]]) -> None:
    own = grouping(faces)
    ours = scores(own)
    (_, wrong), (missed, right) = pair_confusion_matrix(own.person, own.group)
    with np.errstate(invalid="ignore"):
        expected = [np.divide(right, right + wrong), np.divide(right, right + missed)]
    assert [ours["pairwise_precision"], ours["pairwise_recall"]] == pytest.approx(
        expected, nan_ok=True
    )
    nmi = normalized_mutual_info_score(own.person, own.group)
    assert ours["nmi"] == pytest.approx(nmi, abs=1e-9)


@given(FACES)
def test_b_cubed_is_its_definition(faces: list[tuple[int, int, int]]) -> None:
    own = grouping(faces)
    precision, recall = [], []
    for person, group in zip(own.person, own.group, strict=True):
        both = ((own.person == person) & (own.group == group)).sum()
        precision.append(both / (own.group == group).sum())
        recall.append(both / (own.person == person).sum())
    ours = scores(own)
    assert ours["b3_precision"] == pytest.approx(np.mean(precision))
    assert ours["b3_recall"] == pytest.approx(np.mean(recall))


@given(FACES, st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_a_photo_taken_twice_makes_no_pair_with_itself(
    faces: list[tuple[int, int, int]], weights: list[int]
) -> None:
    copies = [(photo, copy, *rest) for photo, *rest in faces for copy in range(weights[photo])]
    pairs = [
        (one, two) for one, two in combinations(copies, 2) if one[0] != two[0] or one[1] == two[1]
    ]
    right = sum(one[2] == two[2] and one[3] == two[3] for one, two in pairs)
    together, true = (sum(one[at] == two[at] for one, two in pairs) for at in (3, 2))
    ours = scores(grouping(faces), weights)
    with np.errstate(invalid="ignore"):
        expected = [np.divide(right, together), np.divide(right, true)]
    assert [ours["pairwise_precision"], ours["pairwise_recall"]] == pytest.approx(
        expected, nan_ok=True
    )


def test_draws_are_the_same_every_time_and_in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    own = grouping([(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1)])
    whole = own.draws(60)
    assert np.array_equal(whole, own.draws(60), equal_nan=True)
    monkeypatch.setattr("src.scoring.race.grouping.AT_ONCE", 35)
    assert np.allclose(whole, own.draws(60), equal_nan=True)


@given(st.integers(0, 2**31), st.integers(2, 14), st.floats(0.05, 2))
def test_average_linkage_is_sklearns(seed: int, count: int, distance: float) -> None:
    faces = np.random.default_rng(seed).random((count, 3))
    theirs = AgglomerativeClustering(None, distance_threshold=distance, linkage="average")
    assert same_groups(average_linkage(faces, distance), theirs.fit_predict(faces))


@given(st.integers(0, 2**31), st.integers(0, 14), st.floats(0.05, 1))
def test_chains_join_whoever_is_near_somebody(seed: int, count: int, distance: float) -> None:
    faces = np.random.default_rng(seed).random((count, 2))
    groups = list(range(count))
    for one, two in combinations(range(count), 2):
        if np.linalg.norm(faces[one] - faces[two]) <= distance:
            groups = [groups[one] if own == groups[two] else own for own in groups]
    assert same_groups(chains(faces, distance), np.array(groups, int))


def test_more_faces_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "MOST", 2)
    with pytest.raises(InputError, match=r"scorer\.clusters=average: 3 faces are more than the 2"):
        average_linkage(np.zeros((3, 2)), 0.5)


def same_groups(first: np.ndarray, second: np.ndarray) -> bool:
    pairs = combinations(range(len(first)), 2)
    return all((first[a] == first[b]) == (second[a] == second[b]) for a, b in pairs)
