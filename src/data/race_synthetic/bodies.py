"""The limbs of somebody who stands or runs, from their face down."""

from dataclasses import dataclass

import numpy as np

from src.data.race_synthetic.heads import Pose
from src.data.race_synthetic.limbs import Limb, Points, capsule
from src.data.race_synthetic.people import LONG, TAIL, Person

RUNNING, STANDING, CHEERING = "running", "standing", "cheering"


@dataclass(frozen=True)
class Stance:
    """What somebody does with their body, in degrees and in faces.

    Args:
        turn: of the body, as ``Pose.yaw``; beyond 90 the back is seen.
        hands: of each side, from its shoulder, in faces; ``None``: by the gait.
        front: which arms pass in front of the chest.
        lifted: which leg is off the ground.
    """

    gait: str = RUNNING
    turn: float = 0.0
    lean: float = 0.0
    elbows: tuple[tuple[float, float], tuple[float, float]] = ((-0.4, 1.15), (0.4, 1.15))
    hands: tuple[tuple[float, float], tuple[float, float]] = ((0.2, 0.9), (-0.2, 0.9))
    front: tuple[bool, bool] = (False, False)
    lifted: int = 0
    stride: float = 0.5


@dataclass(frozen=True)
class Frame:
    """From faces below somebody's face to px: lean, turn and build included."""

    face: float
    place: tuple[float, float]
    stance: Stance
    build: float

    @property
    def narrow(self) -> float:
        """How wide a turned body looks: a chest is about half as deep as wide."""
        turn = np.radians(self.stance.turn)
        return float(np.hypot(np.cos(turn), 0.58 * np.sin(turn)))

    def __call__(self, x: float, y: float) -> tuple[float, float]:
        lean = np.radians(self.stance.lean)
        return (
            self.place[0] + self.face * (x * np.cos(lean) + (y - 0.4) * np.sin(lean)),
            self.place[1] + self.face * (y + x * np.sin(lean) * 0.5),
        )

    def wide(self, *widths: float) -> tuple[float, ...]:
        """Half widths of the trunk in px."""
        return tuple(width * self.face * self.narrow * self.build for width in widths)

    def thick(self, *widths: float) -> tuple[float, ...]:
        """Half widths of a limb in px."""
        return tuple(width * self.face * np.sqrt(self.build) for width in widths)


def limbs_of(person: Person, frame: Frame, pose: Pose) -> tuple[tuple[Limb, ...], tuple[Limb, ...]]:
    """Those below and those above bib and head, in the order of painting."""
    stance = frame.stance
    behind = [
        *_hair(person, frame, pose),
        *_legs(person, frame),
        _neck(person, frame),
        *_torso(person, frame),
    ]
    before: list[Limb] = []
    for side in (0, 1):
        arm = _arm(person, frame, side)
        if stance.front[side]:
            before.extend(arm)
        else:
            behind = [*arm, *behind] if abs(stance.turn) < 120 else [*behind, *arm]
    return tuple(behind), tuple(before)


def _neck(person: Person, frame: Frame) -> Limb:
    red, green, blue = (0.86 * part for part in person.skin)
    shade = (red, green, blue)
    return capsule(frame(0, 0.2), frame(0, 0.9), frame.thick(0.26, 0.26, 0.34), shade)


def _torso(person: Person, frame: Frame) -> list[Limb]:
    marked = {"panel": (0.72, person.panel)}.get(person.marking)
    band = (0.62, person.panel) if person.marking == "band" else None
    shorts = capsule(
        frame(0, 3.1), frame(0, 3.95), frame.wide(0.68, 0.77, 0.76), person.shorts,
        closing=(0.3, 0.3), cloth=1.0,
    )  # fmt: skip
    shirt = capsule(
        frame(0, 0.80), frame(0, 3.35),
        frame.wide(0.36, 0.74, 0.82, 0.80, 0.75, 0.71, 0.70, 0.74, 0.77),
        person.shirt, closing=(0.2, 0.12), panel=marked, sleeve=band, cloth=1.0,
    )  # fmt: skip
    reach = 0.74 * frame.narrow * frame.build
    shoulders = capsule(
        frame(-reach, 1.16), frame(reach, 1.16), frame.thick(0.27, 0.31, 0.36, 0.31, 0.27),
        person.shirt, cloth=1.0,
    )  # fmt: skip
    return [shorts, shoulders, shirt]


