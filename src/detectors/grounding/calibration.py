"""A picture with known squares: in which units does a server really answer?"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from src.core import Answers, Entry, InputError, Picture, Question, element_of, question_id
from src.core.answers import FOUND, Box
from src.detectors.grounding.grounder import Grounder
from src.geometry.coordinates import KINDS, RESIZED, UNIT, Coordinates
from src.geometry.misread import FACTOR, Reading, best_reading

COLOURS: Mapping[str, tuple[int, int, int]] = {
    "red": (220, 40, 40), "green": (40, 180, 60), "blue": (50, 80, 230), "yellow": (230, 220, 50),
    "magenta": (220, 60, 220), "cyan": (60, 210, 220), "orange": (250, 150, 30),
    "white": (250, 250, 250), "brown": (140, 90, 40),
}  # fmt: skip

PLACES = ((0.08, 0.12), (0.47, 0.07), (0.91, 0.15), (0.13, 0.55), (0.55, 0.47),
          (0.86, 0.58), (0.06, 0.9), (0.42, 0.85), (0.93, 0.93))  # fmt: skip
"""Of the centres, in fractions; in no row or column, so that no axis is taken for another."""

SIDE = 0.05
"""Of a square, in sides of the picture's shorter one."""

GROUND = (24, 24, 24)
SIZE = (1920, 1080)
FEWEST = 5
"""Squares that must be found before units can be told."""


@dataclass(frozen=True)
class Calibration:
    """What came back, and what it means.

    Args:
        reading: in which units the answers fit; ``None`` where too few squares were found.
        advice: what to set, or what to look at.
    """

    answers: Answers
    reading: Reading | None
    advice: str = ""

    @property
    def fits(self) -> bool:
        """Whether points are read as they are meant, and most of them hit."""
        reading = self.reading
        return reading is not None and not reading.is_off and reading.hits >= FEWEST

    def __str__(self) -> str:
        outcomes = Counter(answer.outcome for answer in self.answers.answers)
        counted = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items())
        if self.reading is None:
            return f"units cannot be told from {counted}: {self.advice}"
        return f"{self.reading}" + (f"; {self.advice}" if self.advice else "")


def calibrate(detector: Any, size: tuple[int, int] = SIZE) -> Calibration:
    """Ask a detector for every square of a picture of this width and height, and fit its answers.

    What a server answered before does not count: it may have been set up anew.
    """
    if not isinstance(detector, Grounder):
        raise InputError("detector must be one that answers questions, such as chat or omniparser")
    method: Any = detector.method
    if hasattr(method, "client"):
        fresh = replace(method.client, cache=None)
        detector = replace(detector, method=replace(method, client=fresh))
    speaks = hasattr(method, "units")
    used = method.units() if speaks else Coordinates(UNIT)
    boxes = squares(size)
    answers = detector.detect(calibration_picture(size, clicks=not speaks))
    found = [answer for answer in answers.answers if answer.outcome == FOUND]
    if len(found) < FEWEST:
        reasons = [answer.reason for answer in answers.answers if answer.reason]
        return Calibration(answers, None, reasons[0] if reasons else "look at its answers")
    reading = best_reading(
        [answer.point or (np.nan, np.nan) for answer in found],
        [boxes[element_of(answer.id)] for answer in found],
        np.tile(size, (len(found), 1)),
        used,
    )
    return Calibration(answers, reading, _advice(reading, used, size))


def calibration_picture(size: tuple[int, int] = SIZE, *, clicks: bool = False) -> Picture:
    """Squares of different colours, each with a letter, and a question about every one.

    Args:
        clicks: ask by a click beside the middle; a model would only repeat the click's own units.
    """
    picture = Image.new("RGB", size, GROUND)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(max(8, round(min(size) * SIDE / 2)))
    questions = []
    for letter, (name, box) in zip("ABCDEFGHI", squares(size).items(), strict=True):
        x1, y1, x2, y2 = box
        draw.rectangle((x1, y1, x2 - 1, y2 - 1), COLOURS[name])
        draw.text(((x1 + x2) / 2, (y1 + y2) / 2), letter, GROUND, font, anchor="mm")
        if clicks:
            click = (3 * x1 + x2) / 4, (y1 + 3 * y2) / 4
            questions.append(Question(question_id(name), click))
        else:
            words = f'the {name} square with the letter "{letter}"'
            questions.append(Question(question_id(name), instruction=words))
    entry = Entry(f"calibration-{size[0]}x{size[1]}", "calibration", "test")
    return Picture(entry, np.asarray(picture), questions=tuple(questions))


def squares(size: tuple[int, int]) -> dict[str, Box]:
    """Colour to box, xyxy in whole pixels."""
    half = max(2, round(min(size) * SIDE / 2))
    boxes: dict[str, Box] = {}
    for name, (right, down) in zip(COLOURS, PLACES, strict=True):
        x, y = round(right * size[0]), round(down * size[1])
        boxes[name] = (x - half, y - half, x + half, y + half)
    return boxes


def _advice(reading: Reading, used: Coordinates, size: tuple[int, int]) -> str:
    """What would set it right."""
    if reading.kind in KINDS:
        return f"set detector.method.coordinates={reading.kind}"
    if reading.kind == FACTOR and used.kind == RESIZED:
        width, height = (side * reading.factor for side in used.sides(size))
        return (
            f"set detector.method.max_pixels to the server's own, about {width * height:.0f} "
            f"({width:.0f}x{height:.0f}), or the server's to {used.max_pixels}"
        )
    if reading.is_off:
        return "look at how the server resizes a picture"
    if reading.hits < FEWEST:
        return "most points hit nothing in any reading: look at the model"
    return ""
