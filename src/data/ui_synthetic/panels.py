"""What elements lie on: the page, bars and cards."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from src.data.ui_synthetic.canvas import Canvas, gradient
from src.data.ui_synthetic.layout import EDGE, Rectangle
from src.data.ui_synthetic.palette import Palette, Surface, mixed, shifted

PAGE, BAR, CARD = "page", "bar", "card"

SMALLEST_CARD = (200, 140)
"""Width and height in pixels."""


@dataclass(frozen=True)
class Panel:
    """A part of the screen that elements are put on.

    Args:
        radius: of its corners in pixels.
    """

    box: Rectangle
    surface: Surface
    kind: str
    radius: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]

    def paint(self, rng: np.random.Generator, canvas: Canvas) -> None:
        """Plain or shaded, at times with a shadow or a rim."""
        ground = self.surface.ground
        if self.kind == CARD and rng.random() < 0.6:
            drop, strength = int(rng.integers(2, 7)), float(rng.uniform(0.1, 0.35))
            canvas.shadow(self.box, self.radius, drop, strength)
        if rng.random() < 0.25:
            towards = mixed(ground, self.surface.accent, float(rng.uniform(0.02, 0.07)))
            filling = gradient(self.size, ground, towards, across=bool(rng.random() < 0.4))
            canvas.shape(self.box, self.radius, filling)
        else:
            canvas.shape(self.box, self.radius, ground)
        if self.kind != PAGE and rng.random() < 0.6:
            canvas.outline(self.box, self.radius, 1, shifted(ground))


def drawn_panels(
    rng: np.random.Generator, width: int, height: int, palette: Palette
) -> list[Panel]:
    """The page first, and at times a bar above, a bar at the side, and cards."""
    panels = [Panel((0, 0, width, height), palette.surface(rng), PAGE)]
    left, top = 0, 0
    if rng.random() < 0.35:
        top = int(rng.integers(44, 90))
        panels.append(Panel((0, 0, width, top), palette.surface(rng, raised=True), BAR))
    if rng.random() < 0.3:
        left = int(rng.integers(130, min(240, width // 3 + 1)))
        panels.append(Panel((0, top, left, height), palette.surface(rng, raised=True), BAR))
    for _ in range(int(rng.choice([0, 0, 1, 2, 3]))):
        box = _card(rng, (left, top, width, height))
        if box and all(_parted(box, other.box) for other in panels[1:]):
            radius = int(rng.choice([0, 4, 8, 14]))
            panels.append(Panel(box, palette.surface(rng, raised=True), CARD, radius))
    return panels


def drawn_panel(rng: np.random.Generator, panels: Sequence[Panel]) -> Panel:
    """Any of them, by its area."""
    areas = np.array([panel.size[0] * panel.size[1] for panel in panels], float)
    areas[0] = max(areas[0] - areas[1:].sum(), 0.1 * areas[0])
    return panels[int(rng.choice(len(panels), p=areas / areas.sum()))]


def _card(rng: np.random.Generator, room: Rectangle) -> Rectangle | None:
    """A place for a card; ``None`` where it would leave the room."""
    left, top, right, bottom = room
    most = (right - left) * 2 // 3, (bottom - top) * 2 // 3
    sides = zip(SMALLEST_CARD, most, strict=True)
    wide, high = (int(rng.integers(low, max(low, up) + 1)) for low, up in sides)
    away = 2 * EDGE
    if left + wide + 2 * away >= right or top + high + 2 * away >= bottom:
        return None
    x = int(rng.integers(left + away, right - wide - away))
    y = int(rng.integers(top + away, bottom - high - away))
    return x, y, x + wide, y + high


def _parted(one: Rectangle, other: Rectangle) -> bool:
    beside = one[2] + EDGE <= other[0] or other[2] + EDGE <= one[0]
    return beside or one[3] + EDGE <= other[1] or other[3] + EDGE <= one[1]
