"""How a program looks: theme, icons, font, size of the screen, and who frames its windows."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

THEMES = (
    "Yaru", "Yaru", "Yaru-dark", "Adwaita", "Adwaita-dark", "Arc", "Arc-Dark", "Numix", "Greybird",
    "Yaru-blue",
)  # fmt: skip
ICONS = ("Yaru", "Yaru", "Papirus", "elementary-xfce", "Adwaita", "Papirus-Dark")
FONTS = (
    "Ubuntu 11", "Ubuntu 11", "Cantarell 11", "Noto Sans 10", "Roboto 10", "DejaVu Sans 9",
    "Liberation Sans 10", "Open Sans 10",
)  # fmt: skip
SIZES = ((1920, 1080), (1920, 1080), (1280, 720), (1366, 768))
MANAGERS = ("xfwm4", "xfwm4", "openbox", "metacity")
"""What is there twice is drawn twice as often."""

MAXIMISED = 0.75
"""Share of windows that fill the screen."""

SHARED = Path("/usr/share")


@dataclass(frozen=True)
class Look:
    """How one start of a program looks; width and height of the screen are in pixels."""

    theme: str
    icons: str
    font: str
    manager: str
    width: int
    height: int
    maximised: bool


def look_of(seed: int, program: str, number: int) -> Look:
    """The look of a start, drawn among what is installed."""
    rng = np.random.default_rng((seed, number, *program.encode()))
    themes = [own for own in THEMES if (SHARED / "themes" / own / "gtk-3.0").is_dir()]
    icons = [own for own in ICONS if (SHARED / "icons" / own).is_dir()]
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    return Look(
        _drawn(rng, themes or ["Adwaita"]),
        _drawn(rng, icons or ["Adwaita"]),
        _drawn(rng, FONTS),
        _drawn(rng, managers()),
        width,
        height,
        bool(rng.random() < MAXIMISED),
    )


def managers() -> list[str]:
    """The window managers that are installed."""
    return [own for own in MANAGERS if shutil.which(own)]


def _drawn(rng: np.random.Generator, choices: Sequence[str]) -> str:
    return choices[int(rng.integers(len(choices)))]
