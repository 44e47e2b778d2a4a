"""Digits among words: the year or the number in a line of a board, which no sheet is for."""

import numpy as np

from src.detectors.race.cropping import Corners, size_of

SURE = 0.7
"""How sure words are read that count."""

LEAST_LETTERS = 3
"""Letters that make a word; single ones are noise."""

BESIDE = 1.5
"""Heights of the words to which a number beside them belongs to them."""

LEVEL = 0.35
"""Heights of the words by which a number's middle may lie above or below theirs."""

ALIKE = 0.6, 1.7
"""Heights of a number to that of the words, as they are printed in one line."""


def are_words(text: str, score: float) -> bool:
    """Whether a line says something else than a number."""
    return score >= SURE and sum(sign.isalpha() for sign in text) >= LEAST_LETTERS


def is_among(quad: Corners, words: Corners) -> bool:
    """Whether a number stands in a line of words, or is the end of it."""
    width, height = (max(side, 1e-9) for side in size_of(words))
    along = (words[1] + words[2] - words[0] - words[3]) / 2
    right = along / max(float(np.linalg.norm(along)), 1e-9)
    apart = quad.mean(axis=0) - words.mean(axis=0)
    across, off = abs(float(apart @ right)), abs(float(apart @ (-right[1], right[0])))
    if off > LEVEL * height or size_of(quad)[1] > ALIKE[1] * height:
        return False
    # Nets outline lines more or less loosely: inside a line its own height tells nothing.
    alike = size_of(quad)[1] >= ALIKE[0] * height
    return across <= width / 2 or (alike and across <= width / 2 + BESIDE * height)
