"""Pages from a seed: which screen, how large, how scaled, how it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from src.core import SPLITS, InputError
from src.data.ui_rendered import screens_desktop, screens_phone
from src.data.ui_rendered.page import HELD_OUT, Page
from src.data.ui_rendered.skins import Skin, sheet

VERSION = 2
"""Raised whenever the same seed would give another page, or another truth."""

DESKTOP, PHONE = "desktop", "phone"
PLATFORMS = (DESKTOP, PHONE)

PHONES = 1 / 3
"""Share of phones among pages of any platform."""

DESKTOPS = (
    (1920, 1080, 1.0), (1920, 1080, 1.0), (1920, 1080, 1.0), (1920, 1080, 1.25), (1920, 1080, 1.5),
    (1280, 720, 1.0), (1280, 720, 1.0), (1280, 720, 1.25), (1280, 800, 1.0), (1366, 768, 1.0),
    (1600, 900, 1.25), (1680, 1050, 1.75), (1920, 1080, 2.0),
)  # fmt: skip
"""Width and height of screenshots in pixels, and pixels per CSS pixel; common ones stand twice."""

PHONE_SIZES = (
    (360, 598),
    (360, 640),
    (360, 640),
    (360, 640),
    (375, 667),
    (412, 732),
    (360, 780),
    (393, 851),
)
"""CSS pixels of phones."""

ATTEMPTS = 40


@dataclass(frozen=True)
class Kept:
    """What becomes of a screenshot before it is stored, as collections of phone screens have it.

    Args:
        height: pixels that it is made smaller to; ``None`` for as it is.
        quality: of the JPEG that it once was; ``None`` for never.
        filter: of making it smaller: ``box``, ``bilinear``, ``bicubic`` or ``lanczos``.
    """

    height: int | None = None
    quality: int | None = None
    filter: str = "bilinear"


@dataclass(frozen=True)
class Source:
    """One page before it is rendered.

    Args:
        width, height: of the viewport in CSS pixels.
        scale: pixels of the screenshot per CSS pixel.
        parts: names of its components.
    """

    html: str
    width: int
    height: int
    scale: float
    kept: Kept
    parts: frozenset[str]
    tags: Mapping[str, str] = field(default_factory=dict)


def page_source(seed: int, split: str, index: int, platform: str | None = None) -> Source:
    """The page of a number: the same bytes for the same seed, split, number and platform.

    Pages of val and test have fonts of their own, and at least one component of their own.
    """
    if split not in SPLITS:
        raise InputError(f"split must be one of {SPLITS}, got {split!r}")
    root = np.random.SeedSequence((seed, SPLITS.index(split), index))
    rng = np.random.default_rng(root)
    phone = bool(rng.random() < PHONES) if platform is None else platform == PHONE
    for child in root.spawn(ATTEMPTS):
        source = _attempt(np.random.default_rng(child), split, phone)
        if not HELD_OUT[split] or source.parts & HELD_OUT[split]:
            return source
    raise RuntimeError(f"no page of {split} has a component of its own after {ATTEMPTS} attempts")


def _attempt(rng: np.random.Generator, split: str, phone: bool) -> Source:
    skin = Skin.drawn(rng, split, phone)
    page = Page(rng, split, phone, skin)
    screen = screens_phone.whole(page) if phone else screens_desktop.whole(page)
    html = (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><style>'
        f"{skin.css}{sheet()}</style></head><body class={skin.classes!r}>{screen}</body></html>"
    )
    tags = {"theme": skin.theme, "platform": PHONE if phone else DESKTOP}
    if phone:
        return Source(html, *_phone(rng), frozenset(page.used), tags)
    return Source(html, *_desktop(rng), frozenset(page.used), tags)


def _desktop(rng: np.random.Generator) -> tuple[int, int, float, Kept]:
    width, height, scale = DESKTOPS[int(rng.integers(len(DESKTOPS)))]
    return round(width / scale), round(height / scale), scale, Kept()


def _phone(rng: np.random.Generator) -> tuple[int, int, float, Kept]:
    width, height = PHONE_SIZES[int(rng.integers(len(PHONE_SIZES)))]
    kind = rng.random()
    if kind < 0.2:
        return width, height, float(rng.choice([1.0, 1.0, 1.5, 2.0])), Kept()
    smaller = str(rng.choice(["box", "bilinear", "bicubic", "lanczos"]))
    quality = int(rng.integers(60, 96)) if rng.random() < 0.6 else None
    return (
        width,
        height,
        2.0,
        Kept(int(rng.choice([598, 640, 640, 640, 720, 800])), quality, smaller),
    )
