"""Whole people in a photo: where each part of them lies."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from src.data.race_synthetic.bodies import Frame, Stance, corners_of, limbs_of
from src.data.race_synthetic.hanging import FLAT, Creases, Sheet
from src.data.race_synthetic.heads import CENTRE, FACE, REACH, Pose, face_box
from src.data.race_synthetic.limbs import Limb, Points
from src.data.race_synthetic.people import Person

JERSEY = (1.85, 0.0, 0.85, 0.0, 0.0)
"""Where digits stand on a shirt; see ``standing``."""

AXIS = (CENTRE[1] - (42.0 + 253.0) / 2) / FACE
"""How far below the middle of a face the axis of its head lies, in faces."""


@dataclass(frozen=True)
class Blur:
    """How unsharp somebody is: px of movement and its direction, px of deviation out of focus."""

    motion: float = 0.0
    angle: float = 0.0
    defocus: float = 0.0

    @property
    def extent(self) -> float:
        """Over how many px an edge is spread: two deviations out of focus, or the movement."""
        return float(np.hypot(self.motion, 2.0 * self.defocus))


@dataclass(frozen=True, eq=False)
class Figure:
    """Somebody in a photo.

    Args:
        face: height of their face in px, the measure of all else.
        place: the middle of their face.
        jersey: digits on their shirt, which are no bib.
        behind, before: limbs below and above bib and head, in the order of painting.
    """

    person: Person
    face: float
    place: tuple[float, float]
    pose: Pose
    stance: Stance
    sheet: Sheet | None
    jersey: Sheet | None
    blur: Blur
    behind: tuple[Limb, ...]
    before: tuple[Limb, ...]
    runs: bool

    @property
    def axis(self) -> tuple[float, float]:
        """The middle of the head."""
        return self.place[0], self.place[1] + AXIS * self.face

    @property
    def face_box(self) -> npt.NDArray[np.float64]:
        """(4,) xyxy of the face in px, the picture's edges aside; ``nan`` where none is seen."""
        box = face_box(self.pose, self.person) * self.face + np.tile(self.axis, 2)
        return np.asarray(box)

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """xyxy that holds all of it."""
        reach = REACH / FACE * self.face
        x, y = self.axis
        boxes = [limb.box for limb in (*self.behind, *self.before)]
        corners = np.array([*boxes, (x - reach, y - reach, x + reach, y + reach)])
        low, high = corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def head_covers(self, points: Points) -> npt.NDArray[np.bool_]:
        """(n,) which of (n, 2) points the head hides, nearly: an ellipse."""
        x, y = ((points - self.axis) / self.face).T
        wide = 0.42 + 0.14 * abs(np.sin(np.radians(self.pose.yaw)))
        return np.asarray((x / wide) ** 2 + ((y + 0.1) / 0.68) ** 2 < 1)


def standing(
    person: Person,
    face: float,
    place: tuple[float, float],
    pose: Pose,
    stance: Stance,
    blur: Blur,
    sheet: tuple[float, float, float, float, float] | None,
    runs: bool,
    creases: Creases = FLAT,
) -> Figure:
    """Somebody whose body hangs below their face.

    Args:
        sheet: of a bib: its middle's height below and its offset beside the face, its width in
            faces, its tilt in degrees, its curvature; ``None`` without one.
        creases: of it, and of digits on a shirt.
    """
    frame = Frame(face, place, stance, person.build)
    behind, before = limbs_of(person, frame, pose)
    worn = None
    if sheet is not None:
        worn = Sheet(corners_of(frame, person.design.ratio, sheet), creases)
    jersey = None
    if person.jersey and abs(stance.turn) < 70:
        jersey = Sheet(corners_of(frame, 0.8, JERSEY), creases)
    return Figure(person, face, place, pose, stance, worn, jersey, blur, behind, before, runs)
