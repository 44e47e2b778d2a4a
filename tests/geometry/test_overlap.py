"""The contingency table against brute force and scikit-image."""

from dataclasses import fields

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from skimage.metrics import contingency_table

from src.geometry.overlap import Overlap
from src.geometry.spans import dense
from tests.geometry.label_images import Labels, label_images, label_pairs

Mask = npt.NDArray[np.bool_]


@given(label_pairs(), st.data())
def test_every_number_is_what_counting_pixel_by_pixel_gives(
    pair: tuple[Labels, Labels], data: st.DataObject
) -> None:
    truth, prediction = pair
    ignore: Mask = data.draw(hnp.arrays(np.bool_, truth.shape))
    overlap = Overlap.of(truth, prediction, ignore=ignore)
    truth, prediction = truth[~ignore], prediction[~ignore]
    assert overlap.truth_ids.tolist() == np.unique(truth[truth > 0]).tolist()
    assert overlap.truth_sizes.tolist() == [(truth == i).sum() for i in overlap.truth_ids]
    assert overlap.prediction_ids.tolist() == np.unique(prediction[prediction > 0]).tolist()
    assert overlap.prediction_sizes.tolist() == [
        (prediction == i).sum() for i in overlap.prediction_ids
    ]
    triples, unions = [], []
    for row, true_id in enumerate(overlap.truth_ids):
        for column, predicted_id in enumerate(overlap.prediction_ids):
            first, second = truth == true_id, prediction == predicted_id
            if (first & second).any():
                triples.append((row, column, (first & second).sum()))
                unions.append((first | second).sum())
    ours = zip(overlap.truth_index, overlap.prediction_index, overlap.intersection, strict=True)
    assert list(ours) == triples
    assert overlap.union().tolist() == unions
    assert overlap.iou().tolist() == [t[2] / u for t, u in zip(triples, unions, strict=True)]
    on_background = [(prediction[truth == i] == 0).sum() for i in overlap.truth_ids]
    assert overlap.truth_on_background().tolist() == on_background
    beside = [(truth[prediction == i] == 0).sum() for i in overlap.prediction_ids]
    assert overlap.prediction_on_background().tolist() == beside
    assert overlap.background() == ((truth == 0) & (prediction == 0)).sum()
    assert overlap.pixels == truth.size


@given(label_pairs().filter(lambda pair: pair[0].size > 0))
def test_the_table_is_that_of_skimage(pair: tuple[Labels, Labels]) -> None:
    overlap = Overlap.of(*pair)
    ours = np.zeros((len(overlap.truth_ids), len(overlap.prediction_ids)), np.int64)
    ours[overlap.truth_index, overlap.prediction_index] = overlap.intersection
    theirs = contingency_table(*map(dense, pair), normalize=False).toarray()
    np.testing.assert_array_equal(ours, theirs[1:, 1:])


@given(label_pairs())
def test_swapping_the_images_swaps_the_table(pair: tuple[Labels, Labels]) -> None:
    there, back = Overlap.of(*pair), Overlap.of(*reversed(pair))
    assert set(zip(there.truth_index, there.prediction_index, there.intersection, strict=True)) == (
        set(zip(back.prediction_index, back.truth_index, back.intersection, strict=True))
    )
    np.testing.assert_array_equal(there.truth_sizes, back.prediction_sizes)


@given(label_images())
def test_an_image_overlaps_itself_perfectly(labels: Labels) -> None:
    overlap = Overlap.of(labels, labels)
    assert (overlap.iou() == 1).all()
    np.testing.assert_array_equal(overlap.truth_index, overlap.prediction_index)
    assert len(overlap.intersection) == len(overlap.truth_ids)


@given(label_pairs())
def test_more_than_half_is_one_to_one(pair: tuple[Labels, Labels]) -> None:
    overlap = Overlap.of(*pair)
    matched = overlap.iou() > 0.5
    for index in (overlap.truth_index[matched], overlap.prediction_index[matched]):
        assert len(set(index.tolist())) == len(index)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (2, 2)])
def test_nothing_overlaps_nothing(shape: tuple[int, int]) -> None:
    overlap = Overlap.of(np.zeros(shape, np.int32), np.zeros(shape, np.uint16))
    for column in fields(overlap)[1:]:
        values = getattr(overlap, column.name)
        assert (values.shape, values.dtype) == ((0,), np.int64)
    assert overlap.background() == overlap.pixels == shape[0] * shape[1]


def test_masks_are_images_of_one_object() -> None:
    mask = np.eye(3, dtype=np.bool_)
    assert Overlap.of(mask, ~mask).truth_on_background().tolist() == [3]


def test_ignored_objects_are_not_there() -> None:
    truth = np.array([[1, 1, 2, 2]])
    overlap = Overlap.of(truth, truth, ignore=truth == 1)
    assert (overlap.truth_ids.tolist(), overlap.pixels) == ([2], 2)


def test_a_million_objects_need_no_matrix() -> None:
    labels = np.arange(1, 1_000_001).reshape(1000, 1000)
    overlap = Overlap.of(labels, labels[::-1])
    assert len(overlap.intersection) == 1_000_000
    assert (overlap.iou() == 1).all()


def test_memory_order_does_not_matter() -> None:
    labels = np.arange(6).reshape(2, 3) % 4
    overlap = Overlap.of(np.asfortranarray(labels), labels)
    assert (overlap.iou() == 1).all()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"one shape, got \[\(2, 2\), \(2, 3\)\]"):
        Overlap.of(np.zeros((2, 2), int), np.zeros((2, 3), int))
    with pytest.raises(ValueError, match="must not be negative, got -1"):
        Overlap.of(np.full((1, 1), -1), np.ones((1, 1), int))
    with pytest.raises(ValueError, match="float64"):
        Overlap.of(np.zeros((2, 2)), np.zeros((2, 2), int))
