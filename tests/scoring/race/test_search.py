"""Who finds the photos of himself, by number and by face, and where they are lost."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from src.core import Row
from src.scoring.race import Race
from src.scoring.race.search import Search, search_sums
from src.scoring.race.sums import BY_FACE
from tests.scoring.race.photos import Bib, Face, found_of, person, scored, truth_of

B1, F1, F2, FAR = (10, 120, 50, 150), (20, 40, 40, 66), (120, 40, 140, 66), (5, 5, 15, 15)
RACE = Race(resamples=0, distance=0.6)


def runner(number: str, name: str = "Ann") -> object:
    return truth_of([Bib(B1, number)], [Face(F1, name)], [(0, 0)])


def by(rows: list[Row], path: str, scorer: Race = RACE) -> dict[str, float]:
    metrics = scorer.summarise(rows).metrics
    return {
        name.removeprefix(f"{path}/"): own for name, own in metrics.items() if name.startswith(path)
    }


def test_photos_of_a_number_are_lost_by_detection_reading_or_link() -> None:
    truth = truth_of([Bib(B1, "621")], [Face(F1)], [(0, 0)])
    found = {
        "returned": found_of([Bib(B1, "621")], [Face(F1)], [(0, 0)]),
        "no bib": found_of([], [Face(F1)]),
        "no face": found_of([Bib(B1, "621")]),
        "misread": found_of([Bib(B1, "627")], [Face(F1)], [(0, 0)]),
        "not linked": found_of([Bib(B1, "621")], [Face(F1)]),
    }
    rows = [scored(RACE, truth, own, name) for name, own in found.items()]
    own = by(rows, "by_number")
    assert own["queries"] == 1
    assert (own["recall_at_1"], own["recall_at_10"], own["top_1"], own["precision"]) == (
        0.2,
        0.2,
        1,
        1,
    )
    assert (own["lost_detection"], own["lost_reading"], own["lost_link"]) == pytest.approx(
        (0.4, 0.2, 0.2)
    )


def test_a_number_that_is_read_elsewhere_returns_the_wrong_photo_by_its_score() -> None:
    rows = [
        scored(
            RACE,
            truth_of([Bib(B1, "1")], [Face(F1)], [(0, 0)]),
            found_of([Bib(B1, "1", score=0.5)], [Face(F1)], [(0, 0)]),
            "a",
        ),
        scored(
            RACE,
            truth_of([Bib(B1, "2")], [Face(F1)], [(0, 0)]),
            found_of([Bib(B1, "1", score=0.9)], [Face(F1)], [(0, 0)]),
            "b",
        ),
    ]
    own = by(rows, "by_number")
    assert (own["queries"], own["top_1"], own["recall_at_1"], own["recall_at_5"]) == (2, 0, 0, 0.5)
    assert (own["precision"], own["map"], own["lost_reading"]) == (0.5, 0.25, 0.5)


def test_a_photo_that_shows_the_number_in_another_way_is_neither_right_nor_wrong() -> None:
    found = found_of([Bib(B1, "1")], [Face(F1)], [(0, 0)])
    rows = [
        scored(RACE, truth_of([Bib(B1, "1")], [Face(F1)], [(0, 0)]), found, "linked"),
        scored(RACE, truth_of([Bib(B1, "1")], [Face(F1)], []), found, "from behind"),
        scored(RACE, truth_of([Bib(B1, "1")], [Face(F1)], None), found, "links unknown"),
    ]
    own = by(rows, "by_number")
    assert (own["queries"], own["precision"], own["recall_at_1"]) == (1, 1, 1)


def faces(*people: str, size: float = 26) -> object:
    return truth_of(
        [],
        [
            Face((20 + 60 * place, 40, 40 + 60 * place, 40 + size), name)
            for place, name in enumerate(people)
        ],
    )


def measured(*vectors: int | None, size: float = 26) -> object:
    own = [
        Face(
            (20 + 60 * place, 40, 40 + 60 * place, 40 + size),
            vector=None if v is None else person(v),
        )
        for place, v in enumerate(vectors)
    ]
    return found_of([], own)


def test_everybody_is_looked_for_by_his_largest_face_in_other_photos() -> None:
    rows = [
        scored(RACE, faces("Ann", "Bob"), measured(0, 1), "a"),
        scored(RACE, faces("Ann", size=40), measured(0, size=40), "the reference"),
        scored(RACE, faces("Ann"), measured(5), "measured as somebody else"),
        scored(RACE, faces("Ann"), measured(None), "not measured"),
        scored(RACE, faces("Ann"), measured(), "not found"),
        scored(RACE, faces("Cem"), measured(5), "once only"),
    ]
    own = by(rows, "by_face")
    assert own["queries"] == 1
    assert (own["top_1"], own["recall_at_1"], own["precision"]) == (1, 0.25, 1)
    # The fourth of four wanted photos is among the first ten: those of strangers fill the rest.
    assert own["recall_at_5"] == 0.5
    assert (own["lost_detection"], own["lost_embedding"]) == (0.5, 0)


def test_what_is_ranked_too_low_is_lost_by_embedding() -> None:
    strangers = [scored(RACE, faces("Eve"), measured(3), f"stranger {n}") for n in range(12)]
    near = np.eye(128)[0] * 0.9
    beside = found_of([], [Face((20, 40, 40, 66), vector=(-near).tolist())])
    rows = [scored(RACE, faces("Ann", size=40), measured(0, size=40), "a"), *strangers]
    rows.append(scored(RACE, faces("Ann"), beside, "b"))
    card = RACE.summarise(rows)
    own = {name: value for name, value in card.metrics.items() if name.startswith("by_face")}
    place = int(np.flatnonzero(card.rows["name"] == "b")[0])
    assert card.rows["by_face_lost_embedding"][place] == 1
    assert own["by_face/queries"] == 2


def test_a_reference_that_was_not_found_finds_nobody() -> None:
    rows = [
        scored(RACE, faces("Ann", size=40), measured(), "a"),
        scored(RACE, faces("Ann"), measured(0), "b"),
    ]
    own = by(rows, "by_face")
    assert (own["recall_at_10"], own["lost_detection"]) == (0, 1)
    assert math.isnan(own["precision"])


def test_photos_with_an_uncertain_face_of_the_same_person_are_left_out() -> None:
    doubtful = truth_of(
        [], [Face((20, 40, 40, 66), "Ann", "uncertain"), Face((80, 40, 100, 66), "Bob")]
    )
    rows = [
        scored(RACE, faces("Ann", size=40), measured(0, size=40), "a"),
        scored(
            RACE, doubtful, found_of([], [Face((80, 40, 100, 66), vector=person(0))]), "doubtful"
        ),
        scored(RACE, faces("Ann"), measured(0), "b"),
    ]
    assert by(rows, "by_face")["top_1"] == 1


@given(st.lists(st.booleans(), min_size=1, max_size=12).filter(any), st.permutations(range(12)))
def test_mean_average_precision_is_sklearns(wanted: list[bool], order: list[int]) -> None:
    own = np.array(wanted)
    ranking = np.array([photo for photo in order if photo < len(own)], int)
    scores = np.empty(len(own))
    scores[ranking] = -np.arange(len(own))
    search = Search(0, ranking, own, len(own), np.full(len(own), ""))
    sums = search_sums(BY_FACE, len(own), [search])
    ours = sums["by_face_precisions"].sum() / sums["by_face_wanted"].sum()
    assert ours == pytest.approx(average_precision_score(own, scores))


def test_faces_that_were_not_found_are_alone_and_pairs_that_were_stated_are_kept() -> None:
    def one(name: str, vector: int | None, face: int, **said: str) -> Row:
        truth = truth_of([], [Face(F1, name, **said)], first=face)
        found = found_of([], [] if vector is None else [Face(F1, vector=person(vector))])
        return scored(RACE, truth, found, f"photo {face}")

    rows = [
        one("Ann", 0, 1, must="2"),
        one("Ann", 0, 2, cannot="4"),
        one("Ann", None, 3, must="1"),
        one("Bob", 0, 4),
        one("Bob", 1, 5),
    ]
    own = by(rows, "clustering")
    assert (own["faces"], own["people"], own["clusters"]) == (5, 2, 3)
    assert (own["pairwise_precision"], own["pairwise_recall"]) == (1 / 3, 1 / 4)
    assert (own["must_links_broken"], own["cannot_links_broken"]) == (1, 1)
