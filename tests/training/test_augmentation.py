from dataclasses import fields

import numpy as np
import pytest

from src.core import InputError
from src.training.augmentation import Augmentation, bent, displacement, spread, turned
from src.training.tiles import Tile

PARTS = ("turn", "elastic", "zoom", "light", "noise", "specks")
NONE = dict.fromkeys(PARTS, 0.0)


def tile(side: int = 48, margin: int = 8) -> Tile:
    """A disk of foreground in a ring of background; the image shows the foreground."""
    rows, columns = np.mgrid[:side, :side]
    radius = np.hypot(rows - side / 3, columns - side / 2)
    painted = np.stack([radius < side / 6, (radius > side / 4) & (radius < side / 3)])
    return Tile(np.repeat(painted[:1], 3, axis=0).astype(np.float32), painted, margin)


@pytest.mark.parametrize("name", PARTS)
def test_each_part_alone_changes_the_image_and_is_seeded(name: str) -> None:
    augmentation = Augmentation(**{**NONE, name: 1.0})
    given = tile()
    first, again, other = (augmentation(given, np.random.default_rng(s)) for s in (1, 1, 5))
    assert np.array_equal(first.image, again.image)
    assert np.array_equal(first.painted, again.painted)
    assert not np.array_equal(first.image, other.image)
    assert not np.array_equal(first.image, given.image)
    assert np.array_equal(given.image, tile().image), "the given tile was changed"
    for result in (first, other):
        assert (result.image.shape, result.image.dtype) == (given.image.shape, np.float32)
        assert (result.painted.shape, result.painted.dtype) == (given.painted.shape, bool)
        assert result.image.flags.c_contiguous
        assert result.margin == given.margin


def test_without_any_part_nothing_changes() -> None:
    result = Augmentation(**NONE)(tile(), np.random.default_rng(0))
    assert np.array_equal(result.image, tile().image)


def test_the_eight_turns_differ_and_move_paint_with_the_image() -> None:
    given = tile()
    given.image[:, :5, :9] = 2.0
    turns = [turned(given.image, given.painted, way) for way in range(8)]
    assert len({image.tobytes() for image, _ in turns}) == 8
    for image, painted in turns:
        assert np.array_equal(image[0] == 1, painted[0])


def test_bending_moves_paint_with_the_image_and_mixes_no_classes() -> None:
    for seed in range(20):
        given = tile(96)
        shifts = displacement(96, 24, 4.0, np.random.default_rng(seed))
        image, painted = bent(given.image, given.painted, shifts)
        assert not (painted[0] & painted[1]).any()
        assert ((image[0] >= 0.5) == painted[0]).mean() > 0.99
        assert painted[0].any()
        assert image.min() >= 0
        assert image.max() <= 1.0001


def test_bending_takes_each_pixel_from_where_its_shift_points() -> None:
    given = tile()
    shifts = np.zeros((48, 48, 2), np.float32)
    shifts[..., 0], shifts[..., 1] = 3, -2
    image, painted = bent(given.image, given.painted, shifts)
    np.testing.assert_allclose(image[:, 2:, :-3], given.image[:, :-2, 3:], atol=1e-4)
    assert np.array_equal(painted[:, 2:, :-3], given.painted[:, :-2, 3:])
    assert not painted[:, :2].any(), "paint beyond the edge"


def test_reach_is_in_pixels() -> None:
    shifts = displacement(160, 16, 3.0, np.random.default_rng(0))
    assert shifts.shape == (160, 160, 2)
    assert 1.5 < shifts.std() < 3.5


def test_light_noise_and_specks_leave_the_paint_alone() -> None:
    strong = Augmentation(**{**NONE, "light": 1.0, "noise": 1.0, "specks": 1.0})
    assert np.array_equal(strong(tile(), np.random.default_rng(0)).painted, tile().painted)


def test_channels_get_a_light_of_their_own() -> None:
    result = Augmentation(**{**NONE, "light": 1.0})(tile(), np.random.default_rng(0))
    assert len(set(result.image[:, 0, 0].tolist())) == 3


@pytest.mark.parametrize("name", [field.name for field in fields(Augmentation)])
def test_bad_strengths_are_named(name: str) -> None:
    with pytest.raises(InputError, match=f"augmentation.{name}"):
        Augmentation(**{name: -1})


def test_a_negative_turns_dark_into_bright_and_grey_loses_colour() -> None:
    rng = np.random.default_rng(1)
    given = tile()
    colourful = Tile(given.image * np.array([1, 2, 3], np.float32)[:, None, None], given.painted)
    negative = Augmentation(**{**NONE, "negative": 1.0})(colourful, rng)
    assert np.array_equal(negative.image, -colourful.image)
    grey = Augmentation(**{**NONE, "grey": 1.0})(colourful, rng)
    assert (grey.image == grey.image[:1]).all()
    assert np.array_equal(grey.painted, colourful.painted)


def test_zooming_by_two_makes_areas_four_times_as_large() -> None:
    side = 96
    rows, columns = np.mgrid[:side, :side]
    disk = np.hypot(rows - side / 2, columns - side / 2) < 15
    given = Tile(np.repeat(disk[None], 3, axis=0).astype(np.float32), np.stack([disk, ~disk]))
    image, painted = bent(given.image, given.painted, spread(side, 2.0))
    assert painted[0].sum() == pytest.approx(4 * disk.sum(), rel=0.05)
    assert (image[0] > 0.5).sum() == pytest.approx(4 * disk.sum(), rel=0.05)
    smaller, _ = bent(given.image, given.painted, spread(side, 0.5))
    assert smaller[0, 40:56, 40:56].sum() == pytest.approx(disk.sum() / 4, rel=0.1)
