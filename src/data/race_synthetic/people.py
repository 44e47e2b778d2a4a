"""People who do not exist: what each looks like, and the number that runs with them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from src.data.race_synthetic.sheets import Design, drawn_design

Colour = tuple[float, float, float]
"""Red, green and blue of 0 to 1."""

SKINS: tuple[Colour, ...] = (
    (0.93, 0.76, 0.66), (0.90, 0.70, 0.58), (0.86, 0.65, 0.52), (0.80, 0.59, 0.45),
    (0.72, 0.51, 0.37), (0.62, 0.42, 0.30), (0.50, 0.33, 0.23), (0.40, 0.26, 0.19),
)  # fmt: skip
SKIN_SHARES = (0.12, 0.2, 0.2, 0.16, 0.12, 0.09, 0.06, 0.05)
HAIRS: tuple[Colour, ...] = (
    (0.09, 0.07, 0.06), (0.16, 0.11, 0.08), (0.27, 0.18, 0.11), (0.42, 0.29, 0.17),
    (0.60, 0.46, 0.27), (0.45, 0.22, 0.12), (0.55, 0.54, 0.53), (0.75, 0.74, 0.72),
)  # fmt: skip
CLOTHES: tuple[Colour, ...] = (
    (0.82, 0.13, 0.16), (0.10, 0.28, 0.65), (0.05, 0.07, 0.12), (0.93, 0.93, 0.91),
    (0.95, 0.55, 0.08), (0.15, 0.55, 0.32), (0.92, 0.86, 0.12), (0.45, 0.18, 0.50),
    (0.10, 0.62, 0.72), (0.90, 0.32, 0.52), (0.35, 0.37, 0.42), (0.62, 0.80, 0.20),
)  # fmt: skip

SHORT, LONG, TAIL, BALD = "short", "long", "tail", "bald"
STYLES = (SHORT, LONG, TAIL, BALD)

SHAPES = 7
"""Numbers that say how a face departs from the usual one: see ``faces.shape_of``."""

JERSEYS = 0.35
"""Share of those who do not run who wear a number on their shirt."""

OF_PEOPLE = 977
"""Keeps the seeds of people apart from those of photos."""


@dataclass(frozen=True)
class Person:
    """Somebody, as they look on the day of the race.

    Args:
        name: ``""`` for somebody who is seen once.
        number: on their bib; ``""`` for whoever does not run.
        jersey: digits on their shirt, which are no bib.
        eyes, mouth: how much of the second portrait is in the upper and the lower face.
        shape: see ``SHAPES``; deviations from the usual face.
        frame: colour of glasses, dark ones if ``shaded``; ``None`` without.
    """

    name: str
    number: str
    design: Design
    skin: Colour
    hair: Colour
    style: str
    eyes: float
    mouth: float
    mirrored: bool
    shape: tuple[float, ...]
    stubble: float
    frame: Colour | None
    shaded: bool
    cap: Colour | None
    shirt: Colour
    panel: Colour
    shorts: Colour
    sleeves: bool
    build: float
    marking: str
    jersey: str
    seed: int


@lru_cache(maxsize=4)
def everybody(seed: int, count: int) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Runners, each with a number of their own, and bystanders who come back: a fifth."""
    bystanders = count // 5
    rng = np.random.default_rng(np.random.SeedSequence((seed, OF_PEOPLE)))
    numbers = drawn_numbers(rng, count - bystanders)
    runners = tuple(
        drawn_person(_own(seed, place), f"runner_{place + 1:02d}", number)
        for place, number in enumerate(numbers)
    )
    others = tuple(
        drawn_person(_own(seed, len(runners) + place), f"anonymous_{place + 1}")
        for place in range(bystanders)
    )
    return runners, others


def _own(seed: int, place: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence((seed, OF_PEOPLE, place)))


def drawn_numbers(rng: np.random.Generator, count: int) -> list[str]:
    """Numbers of 1 to 9999, each once; most have three or four digits."""
    digits = rng.choice([1, 2, 3, 4], count, p=[0.03, 0.12, 0.4, 0.45])
    numbers: list[str] = []
    for length in digits.tolist():
        fresh = ""
        # Where all of one length are given out the next length has room.
        while not fresh or fresh in numbers:
            fresh = str(rng.integers(10 ** (length - 1), 10**length))
            length = min(4, length + (fresh in numbers))
        numbers.append(fresh)
    return numbers


def drawn_person(rng: np.random.Generator, name: str = "", number: str = "") -> Person:
    """Anybody."""
    skin = int(rng.choice(len(SKINS), p=SKIN_SHARES))
    hair = int(rng.integers(0, len(HAIRS)) if skin < 4 else rng.choice([0, 0, 1, 2, 6]))
    glasses = rng.random()
    eyes = float(rng.uniform(0, 0.2) if rng.random() < 0.7 else rng.uniform(0.6, 0.85))
    frame = _tinted(rng, (0.1, 0.09, 0.09), 0.06) if glasses < 0.22 or eyes > 0.3 else None
    shirt, panel, shorts = rng.choice(len(CLOTHES), 3)
    return Person(
        name=name,
        number=number,
        design=drawn_design(rng),
        skin=_tinted(rng, SKINS[skin], 0.02),
        hair=_tinted(rng, HAIRS[hair], 0.02),
        style=str(rng.choice(STYLES, p=[0.5, 0.16, 0.26, 0.08])),
        eyes=eyes,
        mouth=float(rng.beta(1.0, 1.1) * 0.85),
        mirrored=bool(rng.random() < 0.5),
        shape=tuple(float(value) for value in np.clip(rng.standard_normal(SHAPES), -1.8, 1.8)),
        stubble=float(max(0.0, rng.uniform(-1.0, 0.55))),
        frame=frame,
        shaded=bool(frame is not None and eyes < 0.3 and rng.random() < 0.6),
        cap=CLOTHES[int(rng.integers(0, len(CLOTHES)))] if rng.random() < 0.22 else None,
        shirt=_tinted(rng, CLOTHES[shirt], 0.04),
        panel=_tinted(rng, CLOTHES[panel], 0.04),
        shorts=_tinted(rng, CLOTHES[shorts] if rng.random() < 0.4 else (0.1, 0.1, 0.13), 0.03),
        sleeves=bool(rng.random() < 0.6),
        build=float(np.clip(rng.normal(1.0, 0.07), 0.86, 1.18)),
        marking=str(rng.choice(["plain", "panel", "band", "sash"], p=[0.4, 0.3, 0.2, 0.1])),
        jersey=str(rng.integers(1, 99)) if not number and rng.random() < JERSEYS else "",
        seed=int(rng.integers(0, 2**31)),
    )


def _tinted(rng: np.random.Generator, colour: Colour, spread: float) -> Colour:
    red, green, blue = np.clip(np.asarray(colour) + rng.normal(0, spread, 3), 0.01, 0.99).tolist()
    return red, green, blue
