"""Heads as solids: turned, bent and tilted, and what is seen of them then.

A head lives in the coordinates of a face's own picture (see ``portraits``): x to the viewer's
right, y down, z towards the viewer, in its pixels, with the origin on its axis.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy.ndimage import distance_transform_edt, gaussian_filter

from src.data.race_synthetic.people import BALD, LONG, Person

Field = npt.NDArray[np.float32]
Places = npt.NDArray[np.float64]

TOP, CHIN = 42.0, 253.0
"""Rows between which a face is boxed: from the hairline to the chin."""

FACE = CHIN - TOP
"""The height of a face, the unit that bodies are measured in."""

REACH = 190.0
"""Half a side of the window that a head is looked at in, visor and hair included."""

CENTRE = np.array([0.0, 130.0, -10.0])
"""What a head turns about."""

ROWS = np.arange(-60, 300)
"""For the tables below: rows of a face's own picture."""

_WIDTHS = ((-34, 0), (-30, 0.25), (-20, 0.46), (0, 0.70), (20, 0.84), (50, 0.96), (80, 1.0),
           (120, 0.99), (155, 0.96), (185, 0.89), (210, 0.75), (230, 0.54), (245, 0.32),
           (254, 0))  # fmt: skip
_FRONTS = ((-34, 0), (-30, 20), (-15, 62), (10, 88), (40, 101), (80, 105), (110, 100), (150, 103),
           (190, 104), (215, 102), (232, 97), (245, 84), (252, 50), (254, 0))  # fmt: skip
_BACKS = ((-34, 0), (-30, 30), (-15, 72), (10, 102), (50, 126), (100, 131), (140, 118), (170, 95),
          (200, 62), (225, 30), (254, 0))  # fmt: skip

STEP, NEAREST, FARTHEST = 5.0, 165.0, -140.0
"""Between two looks along a line of sight, and where the first and the last are."""


