"""VOC's average precision by hand, and what cannot be ranked."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from src.core import Entry, InputError, Instances, Picture, Row, Sample
from src.geometry.masks import labels_to_rles
from src.scoring.average_precision import AveragePrecision
from src.scoring.average_precision.curves import Ranked, judged

Box = tuple[float, float, float, float]


def of(boxes: Sequence[Box], scores: Sequence[float] | None = None, **more: Any) -> Instances:
    return Instances(
        (100, 100),
        boxes=np.array(boxes, float).reshape(-1, 4),
        scores=None if scores is None else np.array(scores, float),
        **more,
    )


def row(truth: Instances, found: Instances, name: str = "a", **options: Any) -> Row:
    sample = Sample(Picture(Entry(name, name, "test"), np.zeros(truth.shape, np.uint8)), truth)
    return AveragePrecision(**options).score(sample, found)


FIRST, SECOND, FAR = (0, 0, 10, 10), (20, 0, 30, 10), (80, 80, 90, 90)


def test_the_area_under_the_envelope() -> None:
    ranked = Ranked.of(
        np.array([0.9, 0.8, 0.7, 0.6]),
        np.array([True, False, True, False]),
        np.zeros(4, np.int64),
        np.array([4]),
    )
    once = np.ones((1, 1))
    assert ranked.average(once) == pytest.approx([(1 + 2 / 3) / 4])
    # Recalls 0, 0.1 and 0.2 at precision 1, up to 0.5 at two thirds, none beyond.
    assert ranked.average(once, eleven=True) == pytest.approx([(3 * 1 + 3 * 2 / 3) / 11])


def test_drawing_a_picture_twice_is_having_it_twice() -> None:
    rng = np.random.default_rng(0)
    scores, right, pictures = rng.random(40), rng.random(40) < 0.6, rng.integers(0, 4, 40)
    truths = np.array([9, 8, 12, 10])
    ranked = Ranked.of(scores, right, pictures, truths)
    drawn = np.array([2, 0, 1, 1])
    copies = [np.flatnonzero(pictures == place).repeat(n) for place, n in enumerate(drawn)]
    rows = np.concatenate(copies)
    copied = Ranked.of(scores[rows], right[rows], pictures[rows], truths * drawn)
    ours = ranked.average(drawn[None].astype(float))
    assert ours == pytest.approx(copied.average(np.ones((1, 4))))


def test_a_truth_is_found_once_and_a_second_best_is_never_asked() -> None:
    iou = np.array([[0.9, 0.8], [0.0, 0.7]])
    right, dropped = judged(iou, np.array([0.5, 0.4]), np.ones(2, bool), 0.5)
    assert (right.tolist(), dropped.tolist()) == ([True, False], [False, False])


def test_what_must_not_count_is_neither_right_nor_wrong() -> None:
    truth = of([FIRST, SECOND], scored=np.array([True, False]))
    assert row(truth, of([FIRST, SECOND], [0.5, 0.9]))["voc_ap_at_0.50"] == 1
    assert row(truth, of([FIRST, FAR], [0.5, 0.9]))["voc_ap_at_0.50"] == 0.5


def test_classes_are_ranked_apart_and_averaged() -> None:
    scorer = AveragePrecision(resamples=20)
    names = {"class_names": ("cat", "dog")}
    truth = of([FIRST, SECOND], classes=np.array([0, 1]), **names)
    found = of([FIRST, SECOND], [0.9, 0.8], classes=np.array([0, 0]), **names)
    card = scorer.summarise([row(truth, found), row(truth, found, "b")])
    assert card.slices["class=cat"]["voc_ap_at_0.50"] == 1
    assert card.slices["class=dog"]["voc_ap_at_0.50"] == 0
    assert card.metrics["voc_ap_at_0.50"] == 0.5
    assert card.metrics["ap_at_0.50"] == pytest.approx(0.5)
    assert card.tables["classes"]["class"].tolist() == ["cat", "dog"]


def test_far_edges_may_be_part_of_a_box() -> None:
    truth, found = of([(0, 0, 9, 9)]), of([(0, 0, 9, 4)], [1.0])
    assert row(truth, found)["voc_ap_at_0.50"] == 0
    assert row(truth, found, edges="inclusive")["voc_ap_at_0.50"] == 1


def test_masks_are_ranked_by_their_pixels() -> None:
    labels = np.zeros((20, 20), np.uint8)
    labels[2:8, 2:8], labels[10:18, 10:18] = 1, 2
    half = np.where(np.arange(20)[:, None] < 14, labels, 0)
    truth = Instances.from_labels(labels)
    found = Instances((20, 20), rles=labels_to_rles(half), scores=np.array([0.9, 0.8]))
    masks = row(truth, found, of="masks", iou=[0.5])
    assert masks["voc_ap_at_0.50"] == 1
    assert row(truth, found, of="masks", iou=[0.75])["voc_ap_at_0.75"] == 0.5
    card = AveragePrecision(of="masks", iou=[0.5], resamples=0).summarise([masks])
    assert card.metrics["ap_at_0.50"] == pytest.approx(1)


def test_nothing_to_find_is_right_where_nothing_is_found() -> None:
    nothing = Instances.empty((100, 100))
    assert row(nothing, nothing)["voc_ap_at_0.50"] == 1
    assert row(nothing, of([FIRST], [0.5]))["voc_ap_at_0.50"] == 0
    card = AveragePrecision(resamples=0).summarise([row(nothing, nothing)])
    assert np.isnan(card.metrics["voc_ap_at_0.50"])


def test_what_has_no_scores_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"^a: predictions have no scores"):
        row(of([FIRST]), of([FIRST]))


@pytest.mark.parametrize(
    ("option", "message"),
    [({"of": "points"}, "of must"), ({"edges": "soft"}, "edges"), ({"iou": []}, "iou")],
)
def test_words_that_nobody_knows_are_refused(option: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        AveragePrecision(**option)
