"""The labels of a photo, by rule, from what is visible of everybody."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from src.data.race_synthetic.camera import BRIGHT, LOW
from src.data.race_synthetic.figures import Figure
from src.data.race_synthetic.plan import Plan
from src.data.race_synthetic.surroundings import BOARD
from src.data.race_synthetic.visibility import SeenFace, SeenSheet, seen_face, seen_sheet
from src.data.refsets.labels import Area, Bib, Bibs, Face, Faces, Links
from src.data.refsets.words import BIBS, FACES, LINKS

LOST = 0.1
"""Share of a digit's area that may be cut by the frame or hidden before it cannot be relied on."""

SMALLEST_DIGIT = 9.0
"""Px of height below which nobody reads a digit."""

SMEARED = 0.2
"""Heights of a digit over which an edge may be spread before nobody reads it."""

GLARE = 0.35
"""Reflection, 0 to 1, beyond which digits are lost in an overexposed photo."""

CLIPPED, HIDDEN, SMALLEST_FACE = 0.3, 0.45, 12.0
"""Share of a face that the frame may cut, and that something may hide, and least px of height:
beyond them it is uncertain whether anybody should be expected to find it."""

UNSEEN_SHEET, UNSEEN_FACE = 0.12, 0.2
"""Visible share below which nobody draws a box."""

TINY, BLURRY, OCCLUDED, PROFILE, DOWN = 0.035, 0.07, 0.15, 45.0, 24.0
"""For tags of faces: height in heights of the photo, spread of an edge in heights of the face,
hidden share, degrees of turn, degrees of bend."""

Documents = Mapping[str, Bibs | Faces | Links]


@dataclass(frozen=True)
class Labelled:
    """What a careful person would say of a photo, and who is in it."""

    bibs: Bibs
    faces: Faces
    links: Links

    @property
    def documents(self) -> Documents:
        """As reference sets keep it."""
        return {BIBS: self.bibs, FACES: self.faces, LINKS: self.links}


def labelled(plan: Plan) -> Labelled:
    """All boxes of a photo, numbered 1, 2, 3 …, bibs first."""
    sheets = [seen_sheet(plan.figures, place, plan.shape) for place in range(len(plan.figures))]
    faces = [seen_face(plan.figures, place, plan.shape) for place in range(len(plan.figures))]
    bibs: list[Bib] = []
    boxes: list[Face] = []
    wearers: dict[int, int] = {}
    for place, (figure, sheet) in enumerate(zip(plan.figures, sheets, strict=True)):
        if sheet is not None and sheet.visible >= UNSEEN_SHEET:
            bibs.append(_bib(figure, sheet, plan, len(bibs) + 1))
            wearers[place] = len(bibs)
    for board in plan.boards:
        if board.suggested:
            area = Area.of_pixels(board.box, plan.shape)
            bibs.append(Bib(area, "", "not_bib", len(bibs) + 1))
    pairs: list[tuple[int, int]] = []
    for place, (figure, face) in enumerate(zip(plan.figures, faces, strict=True)):
        own = len(bibs) + len(boxes) + 1
        if face is not None and (1 - face.clipped) * (1 - face.hidden) >= UNSEEN_FACE:
            boxes.append(_face(figure, face, plan, own))
            pairs += [(wearers[place], own)] if place in wearers else []
        elif face is None and place in plan.mistaken:
            boxes += _mistaken(figure, plan, own)
    return Labelled(
        Bibs(tuple(bibs), _bib_tags(plan, bibs, sheets)),
        Faces(tuple(boxes), _face_tags(plan, boxes)),
        Links(tuple(pairs)),
    )


def _bib(figure: Figure, sheet: SeenSheet, plan: Plan, own: int) -> Bib:
    digits = [
        "?" if lost > LOST else digit
        for digit, lost in zip(figure.person.number, sheet.digits, strict=True)
    ]
    unreadable = (
        sheet.digit < SMALLEST_DIGIT
        or smear(figure, plan) > SMEARED * sheet.digit
        or (plan.camera.light == BRIGHT and _gloss(figure) > GLARE)
    )
    number = "" if unreadable or set(digits) <= {"?"} else "".join(digits)
    scope = "bib_obscured" if unreadable or "?" in digits else "bib"
    if scope == "bib" and sheet.cut_upright:
        scope = "bib_clipped"
    return Bib(Area.of_pixels(sheet.box, plan.shape), number, scope, own)


def _gloss(figure: Figure) -> float:
    return 0.0 if figure.sheet is None else figure.sheet.creases.gloss


def smear(figure: Figure, plan: Plan) -> float:
    """Px over which an edge of somebody is spread in the photo."""
    return float(np.hypot(figure.blur.extent, 2 * plan.camera.defocus))


def _face(figure: Figure, face: SeenFace, plan: Plan, own: int) -> Face:
    doubtful = face.clipped > CLIPPED or face.hidden > HIDDEN or face.height < SMALLEST_FACE
    said = {
        "tiny": face.height < TINY * plan.shape[0],
        "blurry": smear(figure, plan) > BLURRY * face.height,
        "occluded": face.hidden > OCCLUDED,
        "profile": abs(figure.pose.yaw) > PROFILE,
        "looking_down": figure.pose.pitch > DOWN,
    }
    tags = tuple(tag for tag, holds in said.items() if holds)
    area = Area.of_pixels(face.box, plan.shape)
    scope = "uncertain" if doubtful else "keep"
    return Face(area, scope, figure.person.name or None, tags, own)


def _mistaken(figure: Figure, plan: Plan, own: int) -> list[Face]:
    """The back of a head that a detector once took for a face."""
    x, y = figure.axis
    half = 0.45 * figure.face
    edges = np.array([x - half, y - 1.3 * half, x + half, y + 1.1 * half])
    high, wide = plan.shape
    edges = np.clip(edges, 0, (wide, high, wide, high))
    if (edges[2:] - edges[:2] < 4).any():
        return []
    return [Face(Area.of_pixels(edges, plan.shape), "exclude", None, (), own)]


def _bib_tags(plan: Plan, bibs: list[Bib], sheets: list[SeenSheet | None]) -> tuple[str, ...]:
    real = [bib for bib in bibs if bib.scope != "not_bib"]
    worn = [
        (figure, sheet)
        for figure, sheet in zip(plan.figures, sheets, strict=True)
        if sheet is not None and sheet.visible >= UNSEEN_SHEET
    ]
    dark = [figure for figure, _ in worn if sum(figure.person.design.paper) < 300]
    said = {
        "obscured_bib": any(bib.scope == "bib_obscured" for bib in real),
        "dark_bib": bool(worn) and (plan.camera.light == LOW or bool(dark)),
        "no_bib": not real,
        "blurry_bib": any(
            smear(figure, plan) > 0.6 * SMEARED * sheet.digit for figure, sheet in worn
        ),
        "partial_bib": any(sheet.cut_sideways or sheet.cut_upright for _, sheet in worn),
        "light_bib": bool(worn) and plan.camera.light == BRIGHT,
        "other_banners": any(board.kind == BOARD for board in plan.boards),
    }
    return tuple(tag for tag, holds in said.items() if holds)


def _face_tags(plan: Plan, faces: list[Face]) -> tuple[str, ...]:
    real = [face for face in faces if face.scope != "exclude"]
    said = {"no_faces": not real, "light_faces": bool(real) and plan.camera.light == BRIGHT}
    return tuple(tag for tag, holds in said.items() if holds)
