"""Crops of pages: where the elements are in them, and that a seed decides everything."""

import numpy as np
import pytest

from src.detectors.ui.looking import Looking
from src.training.ui.crops import Crops, Looks
from src.training.ui.targets import Elements

PLAIN = Looks((1.0, 1.0), 0, 0, 0, 0, 0, 0, 0)
BOX = (300.0, 200.0, 340.0, 230.0)


def page(height: int = 480, width: int = 640) -> tuple[np.ndarray, Elements]:
    """A grey page with one white element."""
    pixels = np.full((height, width, 3), 90, np.uint8)
    x1, y1, x2, y2 = map(int, BOX)
    pixels[y1:y2, x1:x2] = 255
    boxes = np.array([BOX])
    return pixels, Elements(boxes, np.zeros(1, int), np.ones(1, bool), np.ones(1))


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("seed", range(4))
def test_an_element_is_where_its_box_says(scale: float, seed: int) -> None:
    crops = Crops(128, Looks((scale, scale), 0, 0, 0, 0, 0, 0, 0))
    pixels, elements = page()
    seen, moved = crops.draw(pixels, elements, 1.0, np.random.default_rng(seed))
    x1, y1, x2, y2 = np.clip(moved.boxes[0] + [2, 2, -2, -2], 0, 128).astype(int)
    inside = np.zeros((128, 128), bool)
    inside[y1:y2, x1:x2] = True
    assert (seen[inside] > 200).all()
    outside = np.ones((128, 128), bool)
    x1, y1, x2, y2 = np.clip(moved.boxes[0] + [-2, -2, 2, 2], 0, 128).astype(int)
    outside[y1:y2, x1:x2] = False
    assert (seen[outside] < 200).all()


def test_a_page_that_is_smaller_than_the_crop_lies_in_it() -> None:
    small = np.full((40, 50, 3), 7, np.uint8)
    nothing = Elements(np.zeros((0, 4)), np.zeros(0, int), np.zeros(0, bool), np.zeros(0))
    seen, _ = Crops(128, PLAIN).draw(small, nothing, 1.0, np.random.default_rng(0))
    assert seen.shape == (128, 128, 3)
    assert (seen == 7).all(axis=2).sum() >= 40 * 50


def test_most_crops_are_wide_enough_for_what_they_are_drawn_round() -> None:
    pixels = np.full((900, 1600, 3), 90, np.uint8)
    wide = Elements(
        np.array([[100, 400, 1300, 440.0]]), np.zeros(1, int), np.ones(1, bool), np.ones(1)
    )
    widths = []
    for seed in range(60):
        _, moved = Crops(256).draw(pixels, wide, 1.0, np.random.default_rng(seed))
        widths.append(moved.boxes[0, 2] - moved.boxes[0, 0])
    whole = np.mean(np.array(widths) <= 300)
    assert 0.5 < whole < 0.9


def test_the_scales_that_a_screen_is_looked_at_on_are_taught() -> None:
    low, high = Crops().looks.scales
    assert all(low < 1 / 2**number < high for number in range(Looking().scales))


def test_the_same_seed_gives_the_same_crop_and_another_one_another() -> None:
    pixels, elements = page()
    pixels[::7, ::5] = 10
    drawn = [
        Crops(128).draw(pixels, elements, 1.0, np.random.default_rng(seed))[0].tobytes()
        for seed in (1, 1, 2)
    ]
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.parametrize("place", range(7))
def test_every_look_changes_pixels_and_keeps_their_kind(place: int) -> None:
    chances = [0.0] * 7
    chances[place] = 1.0
    pixels = np.random.default_rng(5).integers(0, 255, (200, 200, 3), np.uint8)
    nothing = Elements(np.zeros((0, 4)), np.zeros(0, int), np.zeros(0, bool), np.zeros(0))
    rng = [np.random.default_rng(3) for _ in range(2)]
    plain, _ = Crops(128, PLAIN).draw(pixels, nothing, 1.0, rng[0])
    seen, _ = Crops(128, Looks((1.0, 1.0), *chances)).draw(pixels, nothing, 1.0, rng[1])
    assert seen.dtype == np.uint8
    assert seen.shape == plain.shape
    assert (seen != plain).any()