@dataclass(frozen=True)
class Pose:
    """Where a head looks, in degrees: ``yaw`` to the viewer's right, ``pitch`` down."""

    yaw: float = 0.0
    pitch: float = 0.0
    roll: float = 0.0

    @property
    def turn(self) -> npt.NDArray[np.float64]:
        """(3, 3) from a head's coordinates to the viewer's."""
        yaw, pitch, roll = np.radians([self.yaw, self.pitch, self.roll])
        about_y = np.array(
            [[np.cos(yaw), 0, np.sin(yaw)], [0, 1, 0], [-np.sin(yaw), 0, np.cos(yaw)]]
        )
        about_x = np.array(
            [[1, 0, 0], [0, np.cos(pitch), np.sin(pitch)], [0, -np.sin(pitch), np.cos(pitch)]]
        )
        about_z = np.array(
            [[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
        )
        return np.asarray(about_z @ about_x @ about_y)


@lru_cache(maxsize=1)
def _relief() -> Field:
    """(rows, columns) by how much nose, brows, lips and chin stand out, from x = -100."""
    y, x = np.mgrid[-60:300, -100:101].astype(np.float32)

    def hill(cx: float, cy: float, wide: float, high: float, by: float) -> Field:
        return np.asarray(by * np.exp(-(((x - cx) / wide) ** 2) - ((y - cy) / high) ** 2))

    bridge = 32 * np.exp(-((x / 13) ** 2)) * np.clip((y - 98) / 58, 0, 1) * (y < 158)
    tip = hill(0, 158, 17, 11, 33) * (y >= 158)
    return np.asarray(
        gaussian_filter(bridge + tip, 2.5)
        + hill(0, 88, 55, 10, 5)
        + hill(-40, 110, 20, 12, -7)
        + hill(40, 110, 20, 12, -7)
        + hill(0, 196, 30, 12, 7)
        + hill(0, 238, 24, 14, 7),
        np.float32,
    )


@dataclass(frozen=True)
class Solid:
    """The tables of one head: half widths, depths to the front and to the back, by row."""

    widths: Field
    fronts: Field
    backs: Field
    visor: bool

    def depth(self, points: npt.NDArray[np.float64]) -> Field:
        """How far (n, 3) points lie inside; negative outside."""
        x, y, z = points.T
        row = np.clip(np.rint(y + 60).astype(np.int64), 0, len(ROWS) - 1)
        width = self.widths[row]
        round_ = np.sqrt(np.clip(1 - (x / np.maximum(width, 1e-3)) ** 2, 0, 1))
        column = np.clip(np.rint(x + 100).astype(np.int64), 0, 200)
        front = self.fronts[row] * round_ + _relief()[row, column] * (round_ > 0.2)
        inside = np.minimum(np.minimum(front - z, z + self.backs[row] * round_), 40)
        inside = np.where(np.abs(x) < width, inside, np.clip(width - np.abs(x), -40, -0.1))
        if self.visor:
            shelf = 1 - (x / 82) ** 2 - ((z - 70) / 105) ** 2
            lid = np.minimum(9 - np.abs(y - 38 - 0.0016 * x**2 - 0.1 * (z - 70)), 40 * shelf)
            inside = np.maximum(inside, np.where(z > 40, lid, -40))
        return np.asarray(inside, np.float32)


def solid_of(person: Person) -> Solid:
    """A head with its hair, or its cap."""
    wide, jaw = person.shape[:2]
    widths = _table(_WIDTHS) * (87 * (1 + 0.02 * wide)) * (1 + 0.035 * jaw * (ROWS > 150))
    volume = np.clip((70 - ROWS) / 60, 0, 1) * (0.0 if person.style == BALD else 9.0)
    volume = volume + (8.0 if person.style == LONG else 0.0) * (ROWS < 160)
    covered = widths > 0
    fronts = _table(_FRONTS) + 0.5 * volume * covered
    backs = _table(_BACKS) + volume * covered
    return Solid(
        np.asarray(widths + volume * covered, np.float32),
        np.asarray(fronts, np.float32),
        np.asarray(backs, np.float32),
        person.cap is not None,
    )


def _table(knots: tuple[tuple[float, float], ...]) -> npt.NDArray[np.float64]:
    rows, values = zip(*knots, strict=True)
    return np.asarray(np.interp(ROWS, rows, values))


@dataclass(frozen=True)
class Seen:
    """What a viewer sees of a head: (n, n) how much of each pixel, where on it, how lit."""

    cover: Field
    places: Field
    light: Field


def looked_at(person: Person, pose: Pose, side: int, light: tuple[float, float]) -> Seen:
    """Lines of sight into a window of ``side`` by ``side``, each followed to the head."""
    solid, turn = solid_of(person), pose.turn
    across = (np.arange(side) + 0.5) / side * 2 * REACH - REACH
    x, y = (axis.ravel() for axis in np.meshgrid(across, across))
    reached = np.full(x.shape, np.nan)
    previous = np.full(x.shape, -40.0)
    open_ = np.arange(len(x))
    for depth in np.arange(NEAREST, FARTHEST, -STEP):
        sight = np.column_stack([x[open_], y[open_], np.full(len(open_), depth)])
        inside = solid.depth(sight @ turn + CENTRE)
        hit = inside >= 0
        share = inside[hit] / np.maximum(inside[hit] - previous[open_[hit]], 1e-3)
        reached[open_[hit]] = depth + STEP * np.clip(share, 0, 1)
        previous[open_] = inside
        open_ = open_[~hit]
    sight = np.column_stack([x, y, reached]).reshape(side, side, 3)
    return _seen(sight, turn, light, 2 * REACH / side)


def _seen(sight: Places, turn: Places, light: tuple[float, float], pixel: float) -> Seen:
    """Beyond the edge of a head its nearest place goes on, so that edges take its colours."""
    missed = np.isnan(sight[..., 2])
    nearest = distance_transform_edt(missed, return_distances=False, return_indices=True)
    whole = sight[tuple(nearest)]
    places = whole @ turn + CENTRE
    surface = gaussian_filter(whole[..., 2], max(1.0, 9 / pixel))
    slope_y, slope_x = np.gradient(surface, pixel)
    norm = np.sqrt(slope_x**2 + slope_y**2 + 1)
    lit = (-slope_x * light[0] - slope_y * light[1]) / norm
    cover = gaussian_filter((~missed).astype(np.float32), 0.8)
    return Seen(cover, np.asarray(places, np.float32), np.asarray(lit, np.float32))


def face_box(pose: Pose, person: Person) -> npt.NDArray[np.float64]:
    """(4,) xyxy of a face about a head's axis, in faces; ``nan`` where it looks away."""
    outline = _front_points(person)
    turned = (outline - CENTRE) @ pose.turn.T
    seen = _facing(outline) @ pose.turn.T
    visible = turned[seen[:, 2] > 0.05]
    if len(visible) < 0.25 * len(outline) or abs(pose.yaw) > 100:
        return np.full(4, np.nan)
    low, high = visible[:, :2].min(axis=0), visible[:, :2].max(axis=0)
    return np.concatenate([low, high]) / FACE


def _front_points(person: Person) -> npt.NDArray[np.float64]:
    """(n, 3) places all over a face."""
    solid = solid_of(person)
    rows = np.linspace(TOP, CHIN - 2, 18)
    sines = np.sin(np.radians(np.linspace(-78, 78, 17)))
    row = np.rint(rows + 60).astype(np.int64)
    x = solid.widths[row][:, None] * sines
    column = np.clip(np.rint(x + 100).astype(np.int64), 0, 200)
    z = solid.fronts[row][:, None] * np.sqrt(1 - sines**2) + _relief()[row[:, None], column]
    return np.column_stack([x.ravel(), np.repeat(rows, len(sines)), z.ravel()])


def _facing(points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(n, 3) about which way the surface faces there."""
    away = points / (87.0, 1.0, 100.0)
    normals = np.column_stack([away[:, 0], (points[:, 1] - 130) / 220, away[:, 2]])
    return np.asarray(normals / np.linalg.norm(normals, axis=1, keepdims=True))