def _legs(person: Person, frame: Frame) -> list[Limb]:
    limbs: list[Limb] = []
    for side in (0, 1):
        sign = 2 * side - 1
        hip = (0.38 * sign * frame.narrow, 3.75)
        lifted = frame.stance.gait == RUNNING and frame.stance.lifted == side
        knee = (hip[0] * 1.05 + 0.12 * sign, 5.35 if lifted else 5.65)
        foot = (knee[0] - 0.1 * sign, 6.2 if lifted else 7.55)
        if frame.stance.gait != RUNNING:
            knee, foot = (hip[0], 5.65), (hip[0], 7.5)
        dark = tuple(0.82 * c for c in person.skin) if lifted else person.skin
        calf = capsule(frame(*knee), frame(*foot), frame.thick(0.23, 0.25, 0.13), dark)  # type: ignore[arg-type]
        toe = (foot[0] + 0.16 * sign, foot[1] + (0.05 if lifted else 0.12))
        shoe = capsule(frame(*foot), frame(*toe), frame.thick(0.16, 0.17), person.panel)
        thigh = capsule(
            frame(*knee), frame(*hip), frame.thick(0.24, 0.33, 0.40), person.skin,
            sleeve=(0.42, person.shorts), cloth=0.6,
        )  # fmt: skip
        limbs = [calf, shoe, thigh, *limbs] if lifted else [*limbs, calf, shoe, thigh]
    return limbs


def _arm(person: Person, frame: Frame, side: int) -> list[Limb]:
    sign = 2 * side - 1
    shoulder = (0.78 * sign * frame.narrow * frame.build, 1.16)
    (ex, ey), (hx, hy) = frame.stance.elbows[side], frame.stance.hands[side]
    elbow = (shoulder[0] + ex, shoulder[1] + ey)
    hand = (elbow[0] + hx, elbow[1] + hy)
    covered = 0.48 if person.sleeves else 0.06
    upper = capsule(
        frame(*elbow), frame(*shoulder), frame.thick(0.19, 0.23, 0.27), person.skin,
        sleeve=(1 - covered, person.shirt), cloth=0.6,
    )  # fmt: skip
    lower = capsule(frame(*elbow), frame(*hand), frame.thick(0.19, 0.17, 0.13), person.skin)
    towards = np.subtract(hand, elbow) / max(np.hypot(hx, hy), 1e-6)
    fist = capsule(
        frame(*hand), frame(*(np.add(hand, 0.22 * towards))), frame.thick(0.17, 0.16), person.skin
    )
    return [upper, lower, fist]


def _hair(person: Person, frame: Frame, pose: Pose) -> list[Limb]:
    """What falls behind the neck."""
    aside = -0.25 * np.sin(np.radians(pose.yaw))
    if person.style == LONG:
        return [
            capsule(
                frame(aside, -0.1), frame(aside, 1.05), frame.thick(0.46, 0.52, 0.4), person.hair
            )
        ]
    if person.style == TAIL:
        aside = 2.2 * aside + 0.12
        return [
            capsule(
                frame(aside, -0.05),
                frame(aside * 1.6, 0.95),
                frame.thick(0.12, 0.2, 0.07),
                person.hair,
            )
        ]
    return []


def corners_of(
    frame: Frame, ratio: float, sheet: tuple[float, float, float, float, float]
) -> Points:
    """(4, 2) px from the top left clockwise of a sheet on the chest; see ``figures.standing``."""
    below, beside, width, tilt, bow = sheet
    turn, roll = np.radians(frame.stance.turn), np.radians(tilt)
    half = np.array([width / 2, width * ratio / 2])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    corners = corners @ np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]])
    # The chest is round: a turned sheet moves aside, and its far edge recedes.
    nearness = 1 / (1 + 0.22 * corners[:, 0] * np.sin(turn))
    corners[:, 0] = corners[:, 0] * np.cos(turn) * nearness + 0.62 * np.sin(turn)
    corners[:, 1] *= nearness
    corners[:, 1] += np.array([0, 0, 1, 1]) * bow
    return np.array([frame(x + beside, y + below) for x, y in corners])
