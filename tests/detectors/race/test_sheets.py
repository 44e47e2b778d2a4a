import cv2
import numpy as np
import pytest

from src.detectors.race.sheets import sheet_around
from src.geometry.boxes import iou
from tests.detectors.race.scenes import Runner, photo

RUNNER = Runner("482")


def line_of(runner: Runner) -> np.ndarray:
    """About what a net outlines: the digits with a little paper round them."""
    x, y, right, bottom = runner.bib
    wide, high = right - x, bottom - y
    left, end = x + 0.08 * wide, right - 0.08 * wide
    top, base = y + 0.36 * high, y + 0.8 * high
    return np.array([(left, top), (end, top), (end, base), (left, base)])


def test_a_line_is_snapped_to_the_sheet_with_its_coloured_band() -> None:
    sheet = sheet_around(photo(RUNNER), line_of(RUNNER), 3)
    assert iou([sheet.box], [RUNNER.bib])[0, 0] > 0.85
    assert sheet.evidence > 0.9
    assert sheet.cut == (None, None)


def test_a_line_that_is_too_high_for_its_digits_leads_to_the_same_sheet() -> None:
    x, y, right, bottom = RUNNER.bib
    whole = np.array([(x, y - 14), (right, y - 14), (right, bottom + 14), (x, bottom + 14)], float)
    sheet = sheet_around(photo(RUNNER), whole, 3)
    assert iou([sheet.box], [RUNNER.bib])[0, 0] > 0.85
    assert sheet.cut == (None, None)


def test_a_width_that_a_face_tells_decides_where_edges_cannot() -> None:
    plain = np.full((480, 720, 3), 200, np.uint8)
    wide, narrow = (
        sheet_around(plain, line_of(RUNNER), 3, expected).box for expected in (170.0, 90.0)
    )
    assert wide[2] - wide[0] > narrow[2] - narrow[0]


@pytest.mark.parametrize("degrees", [-20, 20])
def test_a_turned_sheet_is_found_as_turned(degrees: float) -> None:
    change = cv2.getRotationMatrix2D((265, 310), degrees, 1.0)
    turned = cv2.warpAffine(photo(RUNNER), change, (720, 480))
    x, y, right, bottom = RUNNER.bib
    corners = np.array([(x, y), (right, y), (right, bottom), (x, bottom)])
    moved = [np.column_stack([own, np.ones(4)]) @ change.T for own in (line_of(RUNNER), corners)]
    sheet = sheet_around(turned, moved[0], 3)
    assert np.abs(sheet.corners - moved[1]).max() < 12


def test_a_sheet_that_the_frame_cuts_ends_there() -> None:
    cut = photo(RUNNER)[:, :318]
    line = np.minimum(line_of(RUNNER), [318, 480])
    sheet = sheet_around(cut, line, 3)
    assert sheet.box[2] == pytest.approx(318, abs=3)


def test_digits_without_a_sheet_show_little_of_an_outline() -> None:
    bare = photo(RUNNER).copy()
    x, y, right, bottom = (int(side) for side in RUNNER.bib)
    rng = np.random.default_rng(1)
    place = np.s_[y - 60 : bottom + 60, x - 80 : right + 80]
    bare[place] = rng.normal(90, 4, bare[place].shape)
    cv2.putText(bare, "4821", (x + 5, y + 75), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (255, 255, 255), 6)
    assert sheet_around(bare, line_of(RUNNER), 3).evidence < 0.5
