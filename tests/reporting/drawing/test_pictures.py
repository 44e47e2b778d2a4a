"""Overlays show what was right, missed and spurious."""

from typing import Any

import numpy as np
import pytest

from src.core import Entry, Instances, Picture, Sample
from src.geometry.masks import encode
from src.reporting.drawing.panels import panel
from src.reporting.drawing.pictures import TINT, eight_bit, overlay
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS, UNSCORED
from tests.tracking.conftest import square_sample


def tinted(colour: tuple[int, int, int], grey: int = 100) -> list[int]:
    """A grey pixel under a colour."""
    return [round((1 - TINT) * grey + TINT * part) for part in colour]


def band(rows: slice) -> Instances:
    """A prediction of some whole rows."""
    labels = np.zeros((8, 8), np.uint8)
    labels[rows] = 1
    return Instances.from_labels(labels)


def test_each_kind_of_pixel_has_its_colour() -> None:
    shown = overlay(square_sample(), band(slice(0, 4)))
    assert shown[1, 1].tolist() == tinted(CORRECT)
    assert shown[6, 1].tolist() == tinted(MISSED)
    assert shown[1, 6].tolist() == tinted(SPURIOUS)
    assert shown[6, 6].tolist() == [100, 100, 100]
    assert shown[1, 3].tolist() == list(OUTLINE)


def test_unscored_truth_is_neither_missed_nor_found() -> None:
    square = square_sample()
    assert square.truth.labels is not None
    truth = Instances.from_labels(square.truth.labels, unscored=[1])
    shown = overlay(Sample(square.picture, truth), band(slice(0, 4)))
    assert shown[1, 1].tolist() == shown[6, 1].tolist() == tinted(UNSCORED)


def test_boxes_and_run_lengths_show_like_labels() -> None:
    square, found = square_sample(), band(slice(0, 4))
    assert found.labels is not None
    boxes = Instances((8, 8), boxes=np.array([[0.0, 0.0, 8.0, 4.0]]))
    rles = Instances((8, 8), rles=(encode(found.labels > 0),))
    expected = overlay(square, found)
    assert np.array_equal(overlay(square, boxes), expected)
    assert np.array_equal(overlay(square, rles), expected)


def test_small_box_inside_a_large_one_keeps_its_outline() -> None:
    truth = Instances((9, 9), boxes=np.array([[3.0, 3, 6, 6], [0, 0, 9, 9]]))
    picture = Picture(Entry("a", "a", "test"), np.zeros((9, 9), np.uint8))
    shown = overlay(Sample(picture, truth), Instances.empty((9, 9)))
    assert shown[3, 3].tolist() == list(OUTLINE)
    assert shown[4, 4].tolist() == tinted(MISSED, grey=0)


def test_zoom_keeps_the_outline_thin() -> None:
    shown = overlay(square_sample(), band(slice(0, 4)), zoom=4)
    assert shown.shape == (32, 32, 3)
    assert (shown == OUTLINE).all(axis=2).sum(axis=1).tolist() == [1] * 32


def test_prediction_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=r"prediction is \(4, 4\)"):
        overlay(square_sample(), Instances.empty((4, 4)))


@pytest.mark.parametrize("dtype", [np.uint16, np.float32])
def test_deep_pictures_are_stretched(dtype: Any) -> None:
    shown = eight_bit(np.linspace(1000, 3000, 10_000).reshape(100, 100).astype(dtype))
    assert (shown.min(), shown.max()) == (0, 255)
    assert abs(float(shown[50, 0, 0]) - 127) < 3


@pytest.mark.parametrize("value", [0.0, 5.0, np.nan, np.inf])
def test_flat_and_undefined_pictures_can_be_shown(value: float) -> None:
    assert eight_bit(np.full((4, 5), value, np.float32)).shape == (4, 5, 3)


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (5, 700), (2000, 30)])
def test_panel_of_any_size_fits_a_screen(shape: tuple[int, int]) -> None:
    picture = Picture(Entry("a", "a name " * 50, "test"), np.zeros(shape, np.uint8))
    shown = panel(Sample(picture, Instances.empty(shape)), Instances.empty(shape), {"f1": np.nan})
    assert shown.dtype == np.uint8
    assert max(shown.shape) < 2100
