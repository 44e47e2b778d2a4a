"""Boxes that may be elements: what is on a screen is among them."""

import numpy as np
import pytest

from src.detectors.ui import growing
from src.detectors.ui.candidates import SOURCES, Candidates, find_candidates, merged, text_unit
from src.detectors.ui.components import flat_boxes
from src.detectors.ui.lines import Lines
from src.detectors.ui.relief import Relief
from src.geometry.boxes import iou
from tests.detectors.ui.drawings import BUTTON, FIELD, ICON, LABEL_INSIDE, blank, screen

NO_LINES = np.zeros((0, 4))


def found(pixels: np.ndarray, lines: np.ndarray = NO_LINES) -> Candidates:
    return find_candidates(Relief.of(pixels), lines)


def best(box: tuple[float, ...], candidates: Candidates) -> float:
    return float(iou([box], candidates.boxes).max())


@pytest.mark.parametrize("box", [BUTTON, FIELD, ICON])
def test_what_is_drawn_is_a_candidate(box: tuple[float, ...]) -> None:
    assert best(box, found(screen())) > 0.85


def test_a_line_of_text_is_one_even_where_it_is_given_too_wide() -> None:
    wide = np.array([LABEL_INSIDE]) + np.array([-4, -4, 4, 4])
    assert best(LABEL_INSIDE, found(screen(), wide)) > 0.7


def test_a_filled_button_is_an_area_of_one_colour_around_its_label() -> None:
    assert iou([BUTTON], flat_boxes(Relief.of(screen()))).max() > 0.95


def test_a_candidate_knows_every_way_that_led_to_it() -> None:
    candidates = found(screen())
    bits = candidates.sources[iou([BUTTON], candidates.boxes)[0].argmax()]
    ways = {name for place, name in enumerate(SOURCES) if bits >> place & 1}
    assert {"ink", "flat"} <= ways


def test_boxes_that_are_nearly_the_same_become_one_with_the_bits_of_both() -> None:
    boxes = np.array([[10.0, 10, 110, 60], [10.4, 10, 110, 60.3], [10, 10, 110, 90]])
    kept, bits = merged(boxes, np.array([1, 2, 4]))
    assert bits.tolist() == [3, 4]
    assert kept[0].tolist() == [10, 10, 110, 60]


def test_rows_between_rules_are_cells_also_where_the_rules_end_nowhere() -> None:
    pixels = blank()
    for y in (40, 80, 120):
        pixels[y, 50:350] = 150
    seed = np.array([[60.0, 55, 100, 65]])
    cells = Lines.of(Relief.of(pixels)).cells(seed, (240, 400))
    assert iou([[50, 40, 350, 80]], cells).max() > 0.9


def test_a_grid_of_rules_has_cells() -> None:
    pixels = blank()
    pixels[[40, 80, 120], 50:350] = pixels[40:121, [50, 150, 250, 349]] = 150
    cells = Lines.of(Relief.of(pixels)).cells(np.array([[180.0, 55, 200, 65]]), (240, 400))
    assert iou([[150, 40, 250, 80]], cells).max() > 0.9


def test_lines_of_one_paragraph_are_also_one_block() -> None:
    lines = np.array([[20.0, 20, 200, 32], [20, 38, 190, 50], [20, 56, 90, 68], [20, 160, 90, 172]])
    blocks = growing.blocks(lines)
    assert iou([[20, 20, 200, 68]], blocks).max() == 1
    assert iou([[20, 20, 200, 172]], blocks).max() < 0.7


def test_a_label_is_joined_with_the_mark_before_it_and_the_mark_above_it() -> None:
    line = np.array([[60.0, 20, 120, 34]])
    marks = np.array([[36.0, 18, 54, 36], [70, 0, 100, 16]])
    joined = growing.labelled(line, marks)
    assert [36, 18, 120, 36] in joined.tolist()
    assert [60, 0, 120, 34] in joined.tolist()


def test_the_cell_of_a_table_without_rules_ends_where_the_next_column_begins() -> None:
    lines = np.array([[20.0, 20, 60, 30], [120, 20, 160, 30], [20, 50, 70, 60], [120, 50, 150, 60]])
    cells = growing.columns(lines)
    assert iou([[14, 10, 114, 40]], cells).max() > 0.8


def test_the_unit_is_the_height_of_the_text_and_1_without_any() -> None:
    assert text_unit(NO_LINES) == 1
    line = np.array([[0.0, 0, 100, 21]])
    assert text_unit(line) == pytest.approx(2)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (30, 2), (64, 64)])
def test_any_picture_has_candidates_inside_it_or_none(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    pixels = rng.integers(0, 255, (*shape, 3), np.uint8)
    boxes = found(pixels).boxes
    assert (boxes >= 0).all()
    assert (boxes <= np.array([shape[1], shape[0]] * 2)).all()


def test_the_same_picture_has_the_same_candidates() -> None:
    one, other = found(screen()), found(screen())
    assert one.boxes.tobytes() == other.boxes.tobytes()
    assert one.sources.tobytes() == other.sources.tobytes()
