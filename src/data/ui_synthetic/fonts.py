"""Fonts that every installation has, since matplotlib and Pillow bring them along."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PIL import ImageFont

from src.core import InputError

Font = ImageFont.FreeTypeFont

OWN = ""
"""The font that Pillow carries inside."""

FAMILIES: dict[str, tuple[str, str]] = {
    "sans": ("DejaVuSans", "DejaVuSans-Bold"),
    "oblique": ("DejaVuSans-Oblique", "DejaVuSans-BoldOblique"),
    "serif": ("DejaVuSerif", "DejaVuSerif-Bold"),
    "mono": ("DejaVuSansMono", "DejaVuSansMono-Bold"),
    "book": ("STIXGeneral", "STIXGeneralBol"),
    "grotesque": ("cmss10", "DejaVuSans-Bold"),
    "plain": (OWN, OWN),
}
"""Name to its regular and its bold file."""

SHARES = {
    "sans": 0.3,
    "oblique": 0.05,
    "serif": 0.1,
    "mono": 0.08,
    "book": 0.12,
    "grotesque": 0.1,
    "plain": 0.25,
}
"""How often a screen is set in each."""


def drawn_family(rng: np.random.Generator) -> str:
    """The family of a whole screen, or of one element that differs."""
    return str(rng.choice(list(SHARES), p=list(SHARES.values())))


@lru_cache(maxsize=512)
def font(family: str, size: int, bold: bool = False) -> Font:
    """A font by family and size in pixels."""
    file = FAMILIES[family][bold]
    if file == OWN:
        found = ImageFont.load_default(size=size)
        if not isinstance(found, Font):
            raise InputError("Pillow was built without FreeType: install its usual wheel")
        return found
    return ImageFont.truetype(str(matplotlib_fonts() / f"{file}.ttf"), size)


@lru_cache(maxsize=1)
def matplotlib_fonts() -> Path:
    """Where matplotlib keeps its fonts; asked for without importing it, which takes a second."""
    place = find_spec("matplotlib")
    if place is None or place.origin is None:
        raise InputError("matplotlib, whose fonts are drawn with, is not installed: install it")
    return Path(place.origin).parent / "mpl-data" / "fonts" / "ttf"
