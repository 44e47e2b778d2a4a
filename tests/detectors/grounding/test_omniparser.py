"""OmniParser behind its server."""

import logging
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError, Instances, Question
from src.data.files.drawer import Drawer
from src.detectors.grounding import omniparser
from src.detectors.grounding.choosing import by_words, under_click
from src.detectors.grounding.crops.fixed import Fixed
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.omniparser import OmniParser
from tests.detectors.grounding.looking import COLOURS
from tests.detectors.grounding.loopback import Loopback
from tests.detectors.grounding.methods import picture, screenshot

SCREEN = screenshot((640, 400))
BOXES = {"red": (20, 30, 80, 60), "green": (200, 100, 240, 120), "blue": (400, 300, 470, 333)}
for colour, (x1, y1, x2, y2) in BOXES.items():
    SCREEN[y1:y2, x1:x2] = COLOURS[colour]


def method(server: Loopback, folder: Path | None = None) -> OmniParser:
    cache = Drawer(str(folder)) if folder else None
    return OmniParser(Client(server.url, backoff_seconds=0.01, retries=2, cache=cache))


def test_elements_are_told_in_pixels(server: Loopback) -> None:
    answers = Grounder(method(server)).detect(picture(SCREEN))
    elements = answers.elements
    assert np.allclose(elements.boxes, list(BOXES.values()), atol=1 / 64)
    assert elements.texts == ("red square", "green square", None)
    assert elements.extra["type"].tolist() == ["icon", "text", "icon"]
    assert elements.extra["interactive"].tolist() == [True, False, True]
    assert elements.scores is None
    assert answers.spent["requests"] == 1


def test_a_screenshot_is_one_request_however_many_questions_it_has(server: Loopback) -> None:
    clicks = [
        Question(f"{name}/0", click=(x1 + 5, y1 + 5)) for name, (x1, y1, _, _) in BOXES.items()
    ]
    words = [Question(f"{name}/1", instruction=f"the {name} square") for name in ("red", "green")]
    answers = Grounder(method(server)).detect(picture(SCREEN, *clicks, *words)).answers
    assert len(server.asked) == 1
    for answer in answers:
        assert answer.box is not None
        assert np.allclose(answer.box, BOXES[answer.id[:-2]], atol=1 / 64)
    assert np.isnan(answers[0].score)  # it gives none
    assert answers[-1].score > 0.5


def test_a_click_on_nothing_finds_nothing(server: Loopback) -> None:
    (answer,) = (
        Grounder(method(server)).detect(picture(SCREEN, Question("a/0", click=(300, 20)))).answers
    )
    assert (answer.outcome, answer.attempts) == ("nothing", 1)


def test_a_window_without_text_is_an_error_with_its_reason_after_one_retry(
    server: Loopback,
) -> None:
    question = Question("a/0", click=(560, 100))
    detector = Grounder(method(server), Fixed([100]))
    answers = detector.detect(picture(SCREEN, question))
    (answer,) = answers.answers
    assert answer.outcome == "error"
    assert answer.reason.startswith("OmniParser fails, as on a picture without text: status 500")
    assert len(server.asked) == 2
    assert answers.spent["requests"] == 2


def test_an_answer_for_another_picture_stops_everything(server: Loopback) -> None:
    server.control(every="other_picture")
    with pytest.raises(InputError, match="answers for another picture: 300x10 came back, 640x400"):
        Grounder(method(server)).detect(picture(SCREEN))


def test_an_answer_without_elements_is_an_error_of_the_format(server: Loopback) -> None:
    server.control(every="empty")
    (answer,) = (
        Grounder(method(server)).detect(picture(SCREEN, Question("a/0", click=(1, 1)))).answers
    )
    assert answer.reason == "format: the answer has no parsed_content_list"


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ([0.1, 0.2, 0.3], "format: an element has the bbox"),
        ([0.1, 0.2, 0.3, None], "format: an element has the bbox"),
        ("0.1", "format: an element has the bbox"),
    ],
)
def test_boxes_that_are_none_are_errors_of_the_format(
    server: Loopback, box: object, expected: str
) -> None:
    with pytest.raises(omniparser.UnansweredError, match=expected):
        method(server)._elements({"parsed_content_list": [{"bbox": box}]}, (40, 60))


def test_boxes_in_pixels_are_told(server: Loopback) -> None:
    with pytest.raises(InputError, match=r"no fractions of the picture, such as \[10\.0"):
        method(server)._elements({"parsed_content_list": [{"bbox": [10, 20, 30, 40]}]}, (40, 60))


def test_the_picture_that_comes_back_is_not_kept(server: Loopback, tmp_path: Path) -> None:
    Grounder(method(server, tmp_path)).detect(picture(SCREEN))
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert b"som_image_base64" not in file.read_bytes()
    assert b'"som_image_size": [640, 400]' in file.read_bytes()


def test_users_are_told_once_that_a_large_screen_is_seen_badly(
    server: Loopback, caplog: pytest.LogCaptureFixture
) -> None:
    omniparser._tell_of_size.cache_clear()
    detector = Grounder(method(server))
    with caplog.at_level(logging.WARNING):
        for width in (1280, 1290, 1290):
            detector.detect(picture(screenshot((width, 50), (5, 5, 20, 20))))
    assert [record.message[:60] for record in caplog.records] == [
        "OmniParser looks at 640 px: of a picture of 1290x50 it sees "
    ]


NESTED = Instances(
    (100, 100),
    np.array([[0, 0, 100, 100], [10, 10, 60, 60], [20, 20, 40, 40], [70, 70, 90, 90]], float),
    texts=("settings", "Save all", "Save", None),
    extra={"type": np.array(["icon", "text", "text", "icon"])},
)


def test_a_click_means_the_smallest_and_alternatives_go_outward() -> None:
    answer = under_click(NESTED, Question("a/0", click=(30, 30)))
    assert answer.box == (20, 20, 40, 40)
    assert answer.point == (30, 30)
    assert [other.box for other in answer.alternatives] == [(10, 10, 60, 60), (0, 0, 100, 100)]


def test_an_edge_belongs_to_its_element() -> None:
    assert under_click(NESTED, Question("a/0", click=(40, 40))).box == (20, 20, 40, 40)


@pytest.mark.parametrize(
    ("instruction", "box"),
    [
        ("Click “Save”", (20, 20, 40, 40)),
        ("press the save all button", (10, 10, 60, 60)),
        ("'SAVE ALL'", (10, 10, 60, 60)),
        ("the settings icon", (0, 0, 100, 100)),
        ("something else", None),
    ],
)
def test_an_instruction_means_the_text_that_fits_best(
    instruction: str, box: tuple[float, ...] | None
) -> None:
    assert by_words(NESTED, "a/0", instruction).box == box
