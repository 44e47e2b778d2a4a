"""Every kind of error is seen in its colour and found in the table."""

from pathlib import Path

import numpy as np
import pytest

from src.core import Entry, Instances, Picture, Sample
from src.reporting.drawing.objects import (
    COLOURS,
    PREDICTED_OUTLINE,
    object_overlay,
    object_panel,
)
from src.reporting.drawing.pictures import TINT
from src.reporting.folder import FolderSink
from src.reporting.objects import ObjectReport
from src.reporting.palette import OUTLINE, UNSCORED
from src.scoring.objects.errors import KINDS
from src.scoring.objects.scorer import Objects
from src.scoring.objects.sums import EVENTS

HEIGHT, STEP = 9, 12


def one_of_each() -> tuple[Sample, Instances]:
    """A column of seven objects, each with another kind of error."""
    shape = (len(KINDS) * STEP, 40)
    truth, found = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    stretches = {
        "correct": ([(0, 30)], [(0, 30)]),
        "inexact": ([(0, 30)], [(0, 16)]),
        "split": ([(0, 30)], [(0, 15), (15, 30)]),
        "merge": ([(0, 15), (15, 30)], [(0, 30)]),
        "catastrophe": ([(0, 15), (15, 30)], [(0, 9), (9, 21), (21, 30)]),
        "missed": ([(0, 30)], []),
        "spurious": ([], [(0, 30)]),
    }
    for row, kind in enumerate(KINDS):
        for labels, columns in zip((truth, found), stretches[kind], strict=True):
            for left, right in columns:
                place = slice(row * STEP, row * STEP + HEIGHT), slice(left, right)
                labels[place] = labels.max() + 1
    picture = Picture(Entry("a", "a b", "test"), np.full(shape, 100, np.uint8))
    return Sample(picture, Instances.from_labels(truth)), Instances.from_labels(found)


def drawn(sample: Sample, prediction: Instances, zoom: int = 1) -> np.ndarray:
    """The overlay from the row that the scorer gives."""
    objects = Objects().score(sample, prediction).tables["objects"]
    return object_overlay(sample, prediction, objects, zoom)


def tinted(colour: tuple[int, int, int]) -> list[int]:
    """A grey pixel under a colour."""
    return [round((1 - TINT) * 100 + TINT * part) for part in colour]


def test_the_example_holds_every_kind_once() -> None:
    row = Objects().score(*one_of_each())
    assert [row[event] for event in EVENTS] == [1] * len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_its_colour(kind: str) -> None:
    sample, prediction = one_of_each()
    shown = drawn(sample, prediction)
    middle = KINDS.index(kind) * STEP + HEIGHT // 2
    assert shown[middle, 4].tolist() == tinted(COLOURS[kind])
    assert shown[middle, 35].tolist() == [100, 100, 100]


def test_both_outlines_are_drawn() -> None:
    sample, prediction = one_of_each()
    shown = drawn(sample, prediction, zoom=3)
    assert shown.shape == (3 * len(KINDS) * STEP, 120, 3)
    assert (shown == OUTLINE).all(axis=2).any()
    middle = 3 * (KINDS.index("spurious") * STEP + HEIGHT // 2)
    assert shown[middle, 3 * 30 - 1].tolist() == list(PREDICTED_OUTLINE)


def test_what_does_not_count_is_grey() -> None:
    labels = np.zeros((9, 9), np.uint8)
    labels[2:8, 2:8] = 1
    picture = Picture(Entry("a", "a", "test"), np.full((9, 9), 100, np.uint8))
    sample = Sample(picture, Instances.from_labels(labels, unscored=[1]))
    shown = drawn(sample, Instances.empty((9, 9)))
    assert shown[4, 4].tolist() == tinted(UNSCORED)


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (5, 700)])
def test_a_panel_of_any_size_can_be_drawn(shape: tuple[int, int]) -> None:
    picture = Picture(Entry("a", "a", "test"), np.zeros(shape, np.uint8))
    sample = Sample(picture, Instances.empty(shape))
    row = Objects().score(sample, sample.truth)
    panel = object_panel(sample, sample.truth, row, "f1 nan")
    assert panel.dtype == np.uint8
    assert panel.shape[0] > shape[0]


def test_pictures_of_the_extremes_are_kept(tmp_path: Path) -> None:
    sample, prediction = one_of_each()
    report = ObjectReport(pictures=1)
    report.observe(sample, prediction, Objects().score(sample, prediction))
    report.finish(Objects().summarise([]), FolderSink(tmp_path, "seen"))
    pictures = {str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.png")}
    assert pictures == {"objects/worst_1_a_b.png", "overlays/worst_1_a_b.png"}
