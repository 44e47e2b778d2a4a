"""Answers that miss by one common fault are told apart from answers that are wrong."""

import numpy as np
import pytest

from src.core import Scorecard
from src.geometry.coordinates import Coordinates
from src.geometry.misread import FACTOR, SWAPPED, Reading
from src.scoring.grounding import Grounding
from src.scoring.grounding.drift import reread
from src.scoring.grounding.tables import QUESTIONS, RULES
from tests.scoring.grounding.screens import Element, answered, card_of, screen

SIZE = (1600, 900)
RNG = np.random.default_rng(4)
CENTRES = np.stack([RNG.uniform(60, 1500, 24), RNG.uniform(40, 800, 24)], axis=1)


def card(told: np.ndarray) -> Scorecard:
    """Targets of 40 px; ``told`` is where the answers point, two of them anywhere."""
    pairs = []
    for number, (centre, point) in enumerate(zip(CENTRES, told, strict=True)):
        box = (*(centre - 20), *(centre + 20))
        sample = screen([Element("a", box)], name=str(number), shape=SIZE[::-1])
        said = (float(point[0]), float(point[1])) if number > 1 else (5.0, 5.0)
        pairs.append((sample, answered(sample, said)))
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
    assert rules(made)["coordinates"] == "as they should be"


def test_right_answers_are_as_they_should_be() -> None:
    made = card(CENTRES)
    assert made.metrics["hits"] == 22
    assert made.metrics["failed_coordinates_off"] == 0


def test_a_few_answers_tell_nothing() -> None:
    sample = screen([Element("a", (400, 400, 440, 440))], shape=SIZE[::-1])
    made = card_of(Grounding(), *[(sample, answered(sample, (210.0, 210.0)))] * 5)
    assert made.metrics["failed_coordinates_off"] == 0


@pytest.mark.parametrize("used", ["resized", "thousand", "unit", "pixel"])
@pytest.mark.parametrize("meant", ["resized", "thousand", "unit", "pixel"])
def test_a_reading_is_undone(used: str, meant: str) -> None:
    size = np.tile(SIZE, (len(CENTRES), 1))
    told = Coordinates(meant).from_pixels(CENTRES, SIZE)  # type: ignore[arg-type]
    misread = Coordinates(used).to_pixels(told, SIZE)  # type: ignore[arg-type]
    undone = reread(misread, size, Reading(meant, used, 0, 0, 0))
    assert undone == pytest.approx(CENTRES)


def test_exchanged_and_scaled_points_are_undone() -> None:
    size = np.tile(SIZE, (len(CENTRES), 1))
    swapped = Reading(SWAPPED, "pixel", 0, 0, 0)
    assert reread(CENTRES[:, ::-1], size, swapped) == pytest.approx(CENTRES)
    half = Reading(FACTOR, "pixel", 0, 0, 0, 0.5)
    assert reread(CENTRES / 2, size, half) == pytest.approx(CENTRES)
