"""What the pixels say of a box, against the same counted pixel by pixel."""

import numpy as np
import pytest

from src.detectors.ui.borders import BAND, INK, NAMES, described
from src.detectors.ui.relief import Relief
from tests.detectors.ui.drawings import BUTTON, FIELD, blank, screen


def told(box: tuple[float, ...], name: str, pixels: np.ndarray) -> float:
    row = described(np.array([box]), pixels, Relief.of(pixels))[0]
    return float(row[NAMES.index(name)])


@pytest.mark.parametrize("box", [BUTTON, FIELD])
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_a_frame_or_a_filling_is_a_border_on_every_side(box: tuple[float, ...], side: str) -> None:
    assert told(box, f"border_{side}", screen()) > 0.95


def test_a_box_on_nothing_has_no_border_and_no_ink() -> None:
    assert told((20, 20, 60, 60), "border_left", blank()) == 0
    assert told((20, 20, 60, 60), "ink", blank()) == 0


def test_the_edge_of_the_picture_is_a_border() -> None:
    assert told((0, 20, 60, 60), "border_left", blank()) == 1


def test_ink_is_counted_as_by_hand() -> None:
    pixels, box = screen(), (90, 45, 150, 70)
    edges = Relief.of(pixels).edges[45:70, 90:150]
    assert told(box, "ink", pixels) == pytest.approx((edges > INK).mean())


def test_padding_goes_from_the_border_to_the_first_ink() -> None:
    pixels = screen()
    ink = Relief.of(pixels).edges[40 + BAND : 76 - BAND, 60 + BAND : 180 - BAND] > INK
    columns, rows = np.flatnonzero(ink.any(axis=0)), np.flatnonzero(ink.any(axis=1))
    assert told(BUTTON, "pad_left", pixels) == columns[0] + BAND
    assert told(BUTTON, "pad_top", pixels) == rows[0] + BAND
    assert told(BUTTON, "pad_right", pixels) == ink.shape[1] - 1 - columns[-1] + BAND
    assert told(BUTTON, "pad_bottom", pixels) == ink.shape[0] - 1 - rows[-1] + BAND


def test_a_filled_button_differs_from_what_is_around_it_and_a_frame_does_not() -> None:
    pixels = screen()
    assert told(BUTTON, "fill_contrast_least", pixels) > 0.5
    assert told((200, 40, 280, 76), "fill_contrast_least", pixels) == 0


@pytest.mark.parametrize("shape", [(1, 1), (2, 7), (40, 1)])
def test_any_box_of_any_picture_gets_finite_numbers(shape: tuple[int, int]) -> None:
    pixels = np.zeros((*shape, 3), np.uint8)
    boxes = np.array([[0, 0, shape[1], shape[0]], [0, 0, 0.4, 0.4]])
    assert np.isfinite(described(boxes, pixels, Relief.of(pixels))).all()


def test_no_boxes_give_no_rows() -> None:
    pixels = screen()
    assert described(np.zeros((0, 4)), pixels, Relief.of(pixels)).shape == (0, len(NAMES))
