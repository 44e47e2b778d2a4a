"""Depth, brushes and morphology from one distance transform."""

import math

import numpy as np
import numpy.typing as npt
import pytest
import skimage.morphology as morphology
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from src.geometry.distance import (
    DistanceField,
    depth,
    dilate,
    disk,
    distance_to,
    equivalent_radius,
)

Mask = npt.NDArray[np.bool_]
masks = hnp.arrays(np.bool_, hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=20))
radii = st.integers(0, 8)


@given(masks)
def test_depth_is_the_distance_to_the_nearest_outside_pixel(mask: Mask) -> None:
    outside = np.argwhere(~mask)
    pixels = np.indices(mask.shape).reshape(2, -1).T
    steps = pixels[:, None] - outside[None]
    nearest = np.min(np.hypot(steps[..., 0], steps[..., 1]), axis=1, initial=np.inf)
    np.testing.assert_allclose(depth(mask), nearest.reshape(mask.shape), rtol=1e-15)


@given(masks.filter(lambda mask: mask.size > 0), radii)
def test_erosion_is_skimage_erosion_of_a_region_that_goes_on(mask: Mask, radius: int) -> None:
    wide = np.pad(mask, radius, constant_values=True)
    expected = morphology.erosion(wide, morphology.disk(radius))
    inner = tuple(slice(radius, radius + side) for side in mask.shape)
    np.testing.assert_array_equal(DistanceField.of(mask).erode(radius), expected[inner])


@given(masks.filter(lambda mask: mask.size > 0), radii)
def test_dilation_is_skimage_dilation(mask: Mask, radius: int) -> None:
    wide = np.pad(mask, radius)
    expected = morphology.dilation(wide, morphology.disk(radius))
    inner = tuple(slice(radius, radius + side) for side in mask.shape)
    np.testing.assert_array_equal(dilate(mask, radius), expected[inner])


@given(masks, radii)
def test_largest_brush_fits_and_the_next_one_does_not(mask: Mask, limit: int) -> None:
    field = DistanceField.of(mask)
    brush = field.largest_brush(limit)
    if brush is None:
        assert not mask.any()
    else:
        assert field.erode(brush).any()
        assert brush == limit or not field.erode(brush + 1).any()


@given(masks, radii)
def test_paint_of_a_brush_that_fits_stays_inside(mask: Mask, radius: int) -> None:
    assert not (dilate(DistanceField.of(mask).erode(radius), radius) & ~mask).any()


@pytest.mark.parametrize("radius", range(12))
def test_disk_is_the_footprint_of_skimage(radius: int) -> None:
    np.testing.assert_array_equal(disk(radius), morphology.disk(radius))


@pytest.mark.parametrize("radius", [5, 25, 65, 3000])
def test_a_distance_equal_to_the_radius_counts_as_touching(radius: int) -> None:
    line = np.ones((1, radius + 2), np.bool_)
    line[0, 0] = False
    assert np.flatnonzero(DistanceField.of(line).erode(radius)).tolist() == [radius + 1]


def test_touching_exactly_is_told_from_missing_by_a_hair() -> None:
    # 3000 and sqrt(3000**2 + 1) are the same number in single precision.
    mask = np.ones((2, 3001), np.bool_)
    mask[0, 0] = False
    assert DistanceField.of(mask).erode(3000)[:, 3000].tolist() == [False, True]


def test_a_region_without_outside_is_infinitely_deep() -> None:
    field = DistanceField.of(np.ones((3, 4), np.bool_))
    assert np.isinf(field.depth).all()
    assert field.largest_brush(25) == 25


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (2, 0), (2, 3)])
def test_an_empty_region_has_no_brush(shape: tuple[int, int]) -> None:
    mask = np.zeros(shape, np.bool_)
    assert DistanceField.of(mask).largest_brush(5) is None
    assert distance_to(mask).shape == shape
    assert np.isinf(distance_to(mask)).all()


def test_one_pixel_takes_the_brush_of_radius_zero() -> None:
    mask = np.zeros((3, 3), np.bool_)
    mask[1, 1] = True
    assert DistanceField.of(mask).largest_brush(9) == 0


def test_nouns_cannot_be_written_to() -> None:
    field = DistanceField.of(np.ones((2, 2), np.bool_))
    for array in (field.mask, field.depth, disk(3)):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 0


def test_equivalent_radius_is_that_of_the_circle() -> None:
    assert equivalent_radius(math.pi * 49) == pytest.approx(7)
    assert equivalent_radius(0) == 0


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="radius must not be negative, got -1"):
        DistanceField.of(np.ones((2, 2), np.bool_)).erode(-1)
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        depth(np.ones(3, np.bool_))
    with pytest.raises(ValueError, match="area must not be negative, got -2"):
        equivalent_radius(-2)
    with pytest.raises(ValueError, match="one shape"):
        DistanceField(np.ones((2, 2), np.bool_), np.ones((2, 3)))
