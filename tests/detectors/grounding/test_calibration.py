"""In which units a server answers."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import InputError
from src.data.files.drawer import Drawer
from src.detectors.grounding.calibration import calibrate, calibration_picture, squares
from src.detectors.grounding.chat.method import Chat
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.omniparser import OmniParser
from src.detectors.otsu import Otsu
from tests.detectors.grounding.looking import COLOURS
from tests.detectors.grounding.loopback import Loopback

SIZE = (640, 360)
SHRUNK = 1_260_000


def chat(server: Loopback, **settings: Any) -> Grounder:
    return Grounder(Chat(Client(server.url, retries=0), **{"preset": "ui_tars_1_5", **settings}))


@pytest.mark.parametrize("preset", ["ui_tars_1_5", "ui_tars_1", "qwen2_5_vl", "qwen3_vl"])
def test_a_server_that_is_set_up_well_fits(server: Loopback, preset: str) -> None:
    result = calibrate(chat(server, preset=preset), SIZE)
    assert result.fits
    assert str(result).endswith(": 9 of 9 points hit")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"model": "Qwen/Qwen3-VL-8B-Instruct"},
            "answers fit `thousand`, not `resized`: 9 of 9 points hit instead of 0; "
            "set detector.method.coordinates=thousand",
        ),
        (
            {"coordinates": "thousand"},
            "answers fit `resized`, not `thousand`: 9 of 9 points hit instead of 0; "
            "set detector.method.coordinates=resized",
        ),
        ({"model": "unit"}, "answers fit `unit`, not `resized`: 9 of 9"),
    ],
)
def test_wrong_units_are_named(server: Loopback, settings: dict[str, Any], sentence: str) -> None:
    result = calibrate(chat(server, **settings), (1920, 1080))
    assert not result.fits
    assert str(result).startswith(sentence)


def test_a_server_that_shrinks_pictures_is_named_with_its_factor(server: Loopback) -> None:
    server.control(max_pixels=SHRUNK)  # 1484x840 in place of 1932x1092
    result = calibrate(chat(server), (1920, 1080))
    assert not result.fits
    assert str(result).startswith(
        "all points are 0.77 of where they should be: the server shrinks the picture"
    )
    assert result.reading is not None
    assert result.reading.factor == pytest.approx(1484 / 1932, abs=0.005)
    mended = calibrate(chat(server, max_pixels=SHRUNK), (1920, 1080))
    assert mended.fits


def test_omniparser_tells_fractions(server: Loopback) -> None:
    detector = Grounder(OmniParser(Client(server.url)))
    result = calibrate(detector, SIZE)
    assert str(result) == "answers fit `unit`: 9 of 9 points hit"
    assert result.fits


def test_a_server_that_refuses_everything_tells_no_units(server: Loopback) -> None:
    server.control(every="refuse")
    result = calibrate(chat(server), SIZE)
    assert not result.fits
    assert str(result).startswith("units cannot be told from 9 nothing: Thought: I looked.")


def test_what_was_kept_does_not_count(server: Loopback, tmp_path: Path) -> None:
    kept = Client(server.url, cache=Drawer(str(tmp_path)))
    for _ in range(2):
        calibrate(Grounder(Chat(kept, "ui_tars_1_5")), SIZE)
    assert len(server.asked) == 18


def test_only_what_answers_questions_has_units() -> None:
    with pytest.raises(InputError, match="detector must be one that answers questions"):
        calibrate(Otsu())


@pytest.mark.parametrize("size", [(320, 200), (1920, 1080), (1080, 1920)])
def test_the_squares_are_where_they_are_said_to_be(size: tuple[int, int]) -> None:
    picture = calibration_picture(size)
    assert [question.id for question in picture.questions] == [f"{name}/0" for name in COLOURS]
    for name, (x1, y1, x2, y2) in squares(size).items():
        near = np.abs(picture.pixels.astype(int) - COLOURS[name]).max(axis=2) < 10
        rows, columns = np.nonzero(near)
        assert (columns.min(), rows.min()) == (x1, y1)
        assert (columns.max() + 1, rows.max() + 1) == (x2, y2)
