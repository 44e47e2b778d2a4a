"""Numbers, readings, boxes and links of photos that were made by hand."""

import math
from typing import Any

import numpy as np
import pytest

from src.core import InputError, Instances, Row
from src.scoring.race import Race
from src.scoring.race.reading import edit_distance
from tests.scoring.race.photos import SHAPE, Bib, Face, found_of, sample_of, scored, truth_of

B1, B2, B3 = (10, 120, 50, 150), (110, 120, 150, 150), (210, 120, 250, 150)
F1, F2, F3 = (20, 40, 40, 66), (120, 40, 140, 66), (220, 40, 240, 66)
FAR = (5, 5, 15, 15)

RACE = Race(resamples=0)
ABSENT = Race(resamples=0, unscored="absent")


def card(*rows: Row, scorer: Race = RACE) -> dict[str, float]:
    return dict(scorer.summarise(rows).metrics)


def rates(metrics: dict[str, float], name: str) -> tuple[float, float]:
    return metrics[f"{name}/precision"], metrics[f"{name}/recall"]


@pytest.mark.parametrize(
    ("expected", "read", "status"),
    [
        (["621"], ["621"], "PASS"),
        ([], [], "PASS"),
        (["621", "7"], ["7", "621"], "PASS"),
        (["621"], ["0621"], "PASS"),
        (["621"], ["621", "9"], "PARTIAL"),
        (["621", "7"], ["7"], "PARTIAL"),
        ([], ["9"], "PARTIAL"),
        (["621"], [], "MISS"),
        (["621"], ["9"], "MISS"),
        (["621"], ["62?"], "MISS"),
        (["62?"], [], "PASS"),
        ([""], [], "PASS"),
    ],
)
def test_a_photo_passes_with_all_its_numbers_and_no_other(
    expected: list[str], read: list[str], status: str
) -> None:
    places = (B1, B2)
    truth = truth_of([Bib(place, text) for place, text in zip(places, expected, strict=False)], [])
    found = found_of([Bib(place, text) for place, text in zip(places, read, strict=False)])
    assert scored(RACE, truth, found)["status"] == status


def test_numbers_are_pooled_over_photos() -> None:
    rows = [
        scored(RACE, truth_of([Bib(B1, "1"), Bib(B2, "2")], []), found_of([Bib(B1, "1")]), "a"),
        scored(RACE, truth_of([Bib(B1, "3")], []), found_of([Bib(B1, "4"), Bib(B2, "3")]), "b"),
        scored(RACE, truth_of([], []), found_of([Bib(B1, "5")]), "c"),
    ]
    metrics = card(*rows)
    assert rates(metrics, "numbers") == (2 / 4, 2 / 3)
    assert metrics["numbers/f1"] == pytest.approx(2 * 2 / 7)
    assert metrics["numbers/pass_rate"] == 0


def test_a_number_read_where_nothing_counts_is_neither_right_nor_wrong() -> None:
    truth = truth_of([Bib(B1, "2?4", "bib_obscured"), Bib(B2, "7")], [])
    row = scored(RACE, truth, found_of([Bib(B1, "234"), Bib(B2, "7")]))
    assert row["status"] == "PASS"
    assert scored(ABSENT, truth, found_of([Bib(B1, "234"), Bib(B2, "7")]))["status"] == "PARTIAL"


def test_texts_are_compared_on_boxes_that_were_found() -> None:
    truth = truth_of([Bib(B1, "621"), Bib(B2, "17"), Bib(B3, "5?")], [])
    found = found_of([Bib(B1, "627"), Bib(B2, "17"), Bib(B3, "55"), Bib(FAR, "9")])
    metrics = card(scored(RACE, truth, found))
    assert (metrics["ocr/compared"], metrics["ocr/accuracy"], metrics["ocr/edit_distance"]) == (
        2,
        0.5,
        0.5,
    )
    nothing = card(scored(RACE, truth, found_of([Bib(B1, None)])))
    assert (nothing["ocr/accuracy"], nothing["ocr/edit_distance"]) == (0, 3)


@pytest.mark.parametrize(
    ("first", "second", "edits"),
    [
        ("", "", 0),
        ("621", "621", 0),
        ("621", "62", 1),
        ("621", "6210", 1),
        ("621", "126", 2),
        ("621", "", 3),
        ("600", "6600", 1),
    ],
)
def test_an_edit_is_a_letter_more_less_or_other(first: str, second: str, edits: int) -> None:
    assert edit_distance(first, second) == edit_distance(second, first) == edits


