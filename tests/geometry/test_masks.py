"""Masks, run lengths and label images against pycocotools and scipy."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from pycocotools import mask as coco

from src.core import Instances
from src.geometry import masks
from src.geometry.rle import decompressed
from src.geometry.spans import dense
from tests.geometry.label_images import Labels, label_images, shapes

Mask = npt.NDArray[np.bool_]
Stack = npt.NDArray[np.bool_]


@st.composite
def stacks(draw: st.DrawFn) -> Stack:
    """(n, height, width) masks that may overlap."""
    shape = draw(shapes)
    return draw(hnp.arrays(np.bool_, (draw(st.integers(0, 4)), *shape)))


@given(hnp.arrays(np.bool_, shapes))
def test_masks_go_there_and_back(mask: Mask) -> None:
    np.testing.assert_array_equal(masks.decode(masks.encode(mask)), mask)


@given(label_images())
def test_all_masks_at_once_are_those_of_pycocotools_one_by_one(labels: Labels) -> None:
    ids = np.unique(labels[labels > 0])
    assert list(masks.labels_to_rles(labels)) == [masks.encode(labels == i) for i in ids]


@given(label_images())
def test_label_images_go_there_and_back(labels: Labels) -> None:
    rles = masks.labels_to_rles(labels)
    height, width = labels.shape
    np.testing.assert_array_equal(masks.rles_to_labels(rles, (height, width)), dense(labels))


@given(stacks())
def test_the_later_mask_hides_the_earlier(stack: Stack) -> None:
    shape = (stack.shape[1], stack.shape[2])
    rles = [masks.encode(mask) for mask in stack]
    expected = np.zeros(shape, np.int32)
    for number, mask in enumerate(stack, start=1):
        expected[mask] = number
    np.testing.assert_array_equal(masks.rles_to_labels(rles, shape, later_wins=True), expected)
    if (stack.sum(axis=0) > 1).any():
        with pytest.raises(ValueError, match="masks overlap"):
            masks.rles_to_labels(rles, shape)


@pytest.mark.parametrize("shape", [(700, 900), (1, 40000), (40000, 1)])
def test_long_runs_are_read_as_pycocotools_reads_them(shape: tuple[int, int]) -> None:
    stack = np.zeros((3, *shape), np.bool_)
    rng = np.random.default_rng(0)
    for mask in stack:
        for start in rng.integers(0, mask.size, 30):
            mask.reshape(-1)[start : start + rng.integers(1, 5000)] = True
    rles = [masks.encode(mask) for mask in stack]
    runs = decompressed([{**rle, "counts": rle["counts"].decode()} for rle in rles])
    for number, mask in enumerate(stack):
        flat = np.zeros(mask.size, np.bool_)
        mine = runs.owner == number
        for start, length in zip(runs.start[mine], runs.length[mine], strict=True):
            flat[start : start + length] = True
        np.testing.assert_array_equal(flat.reshape(shape, order="F"), mask)


@given(stacks(), stacks(), st.data())
def test_iou_is_that_of_counting(first: Stack, second: Stack, data: st.DataObject) -> None:
    second = np.resize(second, (len(second), *first.shape[1:]))
    crowd = data.draw(hnp.arrays(np.bool_, len(first)))
    truths, predictions = ([masks.encode(mask) for mask in stack] for stack in (first, second))
    shared = (first[:, None] & second[None]).sum(axis=(2, 3))
    union = (first[:, None] | second[None]).sum(axis=(2, 3))
    union = np.where(crowd[:, None], second.sum(axis=(1, 2))[None], union)
    np.testing.assert_allclose(
        masks.rle_iou(truths, predictions, crowd), shared / np.maximum(union, 1)
    )


@given(stacks())
def test_areas_and_boxes_of_run_lengths(stack: Stack) -> None:
    rles = [masks.encode(mask) for mask in stack]
    assert masks.rle_areas(rles).tolist() == [mask.sum() for mask in stack]
    found = masks.rle_boxes(rles)
    assert found.shape == (len(stack), 4)
    for mask, box in zip(stack, found, strict=True):
        assert box.tolist() == (masks.boxes_of(mask)[0].tolist() if mask.any() else [0, 0, 0, 0])


@given(label_images())
def test_boxes_of_labels_are_tight(labels: Labels) -> None:
    found = masks.boxes_of(labels)
    ids = np.unique(labels[labels > 0])
    assert found.shape == (len(ids), 4)
    for value, box in zip(ids, found, strict=True):
        rows, columns = np.nonzero(labels == value)
        expected = [columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]
        assert box.tolist() == expected


@given(stacks(), st.data())
def test_foreground_and_ignored_are_the_masks_that_count_and_those_that_do_not(
    stack: Stack, data: st.DataObject
) -> None:
    scored = data.draw(hnp.arrays(np.bool_, len(stack)))
    rles = tuple(masks.encode(mask) for mask in stack)
    instances = Instances((stack.shape[1], stack.shape[2]), rles=rles, scored=scored)
    np.testing.assert_array_equal(masks.foreground(instances), stack[scored].any(axis=0))
    np.testing.assert_array_equal(masks.ignored(instances), stack[~scored].any(axis=0))
    assert masks.to_rles(instances) == rles


@given(label_images())
def test_both_ways_to_hold_masks_have_one_foreground(labels: Labels) -> None:
    held = Instances.from_labels(labels, unscored=np.unique(labels)[-1:].tolist())
    told = Instances(held.shape, rles=masks.to_rles(held), scored=held.scored)
    np.testing.assert_array_equal(masks.foreground(held), masks.foreground(told))
    np.testing.assert_array_equal(masks.ignored(held), masks.ignored(told))


def test_rows_follow_the_ids_even_where_no_pixel_is_left() -> None:
    labels = np.array([[0, 3], [0, 7]])
    rles = masks.labels_to_rles(labels, np.array([3, 5, 7]))
    assert masks.rle_areas(rles).tolist() == [1, 0, 1]


def test_no_masks_are_ordinary() -> None:
    instances = Instances.empty((4, 5))
    assert masks.to_rles(instances) == ()
    assert masks.rle_iou([], []).shape == (0, 0)
    assert masks.rle_areas([]).shape == (0,)
    assert masks.rle_boxes([]).shape == masks.boxes_of(np.zeros((0, 3), int)).shape == (0, 4)
    assert not masks.rles_to_labels([], (4, 5)).any()
    assert masks.rle_iou([masks.encode(np.ones((4, 5), np.bool_))], []).shape == (1, 0)


def test_what_cannot_be_is_refused() -> None:
    full = masks.encode(np.ones((2, 3), np.bool_))
    other = masks.encode(np.ones((3, 2), np.bool_))
    with pytest.raises(ValueError, match=r"mask 1 has size \[3, 2\], expected \(2, 3\)"):
        masks.rle_iou([full], [other])
    with pytest.raises(ValueError, match=r"mask 0 has size \[3, 2\], expected \(2, 3\)"):
        masks.union([other], (2, 3))
    with pytest.raises(ValueError, match=r"crowd must be \(1,\), got \(2,\)"):
        masks.rle_iou([full], [full], [True, False])
    with pytest.raises(ValueError, match="boxes but no masks"):
        masks.to_rles(Instances((2, 3), boxes=np.array([[0.0, 0.0, 1.0, 1.0]])))
    with pytest.raises(ValueError, match="mask 0 tells of 6 pixels, not 12"):
        masks.rles_to_labels([{"size": [4, 3], "counts": full["counts"]}], (4, 3))
    with pytest.raises(ValueError, match="compressed text, got list"):
        masks.rles_to_labels([{"size": [2, 3], "counts": [0, 6]}], (2, 3))


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
@given(hnp.arrays(np.bool_, shapes))
def test_pycocotools_reads_the_same_mask(mask: Mask) -> None:
    for rle in masks.labels_to_rles(mask):
        np.testing.assert_array_equal(coco.decode(rle), masks.decode(rle))


def test_more_masks_than_eight_bits_count_are_measured() -> None:
    labels = np.repeat(np.arange(1, 401), 3).reshape(40, 30)
    assert masks.rle_areas(masks.labels_to_rles(labels)).tolist() == [3] * 400
