"""What a detector says does not depend on the truth of what it is asked."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from src.core import Answer, Answers, InputError, Instances, Picture
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.clicks import Clicks
from tests.conformance.options import built, configuration, every
from tests.conformance.shuffled import Shuffled, leaks
from tests.data.ui.screens import (
    ABSENT,
    BUTTON,
    FIELD,
    HEIGHT,
    WIDTH,
    sample,
    spoken,
    write_set,
)

SCALE = 8
"""A drawn screenshot is so many times as large: 320×240 pixels."""


@pytest.fixture(name="screens", scope="module")
def screens_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A button alone, and beside a field."""
    return write_set(tmp_path_factory.mktemp("screens"), *samples())


@pytest.fixture(name="drawn", scope="module")
def drawn_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, large and drawn, so that there is something to find."""
    home, size = tmp_path_factory.mktemp("drawn"), (WIDTH * SCALE, HEIGHT * SCALE)
    large = samples(width=size[0], height=size[1])
    write_set(home, *large)
    for own in large:
        image = Image.new("RGB", size, "white")
        for given in own["elements"]:
            if given["bbox"]:
                x1, y1, x2, y2 = (a * b for a, b in zip(given["bbox"], size * 2, strict=True))
                ImageDraw.Draw(image).rectangle((x1, y1, x2, y2), "#d0d8f0", "black")
                ImageDraw.Draw(image).text((x1 + 9, y1 + 9), given["id"], "black")
        image.save(home / own["image"])
    return home


def samples(**size: int) -> list[dict[str, Any]]:
    one, several = spoken(BUTTON, "the login"), (spoken(FIELD, "the field"), BUTTON, ABSENT)
    return [sample("a", one, **size), sample("b", *several, **size)]


@pytest.mark.parametrize("ask", ["click", "instruction"])
def test_the_truth_alone_is_shuffled(screens: Path, ask: str) -> None:
    dataset = AnnotatedScreens(str(screens), ask=ask)
    other = Shuffled(dataset)
    assert other.fingerprint != dataset.fingerprint
    for before, after in zip(dataset.samples(), other.samples(), strict=True):
        assert before.picture.questions == after.picture.questions
        assert before.picture.pixels.tobytes() == after.picture.pixels.tobytes()
        assert before.truth.extra["element"].tolist() == after.truth.extra["element"].tolist()
        assert before.truth.boxes is not None
        assert after.truth.boxes is not None
        assert not (before.truth.boxes == after.truth.boxes).all(axis=1).any()
        assert not set(before.truth.extra["type"]) & set(after.truth.extra["type"])
        assert before.truth.texts != after.truth.texts


class Cheat:
    """Answers with what it can make out of the truth."""

    def detect(self, picture: Picture) -> Answers:
        place = float(sum(picture.entry.truth_id.encode()))
        answers = [Answer(one.id, "found", (place, 0)) for one in picture.questions]
        return Answers(Instances(picture.shape, boxes=np.zeros((0, 4))), tuple(answers))


class Honest:
    """Answers with the click, in a time that is never the same."""

    def __init__(self) -> None:
        self.clock = 0.0

    def detect(self, picture: Picture) -> Answers:
        self.clock += 1
        answers = [
            Answer(one.id, "found", one.click, parsing_ms=self.clock) for one in picture.questions
        ]
        return Answers(Instances(picture.shape, boxes=np.zeros((0, 4))), tuple(answers))


def test_a_leak_is_found_and_time_is_none(screens: Path) -> None:
    dataset = AnnotatedScreens(str(screens))
    assert leaks(Cheat(), dataset) == ["a", "b"]
    assert leaks(Honest(), dataset) == []


@pytest.mark.parametrize("option", every("detector"))
def test_no_detector_says_other_things_when_the_truth_is_shuffled(
    option: str, request: pytest.FixtureRequest, home: Path
) -> None:
    if "oracle" in option:
        pytest.skip(f"detector={option} says by its name that it is told the truth")
    home /= "no_leak"  # where no dataset of the same name has its files
    grounds = "ground" in str(configuration("detector", option, home).detector._target_)
    screens = request.getfixturevalue("drawn" if grounds else "screens")
    for ask in ("click", "instruction"):
        dataset = AnnotatedScreens(str(screens), ask=ask, click=Clicks(repeats=2))
        first, second = (built("detector", option, home) for _ in range(2))
        try:
            assert leaks(first, dataset, second) == []
        except InputError as error:
            if grounds and "replay" not in option:
                raise  # it must take whatever is a screenshot
            pytest.skip(f"detector={option} takes no screenshots: {error}")
