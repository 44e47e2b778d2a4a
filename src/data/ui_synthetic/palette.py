"""Colours of a screen: surfaces, inks that can be read on them, accents."""

import colorsys
from dataclasses import dataclass

import numpy as np

Colour = tuple[int, int, int]

READABLE = 4.0
"""WCAG contrast of small text to its ground; the standard asks for 4.5, real pages give less."""

VISIBLE = 1.22
"""Contrast from which the edge of a filled shape is plain to a person."""

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
DARK, LIGHT = "dark", "light"
THEMES = (LIGHT, DARK)


@dataclass(frozen=True)
class Surface:
    """What elements lie on, and the colours that show on it.

    Args:
        ground: its colour; where it is a gradient, that of its middle.
        ink: of ordinary text.
        faint: of hints and of borders.
        accent: of what should be seen first.
    """

    ground: Colour
    ink: Colour
    faint: Colour
    accent: Colour


@dataclass(frozen=True)
class Palette:
    """One hue, and how light the screen is."""

    theme: str
    hue: float
    warmth: float

    @classmethod
    def drawn(cls, rng: np.random.Generator, theme: str) -> "Palette":
        """A hue, and greys that lean a little towards another."""
        return cls(theme, float(rng.random()), float(rng.random()))

    def surface(self, rng: np.random.Generator, raised: bool = False) -> Surface:
        """A page, or a panel that is raised over it and sometimes coloured."""
        tint = float(rng.choice([0.0, 0.02, 0.06]))
        if self.theme == LIGHT:
            value = rng.uniform(0.96, 1.0) if raised else rng.uniform(0.88, 1.0)
        else:
            value = rng.uniform(0.16, 0.27) if raised else rng.uniform(0.06, 0.19)
            tint *= 2.5
        ground = hsv(self.warmth, tint, float(value))
        if raised and rng.random() < 0.15:
            ground = hsv(self.hue, float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.35, 0.95)))
        return on(rng, ground, self.hue)


def on(rng: np.random.Generator, ground: Colour, hue: float) -> Surface:
    """Inks that can be read on a ground."""
    towards = max((WHITE, BLACK), key=lambda end: contrast(end, ground))
    ink = mixed(ground, towards, float(rng.uniform(0.82, 0.98)))
    ink = ink if contrast(ink, ground) >= READABLE else towards
    faint = mixed(ground, towards, float(rng.uniform(0.28, 0.5)))
    return Surface(ground, ink, faint, vivid(rng, ground, hue))


def vivid(rng: np.random.Generator, ground: Colour, hue: float, least: float = 2.2) -> Colour:
    """A saturated colour near a hue that stands out from the ground."""
    for _ in range(20):
        colour = hsv(
            hue + float(rng.normal(0, 0.03)), rng.uniform(0.5, 0.95), rng.uniform(0.4, 0.95)
        )
        if contrast(colour, ground) >= least:
            return colour
    return (20, 20, 20) if luminance(ground) > 0.3 else (240, 240, 240)


def readable(rng: np.random.Generator, ground: Colour) -> Colour:
    """Ink for a text on a coloured shape: white where that can be read, else near black."""
    white, black = contrast((255, 255, 255), ground), contrast((17, 17, 17), ground)
    if white >= READABLE * 0.75 and (white > black or rng.random() < 0.7):
        return (255, 255, 255)
    return (17, 17, 17) if black >= white else (255, 255, 255)


def shifted(ground: Colour, least: float = VISIBLE) -> Colour:
    """The nearest lighter or darker shade that can be told from the ground."""
    towards = (255, 255, 255) if luminance(ground) < 0.3 else (0, 0, 0)
    for share in np.linspace(0.04, 1, 49):
        shade = mixed(ground, towards, float(share))
        if contrast(shade, ground) >= least:
            return shade
    return towards


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour by hue (any turn), saturation and value (0 to 1)."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, float(saturation), float(value))
    return round(255 * red), round(255 * green), round(255 * blue)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """``share`` of the other colour in the one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 has it, 0 to 1."""
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (channel / 255 for channel in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
