"""Where everybody stands in a photo, how they hold themselves, how sharp they are."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from src.data.race_synthetic.bodies import CHEERING, RUNNING, STANDING, Stance
from src.data.race_synthetic.casting import CLOSE, FAR, GROUP, Layout
from src.data.race_synthetic.figures import Blur, Figure, standing
from src.data.race_synthetic.hanging import Creases
from src.data.race_synthetic.heads import Pose
from src.data.race_synthetic.people import Person, drawn_person

BELOW, BELOW_SPREAD, BELOW_RANGE = 2.3, 0.36, (1.45, 2.85)
"""Faces from the middle of a face to that of its bib: mean, deviation, ends."""

SHEET_WIDTHS = (0.72, 1.02)
"""Width of a sheet in faces."""

AWAY, ASIDE, DOWN = 0.04, 0.1, 0.1
"""Shares of heads that look away, aside and down."""

FARTHEST = 80.0
"""Degrees that a head turns on its body."""

TURNED = 23.0
"""Degrees of deviation by which the bodies of runners with a bib are turned."""

ACROSS, TUCKED = 0.04, 0.24
"""Share of runners whose hand crosses their bib, and of arms that pass before the chest."""

SIDE_CUT, LOW_CUT, TOP_CUT = 0.04, 0.04, 0.05
"""Shares of runners whom a side of the frame cuts, whose bib its lower edge cuts, whose head its
upper edge cuts."""

GLOSSY = 0.2
"""Share of sheets on which the light is reflected."""

MOVED, UNFOCUSED = 0.36, 0.26
"""Shares of photos whose runners are blurred by movement, and by the focus being elsewhere."""

SCREEN = {CLOSE: 0.06, GROUP: 0.12, FAR: 0.1}
"""Share of photos in which somebody's back is in the way."""


def placed_runners(
    rng: np.random.Generator, layout: Layout, cast: Sequence[tuple[Person, bool]]
) -> list[Figure]:
    """Side by side, the smaller farther off; some overlap."""
    blur = _blur(rng, layout.face)
    figures = []
    for slot, (person, numbered) in zip(_slots(rng, len(cast)), cast, strict=True):
        spread = {CLOSE: (0.86, 1.06), GROUP: (0.72, 1.08), FAR: (0.55, 1.1)}[layout.scene]
        face = layout.face * rng.uniform(*spread)
        sheet = _sheet(rng)
        face, place = _place(rng, layout, face, slot, sheet if numbered else None)
        turn = float(np.clip(rng.normal(0, TURNED), -54, 54))
        leaving = not numbered and rng.random() < 0.5
        if leaving:
            turn = float(rng.choice([-1, 1]) * rng.uniform(120, 180))
        stance = _running(rng, turn, sheet[0])
        if leaving:
            stance = replace(stance, front=(False, False))
        pose = _ahead(rng, turn) if leaving else _look(rng, turn, 12.0)
        figures.append(
            standing(
                person, face, place, pose, stance, _own(rng, blur, face, layout.face),
                sheet if numbered else None, True, _creases(rng),
            )
        )  # fmt: skip
    return figures


def placed_bystanders(
    rng: np.random.Generator, layout: Layout, people: Sequence[Person]
) -> list[Figure]:
    """At the sides, farther off than the runners, a little out of focus."""
    figures = []
    for person in people:
        face = layout.face * rng.uniform(
            *{CLOSE: (0.4, 0.85), GROUP: (0.5, 0.95), FAR: (0.6, 1.0)}[layout.scene]
        )
        side = rng.choice([-1, 1]) * rng.uniform(0.14, 0.46)
        x = (0.5 + side) * layout.shape[1]
        y = layout.horizon * layout.shape[0] + rng.normal(0, 0.25) * face
        gait = CHEERING if rng.random() < 0.3 else STANDING
        turn = float(rng.normal(-30 * np.sign(side), 20))
        soft = {CLOSE: 0.03, GROUP: 0.02, FAR: 0.01}[layout.scene] * rng.uniform(0.1, 1.0)
        figures.append(
            standing(
                person, face, (float(x), float(y)), _look(rng, turn, 22.0),
                _standing(rng, gait, turn), Blur(0.0, 0.0, float(soft * layout.face)), None, False,
            )
        )  # fmt: skip
    return figures


def placed_screen(rng: np.random.Generator, layout: Layout) -> list[Figure]:
    """Somebody near the camera who sees the race, not us: their back is in the way."""
    if rng.random() >= SCREEN[layout.scene]:
        return []
    face = layout.face * rng.uniform(1.25, 1.9)
    x = float(rng.choice([rng.uniform(-0.02, 0.25), rng.uniform(0.75, 1.02)])) * layout.shape[1]
    y = float(rng.uniform(0.35, 0.7)) * layout.shape[0]
    turn = float(rng.choice([-1, 1]) * rng.uniform(135, 180))
    soft = Blur(0.0, 0.0, 0.04 * face)
    stance = _standing(rng, STANDING, turn)
    pose = Pose(turn, float(rng.normal(0, 5)), float(rng.normal(0, 4)))
    return [standing(drawn_person(rng), face, (x, y), pose, stance, soft, None, False)]


def _slots(rng: np.random.Generator, count: int) -> list[float]:
    """Shares of the width, apart as far as there is room, in any order."""
    if count == 1:
        return [float(np.clip(rng.normal(0.5, 0.15), 0.14, 0.86))]
    room = (np.arange(count) + 0.5) / max(count, 1)
    places = 0.08 + 0.84 * room + rng.normal(0, 0.22 / max(count, 1), count)
    return [float(place) for place in rng.permutation(places)]


