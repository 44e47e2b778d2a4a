"""Icons as lines and shapes on a field of 24 × 24, named and invented."""

from collections.abc import Sequence

import numpy as np

FIELD = 24.0

Stroke = tuple[str, tuple[float, ...]]
"""What to draw: ``line`` and ``poly`` with x, y …; ``circle`` and ``dot`` with x, y, radius;
``rect`` with x1, y1, x2, y2, radius; ``arc`` with x, y, radius, from and to in degrees."""

Icon = tuple[Stroke, ...]


def strokes(written: str) -> Icon:
    """The strokes of an icon that is written as ``line 4 12 20 12; dot 12 12 2``."""
    parts = [part.split() for part in written.split(";") if part.strip()]
    return tuple((name, tuple(float(number) for number in numbers)) for name, *numbers in parts)


DRAWN = {
    "search": "circle 10 10 6; line 14.5 14.5 21 21",
    "menu": "line 3 6 21 6; line 3 12 21 12; line 3 18 21 18",
    "close": "line 5 5 19 19; line 19 5 5 19",
    "plus": "line 12 4 12 20; line 4 12 20 12",
    "minus": "line 4 12 20 12",
    "check": "line 4 13 9 18 20 6",
    "home": "line 3 12 12 4 21 12; rect 6 11 18 20 0",
    "envelope": "rect 3 5 21 19 2; line 3 7 12 13 21 7",
    "trash": "line 4 7 20 7; rect 6 7 18 21 1.5; line 9 4 15 4",
    "pencil": "poly 4 20 5 15 16 4 20 8 9 19; line 13.5 6.5 17.5 10.5",
    "bell": "poly 6 17 7 10 9 6 12 5 15 6 17 10 18 17; line 4 17 20 17; dot 12 20 1.6",
    "person": "circle 12 8 4; arc 12 21 8 180 360",
    "people": "circle 9 9 3; arc 9 20 6 180 360; circle 17 8 2.4; arc 17 18 5 200 360",
    "heart": "poly 12 20 4 12 3 8.5 5 5.5 8 5 12 8.5 16 5 19 5.5 21 8.5 20 12",
    "star": (
        "poly 12 2.5 14.47 8.6 21.04 9.06 15.99 13.3 17.58 19.69 12 16.2 6.42 19.69 8.01 13.3 "
        "2.96 9.06 9.53 8.6"
    ),
    "flag": "line 5 3 5 21; poly 5 4 19 4 15 8.5 19 13 5 13",
    "lock": "rect 5 11 19 21 2; arc 12 11 4.5 180 360",
    "camera": "rect 2 7 22 20 2; circle 12 13 4; line 8 7 10 4 14 4",
    "cloud": "arc 8 14 4.5 90 290; arc 13 11 5 200 340; arc 17 14.5 4 270 450; line 8 18.5 17 18.5",
    "chart": "rect 4 12 8 20 0; rect 10 5 14 20 0; rect 16 9 20 20 0",
    "grid": "rect 4 4 10 10 1; rect 14 4 20 10 1; rect 4 14 10 20 1; rect 14 14 20 20 1",
    "list": (
        "dot 4.5 6 1.4; dot 4.5 12 1.4; dot 4.5 18 1.4; line 8 6 21 6; line 8 12 21 12; line "
        "8 18 21 18"
    ),
    "dots": "dot 5 12 2; dot 12 12 2; dot 19 12 2",
    "more": "dot 12 5 2; dot 12 12 2; dot 12 19 2",
    "play": "poly 7 4 20 12 7 20",
    "pause": "rect 6 4 10 20 0.5; rect 14 4 18 20 0.5",
    "download": "line 12 3 12 15; line 7 10 12 15 17 10; line 4 20 20 20",
    "upload": "line 12 15 12 3; line 7 8 12 3 17 8; line 4 20 20 20",
    "back": "line 20 12 4 12; line 11 5 4 12 11 19",
    "forward": "line 4 12 20 12; line 13 5 20 12 13 19",
    "left": "line 15 5 8 12 15 19",
    "right": "line 9 5 16 12 9 19",
    "down": "line 5 9 12 16 19 9",
    "up": "line 5 15 12 8 19 15",
    "refresh": "arc 12 12 8 20 300; line 16 3 16.5 6 13 7",
    "clock": "circle 12 12 9; line 12 6 12 12 16 14",
    "globe": "circle 12 12 9; line 3 12 21 12; line 12 3 8 12 12 21; line 12 3 16 12 12 21",
    "folder": "poly 2 6 9 6 11 8 22 8 22 20 2 20",
    "file": "poly 5 2 15 2 20 7 20 22 5 22; line 15 2 15 7 20 7",
    "floppy": "poly 3 3 17 3 21 7 21 21 3 21; rect 7 3 15 8 0; rect 7 13 17 21 0",
    "printer": "rect 3 9 21 17 1; rect 7 3 17 9 0; rect 7 14 17 21 0",
    "gear": (
        "poly 12 2 14.76 5.35 19.07 4.93 18.65 9.24 22 12 18.65 14.76 19.07 19.07 14.76 18.65 "
        "12 22 9.24 18.65 4.93 19.07 5.35 14.76 2 12 5.35 9.24 4.93 4.93 9.24 5.35; circle 12 "
        "12 3"
    ),
    "sun": (
        "circle 12 12 4; line 18.5 12 21.5 12; line 16.6 16.6 18.72 18.72; line 12 18.5 12 "
        "21.5; line 7.4 16.6 5.28 18.72; line 5.5 12 2.5 12; line 7.4 7.4 5.28 5.28; line 12 "
        "5.5 12 2.5; line 16.6 7.4 18.72 5.28"
    ),
    "bolt": "poly 13 2 5 13 11 13 9 22 19 10 13 10",
    "pin": "poly 12 22 6 12 5 8 8 4 12 3 16 4 19 8 18 12; circle 12 9 2.5",
    "bubble": "poly 3 4 21 4 21 16 12 16 7 21 7 16 3 16",
    "phone": "rect 6 2 18 22 2; line 10.5 19 13.5 19",
    "calendar": "rect 3 5 21 21 2; line 3 10 21 10; line 8 2 8 7; line 16 2 16 7",
    "cart": "line 2 4 5 4 8 15 19 15 21 7 6 7; dot 9 19.5 1.8; dot 17 19.5 1.8",
    "tag": "poly 3 3 12 3 21 12 12 21 3 12; dot 7.5 7.5 1.5",
    "eye": "poly 2 12 7 7 12 5.5 17 7 22 12 17 17 12 18.5 7 17; circle 12 12 3",
    "info": "circle 12 12 9; line 12 11 12 17; dot 12 7.5 1.3",
    "warning": "poly 12 3 22 20 2 20; line 12 9 12 14; dot 12 17 1.2",
    "power": "arc 12 13 8 300 600; line 12 3 12 12",
    "sliders": "line 3 7 21 7; line 3 17 21 17; dot 9 7 2.6; dot 15 17 2.6",
    "layers": "poly 12 3 22 8.5 12 14 2 8.5; line 2 13 12 18.5 22 13",
    "scissors": "circle 6 6 2.6; circle 6 18 2.6; line 8 8 20 19; line 8 16 20 5",
    "copy": "rect 3 3 15 15 2; rect 9 9 21 21 2",
    "picture": "rect 2 4 22 20 2; dot 8 9 1.8; line 3 18 9 12 13 16 17 11 21 16",
    "note": "dot 7 18 3; line 10 18 10 5 19 3 19 15; dot 16.5 15.5 2.6",
}

