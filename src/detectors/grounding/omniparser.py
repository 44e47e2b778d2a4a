"""OmniParser behind its own server: elements of a screen, and the one that is meant."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from src.core import Answer, InputError, Instances, Question
from src.detectors.grounding.choosing import by_words, under_click
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.png import png_base64, size_of
from src.detectors.grounding.http.request import Request
from src.detectors.grounding.method import Parsed, Pixels, UnansweredError

log = logging.getLogger(__name__)

SHARP = 1280
"""Pixels of the longer side up to which its detector, which looks at 640, sees small icons."""

PICTURE, SIZE = "som_image_base64", "som_image_size"
"""Key of the picture that it sends back, and of what is kept of that."""

NO_TEXT = {500: 1}
"""It fails on a picture without any text; once more is enough to tell that from an accident."""

LARGEST_FRACTION = 1.5
"""A box may reach a little over the edge; pixels are far beyond."""


@dataclass(frozen=True)
class OmniParser:
    """Elements as the server parses them; a click means the smallest one under it.

    It gives no score to an element. An instruction is compared with the elements' texts.
    """

    client: Client

    def parse(self, pixels: Pixels, *, texts: bool) -> Parsed:  # noqa: ARG002 - it always reads
        """One request per window."""
        height, width = pixels.shape[:2]
        if max(height, width) > SHARP:
            _tell_of_size(width, height)
        payload = {"base64_image": png_base64(pixels)}
        request = Request("/parse/", payload, "/probe/", extra_retries=NO_TEXT, slim=_slim)
        try:
            reply = self.client.post(request)
        except UnansweredError as error:
            if "status 500" not in str(error):
                raise
            reason = f"OmniParser fails, as on a picture without text: {error}"
            raise UnansweredError(reason, error.spent) from error
        self._check_picture(reply.content, (width, height))
        return Parsed(self._elements(reply.content, (height, width)), spent=reply.spent)

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        """By nesting, or by words."""
        if question.instruction is not None:
            return by_words(parsed.elements, question.id, question.instruction)
        return under_click(parsed.elements, question)

    def _check_picture(self, content: Any, size: tuple[int, int]) -> None:
        """Refuse an answer that shows another picture; one that was only shrunk is the same."""
        shown = content.get(SIZE) if isinstance(content, Mapping) else None
        if shown is None:
            return
        if abs(shown[0] * size[1] - shown[1] * size[0]) > max(size) + max(shown):
            raise InputError(
                f"{self.client.address} answers for another picture: {shown[0]}x{shown[1]} came "
                f"back, {size[0]}x{size[1]} was sent"
            )

    def _elements(self, content: Any, shape: tuple[int, int]) -> Instances:
        found = content.get("parsed_content_list") if isinstance(content, Mapping) else None
        if not isinstance(found, list):
            raise UnansweredError("format: the answer has no parsed_content_list")
        boxes = np.array([_box(element) for element in found], np.float64).reshape(-1, 4)
        if len(boxes) and np.abs(boxes).max() > LARGEST_FRACTION:
            raise InputError(
                f"{self.client.address} answers boxes that are no fractions of the picture, such "
                f"as {boxes[np.abs(boxes).max(axis=1).argmax()].tolist()}"
            )
        words = [element.get("content") for element in found]
        return Instances(
            shape,
            boxes=boxes * np.array([shape[1], shape[0]] * 2),
            texts=tuple(str(word) if word is not None else None for word in words),
            extra={
                "type": np.array([str(one.get("type", "")) for one in found], np.str_),
                "interactive": np.array([bool(one.get("interactivity")) for one in found], bool),
            },
        )


def _slim(content: Any) -> Any:
    """The answer with the size of its picture in place of the picture, which is large."""
    if not isinstance(content, Mapping) or PICTURE not in content:
        return content
    size = size_of(content[PICTURE])
    rest = {name: value for name, value in content.items() if name != PICTURE}
    return rest | ({SIZE: list(size)} if size else {})


def _box(element: Any) -> tuple[float, float, float, float]:
    box = element.get("bbox") if isinstance(element, Mapping) else None
    numbers = isinstance(box, list) and len(box) == 4 and all(map(_is_number, box))
    if not numbers or box is None:
        raise UnansweredError(f"format: an element has the bbox {box!r:.60}")
    x1, y1, x2, y2 = map(float, box)
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and bool(np.isfinite(value))


@cache
def _tell_of_size(width: int, height: int) -> None:
    """Once per size."""
    log.warning(
        "OmniParser looks at 640 px: of a picture of %dx%d it sees small elements badly; "
        "crop=fixed or crop=screenseeker shows it less at a time", width, height,
    )  # fmt: skip
