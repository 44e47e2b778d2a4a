import numpy as np
import pytest

from src.detectors.race.words import are_words, is_among


def line(x: float, y: float, width: float, height: float) -> np.ndarray:
    """Corners of a level line by its middle."""
    right, below = width / 2, height / 2
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return np.array([x, y]) + signs * (right, below)


WORDS = line(200, 100, 160, 20)


@pytest.mark.parametrize(
    ("number", "among"),
    [
        (line(250, 101, 40, 20), True),
        (line(300, 99, 30, 20), True),
        (line(400, 100, 30, 20), False),
        (line(250, 101, 20, 8), True),
        (line(300, 99, 12, 8), False),
        (line(250, 130, 40, 20), False),
        (line(250, 100, 90, 50), False),
    ],
)
def test_a_number_in_a_line_of_words_is_part_of_it(number: np.ndarray, among: bool) -> None:
    assert is_among(number, WORDS) is among


@pytest.mark.parametrize(
    ("text", "score", "words"),
    [("since 1925", 0.9, True), ("since 1925", 0.4, False), ("1O24", 0.9, False), ("", 1.0, False)],
)
def test_words_have_letters_and_are_read_surely(text: str, score: float, words: bool) -> None:
    assert are_words(text, score) is words