def _sheet(rng: np.random.Generator) -> tuple[float, float, float, float, float]:
    below = float(np.clip(rng.normal(BELOW, BELOW_SPREAD), *BELOW_RANGE))
    return below, float(rng.normal(0, 0.05)), float(rng.uniform(*SHEET_WIDTHS)), float(
        rng.normal(0, 7)
    ), 0.0  # fmt: skip


def _creases(rng: np.random.Generator) -> Creases:
    gloss = float(rng.uniform(0.3, 0.75)) if rng.random() < GLOSSY else 0.0
    return Creases(
        float(min(abs(rng.normal(0, 0.035)), 0.1)),
        float(rng.uniform(0.7, 2.3)),
        float(rng.random()),
        gloss,
        float(min(abs(rng.normal(0, 0.01)), 0.03)),
    )


def _place(
    rng: np.random.Generator,
    layout: Layout,
    face: float,
    slot: float,
    sheet: tuple[float, float, float, float, float] | None,
) -> tuple[float, tuple[float, float]]:
    """The height of a face, which grows where the lower edge shall cut a sheet, and its middle."""
    high, wide = layout.shape
    x, fate = slot * wide, rng.random()
    level = (
        rng.uniform(0.2, 0.34) if layout.scene == CLOSE else layout.horizon + rng.normal(0, 0.02)
    )
    y = level * high
    if sheet is None:
        return face, (float(x), float(y))
    below, beside, width = sheet[0] * face, sheet[1] * face, sheet[2] * face
    # So that the whole sheet is in the frame, unless an edge shall cut it.
    y = min(y, high - below - 0.5 * width)
    if fate < SIDE_CUT:
        cut = rng.uniform(-0.25, 0.42) * width
        x = cut - beside if rng.random() < 0.5 else wide - cut - beside
    elif fate < SIDE_CUT + LOW_CUT and layout.scene == CLOSE:
        face = float((high - y) / (sheet[0] + rng.uniform(0.24, 0.38) * sheet[2]))
    elif fate > 1 - TOP_CUT and layout.scene == CLOSE:
        y = rng.uniform(-0.3, 0.35) * face
    return face, (float(x), float(y))


def _ahead(rng: np.random.Generator, turn: float) -> Pose:
    return Pose(float(turn + rng.normal(0, 12)), float(rng.normal(4, 5)), float(rng.normal(0, 4)))


def _look(rng: np.random.Generator, turn: float, spread: float) -> Pose:
    """Where somebody looks whose body is turned so far: nobody looks over their back."""
    side = np.sign(turn) or 1.0
    yaw, pitch = 0.6 * turn + rng.normal(0, spread), rng.normal(5, 6)
    fate = rng.random()
    if fate < AWAY:
        yaw = turn + side * rng.uniform(66, 80)
    elif fate < AWAY + ASIDE:
        yaw = side * rng.uniform(46, 80)
    elif fate < AWAY + ASIDE + DOWN:
        pitch = rng.uniform(25, 34)
    yaw = np.clip(yaw, turn - FARTHEST, turn + FARTHEST)
    return Pose(float(yaw), float(pitch), float(rng.normal(0, 6)))


def _running(rng: np.random.Generator, turn: float, below: float) -> Stance:
    elbows, hands, front = [], [], []
    across = int(rng.integers(0, 2)) if rng.random() < ACROSS else -1
    for side in (0, 1):
        sign = 2 * side - 1
        elbow = (sign * rng.uniform(0.1, 0.42), rng.uniform(0.85, 1.15))
        hand = (-sign * rng.uniform(-0.1, 0.55), rng.uniform(-0.95, 0.15))
        if side == across:
            shoulder = 0.78 * sign
            target = (sign * rng.uniform(-0.35, 0.4), below - 1.16 + rng.uniform(-0.25, 0.3))
            hand = (target[0] - shoulder - elbow[0], target[1] - elbow[1])
        elbows.append((float(elbow[0]), float(elbow[1])))
        hands.append((float(hand[0]), float(hand[1])))
        front.append(bool(side == across or rng.random() < TUCKED))
    return Stance(
        RUNNING, turn, float(rng.normal(0, 4)), (elbows[0], elbows[1]), (hands[0], hands[1]),
        (front[0], front[1]), int(rng.integers(0, 2)),
    )  # fmt: skip


def _standing(rng: np.random.Generator, gait: str, turn: float) -> Stance:
    elbows, hands = [], []
    for sign in (-1, 1):
        up = gait == CHEERING and rng.random() < 0.7
        elbow = (sign * rng.uniform(0.1, 0.3), -0.4 if up else rng.uniform(1.05, 1.25))
        hand = (sign * rng.uniform(-0.3, 0.1), -1.1 if up else rng.uniform(0.6, 1.1))
        elbows.append((float(elbow[0]), float(elbow[1])))
        hands.append((float(hand[0]), float(hand[1])))
    return Stance(gait, turn, 0.0, (elbows[0], elbows[1]), (hands[0], hands[1]))


def _blur(rng: np.random.Generator, face: float) -> Blur:
    """Of the runners of a photo; in faces, so that it does not depend on the photo's size."""
    fate = rng.random()
    if fate < MOVED:
        return Blur(float(face * rng.uniform(0.012, 0.05)), float(rng.normal(0, 0.35)))
    if fate < MOVED + UNFOCUSED:
        return Blur(0.0, 0.0, float(face * rng.uniform(0.006, 0.02)))
    return Blur()


def _own(rng: np.random.Generator, blur: Blur, face: float, nearest: float) -> Blur:
    """Whoever is nearer or farther than the focus is a little softer."""
    apart = abs(np.log(face / nearest))
    soft = float(np.hypot(blur.defocus, 0.02 * apart * face * rng.uniform(0.5, 1.5)))
    return Blur(blur.motion * float(rng.uniform(0.6, 1.2)), blur.angle, soft)
