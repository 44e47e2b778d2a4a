"""Small photos and people for tests."""

from functools import cache

import numpy as np

from src.data.race_synthetic.bodies import Stance
from src.data.race_synthetic.camera import DAY, Camera
from src.data.race_synthetic.dataset import RaceSynthetic
from src.data.race_synthetic.figures import Blur, Figure, standing
from src.data.race_synthetic.heads import Pose
from src.data.race_synthetic.people import Person, drawn_person
from src.data.race_synthetic.plan import Plan
from src.data.race_synthetic.surroundings import drawn_ground

SHAPE = (600, 900)
SHARP = Camera(DAY, 1.0, 0.0, (1.0, 1.0), 0.0, 0.0, 92)


@cache
def photos(count: int = 3, seed: int = 0) -> RaceSynthetic:
    return RaceSynthetic(count=count, size=(240, 360), seed=seed)


@cache
def person(number: str = "1234", seed: int = 5) -> Person:
    return drawn_person(np.random.default_rng(seed), "runner_01", number)


def runner(
    x: float = 450.0,
    y: float = 150.0,
    face: float = 80.0,
    *,
    who: Person | None = None,
    pose: Pose | None = None,
    stance: Stance | None = None,
    blur: Blur | None = None,
    bib: bool = True,
) -> Figure:
    """Somebody straight on, hands aside, a flat bib 2.2 faces below the face."""
    return standing(
        who or person(), face, (x, y), pose or Pose(), stance or Stance(), blur or Blur(),
        (2.2, 0.0, 1.0, 0.0, 0.0) if bib else None, True,
    )  # fmt: skip


def plan(*figures: Figure, camera: Camera = SHARP) -> Plan:
    ground = drawn_ground(np.random.default_rng(0), 0.4)
    return Plan(SHAPE, "close", figures, (), ground, camera, frozenset(), (0.0, -0.5))
