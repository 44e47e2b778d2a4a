"""A chat server as the planner of a search: it says where to look, and whether that was it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Annotated, Any

import numpy as np
from annotated_types import Gt
from PIL import Image, ImageDraw

from src.core import Answer, InputError, Question
from src.core.answers import FOUND, Box
from src.detectors.grounding.chat.conversation import asked
from src.detectors.grounding.crops.planner import (
    ELSEWHERE,
    NOT_FOUND,
    RESULTS,
    Check,
    Proposal,
    around,
)
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.png import png_base64
from src.detectors.grounding.method import Pixels, UnansweredError
from src.detectors.grounding.screen import Screen
from src.detectors.grounding.window import Window

SYSTEM = "You know graphical user interfaces of all kinds and where things are in them."

AREAS = """\
Somebody looks for one element of this screenshot: {instruction}
Where is it likely to be? Name areas that hold it and elements that stand beside it, the most \
likely first, each so that nobody could take another part of the screen for it.
Answer with JSON alone: {"areas": ["...", "..."]}. If it cannot be in this picture, the list is \
empty."""

CHECK = """\
Somebody looks for one element of this screenshot: {instruction}
A red frame marks what was found. Which of these holds?
is_target: the marked element is the one.
target_elsewhere: it is another one, and the right one is in the picture too.
target_not_found: it is another one, and the right one is not in the picture.
Answer with JSON alone: {"result": "...", "instruction": "..."}, the instruction being one that is \
clearer than the first, for target_elsewhere."""

RED, MARGIN, STROKE = (255, 0, 0), 4, 3
"""Of the frame that marks an answer; it stands so many pixels outside."""

POINT_FRAME = 12
"""Half of the frame's side round an answer that is only a point, px."""

OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True)
class ChatPlanner:
    """Asks a model for areas, has the method find them, and asks whether an answer is right.

    Args:
        model: the name under which the server has it.
        most: areas that are looked for at most on each level.
        max_tokens: of an answer.
    """

    client: Client
    model: str
    most: Annotated[int, Gt(0)] = 8
    max_tokens: Annotated[int, Gt(0)] = 512

    def propose(self, screen: Screen, window: Window, question: Question) -> Proposal:
        """Where the method sees the target itself, and each area that the model names."""
        pixels = window.cut(screen.pixels)
        content = self._asked(screen, pixels, AREAS, question.instruction or "")
        names = content.get("areas")
        if not isinstance(names, list):
            raise UnansweredError("format: the planner names no areas")
        wanted = [question]
        for name in list(dict.fromkeys(str(name).strip() for name in names))[: self.most]:
            if name:
                wanted.append(replace(question, instruction=name))
        answers = [screen.ask(window, one) for one in wanted]
        return Proposal([answer.box or around(answer.point) for answer in answers if answer.point])

    def check(self, screen: Screen, window: Window, question: Question, answer: Answer) -> Check:
        """What the model makes of the answer when it is marked in the window."""
        if answer.outcome != FOUND or answer.point is None:
            return Check(NOT_FOUND)
        box = answer.box or around(answer.point)
        marked = _marked(window.cut(screen.pixels), box, window)
        content = self._asked(screen, marked, CHECK, question.instruction or "")
        result, clearer = content.get("result"), content.get("instruction")
        if result not in RESULTS:
            raise UnansweredError(f"format: the planner's check is {result!r:.60}")
        again = replace(question, instruction=str(clearer)) if clearer else question
        return Check(str(result), (window, again) if result == ELSEWHERE else None)

    def _asked(
        self, screen: Screen, pixels: Pixels, prompt: str, instruction: str
    ) -> Mapping[str, Any]:
        """The JSON of an answer; what it cost is the screen's."""
        begin = perf_counter()
        try:
            words = asked(
                self.client,
                self.model,
                png_base64(pixels),
                prompt.replace("{instruction}", instruction),
                system=SYSTEM,
                max_tokens=self.max_tokens,
            )
        except InputError as error:
            # A method may be behind a server too.
            raise InputError(f"{error} (the planner, crop.planner.model={self.model})") from error
        screen.spend(words.reply.spent, perf_counter() - begin)
        found = OBJECT.search(words.text)
        try:
            content = json.loads(found.group()) if found else None
        except ValueError:
            content = None
        if not isinstance(content, Mapping):
            raise UnansweredError(f"format: the planner answers {words.text!r:.60}")
        return content


def _marked(pixels: Pixels, box: Box, window: Window) -> Pixels:
    """A copy in which a frame stands round a box, outside of it."""
    picture = Image.fromarray(np.array(pixels))
    x1, y1, x2, y2 = np.asarray(box) - np.array([window.left, window.top] * 2)
    margin = MARGIN if (x2 > x1 and y2 > y1) else POINT_FRAME
    frame = [x1 - margin, y1 - margin, x2 + margin, y2 + margin]
    ImageDraw.Draw(picture).rectangle(frame, outline=RED, width=STROKE)
    return np.asarray(picture)
