import numpy as np
import pytest

from src.detectors.race.lighting import DARK, lit


def test_a_bright_photo_is_left_as_it_is() -> None:
    bright = np.full((20, 30, 3), 180, np.uint8)
    assert lit(bright) is bright


def test_a_dark_photo_gets_brighter_and_keeps_its_order() -> None:
    dark = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    raised = lit(dark)
    assert raised.mean() > dark.mean()
    assert (np.diff(raised.reshape(-1).astype(int)) >= 0).all()
    assert lit(np.full((20, 30, 3), 40, np.uint8)).mean() / 255 == pytest.approx(DARK, abs=0.02)


@pytest.mark.parametrize("shape", [(0, 0, 3), (1, 1, 3)])
def test_nothing_and_black_stay_what_they_are(shape: tuple[int, int, int]) -> None:
    assert lit(np.zeros(shape, np.uint8)).sum() == 0
