"""Whether the text that a file gives an element can be read on the screen."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cached_property
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.ui.elements import Box

ALIKE = 0.6
"""Share of letters that two texts have in common from which on they are taken for the same: OCR
loses spaces and accents, and reads a few letters wrong."""

MARGIN = 3
"""Pixels round an element that are read with it; a letter that touches the edge is lost."""

Pixels = npt.NDArray[np.uint8]


def can_read() -> bool:
    """Whether the extra is installed that reads texts."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


class TextReader:
    """Reads by RapidOCR: one element at first, and the whole screenshot where that fails."""

    @cached_property
    def _engine(self) -> Any:
        try:
            from rapidocr import RapidOCR

            return RapidOCR(params={"Global.log_level": "critical"})
        except ImportError as error:
            raise InputError(
                f"rapidocr cannot start ({error}): install the extra grounding"
            ) from error

    def missing(self, pixels: Pixels, texts: Sequence[tuple[Box, str]]) -> list[int]:
        """Places of the texts that are not to be seen in their boxes."""
        lost = [
            place
            for place, (box, text) in enumerate(texts)
            if plain(text) and not alike(text, self._line(cut(pixels, box)))
        ]
        if not lost:
            return []
        lines = self._lines(pixels)
        return [n for n in lost if not alike(texts[n][1], *within(lines, texts[n][0]))]

    def _line(self, pixels: Pixels) -> str:
        """What is written if the pixels are one line; it takes 0.05 s, looking for lines 1–8 s."""
        # It keeps what the last call asked for, so all three are said always.
        found = self._engine(pixels, use_det=False, use_cls=False, use_rec=True)
        return " ".join(found.txts or ())

    def _lines(self, pixels: Pixels) -> list[tuple[Box, str]]:
        found = self._engine(pixels, use_det=True, use_cls=False, use_rec=True)
        if found.txts is None:
            return []
        corners = [np.asarray(line, np.float64) for line in found.boxes]
        boxes = [(*line.min(axis=0).tolist(), *line.max(axis=0).tolist()) for line in corners]
        return list(zip(boxes, found.txts, strict=True))


def within(lines: Sequence[tuple[Box, str]], box: Box) -> tuple[str, str]:
    """The texts of the lines that touch a box: one after another, and as one text."""
    touching = [
        text
        for (x1, y1, x2, y2), text in lines
        if x1 < box[2] and x2 > box[0] and y1 < box[3] and y2 > box[1]
    ]
    return " ".join(touching), " ".join(reversed(touching))


def alike(text: str, *seen: str) -> bool:
    """Whether a text stands in one of those that were read, or nearly is one."""
    wanted = plain(text)
    for own in map(plain, seen):
        if wanted in own or SequenceMatcher(None, wanted, own).ratio() >= ALIKE:
            return True
    return False


def plain(text: str) -> str:
    """Letters and digits alone; a sign such as × has none and is not looked for."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def cut(pixels: Pixels, box: Box) -> Pixels:
    """The part of a screenshot in and round a box."""
    height, width = pixels.shape[:2]
    x1, y1 = max(0, int(box[0]) - MARGIN), max(0, int(box[1]) - MARGIN)
    x2, y2 = min(width, int(box[2]) + 1 + MARGIN), min(height, int(box[3]) + 1 + MARGIN)
    return np.ascontiguousarray(pixels[y1:y2, x1:x2])
