"""Models behind a chat server."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import Answer, InputError, Question
from src.data.files.drawer import Drawer
from src.detectors.grounding.chat.conversation import asked
from src.detectors.grounding.chat.method import Chat
from src.detectors.grounding.chat.planner import ChatPlanner
from src.detectors.grounding.chat.presets import PRESETS
from src.detectors.grounding.crops.crop import Crop
from src.detectors.grounding.crops.screenseeker import ScreenSeeker
from src.detectors.grounding.crops.whole import Whole
from src.detectors.grounding.grounder import Grounder
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.request import Reply
from src.detectors.grounding.method import UnansweredError
from tests.detectors.grounding.looking import COLOURS
from tests.detectors.grounding.loopback import Loopback
from tests.detectors.grounding.methods import picture, screenshot

BOXES = {"red": (20, 30, 80, 60), "blue": (1200, 700, 1270, 733)}
SCREEN = screenshot((1400, 800))
for colour, (x1, y1, x2, y2) in BOXES.items():
    SCREEN[y1:y2, x1:x2] = COLOURS[colour]
RED, BLUE = (Question(f"{name}/0", instruction=f"the {name} square") for name in ("red", "blue"))
OTHERS = {"unit": {"model": "unit", "coordinates": "unit"},
          "pixel": {"model": "pixel", "coordinates": "pixel"}}  # fmt: skip


def chat(server: Loopback, **settings: Any) -> Chat:
    given = {"preset": "ui_tars_1_5", **settings}
    client = given.pop("client", None) or Client(server.url, backoff_seconds=0.01, retries=2)
    return Chat(client, **given)


def answered(method: Chat, question: Question, crop: Crop | None = None) -> Answer:
    (answer,) = Grounder(method, crop or Whole()).detect(picture(SCREEN, question)).answers
    return answer


@pytest.mark.parametrize("preset", [*PRESETS, *OTHERS])
@pytest.mark.parametrize("name", BOXES)
def test_every_model_is_understood_in_its_own_units(
    server: Loopback, preset: str, name: str
) -> None:
    method = chat(server, **OTHERS.get(preset, {"preset": preset}))
    x1, y1, x2, y2 = BOXES[name]
    for question in (
        Question("a/0", instruction=f"click the {name} square"),
        Question("a/0", click=(x1 + 9, y1 + 7)),
    ):
        answer = answered(method, question)
        assert answer.outcome == "found"
        assert answer.point == pytest.approx(((x1 + x2) / 2, (y1 + y2) / 2), abs=1 / 64)
        if preset.startswith("qwen"):
            assert answer.box == pytest.approx(BOXES[name], abs=1 / 64)
        else:
            assert answer.box is None


def test_a_thousand_may_mean_nine_hundred_and_ninety_nine(server: Loopback) -> None:
    near = answered(chat(server, preset="qwen3_vl"), BLUE).point
    far = answered(chat(server, preset="qwen3_vl", thousand=999), BLUE).point
    assert near is not None
    assert far is not None
    assert far[0] == pytest.approx(near[0] * 1000 / 999)


@pytest.mark.parametrize(
    ("fault", "outcome", "reason"),
    [
        ("refuse", "nothing", "Thought: I looked. Action: click(start_box='(-1,-1)')"),
        ("babble", "error", "format: 'I would rather not say.' tells no place"),
        ("empty", "error", "format: the answer has no choices with a message"),
        ("html", "error", "it answers HTML instead of JSON"),
        ("500", "error", "status 500 (told 500 with)"),
        ("400", "error", "status 400 (told 400 with)"),
        ("429_at_once", "error", "status 429 (told 429_at_once with)"),
        ("cut", "error", "the connection broke (RemoteProtocolError)"),
    ],
)
def test_what_goes_wrong_is_told_by_its_name(
    server: Loopback, fault: str, outcome: str, reason: str
) -> None:
    server.control(every=fault)
    answer = answered(chat(server), RED)
    assert (answer.outcome, answer.reason, answer.attempts) == (outcome, reason, 1)


def test_what_is_not_there_is_refused(server: Loopback) -> None:
    answer = answered(chat(server), Question("a/0", instruction="the magenta square"))
    assert (answer.outcome, answer.reason) == ("nothing", "The element is not existent.")


def test_every_question_is_a_request_and_all_are_on_the_bill(server: Loopback) -> None:
    answers = Grounder(chat(server)).detect(picture(SCREEN, RED, BLUE))
    assert len(server.asked) == 2
    assert answers.spent["requests"] == 2
    assert answers.spent["tokens_in"] == 2000
    assert len(answers.elements) == 0
    assert all(answer.locating_ms > answer.parsing_ms > 0 for answer in answers.answers[:1])


def test_a_kept_answer_is_the_same_and_took_as_long(server: Loopback, tmp_path: Path) -> None:
    server.control(delay=0.2)
    client = Client(server.url, cache=Drawer(str(tmp_path)))
    detector = Grounder(chat(server, client=client))
    first, second = (detector.detect(picture(SCREEN, RED)) for _ in range(2))
    assert len(server.asked) == 1
    assert first.spent == second.spent
    assert second.answers[0].locating_ms >= 200
    times = {"parsing_ms": 0.0, "locating_ms": 0.0}
    assert replace(first.answers[0], **times) == replace(second.answers[0], **times)


def sent(server: Loopback, **settings: Any) -> Any:
    """What a model is sent, by a client that only notes it."""

    class Noting(Client):
        def post(self, request: Any) -> Any:
            raise UnansweredError(request.body.decode())

    answer = answered(chat(server, client=Noting("http://127.0.0.1:1"), **settings), RED)
    return json.loads(answer.reason)


def test_picture_and_words_come_in_the_order_of_the_preset(server: Loopback) -> None:
    for preset, known in PRESETS.items():
        payload = sent(server, preset=preset)
        assert (payload["temperature"], payload["model"]) == (0, known.model)
        kinds = [part["type"] for part in payload["messages"][-1]["content"]]
        assert kinds == (["image_url", "text"] if known.image_first else ["text", "image_url"])
        assert len(payload["messages"]) == (2 if known.system else 1)


def test_parameters_go_before_the_preset(server: Loopback) -> None:
    payload = sent(server, preset="qwen2_5_vl", model="mine", system="", image_first=False,
                   prompt="Go to {instruction}!", max_tokens=7)  # fmt: skip
    (message,) = payload["messages"]
    assert message["content"][0] == {"type": "text", "text": "Go to the red square!"}
    assert (payload["model"], payload["max_tokens"]) == ("mine", 7)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"preset": "ui_tars_9"}, "preset must be one of ui_tars_1_5, ui_tars_1"),
        ({"preset": None}, "preset must be given, or else model and coordinates"),
        ({"preset": None, "model": "x"}, "preset must be given, or else model and coordinates"),
        ({"prompt": "Click it"}, r"prompt must hold \{instruction\}"),
        ({"click": "At {x}"}, r"click must hold \{y\}"),
        ({"max_pixels": 5}, r"min_pixels \(78400\) must not exceed max_pixels \(5\)"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}"):
        Chat(Client("http://127.0.0.1:1"), **{"preset": "ui_tars_1_5", **settings})


@pytest.mark.parametrize("end", ["", "/", "/v1", "/v1/", "/v1/chat/completions"])
def test_an_address_may_name_as_much_of_the_path_as_it_likes(server: Loopback, end: str) -> None:
    method = chat(server, client=Client(server.url + end))
    assert answered(method, RED).outcome == "found"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"content": "(1, 2)"}, "(1, 2)"),
        ({"content": [{"type": "text", "text": "(1,"}, {"type": "text", "text": " 2)"}]}, "(1, 2)"),
        (
            {
                "content": None,
                "tool_calls": [{"function": {"arguments": '{"coordinate": [1, 2]}'}}],
            },
            '\n{"coordinate": [1, 2]}',
        ),
        ({"content": None}, ""),
    ],
)
def test_words_are_found_wherever_a_server_puts_them(
    message: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = {"choices": [{"message": message, "finish_reason": "length"}]}
    monkeypatch.setattr(Client, "post", lambda *_: Reply(content, {}))
    said = asked(Client("http://127.0.0.1:1"), "m", "", "")
    assert (said.text, said.cut) == (words, True)


def test_a_planner_names_areas_and_checks_what_was_found(server: Loopback) -> None:
    planner = ChatPlanner(Client(server.url), "planner")
    answers = Grounder(chat(server), ScreenSeeker(planner)).detect(picture(SCREEN, BLUE))
    (answer,) = answers.answers
    assert answer.point == pytest.approx((1235, 716.5), abs=1 / 64)
    models = len(server.asked)
    # areas, the target and one area found, the target in its patch, the check
    assert (models, answer.attempts) == (5, 3)
    assert answers.spent["requests"] == 5


def test_a_planner_that_finds_no_target_says_nothing(server: Loopback) -> None:
    server.control(check="target_not_found")
    planner = ChatPlanner(Client(server.url), "planner")
    answer = answered(chat(server), BLUE, ScreenSeeker(planner))
    assert (answer.outcome, answer.reason) == ("nothing", "target_not_found")


def test_a_planner_that_knows_better_words_is_followed(server: Loopback) -> None:
    server.control(check="target_elsewhere")
    planner = ChatPlanner(Client(server.url), "planner")
    small = screenshot((300, 200))
    small[10:40, 10:40] = COLOURS["red"]
    small[100:140, 100:140] = COLOURS["blue"]
    detector = Grounder(chat(server), ScreenSeeker(planner))
    (answer,) = detector.detect(picture(small, BLUE)).answers
    assert answer.point == pytest.approx((25, 25), abs=1 / 64)


def test_a_planner_that_makes_no_sense_is_an_error(server: Loopback) -> None:
    server.control(check="perhaps")
    planner = ChatPlanner(Client(server.url), "planner")
    answer = answered(chat(server), BLUE, ScreenSeeker(planner))
    assert (answer.outcome, answer.reason) == ("error", "format: the planner's check is 'perhaps'")
    assert np.isfinite(answer.locating_ms)
