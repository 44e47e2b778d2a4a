"""How a page looks: colours, fonts, corners, distances, the style of its controls and icons."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from src.data.ui_rendered.families import MONO, SANS, SERIF
from src.data.ui_rendered.pictograms import STYLES
from src.data.ui_synthetic.palette import DARK, LIGHT, Colour, hsv, mixed, readable, shifted, vivid

SHEET = Path(__file__).with_name("sheet.css")

WHITE, BLACK = (255, 255, 255), (0, 0, 0)

BUTTONS = ("flat", "outline", "soft", "shaded", "raised", "pill", "bevel")
FIELDS = ("box", "box", "filled", "line", "pill", "inset")

TONES = ((0.0, 0.45), (0.13, 0.04), (0.58, 0.3), (0.95, 0.5), (0.77, 0.4))
"""Hue and saturation of the coloured grounds that some dark programs have."""


@dataclass(frozen=True)
class Skin:
    """The look of one page.

    Args:
        ground, panel, raised: colours of the page, of its bars, of what lies over them.
        size: of ordinary text in CSS pixels.
        tight: 0 for airy to 1 for dense.
        thick: width of the lines of icons, on their field of 24.
    """

    theme: str
    ground: Colour
    panel: Colour
    raised: Colour
    ink: Colour
    muted: Colour
    line: Colour
    accent: Colour
    on_accent: Colour
    sans: str
    serif: str
    mono: str
    size: float
    radius: float
    tight: float
    button: str
    field: str
    icons: str
    thick: float
    shadow: bool

    @classmethod
    def drawn(cls, rng: np.random.Generator, split: str, phone: bool = False) -> "Skin":
        """Any look that the fonts of a split allow."""
        theme = DARK if rng.random() < 0.33 else LIGHT
        ground, panel, raised = _grounds(rng, theme)
        ink = mixed(ground, WHITE if theme == DARK else BLACK, float(rng.uniform(0.78, 0.97)))
        accent = vivid(rng, raised, float(rng.random()), least=float(rng.choice([1.8, 2.5, 3.0])))
        sizes = (13, 14, 15, 16) if phone else (11, 12, 13, 14, 15)
        return cls(
            theme=theme,
            ground=ground,
            panel=panel,
            raised=raised,
            ink=ink,
            muted=mixed(ink, ground, float(rng.uniform(0.25, 0.45))),
            line=shifted(raised, float(rng.choice([1.2, 1.3, 1.5, 1.9]))),
            accent=accent,
            on_accent=readable(rng, accent),
            sans=_of(rng, SANS[split]),
            serif=_of(rng, SERIF[split]),
            mono=_of(rng, MONO[split]),
            size=float(rng.choice(sizes)),
            radius=float(rng.choice([0, 2, 3, 4, 6, 8, 12])),
            tight=float(rng.random()),
            button=_of(rng, BUTTONS),
            field=_of(rng, FIELDS),
            icons=str(rng.choice(STYLES, p=[0.32, 0.17, 0.13, 0.2, 0.18])),
            thick=float(rng.choice([1.4, 1.7, 2.0, 2.4])),
            shadow=bool(rng.random() < 0.6),
        )

    @property
    def classes(self) -> str:
        """Which of the styles of the sheet the page has."""
        return f"buttons-{self.button} fields-{self.field}"

    @property
    def css(self) -> str:
        """The look as variables of CSS."""
        names = {
            "ground": css(self.ground),
            "panel": css(self.panel),
            "raised": css(self.raised),
            "ink": css(self.ink),
            "muted": css(self.muted),
            "line": css(self.line),
            "accent": css(self.accent),
            "on-accent": css(self.on_accent),
            "brand": css(self.accent),
            "on-brand": css(self.on_accent),
            "hover": css(shifted(self.raised, 1.18)),
            "soft": css(mixed(self.raised, self.accent, 0.18)),
            "sans": f"{self.sans},sans-serif",
            "serif": f"{self.serif},serif",
            "mono": f"{self.mono},monospace",
            "size": f"{self.size:g}px",
            "radius": f"{self.radius:g}px",
            "pad": f"{round(9 - 6 * self.tight)}px",
            "gap": f"{round(12 - 7 * self.tight)}px",
            "lift": "0 1px 4px rgba(0,0,0,.28)" if self.shadow else "none",
        }
        return ":root{" + "".join(f"--{name}:{value};" for name, value in names.items()) + "}"


@lru_cache(maxsize=1)
def sheet() -> str:
    """The rules that all pages share."""
    return SHEET.read_text("utf-8")


def css(colour: Colour) -> str:
    """A colour as CSS has it."""
    return f"rgb{colour}".replace(" ", "")


def _of(rng: np.random.Generator, choices: tuple[str, ...]) -> str:
    return choices[int(rng.integers(len(choices)))]


def _grounds(rng: np.random.Generator, theme: str) -> tuple[Colour, Colour, Colour]:
    """Page, panels and what is raised over them."""
    tone, tint = float(rng.random()), float(rng.choice([0, 0, 0.015, 0.03, 0.06]))
    if theme == LIGHT:
        raised = hsv(tone, tint / 3, float(rng.uniform(0.97, 1)))
        panel = hsv(tone, tint, float(rng.uniform(0.88, 0.98)))
        ground = hsv(tone, tint, float(rng.uniform(0.86, 0.99)))
    else:
        tone, tint = (
            TONES[int(rng.integers(len(TONES)))] if rng.random() < 0.2 else (tone, 3 * tint)
        )
        ground = hsv(tone, tint, float(rng.uniform(0.05, 0.16)))
        panel = hsv(tone, tint, float(rng.uniform(0.1, 0.22)))
        raised = hsv(tone, tint, float(rng.uniform(0.14, 0.28)))
    return (raised, panel, ground) if rng.random() < 0.2 else (ground, panel, raised)