def test_boxes_of_both_classes_are_scored_apart() -> None:
    truth = truth_of([Bib(B1), Bib(B2)], [Face(F1), Face(F2, scope="uncertain")])
    found = found_of([Bib(B1)], [Face(F1), Face(F2), Face(B2)])
    metrics = card(scored(RACE, truth, found))
    assert rates(metrics, "bibs") == (1, 0.5)
    assert rates(metrics, "faces") == (0.5, 1)
    assert rates(card(scored(ABSENT, truth, found), scorer=ABSENT), "faces") == (1 / 3, 1)


def test_the_table_says_what_became_of_every_true_box() -> None:
    truth = truth_of([Bib(B1), Bib(B2, scope="bib_obscured")], [Face(F1)])
    boxes = scored(RACE, truth, found_of([Bib(B1)], [])).tables["boxes"]
    kinds = boxes["kind"][boxes["side"] == "truth"].tolist()
    assert kinds == ["matched", "unscored", "missed"]


def linked(scorer: Race, truth: Instances, found: Instances) -> tuple[int, int, int]:
    row = scored(scorer, truth, found)
    return tuple(row[f"links_{name}"] for name in ("true", "predicted", "right"))  # type: ignore[return-value]


def test_a_face_with_two_bibs_gives_two_right_links() -> None:
    truth = truth_of([Bib(B1), Bib(B2)], [Face(F1)], [(0, 0), (1, 0)])
    found = found_of([Bib(B2), Bib(B1)], [Face(F1)], [(0, 0), (1, 0)])
    assert linked(RACE, truth, found) == linked(ABSENT, truth, found) == (2, 2, 2)


def test_a_link_is_right_when_both_ends_are_and_belong_together() -> None:
    truth = truth_of([Bib(B1), Bib(B2)], [Face(F1), Face(F2)], [(0, 0), (1, 1)])
    crossed = found_of([Bib(B1), Bib(B2)], [Face(F1), Face(F2)], [(0, 1), (1, 0)])
    assert linked(RACE, truth, crossed) == (2, 2, 0)
    astray = found_of([Bib(B1)], [Face(F1), Face(FAR)], [(0, 1)])
    assert linked(RACE, truth, astray) == (2, 1, 0)


def test_links_at_boxes_that_do_not_count_do_not_count() -> None:
    truth = truth_of(
        [Bib(B1), Bib(B2, "2?", "bib_obscured")], [Face(F1), Face(F2)], [(0, 0), (1, 1)]
    )
    found = found_of([Bib(B1), Bib(B2)], [Face(F1), Face(F2)], [(0, 0), (1, 1)])
    assert linked(RACE, truth, found) == (1, 1, 1)
    assert linked(RACE, truth, found_of([Bib(B2)], [Face(F1)], [(0, 0)])) == (1, 0, 0)
    assert linked(ABSENT, truth, found) == (2, 2, 2)


def test_only_linked_boxes_compete_where_unscored_ones_are_absent() -> None:
    truth = truth_of([Bib(B1)], [Face(F1)], [(0, 0)])
    exact, near = Bib(B1), Bib((10, 120, 50, 144))
    found = found_of([exact, near], [Face(F1)], [(1, 0)])
    assert linked(RACE, truth, found) == (1, 1, 0)
    assert linked(ABSENT, truth, found) == (1, 1, 1)


def test_what_nobody_labelled_is_not_scored_and_is_counted() -> None:
    found = found_of([Bib(B1)], [Face(F1)], [(0, 0)])
    rows = [
        scored(RACE, truth_of(None, None), found, "unknown"),
        scored(RACE, truth_of([Bib(B1)], None, None), found.among(("bib",)), "bibs alone"),
        scored(RACE, truth_of([Bib(B1)], [Face(F1)], None), found, "without links"),
        scored(RACE, truth_of([], [], None), found_of(), "nothing there"),
    ]
    metrics = card(*rows)
    assert [metrics[f"{name}/unscored"] for name in ("numbers", "bibs", "faces", "links")] == [
        1,
        1,
        2,
        4,
    ]
    assert [rates(metrics, name) for name in ("bibs", "faces")] == [(1, 1), (1, 1)]
    assert math.isnan(metrics["links/recall"])


