"""One screen from a random generator: ground, panels, elements."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from src.data.ui.elements import Box, Element
from src.data.ui_synthetic import marks, widgets
from src.data.ui_synthetic.canvas import Canvas
from src.data.ui_synthetic.fonts import drawn_family
from src.data.ui_synthetic.layout import EDGE, Room
from src.data.ui_synthetic.palette import Palette
from src.data.ui_synthetic.panels import drawn_panel, drawn_panels
from src.data.ui_synthetic.plan import Plan, Wish
from src.data.ui_synthetic.screen import CONTROL, LEAF, LOOKS, Drawn

Make = Callable[[Wish], Plan | None]

TYPES: Mapping[str, tuple[Make, float]] = {
    widgets.BUTTON: (widgets.button, 0.24),
    marks.ICON: (marks.icon, 0.2),
    marks.TEXT: (marks.text, 0.16),
    marks.LINK: (marks.link, 0.1),
    widgets.FIELD: (widgets.text_field, 0.12),
    marks.CHECK_BOX: (marks.check_box, 0.1),
    widgets.DROP_DOWN: (widgets.drop_down, 0.08),
}
"""How each type is made, and its share of the elements."""

FAILURES = 60
"""Elements that find no place before a screen is begun anew with more room."""


@dataclass(frozen=True)
class Difficulty:
    """How many elements a screen has, and their longer side in pixels; both ends included."""

    count: tuple[int, int]
    sides: tuple[int, int]


DIFFICULTIES: Mapping[str, Difficulty] = {
    "easy": Difficulty((3, 8), (80, 200)),
    "medium": Difficulty((8, 20), (40, 150)),
    "hard": Difficulty((20, 50), (16, 80)),
}


def draw_screen(
    rng: np.random.Generator, shape: tuple[int, int], difficulty: Difficulty, theme: str
) -> Drawn:
    """A screen of this shape; begun again, smaller or with fewer elements, until all have room."""
    low, high = difficulty.count
    for _ in range(20):
        wanted = int(rng.integers(low, high + 1))
        screen = _attempt(rng, shape, difficulty, wanted, theme)
        if low <= len(screen.elements) <= high:
            return screen
        high = max(low, high - 1)
    raise ValueError(f"a screen of {shape[1]} × {shape[0]} has no room for {low} elements")


def _attempt(
    rng: np.random.Generator,
    shape: tuple[int, int],
    difficulty: Difficulty,
    wanted: int,
    theme: str,
) -> Drawn:
    height, width = shape
    palette, family = Palette.drawn(rng, theme), drawn_family(rng)
    panels = drawn_panels(rng, width, height, palette)
    canvas = Canvas(width, height, panels[0].surface.ground)
    for panel in panels:
        panel.paint(rng, canvas)
    guides = rng.integers(EDGE, width - EDGE, 6).tolist() if rng.random() < 0.5 else ()
    room = Room(guides, step=int(rng.choice([1, 1, 4, 8])))
    elements: list[Element] = []
    failures = 0
    while len(elements) < wanted and failures < FAILURES:
        panel = drawn_panel(rng, panels)
        side = int(rng.integers(difficulty.sides[0], difficulty.sides[1] + 1))
        plan = _planned(Wish(rng, side, difficulty.sides, panel.surface, family))
        over = [other.box for other in panels[1:] if panel is panels[0]]
        place = room.place(rng, panel.box, over, plan) if plan else None
        seen = plan.paint(canvas, *place) if plan and place else None
        if plan and seen:
            elements.append(_element(plan, seen, len(elements)))
        else:
            failures += 1
    return Drawn(np.asarray(canvas.image), tuple(elements), {"theme": theme})


def _planned(wish: Wish) -> Plan | None:
    shares = [share for _, share in TYPES.values()]
    return TYPES[str(wish.rng.choice(list(TYPES), p=shares))][0](wish)


def _element(plan: Plan, seen: Box, number: int) -> Element:
    level = LEAF if plan.type == marks.TEXT else CONTROL
    looks = {LOOKS: plan.looks}
    return Element(f"{number:03d}", seen, None, plan.text, plan.type, level, columns=looks)
