"""Bright or elongated things in soil that are no roots."""

import numpy as np

from src.data.synthetic.soil_sheet import Pieces, Places, SoilSheet

PIXELS = 250_000
"""The area, 500 × 500, for which amounts are given."""


def confuse(rng: np.random.Generator, sheet: SoilSheet, amount: float) -> None:
    """Pale stones, slivers of quartz, perlite, straw and air bubbles."""
    share = amount * sheet.shape[0] * sheet.shape[1] / PIXELS

    def somewhere(mean: float) -> Places:
        count = rng.poisson(mean * share * rng.uniform(0.4, 1.6))
        return rng.uniform(0, 1, (count, 2)) * sheet.shape[::-1]

    sheet.fill(_stones(rng, somewhere(26), (3, 10), (128, 117, 106), longest=2.5))
    sheet.fill(_stones(rng, somewhere(16), (2.5, 5), (134, 128, 121), longest=7))
    sheet.fill(_perlite(rng, somewhere(10)))
    sheet.fill(_straw(rng, somewhere(12)))
    for place in somewhere(4):
        _bubble(rng, sheet, place)


def _stones(
    rng: np.random.Generator,
    places: Places,
    radii: tuple[float, float],
    tone: tuple[int, int, int],
    longest: float,
) -> Pieces:
    count = len(places)
    colours = rng.normal(1, 0.16, (count, 1)) * np.array(tone)
    return Pieces.angular(rng, places, rng.uniform(*radii, count), colours, longest)


def _perlite(rng: np.random.Generator, places: Places) -> Pieces:
    """Clusters of small white grains."""
    clustered = np.repeat(places, 4, axis=0)
    clustered += rng.normal(0, 2.5, clustered.shape)
    return _stones(rng, clustered, (0.8, 3.2), (178, 168, 152), longest=1.6)


def _straw(rng: np.random.Generator, places: Places) -> Pieces:
    """Short, straight, dark or rusty fibres with blunt ends."""
    count = len(places)
    angles = rng.uniform(0, np.pi, count)
    along = np.stack([np.cos(angles), np.sin(angles)], -1) * rng.uniform(5, 20, (count, 1))
    across = np.stack([-np.sin(angles), np.cos(angles)], -1) * rng.uniform(0.8, 2.5, (count, 1))
    corners = np.stack([along + across, along - across, -along - across, across - along], 1)
    colours = rng.uniform(0.45, 1.1, (count, 1)) * np.array([100, 74, 56])
    return Pieces(places[:, None] + corners, colours)


def _bubble(rng: np.random.Generator, sheet: SoilSheet, place: Places) -> None:
    """Air between glass and soil: a rim bright on one side, and a glint."""
    radius, turn = float(rng.uniform(4, 18)), float(rng.uniform(0, 360))
    tone = int(rng.integers(95, 150))
    sheet.arc(place, radius, (0, 360), (48, 43, 41))
    sheet.arc(place, radius - 1, (turn, turn + 130), (tone, tone - 3, tone - 6))
    sheet.arc(place, radius - 1, (turn + 190, turn + 260), (tone - 25, tone - 28, tone - 31))
    sheet.dots(place + radius * rng.uniform(-0.5, 0, (2, 2)), (190, 190, 190))