def test_what_a_detector_did_not_look_for_has_no_score() -> None:
    truth = truth_of([Bib(B1)], [Face(F1)], [(0, 0)])
    metrics = card(
        scored(RACE, truth, found_of([Bib(B1)], links=None, measured=False, names=("bib",)))
    )
    assert rates(metrics, "bibs") == (1, 1)
    for name in ("faces/recall", "links/recall", "clustering/nmi", "by_face/map"):
        assert math.isnan(metrics[name])


def test_a_detector_that_failed_has_found_nothing() -> None:
    truth = truth_of([Bib(B1)], [Face(F1)], [(0, 0)])
    metrics = card(scored(RACE, truth, Instances.empty(SHAPE)))
    assert [metrics[f"{name}/recall"] for name in ("numbers", "bibs", "faces", "links")] == [0] * 4


def test_a_bib_without_coordinates_counts_as_a_number_alone() -> None:
    truth = truth_of([Bib(None, "621"), Bib(B2, "7")], [Face(F1)], [(1, 0)])
    row = scored(RACE, truth, found_of([Bib(B1, "621"), Bib(B2, "7")], [Face(F1)]))
    assert row["status"] == "PASS"
    assert (row["bibs_photos"], row["faces_photos"], row["links_photos"]) == (0, 1, 0)


@pytest.mark.parametrize(
    ("truth", "kind"),
    [
        (Instances.from_labels(np.ones(SHAPE, np.uint8)), "masks"),
        (Instances(SHAPE, boxes=np.array([[0, 0, 5, 5]])), "other things"),
    ],
)
def test_a_set_of_another_kind_is_refused(truth: Instances, kind: str) -> None:
    with pytest.raises(InputError, match=f"photo: its labels are {kind}, and scorer=race"):
        RACE.score(sample_of(truth), found_of())


def test_a_detector_of_something_else_is_refused() -> None:
    with pytest.raises(InputError, match="detector: it does not say which"):
        RACE.score(sample_of(truth_of([], [])), Instances.from_labels(np.ones(SHAPE, np.uint8)))


@pytest.mark.parametrize("wrong", [{"iou": 0}, {"distance": -1}, {"distance": 2}])
def test_thresholds_lie_between_0_and_1(wrong: dict[str, Any]) -> None:
    from src.composing.builder import build
    from src.composing.conf import composed

    ((key, value),) = wrong.items()
    with pytest.raises(InputError, match=f"scorer.{key}"):
        build(composed(["scorer=race", f"scorer.{key}={value}"]), "scorer")


def test_parts_are_by_tag_runners_size_and_scope() -> None:
    rows = [
        scored(
            RACE,
            truth_of([Bib(B1)], [Face(F1, tags="tiny,blurry")], [(0, 0)]),
            found_of([Bib(B1)]),
            "a",
            scene="close",
        ),
        scored(
            RACE, truth_of([Bib(B1, scope="bib_clipped")] * 5, []), found_of(), "b", scene="far"
        ),
    ]
    slices = RACE.summarise(rows).slices
    assert slices["scene=close"]["bibs/recall"] == slices["runners=1"]["bibs/recall"] == 1
    assert slices["runners=4+"]["bibs/recall"] == slices["scene=far"]["bibs/recall"] == 0
    assert slices["bib_scope=bib_clipped"] == {"bibs/recall": 0, "bibs/true": 5}
    assert (
        slices["face_tag=tiny"]
        == slices["face_height=24-48"]
        == {"faces/recall": 0, "faces/true": 1}
    )


def test_what_was_always_found_is_not_certain_and_says_of_how_many_photos() -> None:
    scorer = Race(resamples=500)
    rows = [
        scored(scorer, truth_of([], [Face(F1)]), found_of([], [Face(F1)]), name)
        for name in "abcdef"
    ]
    rows.append(scored(scorer, truth_of([], []), found_of([]), "empty"))
    card = scorer.summarise(rows)
    recall = card.intervals["faces/recall"]
    assert card.metrics["faces/recall"] == 1 == recall.high
    assert 0.5 < recall.low < 0.9
    assert (card.defined["faces/recall"], card.unit) == (6, "photo")
    assert card.effective["faces/recall"] == pytest.approx(6)
    assert "ocr/accuracy" not in card.intervals
