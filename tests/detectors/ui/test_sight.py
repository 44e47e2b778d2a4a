"""What a net saw, kept in 8 bits and read at any point."""

import numpy as np
import pytest

from src.detectors.ui.sight import LEVELS, PER_LEVEL, Sight, packed

BOX = (40.0, 20.0, 120.0, 60.0)


def seen(box: tuple[float, ...] = BOX, shape: tuple[int, int] = (96, 160)) -> Sight:
    """A net that sees one control and nothing else."""
    rows, columns = shape[0] // 4, shape[1] // 4
    answer = np.full((PER_LEVEL * len(LEVELS), rows, columns), -8.0, np.float32)
    for row in range(rows):
        for column in range(columns):
            x, y = 4 * column + 2, 4 * row + 2
            if box[0] <= x < box[2] and box[1] <= y < box[3]:
                sides = np.array([x - box[0], y - box[1], box[2] - x, box[3] - y])
                answer[:4, row, column] = np.log1p(sides)
                answer[4:6, row, column] = 4
    return Sight(shape, ((1.0, 1.0),), (packed(answer),))


@pytest.mark.parametrize("point", [(42, 22), (80, 40), (118, 58)])
def test_the_box_is_read_back_from_anywhere_in_it(point: tuple[int, int]) -> None:
    boxes, present, quality = seen().at(np.array([point], np.float64), 0)
    assert boxes[0, 0] == pytest.approx(BOX, abs=3)
    assert present[0, 0] > 0.95
    assert quality[0, 0] > 0.95


def test_where_there_is_nothing_nothing_is_probable() -> None:
    _, present, _ = seen().at(np.array([[8.0, 80.0]]), 0)
    assert (present < 0.05).all()


@pytest.mark.parametrize("point", [(-5, -5), (1e4, 1e4)])
def test_a_point_outside_is_read_at_the_edge(point: tuple[float, float]) -> None:
    assert np.isfinite(seen().at(np.array([point]), 0)[0]).all()


def test_a_scale_is_told_in_pixels_of_the_screenshot() -> None:
    half = Sight((192, 320), ((0.5, 0.5),), seen().maps)
    boxes, _, _ = half.at(np.array([[160.0, 80.0]]), 0)
    assert boxes[0, 0] == pytest.approx(2 * np.array(BOX), abs=6)


def test_places_that_agree_make_one_box() -> None:
    boxes = seen().clusters(0)
    assert len(boxes) > 0
    assert np.abs(boxes - np.array(BOX)).max() < 8
    assert len(seen().clusters(1)) == 0
