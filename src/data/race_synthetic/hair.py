"""The picture of a head: skin, hair and cap where its solid is seen."""

import numpy as np
import numpy.typing as npt
from PIL import Image
from scipy.ndimage import map_coordinates

from src.data.race_synthetic.faces import face_of
from src.data.race_synthetic.heads import FACE, REACH, Field, Pose, Seen, looked_at
from src.data.race_synthetic.people import BALD, LONG, Person
from src.data.race_synthetic.portraits import HEIGHT, WIDTH
from src.data.synthetic.noise import fractal, resized

FINEST, COARSEST = 36, 96
"""Lines of sight across a head, by its size."""

HAIRLINE = 48.0
"""The row of a face's own picture where hair begins."""


def head_layer(
    person: Person, pose: Pose, height: float, light: tuple[float, float]
) -> npt.NDArray[np.uint8]:
    """(n, n, 4) a head whose face is ``height`` px high, its axis in the middle."""
    side = max(8, round(2 * REACH / FACE * height))
    coarse = int(np.clip(side / 3, FINEST, COARSEST))
    seen = _enlarged(looked_at(person, pose, coarse, light), side)
    colours = _colours(person, seen)
    layer = np.empty((side, side, 4), np.uint8)
    lit = (0.97 + 0.42 * seen.light)[..., None]
    layer[..., :3] = np.clip(colours * np.clip(lit, 0.45, 1.35) * 255, 0, 255)
    layer[..., 3] = np.clip(255 * (0.5 + 2.2 * (seen.cover - 0.5)), 0, 255)
    return layer


def _enlarged(seen: Seen, side: int) -> Seen:
    by = Image.Resampling.BILINEAR
    shape = (side, side)
    places = [resized(np.ascontiguousarray(seen.places[..., k]), shape, by) for k in range(3)]
    return Seen(
        resized(seen.cover, shape), np.stack(places, axis=2), resized(seen.light, shape, by)
    )


def _colours(person: Person, seen: Seen) -> Field:
    x, y, z = (np.ascontiguousarray(seen.places[..., k]) for k in range(3))
    face = face_of(person)
    where = [np.clip(y, 0, HEIGHT - 1.01), np.clip(x + WIDTH / 2, 0, WIDTH - 1.01)]
    skin = np.stack([map_coordinates(face[..., c], where, order=1) for c in range(3)], axis=2)
    plain = np.asarray(person.skin, np.float32)
    # A portrait says little of the sides of a head: there the skin is plain.
    sides = np.clip((70 - z) / 25, 0, 1) * np.clip((np.abs(x) - 62) / 12, 0, 1)
    sides = np.maximum(sides, np.clip((30 - z) / 25, 0, 1))[..., None]
    skin = skin * (1 - sides) + plain * sides * (0.92 + 0.06 * np.clip(z / 60, -1, 1))[..., None]
    skin = skin * (1 - 0.16 * _ear(y, z))[..., None]
    rng = np.random.default_rng(person.seed)
    if person.cap is not None:
        shadow = 1 - 0.38 * np.clip((92 - y) / 30, 0, 1) * np.clip((z - 20) / 20, 0, 1)
        skin = skin * shadow[..., None]
    hairy = _hairy(person, x, y, z)
    strands = _strands(rng, x, y, z)
    hair = np.asarray(person.hair, np.float32) * (0.75 + 0.45 * strands)[..., None]
    colours = skin * (1 - hairy[..., None]) + hair * hairy[..., None]
    if person.cap is not None:
        capped = _capped(y, z)[..., None]
        cloth = np.asarray(person.cap, np.float32) * (1 - 0.12 * strands)[..., None]
        colours = colours * (1 - capped) + cloth * capped
    return np.asarray(colours, np.float32)


def _ear(y: Field, z: Field) -> Field:
    """The rim of an ear, on the side of a head."""
    far = ((y - 135) / 30) ** 2 + ((z + 8) / 17) ** 2
    return np.asarray(np.exp(-(((far - 1) / 0.35) ** 2)), np.float32)


def _hairy(person: Person, x: Field, y: Field, z: Field) -> Field:
    """Where hair grows, softly."""
    if person.style == BALD:
        line = np.interp(z, [-140, -20, 15, 60, 110], [185, 180, 80, -40, -60])
        soft = 14.0
    else:
        nape = 235 if person.style == LONG else 188
        temple = 150 if person.style == LONG else 108
        line = np.interp(
            z, [-140, -22, 8, 38, 62, 80, 112],
            [nape, nape - 4, temple + 14, temple, 78, HAIRLINE + 9, HAIRLINE],
        )  # fmt: skip
        line = line + person.shape[6] * 4 + 5 * np.sin(x / 17 + person.shape[5] * 3)
        soft = 7.0
    ear = ((y - 135) / 33) ** 2 + ((z + 8) / 20) ** 2
    grown = np.clip(0.5 + (line - y) / soft, 0, 1)
    if person.style != LONG:
        grown = np.where((ear < 1) & (z > -32), 0, grown)
    return np.asarray(grown, np.float32)


def _capped(y: Field, z: Field) -> Field:
    edge = np.interp(z, [-140, -60, 40, 100], [75, 62, 42, 40])
    visor = (z > 40) & (y < 56) & (y > 20) & (z > 108)
    return np.asarray(np.maximum(np.clip(0.5 + (edge - y) / 3, 0, 1), visor), np.float32)


def _strands(rng: np.random.Generator, x: Field, y: Field, z: Field) -> Field:
    """-1 to 1, long along the fall of the hair and short across."""
    tile = fractal(rng, (64, 256), 16, 2)
    around = np.arctan2(x, z + 1e-3)
    where = [(y + 60) * 0.17, (around + np.pi) * 40]
    lines = map_coordinates(tile, where, order=1, mode="nearest")
    return np.asarray(np.clip(lines / 2, -1, 1), np.float32)
