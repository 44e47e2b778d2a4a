"""The detector that answers questions: any method, in any crop, through any transforms."""

from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Answer, Answers, Picture, Question
from src.core.answers import ERROR, NOTHING
from src.detectors.grounding.crops.crop import Crop
from src.detectors.grounding.crops.whole import Whole
from src.detectors.grounding.method import Method, Pixels, UnansweredError
from src.detectors.grounding.screen import Screen, nothing_parsed
from src.detectors.grounding.transforms import Transforms


@dataclass(frozen=True)
class Grounder:
    """Asks a method about windows of a screenshot, and tells the answers in pixels of the whole.

    Args:
        method: looks at a window and answers.
        crop: which windows.
        transforms: how else a window may be shown.
    """

    method: Method
    crop: Crop = field(default_factory=Whole)
    transforms: Transforms = field(default_factory=Transforms)

    def detect(self, picture: Picture) -> Answers:
        """One answer per question, in their order."""
        if 0 in picture.shape:
            lost = tuple(Answer(question.id, NOTHING, attempts=0) for question in picture.questions)
            return Answers(nothing_parsed(picture.shape), lost)
        texts = any(question.instruction is not None for question in picture.questions)
        screen = Screen(
            colours(picture.pixels), self.method, self.transforms, texts=texts, id=picture.entry.id
        )
        answers = tuple(self._answered(screen, question) for question in picture.questions)
        return Answers(screen.seen(), answers, screen.spent)

    def _answered(self, screen: Screen, question: Question) -> Answer:
        before, begin = screen.effort, perf_counter()
        try:
            answer = self.crop.answer(screen, question)
        except UnansweredError as error:
            screen.spend(error.spent)
            answer = Answer(question.id, ERROR, reason=str(error))
        effort, elapsed = screen.effort - before, perf_counter() - begin
        return replace(
            answer,
            attempts=effort.looks,
            parsing_ms=1000 * effort.parsing,
            locating_ms=1000 * max(elapsed + effort.kept - effort.parsing, 0.0),
        )


def colours(pixels: npt.NDArray[Any]) -> Pixels:
    """(height, width, 3) of 8 bits, as screens have, from any pixels that a picture may have."""
    if pixels.dtype == np.uint16:
        pixels = pixels >> 8
    elif pixels.dtype == np.float32:
        pixels = np.clip(np.nan_to_num(pixels) * 255 + 0.5, 0, 255)
    pixels = pixels.astype(np.uint8)
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)
