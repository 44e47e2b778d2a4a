"""Scan lines fill an area back and forth."""

import numpy as np
import pytest

from src.annotators.brush import Brush
from src.annotators.raster import offsets, scan_lines
from src.geometry.distance import distance_to

AREA = np.zeros((100, 160), bool)
AREA[20:80, 20:140] = True


def test_lines_are_no_further_apart_than_the_spacing_and_reach_both_edges() -> None:
    at = offsets(-30.0, 30.0, radius=8, spacing=0.85)
    assert at[0] == -22.0
    assert at[-1] == 22.0
    assert np.diff(at).max() <= 2 * 8 * 0.85
    assert len(at) == 5


def test_what_is_narrower_than_the_brush_takes_one_line_through_the_middle() -> None:
    assert offsets(-3.0, 5.0, radius=8, spacing=0.85).tolist() == [1.0]


def test_lines_run_towards_the_farthest_pixel_in_turns() -> None:
    pixels = np.argwhere(AREA)
    lines = [*scan_lines(pixels, AREA, Brush(8, 8), 0.85)]
    directions = [np.arctan2(*(stop - start)) for start, stop in lines]
    farthest = np.arctan2(60, 120)
    assert np.tan(directions) == pytest.approx(np.full(len(lines), np.tan(directions[0])))
    assert abs(np.tan(directions[0])) == pytest.approx(np.tan(farthest), rel=0.05)
    turns = [np.sign(stop[1] - start[1]) for start, stop in lines]
    assert (np.diff(turns) != 0).all()


def test_a_disk_brush_along_the_lines_covers_the_area() -> None:
    painted = np.zeros_like(AREA)
    for start, stop in scan_lines(np.argwhere(AREA), AREA, Brush(8, 8), 0.85):
        way = np.rint(np.linspace(start, stop, 60)).astype(int)
        trace = np.zeros_like(AREA)
        trace[tuple(way[((way >= 0) & (way < AREA.shape)).all(axis=1)].T)] = True
        painted |= distance_to(trace) <= 8
    assert (AREA & painted).sum() / AREA.sum() > 0.95


def test_lines_are_clipped_to_what_is_still_wanted() -> None:
    wanted = AREA.copy()
    wanted[:, 60:] = False
    lines = [*scan_lines(np.argwhere(AREA), wanted, Brush(8, 8), 0.85)]
    assert max(line[:, 1].max() for line in lines) < 75
    assert [*scan_lines(np.argwhere(AREA), np.zeros_like(AREA), Brush(8, 8), 0.85)] == []
