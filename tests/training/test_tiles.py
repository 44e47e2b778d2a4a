import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.core import InputError
from src.training.tiles import AnnotatedPicture, Tile, TileSampler


def annotated(
    height: int = 90, width: int = 70, foreground: int = 5, background: int = 50
) -> AnnotatedPicture:
    """Random grey pixels with so many painted pixels of each class."""
    rng = np.random.default_rng(0)
    places = rng.permutation(height * width)
    masks = np.zeros((2, height * width), bool)
    masks[0, places[:foreground]] = True
    masks[1, places[foreground : foreground + background]] = True
    first, second = masks.reshape(2, height, width)
    return AnnotatedPicture.of(rng.integers(0, 256, (height, width), np.uint8), first, second)


def same(first: Tile, second: Tile) -> bool:
    return np.array_equal(first.image, second.image) and np.array_equal(
        first.painted, second.painted
    )


@given(
    height=st.integers(1, 200),
    width=st.integers(1, 200),
    margin=st.integers(0, 40),
    output=st.integers(1, 60),
    seed=st.integers(0, 99),
)
@settings(max_examples=100, deadline=None)
def test_the_scored_part_always_holds_paint(
    height: int, width: int, margin: int, output: int, seed: int
) -> None:
    picture = annotated(height, width, foreground=1, background=0)
    sampler = TileSampler(output + 2 * margin, output)
    tile = sampler.sample(picture, np.random.default_rng(seed))
    assert tile.image.shape == (3, sampler.tile_in, sampler.tile_in)
    assert tile.image.dtype == np.float32
    assert tile.foreground.shape == (output, output)
    assert tile.foreground.sum() == 1
    assert not tile.background.any()


def test_image_and_paint_belong_together() -> None:
    rng = np.random.default_rng(3)
    pixels = rng.integers(0, 200, (60, 80, 3), np.uint8)
    foreground, background = np.zeros((2, 60, 80), bool)
    foreground[10:20, 30:50], background[40:50, 5:70] = True, True
    pixels[foreground] = 255
    picture = AnnotatedPicture.of(pixels, foreground, background)
    white = (255 - picture.picture.mean) / picture.picture.deviation
    for _ in range(20):
        tile = TileSampler(40, 24).sample(picture, rng)
        assert np.allclose(tile.image[:, tile.painted[0]], white, atol=1e-4)


def test_the_scored_part_stays_inside_a_picture_that_is_large_enough() -> None:
    picture = annotated(foreground=0, background=90 * 70)
    for seed in range(30):
        tile = TileSampler(60, 40).sample(picture, np.random.default_rng(seed))
        assert tile.background.all()


def test_a_picture_as_large_as_the_scored_part_is_taken_whole() -> None:
    picture = annotated(50, 50, foreground=9, background=0)
    tile = TileSampler(122, 50).sample(picture, np.random.default_rng(0))
    assert tile.foreground.sum() == 9


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0, 40), (0.5, 70, 130), (1.0, 200, 200)])
def test_classes_are_drawn_by_share_not_by_area(share: float, low: int, high: int) -> None:
    picture = annotated(foreground=1, background=6000)
    rng = np.random.default_rng(0)
    sampler = TileSampler(16, 8, foreground_share=share)
    hits = sum(bool(sampler.sample(picture, rng).foreground.any()) for _ in range(200))
    assert low <= hits <= high


def test_the_same_seed_gives_the_same_tiles() -> None:
    picture, sampler = annotated(), TileSampler(40, 20)
    first, again, other = (sampler.sample(picture, np.random.default_rng(s)) for s in (1, 1, 2))
    assert same(first, again)
    assert not same(first, other)


def test_nothing_painted_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is painted"):
        annotated(foreground=0, background=0)


@pytest.mark.parametrize("sides", [(10, 12), (10, 0), (11, 8)])
def test_sides_that_do_not_nest_are_refused(sides: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="tile_out"):
        TileSampler(*sides)
