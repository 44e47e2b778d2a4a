"""Answers that miss by one common fault are told apart from answers that are wrong."""

import re
from dataclasses import replace

import numpy as np
import pytest

from src.core import Scorecard
from src.geometry.coordinates import Coordinates
from src.geometry.misread import FACTOR, SWAPPED, Reading
from src.scoring.grounding import Grounding
from src.scoring.grounding.drift import Fault, reread
from src.scoring.grounding.tables import QUESTIONS, RULES
from tests.scoring.grounding.screens import Element, answered, card_of, screen

SIZE = (1600, 900)
RNG = np.random.default_rng(4)
CENTRES = np.stack([RNG.uniform(60, 1500, 24), RNG.uniform(40, 800, 24)], axis=1)


def card(told: np.ndarray, attempts: int = 1) -> Scorecard:
    """Targets of 40 px; ``told`` is where the answers point, two of them anywhere."""
    pairs = []
    for number, (centre, point) in enumerate(zip(CENTRES, told, strict=True)):
        box = (*(centre - 20), *(centre + 20))
        sample = screen([Element("a", box)], name=str(number), shape=SIZE[::-1])
        said = (float(point[0]), float(point[1])) if number > 1 else (5.0, 5.0)
        answers = answered(sample, said)
        looked = tuple(replace(own, attempts=attempts) for own in answers.answers)
        pairs.append((sample, replace(answers, answers=looked)))
    return card_of(Grounding(), *pairs)


def rules(made: Scorecard) -> dict[str, str]:
    return dict(
        zip(*(made.tables[RULES][name].tolist() for name in ("rule", "value")), strict=True)
    )


def test_answers_in_thousandths_that_were_taken_for_pixels() -> None:
    made = card(CENTRES * 1000 / np.array(SIZE))
    assert made.metrics["failed_coordinates_off"] == 22
    assert made.tables[QUESTIONS]["kind"].tolist()[:2] == ["elsewhere", "elsewhere"]
    assert rules(made)["coordinates"].startswith("off: answers fit `thousand`, not `pixel`")


def test_a_server_that_shrinks_the_picture() -> None:
    made = card(CENTRES * 0.77)
    assert made.metrics["failed_coordinates_off"] == 22
    assert "0.77 of where they should be" in rules(made)["coordinates"]


def test_wrong_answers_are_not_a_common_fault() -> None:
    made = card(RNG.permutation(CENTRES))
    assert made.metrics["failed_coordinates_off"] == 0
    assert re.match(
        r"cannot be told: \w+ of 24 answers are right, and no other reading of whole screenshots",
        rules(made)["coordinates"],
    )


def test_right_answers_are_as_they_should_be() -> None:
    made = card(CENTRES)
    assert made.metrics["hits"] == 22
    assert made.metrics["failed_coordinates_off"] == 0
    assert rules(made)["coordinates"] == "as they should be"


@pytest.mark.parametrize("most", [16384 * 28 * 28, 2700 * 28 * 28, 1280 * 28 * 28])
def test_thousandths_that_were_taken_for_a_shrunk_picture(most: int) -> None:
    told = Coordinates("thousand").from_pixels(CENTRES, SIZE)
    made = card(Coordinates("resized", max_pixels=most).to_pixels(told, SIZE))
    assert made.metrics["failed_coordinates_off"] == 22
    said = rules(made)["coordinates"]
    assert "off: answers fit `thousand`, not `" in said
    assert (f"where `resized` has max_pixels {most}" in said) is (most == 1280 * 28 * 28)


def test_a_weak_method_that_looks_at_whole_screens_has_its_coordinates_right() -> None:
    weak = np.where(np.arange(24)[:, None] < 9, CENTRES, RNG.permutation(CENTRES))
    assert rules(card(weak))["coordinates"] == "as they should be"
    assert rules(card(weak, attempts=2))["coordinates"].startswith("cannot be told: ")


def windowed(size: int, misread: bool) -> Scorecard:
    """Answers told of a square round a place near the target, as ``crop=fixed`` shows it."""
    corners = np.round(CENTRES - size / 2 + np.random.default_rng(7).uniform(-40, 40, (24, 2)))
    window = (size, size)
    told = Coordinates("resized").from_pixels(CENTRES - corners, window)
    read = Coordinates("thousand" if misread else "resized")
    return card(corners + read.to_pixels(told, window), attempts=2)


def test_a_fault_inside_windows_is_not_said_to_be_none() -> None:
    made = windowed(500, misread=True)
    assert made.metrics["hits"] < 3
    assert rules(made)["coordinates"].endswith("answers do not say which a point was told of")
    assert rules(windowed(500, misread=False))["coordinates"] == "as they should be"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("the click", "cannot be told: a point that answers a click hits in any reading if it"),
        ("its box", "as they should be"),
    ],
)
def test_a_click_that_is_repeated_tells_nothing(said: str, sentence: str) -> None:
    pairs = []
    for number, (x, y) in enumerate(CENTRES):
        box = (x - 20, y - 20, x + 20, y + 20)
        sample = screen([Element("a", box)], [("a", x + 5, y)], name=str(number), shape=SIZE[::-1])
        pairs.append((sample, answered(sample, (x + 5, y) if said == "the click" else box)))
    assert rules(card_of(Grounding(), *pairs))["coordinates"].startswith(sentence)


def test_a_few_answers_tell_nothing() -> None:
    sample = screen([Element("a", (400, 400, 440, 440))], shape=SIZE[::-1])
    made = card_of(Grounding(), *[(sample, answered(sample, (210.0, 210.0)))] * 5)
    assert made.metrics["failed_coordinates_off"] == 0
    assert rules(made)["coordinates"] == (
        "cannot be told: 5 answers to targets have a point, 10 are needed"
    )


def fault(kind: str, used: str, factor: float = np.nan) -> Fault:
    """One that no points stand for."""
    return Fault(Reading(kind, used, 0, 0, 0, factor), Coordinates(used))  # type: ignore[arg-type]


@pytest.mark.parametrize("used", ["resized", "thousand", "unit", "pixel"])
@pytest.mark.parametrize("meant", ["resized", "thousand", "unit", "pixel"])
def test_a_reading_is_undone(used: str, meant: str) -> None:
    size = np.tile(SIZE, (len(CENTRES), 1))
    told = Coordinates(meant).from_pixels(CENTRES, SIZE)  # type: ignore[arg-type]
    misread = Coordinates(used).to_pixels(told, SIZE)  # type: ignore[arg-type]
    undone = reread(misread, size, fault(meant, used))
    assert undone == pytest.approx(CENTRES)


def test_exchanged_and_scaled_points_are_undone() -> None:
    size = np.tile(SIZE, (len(CENTRES), 1))
    swapped = fault(SWAPPED, "pixel")
    assert reread(CENTRES[:, ::-1], size, swapped) == pytest.approx(CENTRES)
    half = fault(FACTOR, "pixel", 0.5)
    assert reread(CENTRES / 2, size, half) == pytest.approx(CENTRES)
