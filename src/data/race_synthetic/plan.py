"""What is in a photo, settled before anything is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from src.data.race_synthetic.camera import Camera, drawn_camera
from src.data.race_synthetic.casting import Cast, Layout, drawn_layout
from src.data.race_synthetic.figures import Figure
from src.data.race_synthetic.people import Person
from src.data.race_synthetic.placing import placed_bystanders, placed_runners, placed_screen
from src.data.race_synthetic.surroundings import (
    ARCH,
    BOARD,
    CLOCK,
    Board,
    Ground,
    drawn_board,
    drawn_ground,
)

LIGHT_SHARES = (0.62, 0.15, 0.13, 0.10)
"""Of ``camera.LIGHTS``."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A photo before it is taken.

    Args:
        figures: in the order of painting, the nearest last.
        mistaken: places of figures whose back of the head was once taken for a face.
        sun: towards the light, to the right and down.
    """

    shape: tuple[int, int]
    scene: str
    figures: tuple[Figure, ...]
    boards: tuple[Board, ...]
    ground: Ground
    camera: Camera
    mistaken: frozenset[int]
    sun: tuple[float, float]

    @property
    def runners(self) -> int:
        """How many people run, with a bib to be seen or not."""
        return sum(figure.runs for figure in self.figures)


def planned(
    rng: np.random.Generator,
    shape: tuple[int, int],
    runners: tuple[Person, ...],
    bystanders: tuple[Person, ...],
    scene: str | None = None,
) -> Plan:
    """A photo of a scene, or of any."""
    layout = drawn_layout(rng, shape, scene)
    cast = Cast.of(rng, layout, runners, bystanders)
    figures = [
        *placed_runners(rng, layout, cast.runners),
        *placed_bystanders(rng, layout, cast.bystanders),
        *placed_screen(rng, layout),
    ]
    figures.sort(key=lambda figure: figure.face)
    mistaken = frozenset(
        place
        for place, figure in enumerate(figures)
        if abs(figure.pose.yaw) > 100 and rng.random() < 0.06
    )
    camera = drawn_camera(rng, LIGHT_SHARES, shape[0] / 1333)
    sun = rng.uniform(-1, 1)
    return Plan(
        shape,
        layout.scene,
        tuple(figures),
        tuple(_boards(rng, layout)),
        drawn_ground(rng, layout.horizon),
        camera,
        mistaken,
        (float(0.8 * sun), float(-0.45 - 0.2 * (1 - abs(sun)))),
    )


def _boards(rng: np.random.Generator, layout: Layout) -> list[Board]:
    """Along the road, mostly behind everybody."""
    high, wide = layout.shape
    near = {"close": 1.3, "group": 1.0, "far": 0.7}[layout.scene]
    soft = {"close": 5.0, "group": 2.2, "far": 0.8}[layout.scene] * high / 1333
    boards = []
    if rng.random() < 0.5:
        x = rng.uniform(-0.1, 0.2) * wide
        base = (layout.horizon + 0.1 * near) * high
        for _ in range(int(rng.integers(2, 6))):
            width, height = rng.uniform(0.12, 0.24) * wide * near, 0.09 * high * near
            box = (x, base - height, x + width, base)
            suggested = bool(rng.random() < 0.006 and box[0] > 0 and box[2] < wide)
            boards.append(drawn_board(rng, BOARD, box, soft * rng.uniform(0.5, 1.2), suggested))
            x += width * rng.uniform(1.0, 1.15)
    arched = rng.random() < 0.14
    if not arched and rng.random() < 0.2:
        width = rng.uniform(0.09, 0.16) * wide * near
        left, top = rng.uniform(0.05, 0.8) * wide, rng.uniform(0.04, 0.16) * high
        box = (left, top, min(left + width, wide - 2.0), top + 0.36 * width)
        boards.append(drawn_board(rng, CLOCK, box, 0.6 * soft, bool(rng.random() < 0.05)))
    if arched:
        top = rng.uniform(0.0, 0.08) * high
        box = (rng.uniform(-0.1, 0.15) * wide, top, rng.uniform(0.8, 1.1) * wide, top + 0.1 * high)
        boards.insert(0, drawn_board(rng, ARCH, box, soft, False))
    return boards


def tags_of(plan: Plan) -> Mapping[str, str]:
    """What is known of the whole photo besides its labels."""
    return {"scene": plan.scene, "runners": str(plan.runners), "light": plan.camera.light}