ICONS: dict[str, Icon] = {name: strokes(written) for name, written in DRAWN.items()}
"""Name to icon."""

FRAMES = tuple(map(strokes, (
    "",
    "circle 12 12 10",
    "rect 3 3 21 21 2",
    "rect 2 5 22 19 3",
    "poly 12 2 22 12 12 22 2 12",
    "poly 12 2 21 5 20 14 12 22 4 14 3 5",
    "line 3 8 3 3 8 3; line 21 16 21 21 16 21",
)))  # fmt: skip
"""What an invented icon may be set in."""


def drawn_icon(rng: np.random.Generator, names: Sequence[str] | None = None) -> tuple[str, Icon]:
    """A named icon mostly, else one that nobody has seen, which is called ``symbol``."""
    if names is None and rng.random() < 0.25:
        return "symbol", invented(rng)
    known = list(ICONS) if names is None else list(names)
    name = known[int(rng.integers(len(known)))]
    return name, ICONS[name]


def invented(rng: np.random.Generator) -> Icon:
    """A frame with a few strokes on a grid of 2 px in it, often symmetric."""
    frame = FRAMES[int(rng.integers(len(FRAMES)))]
    low, high = (7, 17) if frame else (3, 21)
    drawn: list[Stroke] = []
    for _ in range(int(rng.integers(1, 4))):
        places = tuple((rng.integers(0, (high - low) // 2 + 1, 6) * 2.0 + low).tolist())
        kind = rng.random()
        if kind < 0.5:
            drawn.append(("line", places[: 4 if rng.random() < 0.6 else 6]))
        elif kind < 0.7:
            drawn.append(("dot", (*places[:2], float(rng.uniform(1.2, 2.6)))))
        elif kind < 0.85:
            drawn.append(("circle", (*places[:2], float(rng.uniform(2, 4)))))
        else:
            drawn.append(("poly", places))
    if rng.random() < 0.5:
        drawn += [_mirrored(stroke) for stroke in drawn]
    return (*frame, *drawn)


def _mirrored(stroke: Stroke) -> Stroke:
    name, numbers = stroke
    flipped = 2 if name in ("dot", "circle") else len(numbers)
    return name, tuple(
        FIELD - one if at % 2 == 0 and at < flipped else one for at, one in enumerate(numbers)
    )
