"""A model behind a chat server as a method: every question is a request."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt

from src.core import Answer, InputError, Instances, Question
from src.core.answers import ERROR, FOUND, NOTHING, Box, Point
from src.detectors.grounding.chat.conversation import Words, asked
from src.detectors.grounding.chat.listing import LIST, LONGEST, elements_told
from src.detectors.grounding.chat.presets import AROUND_POINT, LOCATE, PRESETS, Name, Preset
from src.detectors.grounding.chat.reading import Told, read
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.png import png_base64
from src.detectors.grounding.method import Parsed, Pixels
from src.detectors.grounding.screen import nothing_parsed
from src.geometry.coordinates import PIXEL, UNIT, Coordinates, Kind

WORTH_REPEATING = 80
"""Characters of an answer that cannot be read."""


@dataclass(frozen=True)
class Shown:
    """A window as it is sent.

    Args:
        png: in base64.
        size: width and height, px.
    """

    png: str
    size: tuple[int, int]


@dataclass(frozen=True)
class Chat:
    """Asks a model where something is; of a click, which element lies there.

    What is not given is as the preset has it; without a preset ``model`` and ``coordinates`` must
    be given.

    Args:
        preset: the model that is known.
        model: the name under which the server has it.
        coordinates: ``resized``, ``thousand``, ``unit`` or ``pixel``.
        thousand: what ``thousand`` means by the far edge: 1000, by some 999.
        multiple, min_pixels, max_pixels: how the server resizes a picture.
        prompt: around ``{instruction}``.
        click: what is asked where ``{x}`` and ``{y}`` were clicked.
        system: what the system says first; empty for nothing.
        image_first: whether the picture stands before the words.
        max_tokens: of an answer.
    """

    client: Client
    preset: Name | None = None
    model: str | None = None
    coordinates: Kind | None = None
    thousand: Annotated[float, Gt(0)] = 1000
    multiple: Annotated[int, Gt(0)] | None = None
    min_pixels: Annotated[int, Gt(0)] | None = None
    max_pixels: Annotated[int, Gt(0)] | None = None
    prompt: str | None = None
    click: str | None = None
    system: str | None = None
    image_first: bool | None = None
    max_tokens: Annotated[int, Gt(0)] = 256

    def __post_init__(self) -> None:
        if self.preset is None and (self.model is None or self.coordinates is None):
            raise InputError("preset must be given, or else model and coordinates")
        if self.preset is not None and self.preset not in PRESETS:
            raise InputError(f"preset must be one of {', '.join(PRESETS)}, got {self.preset!r}")
        for name, words in (("prompt", ("{instruction}",)), ("click", ("{x}", "{y}"))):
            _check_template(name, getattr(self, name), words)
        self.units()

    def units(self) -> Coordinates:
        """What the numbers of an answer mean."""
        base = self._base()
        try:
            return Coordinates(
                self.coordinates or base.coordinates,
                self.thousand,
                self.multiple or base.multiple,
                self.min_pixels or base.min_pixels,
                self.max_pixels or base.max_pixels,
            )
        except ValueError as error:
            raise InputError(str(error)) from error

    def parse(self, pixels: Pixels, *, texts: bool) -> Parsed:  # noqa: ARG002 - it reads by itself
        """Only the picture is made ready: a model is asked about one thing at a time."""
        height, width = pixels.shape[:2]
        shown = Shown(png_base64(pixels), (width, height))
        # Filled in as questions are asked.
        return Parsed(nothing_parsed((height, width)), shown, spent={})

    def locate(self, parsed: Parsed, question: Question) -> Answer:
        """A point, and a box where the model tells one."""
        shown: Shown = parsed.content
        words = self._said(shown.png, self._text(question, shown.size), self.max_tokens)
        for name, amount in words.reply.spent.items():
            parsed.spent[name] = parsed.spent.get(name, 0.0) + amount  # type: ignore[index]
        return self._answer(question.id, words, shown.size)

    def listed(self, pixels: Pixels) -> Instances:
        """All elements that the model names, at once; for people who go through them."""
        height, width = pixels.shape[:2]
        words = self._said(png_base64(pixels), LIST, max(self.max_tokens, LONGEST))
        return elements_told(words, self.units(), (width, height))

    def _said(self, png: str, text: str, max_tokens: int) -> Words:
        base = self._base()
        return asked(
            self.client,
            self.model or base.model,
            png,
            text,
            system=base.system if self.system is None else self.system,
            image_first=base.image_first if self.image_first is None else self.image_first,
            max_tokens=max_tokens,
        )

    def _answer(self, question: str, words: Words, size: tuple[int, int]) -> Answer:
        told = read(words.text)
        if told is None:
            return Answer(question, ERROR, reason=_unreadable(words))
        if not told.numbers:
            return Answer(question, NOTHING, reason=_short(words.text))
        if not np.isfinite(told.numbers).all():
            return Answer(question, ERROR, reason=_unreadable(words))
        return Answer(question, FOUND, *self._place(told, size))

    def _place(self, told: Told, size: tuple[int, int]) -> tuple[Point, Box | None]:
        corners = self.units().to_pixels(told.numbers, size)
        (x1, y1), (x2, y2) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        point = ((x1 + x2) / 2, (y1 + y2) / 2)
        # UI-TARS writes points as boxes without an area.
        return point, (x1, y1, x2, y2) if x2 > x1 and y2 > y1 else None

    def _text(self, question: Question, size: tuple[int, int]) -> str:
        base = self._base()
        instruction = question.instruction
        if question.click is not None:
            x, y = self.units().from_pixels(question.click, size)[0].tolist()
            told = {"x": self._number(x), "y": self._number(y)}
            instruction = _filled(self.click or base.click, told)
        return _filled(self.prompt or base.prompt, {"instruction": instruction or ""})

    def _number(self, place: float) -> str:
        """As models write numbers: whole ones but for fractions. Answers are never rounded."""
        return f"{place:.4f}" if self.units().kind == UNIT else f"{place:.0f}"

    def _base(self) -> Preset:
        return PRESETS[self.preset] if self.preset else PLAIN


PLAIN = Preset("", PIXEL, LOCATE, AROUND_POINT)
"""Of a model that is not known."""


def _filled(template: str, words: dict[str, str]) -> str:
    """A template in which only our own names stand for something."""
    for name, word in words.items():
        template = template.replace(f"{{{name}}}", word)
    return template


def _check_template(name: str, template: str | None, words: tuple[str, ...]) -> None:
    for word in words:
        if template is not None and word not in template:
            raise InputError(f"{name} must hold {word}, got {template!r:.80}")


def _unreadable(words: Words) -> str:
    cut = ", cut off at max_tokens" if words.cut else ""
    return f"format: {_short(words.text)!r} tells no place{cut}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= WORTH_REPEATING else f"{line[:WORTH_REPEATING]}…"
