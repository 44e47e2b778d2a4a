"""Boxes against pycocotools, and there and back again."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from pycocotools import mask as coco

from src.geometry import boxes

Boxes = npt.NDArray[np.float64]


@st.composite
def some_boxes(draw: st.DrawFn, smallest: float = 0.0) -> Boxes:
    count = draw(st.integers(0, 6))
    corner = hnp.arrays(np.float64, (count, 2), elements=st.floats(-100, 100, width=16))
    size = hnp.arrays(np.float64, (count, 2), elements=st.floats(smallest, 100, width=16))
    near = draw(corner)
    return np.hstack([near, near + draw(size)])


@given(some_boxes(smallest=0.5), some_boxes(smallest=0.5))
def test_iou_is_that_of_pycocotools(first: Boxes, second: Boxes) -> None:
    ours = boxes.iou(first, second)
    assert ours.shape == (len(first), len(second))
    if ours.size:
        theirs = coco.iou(
            boxes.xywh_from_xyxy(first), boxes.xywh_from_xyxy(second), [0] * len(second)
        )
        np.testing.assert_allclose(ours, theirs, atol=1e-12)


@given(some_boxes(), some_boxes())
def test_iou_is_symmetric_and_within_one(first: Boxes, second: Boxes) -> None:
    ours = boxes.iou(first, second)
    np.testing.assert_array_equal(ours, boxes.iou(second, first).T)
    assert ((ours >= 0) & (ours <= 1)).all()


@given(some_boxes())
def test_a_box_shares_its_whole_area_with_itself(some: Boxes) -> None:
    np.testing.assert_array_equal(np.diag(boxes.intersection(some, some)), boxes.area(some))


@pytest.mark.parametrize(
    ("there", "back"),
    [
        (boxes.xywh_from_xyxy, boxes.xyxy_from_xywh),
        (boxes.cxcywh_from_xyxy, boxes.xyxy_from_cxcywh),
    ],
)
@given(some=some_boxes())
def test_layouts_go_there_and_back(
    there: Callable[[Any], Boxes], back: Callable[[Any], Boxes], some: Boxes
) -> None:
    np.testing.assert_allclose(back(there(some)), some, atol=1e-9)


@given(some_boxes())
def test_fractions_go_there_and_back(some: Boxes) -> None:
    fractions = boxes.normalised(some, (30, 70))
    np.testing.assert_allclose(boxes.denormalised(fractions, (30, 70)), some, atol=1e-9)


@given(some_boxes())
def test_a_clipped_box_lies_in_the_picture_and_only_shrinks(some: Boxes) -> None:
    clipped = boxes.clip(some, (30, 70))
    picture = [[0, 0, 70, 30]]
    np.testing.assert_allclose(boxes.area(clipped), boxes.intersection(some, picture)[:, 0])
    np.testing.assert_array_equal(boxes.clip(clipped, (30, 70)), clipped)


def test_the_layouts_say_what_they_are_called() -> None:
    assert boxes.xywh_from_xyxy([[2, 3, 8, 5]]).tolist() == [[2, 3, 6, 2]]
    assert boxes.cxcywh_from_xyxy([[2, 3, 8, 5]]).tolist() == [[5, 4, 6, 2]]
    assert boxes.normalised([[2, 3, 8, 5]], (10, 20)).tolist() == [[0.1, 0.3, 0.4, 0.5]]


def test_boxes_that_only_touch_share_nothing() -> None:
    assert boxes.iou([[0, 0, 2, 2]], [[2, 0, 4, 2], [0, 0, 2, 2]]).tolist() == [[0, 1]]


def test_boxes_without_area_overlap_nothing() -> None:
    point = [[1, 1, 1, 1]]
    assert boxes.iou(point, point).tolist() == [[0]]


@pytest.mark.parametrize(
    ("first", "second"), [([], []), ([], [[0, 0, 1, 1]]), ([[0, 0, 1, 1]], [])]
)
def test_no_boxes_are_ordinary(first: list[Any], second: list[Any]) -> None:
    assert boxes.iou(first, second).shape == (len(first), len(second))
    assert boxes.area([]).shape == (0,)
    for change in (boxes.xywh_from_xyxy, boxes.xyxy_from_xywh, boxes.cxcywh_from_xyxy):
        assert change([]).shape == (0, 4)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"boxes must be \(n, 4\), got \(4,\)"):
        boxes.area([0, 0, 1, 1])
    with pytest.raises(ValueError, match=r"no fractions, got shape \(0, 5\)"):
        boxes.normalised([[0, 0, 1, 1]], (0, 5))
