"""Objects of another class are other objects."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from src.core import Entry, Instances, Picture, Row, Sample
from src.geometry.masks import to_rles
from src.scoring.by_class import ClassScorer
from src.scoring.masks.scorer import Masks
from src.scoring.objects.scorer import Objects

NAMES = ("round", "long")


def labels(*columns: int) -> np.ndarray[Any, Any]:
    """Squares of 4 x 4 at these columns, with the values 1, 2, …"""
    image = np.zeros((6, 60), np.uint8)
    for value, column in enumerate(columns, start=1):
        image[1:5, column : column + 4] = value
    return image


def of(columns: tuple[int, ...], classes: list[int] | None, names: Any = NAMES) -> Instances:
    own = None if classes is None else np.array(classes, np.int64)
    return replace(Instances.from_labels(labels(*columns), classes=own), class_names=names)


def as_masks(instances: Instances) -> Instances:
    return replace(instances, labels=None, ids=None, rles=to_rles(instances))


def score(scorer: ClassScorer, truth: Instances, prediction: Instances) -> Row:
    if isinstance(scorer, Masks):
        truth, prediction = as_masks(truth), as_masks(prediction)
    picture = Picture(Entry("a", "a", "test"), np.zeros(truth.shape, np.uint8))
    return scorer.score(Sample(picture, truth), prediction)


OBJECTS, MASKS = Objects(resamples=50), Masks(resamples=50, above=0.5)


@pytest.mark.parametrize(("scorer", "hits"), [(OBJECTS, "tp_at_0.50"), (MASKS, "matched")])
def test_swapped_classes_match_nothing(scorer: ClassScorer, hits: str) -> None:
    truth = of((0, 10), [0, 1])
    assert score(scorer, truth, of((0, 10), [0, 1]))[hits] == 2
    assert score(scorer, truth, of((0, 10), [1, 0]))[hits] == 0
    blind = replace(scorer, by_class=False)
    assert score(blind, truth, of((0, 10), [1, 0]))[hits] == 2


@pytest.mark.parametrize(("scorer", "hits"), [(OBJECTS, "tp_at_0.50"), (MASKS, "matched")])
def test_names_count_and_not_their_numbers(scorer: ClassScorer, hits: str) -> None:
    truth, found = of((0, 10), [0, 1]), of((0, 10), [1, 0], names=NAMES[::-1])
    assert score(scorer, truth, found)[hits] == 2


@pytest.mark.parametrize(("scorer", "ratio"), [(OBJECTS, "f1_at_0.50"), (MASKS, "f1")])
def test_a_mean_over_classes_weighs_a_rare_class_as_much(scorer: ClassScorer, ratio: str) -> None:
    truth = of((0, 10, 20, 30), [0, 0, 0, 1])
    found = of((0, 10, 20, 50), [0, 0, 0, 1])
    card = scorer.summarise([score(scorer, truth, found)] * 3)
    assert card.metrics[ratio] == pytest.approx(2 * 3 / 8)
    assert card.metrics[f"class_mean_{ratio}"] == pytest.approx((1 + 0) / 2)
    assert [card.slices[f"class={name}"][ratio] for name in NAMES] == [1, 0]
    assert card.tables["classes"]["class"].tolist() == sorted(NAMES)
    assert f"class_mean_{ratio}" in card.main
    assert card.defined[f"class_mean_{ratio}"] == 3
    interval = card.intervals[f"class_mean_{ratio}"]
    assert interval.low <= 0.5 <= interval.high


def test_quality_of_a_class_is_that_of_its_objects_alone() -> None:
    truth, found = of((0, 10, 20), [0, 1, 0]), of((1, 10, 21), [0, 1, 1])
    card = OBJECTS.summarise([score(OBJECTS, truth, found)])
    alone = Objects(resamples=0)
    for number, name in enumerate(NAMES):
        own = score(
            alone,
            truth.select(truth.classes == number),
            found.select(found.classes == number),
        )
        assert card.slices[f"class={name}"]["pq_at_0.50"] == pytest.approx(own["pq_at_0.50"])
    pq = [card.slices[f"class={name}"]["pq_at_0.50"] for name in NAMES]
    assert card.metrics["class_mean_pq_at_0.50"] == pytest.approx(np.mean(pq))


@pytest.mark.parametrize("scorer", [OBJECTS, MASKS])
def test_a_side_without_classes_leaves_them_together(
    scorer: ClassScorer, caplog: pytest.LogCaptureFixture
) -> None:
    nothing = Instances.empty((6, 60))
    truth = of((0, 10), [0, 1])
    rows = [score(scorer, truth, of((0, 10), None, None)), score(scorer, truth, nothing)]
    card = scorer.summarise(rows)
    assert card.metrics["image_mean_recall" + ("_at_0.50" if scorer is OBJECTS else "")] == 0.5
    assert not [name for name in card.metrics if name.startswith("class_mean_")]
    # Said once in a process.
    assert not caplog.records or "not told apart" in caplog.text


@pytest.mark.parametrize("scorer", [OBJECTS, MASKS])
def test_a_missed_class_counts_where_nothing_was_found(scorer: ClassScorer) -> None:
    truth = of((0, 10), [0, 1])
    rows = [score(scorer, truth, truth), score(scorer, truth, Instances.empty((6, 60)))]
    part = scorer.summarise(rows).slices["class=long"]
    assert part["recall" + ("_at_0.50" if scorer is OBJECTS else "")] == 0.5


def test_every_object_says_its_class() -> None:
    truth, found = of((0, 10), [0, 1]), of((0, 10), [0, 0])
    table = OBJECTS.summarise([score(OBJECTS, truth, found)]).tables["objects"]
    assert table["class"].tolist() == ["round", "long", "round"]
    assert table["kind"].tolist() == ["correct", "missed", "spurious"]


def test_pixels_are_foreground_whatever_their_class() -> None:
    row = score(OBJECTS, of((0,), [0]), of((0,), [1]))
    assert (row["pixel_iou"], row["f1_at_0.50"]) == (1, 0)
