"""What models write, and what it means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.detectors.grounding.chat.reading import read

POINT = (197.0, 525.5)
BOX = (10.0, 20.0, 30.0, 44.0)


@pytest.mark.parametrize(
    "text",
    [
        "Action: click(start_box='(197,525.5)')",
        "Thought: The button (1,2) is here.\nAction: click(start_box='(197,525.5)')",
        "Action: click(start_box='<|box_start|>(197,525.5)<|box_end|>')",
        "Action: click(start_box='<|box_start|>(197, 525.5)<|box_end|>')\n",
        "Action: click(point='<point>197 525.5</point>')",
        "Thought: it is at 3 4\nAction: left_double(point='<point>197 525.5</point>')",
        "click(start_box='[197,525.5]')",
        "<point>197 525.5</point>",
        "(197,525.5)",
        "[197, 525.5]",
        "[[197, 525.5]]",
        "197, 525.5",
        "197 525.5\n",
        '{"point_2d": [197, 525.5], "label": "Save"}',
        '```json\n[{"point_2d": [197, 525.5], "label": "2 of 3"}]\n```',
        '<tool_call>\n{"name": "computer_use", "arguments": {"action": "left_click", '
        '"coordinate": [197, 525.5]}}\n</tool_call>',
        '{"x": 197, "y": 525.5}',
        "x=197, y=525.5",
        "pyautogui.click(x=197, y=525.5)",
        "The element is at (197, 525.5) in the picture.",
        "<think>at first (1, 1), then [2, 2]</think>\nAction: click(start_box='(197,525.5)')",
        "Thought: `Old` does not exist any more, so I take (9,9).\nAction: click(point='<point>197 "
        "525.5</point>')",
        "Action: drag(start_box='(197,525.5)', end_box='(3,4)')",
    ],
)
def test_a_point_is_read_in_every_shape(text: str) -> None:
    told = read(text)
    assert told is not None
    assert told.numbers == POINT


@pytest.mark.parametrize(
    "text",
    [
        "Action: click(start_box='(10,20,30,44)')",
        "Action: click(start_box='<|box_start|>(10,20,30,44)<|box_end|>')",
        "click(start_box='[10, 20, 30, 44]')",
        "<|box_start|>(10,20),(30,44)<|box_end|>",
        "(10,20),(30,44)",
        "<bbox>10 20 30 44</bbox>",
        '```json\n[{"bbox_2d": [10, 20, 30, 44], "label": "a"}]\n```',
        '{"bbox_2d": [10.0, 20.0, 30.0, 44.0]}',
        "[10, 20, 30, 44]",
    ],
)
def test_a_box_is_read_in_every_shape(text: str) -> None:
    told = read(text)
    assert told is not None
    assert told.numbers == BOX


@pytest.mark.parametrize(
    "text",
    [
        "[-1,-1]",
        "[-1, -1]",
        "Action: click(start_box='(-1,-1)')",
        '{"point_2d": [-1, -1]}',
        "[-1, -1, -1, -1]",
        '{"name": "computer_use", "arguments": {"action": "terminate", "status": "failure"}}',
        "Action: terminate()",
        "The element is not existent.",
        "non-existent",
        "There is no such button.",
        "I cannot find the element.",
        "It does not exist on this screen",
        '{"bbox_2d": null}',
        '{"bbox_2d": []}',
        "Thought: nothing fits.\nAction: call_user()",
    ],
)
def test_a_refusal_is_no_error(text: str) -> None:
    told = read(text)
    assert told is not None
    assert told.numbers == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "Action: ",
        "I would click the button.",
        "Action: type(content='hello')",
        "Action: wait()",
        "<html><body>Bad gateway</body></html>",
        "Thought: it lies at (3, 4)\nAction: finished()",
    ],
)
def test_what_tells_no_place_cannot_be_read(text: str) -> None:
    assert read(text) is None


number = st.floats(-5000, 5000, allow_nan=False, width=32)


@given(number, number)
def test_numbers_are_read_as_they_were_written(x: float, y: float) -> None:
    told = read(f"Action: click(start_box='({x!r},{y!r})')")
    assert told is not None
    assert told.numbers == (() if x == y == -1 else (x, y))


@given(st.text(max_size=200))
def test_any_text_is_read_or_not_and_never_breaks(text: str) -> None:
    told = read(text)
    assert told is None or len(told.numbers) in (0, 2, 4)
