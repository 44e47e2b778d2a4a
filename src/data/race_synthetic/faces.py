"""The face of a person, seen straight on and without shadows."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from src.data.race_synthetic.people import Person
from src.data.race_synthetic.portraits import (
    EYES,
    HEIGHT,
    LANDMARKS,
    WIDTH,
    Pixels,
    Points,
    shaped,
    usual_shape,
)

MIDDLE = WIDTH / 2

BORDER = EYES + 50
"""Between upper and lower face: below the glasses that the second portrait wears."""

Mask = npt.NDArray[np.float32]


def shape_of(person: Person) -> Points:
    """(22, 2) landmarks of a person, mildly apart from the usual ones."""
    wide, jaw, apart, nose, lips, mouth, brows = person.shape
    points = usual_shape().copy()
    points[:, 0] = MIDDLE + (points[:, 0] - MIDDLE) * (1 + 0.02 * wide)
    _spread(points, ("jaw_left", "jaw_right", "low_left", "low_right"), 0.035 * jaw)
    _spread(points, ("eye_left", "eye_right", "brow_left", "brow_right"), 0.03 * apart)
    _spread(points, ("wing_left", "wing_right"), 0.06 * lips)
    _spread(points, ("mouth_left", "mouth_right"), 0.045 * mouth)
    _lower(points, ("nose_tip", "nose_base", "wing_left", "wing_right"), 3.0 * nose)
    _lower(points, ("mouth_left", "mouth_right", "lip_top", "lip_bottom"), 2.5 * lips)
    _lower(points, ("brow_left", "brow_right"), 2.0 * brows)
    _lower(points, ("chin",), 3.0 * jaw)
    return points


def _spread(points: Points, names: tuple[str, ...], share: float) -> None:
    places = [LANDMARKS.index(name) for name in names]
    points[places, 0] = MIDDLE + (points[places, 0] - MIDDLE) * (1 + share)


def _lower(points: Points, names: tuple[str, ...], by: float) -> None:
    points[[LANDMARKS.index(name) for name in names], 1] += by


@lru_cache(maxsize=96)
def face_of(person: Person) -> Pixels:
    """(HEIGHT, WIDTH, 3) of 0 to 1."""
    shape = shape_of(person)
    rows = np.arange(HEIGHT, dtype=np.float32)[:, None, None]
    lower = 1 / (1 + np.exp(-(rows - BORDER) / 5))
    share = person.eyes * (1 - lower) + person.mouth * lower
    relative = shaped("astronaut", shape) * (1 - share) + shaped("grace_hopper", shape) * share
    if person.mirrored:
        relative = relative[:, ::-1]
    face = _coloured(np.asarray(relative, np.float32), person)
    if person.stubble > 0.05:
        face = face * (1 - 0.55 * person.stubble * _beard(shape)[..., None])
    face = _shaved_forehead(face, person)
    return np.asarray(_with_glasses(face, person, shape), np.float32)


def _coloured(relative: Pixels, person: Person) -> Pixels:
    """Skin takes the person's colour; teeth and the white of eyes stay light."""
    skin = np.asarray(person.skin, np.float32)
    high, low = relative.max(axis=2), relative.min(axis=2)
    blue = relative[..., 2] - relative[..., :2].mean(axis=2)
    white = np.clip((blue - 0.18) * 4, 0, 1) * np.clip((low - 0.55) * 4, 0, 1)
    white[: int(EYES) - 14] = 0
    dark = np.clip(relative, 0.02, None) ** (0.85 + 0.25 * float(skin.mean()))
    pale = np.asarray([0.86, 0.84, 0.80], np.float32) * np.clip(high, 0.5, 1.1)[..., None]
    share = 0.8 * white[..., None]
    return np.asarray(dark * skin * (1 - share) + pale * share, np.float32)


def _beard(shape: Points) -> Mask:
    """Where a beard grows: jaw, chin and upper lip, not the lips."""
    image = Image.new("L", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    jaw = [shape[LANDMARKS.index(name)] for name in ("jaw_left", "low_left", "chin", "low_right",
                                                     "jaw_right")]  # fmt: skip
    left, right = shape[LANDMARKS.index("mouth_left")], shape[LANDMARKS.index("mouth_right")]
    base = shape[LANDMARKS.index("nose_base")]
    above = [(right[0] + 6, right[1] - 6), (base[0], base[1] + 6), (left[0] - 6, left[1] - 6)]
    pen.polygon([(float(x), float(y)) for x, y in [*jaw, *above]], fill=255)
    top, bottom = (shape[LANDMARKS.index(name)][1] for name in ("lip_top", "lip_bottom"))
    pen.ellipse((left[0], top - 3, right[0], bottom + 3), fill=0)
    grown = np.asarray(image.filter(ImageFilter.GaussianBlur(5)), np.float32)
    return np.asarray(grown / 255, np.float32)


def _shaved_forehead(face: Pixels, person: Person) -> Pixels:
    """Above the brows the portraits have fringe and hat: plain skin, a little lighter."""
    rows = np.arange(HEIGHT, dtype=np.float32)[:, None, None]
    plain = np.asarray(person.skin, np.float32) * 1.03
    share = np.clip((78 - rows) / 14, 0, 1)
    return np.asarray(face * (1 - share) + plain * share, np.float32)


def _with_glasses(face: Pixels, person: Person, shape: Points) -> Pixels:
    if person.frame is None:
        return face
    scale = 4
    lenses = Image.new("L", (WIDTH * scale, HEIGHT * scale))
    frames = lenses.copy()
    pen, rim = ImageDraw.Draw(lenses), ImageDraw.Draw(frames)
    # Whoever has the eyes of the second portrait wears its large glasses.
    wide, above, below = (35, 20, 40) if person.eyes > 0.3 else (33, 23, 27)
    for side in ("eye_left", "eye_right"):
        x, y = shape[LANDMARKS.index(side)]
        box = tuple(scale * edge for edge in (x - wide, y - above, x + wide, y + below))
        pen.rounded_rectangle(box, radius=22 * scale, fill=255)
        rim.rounded_rectangle(box, radius=22 * scale, outline=255, width=5 * scale)
        outward = 0 if side == "eye_left" else WIDTH
        rim.line((scale * (x + np.sign(outward - x) * 32), scale * (y - 8), scale * outward,
                  scale * (y - 6)), fill=255, width=4 * scale)  # fmt: skip
    left, right = shape[0], shape[1]
    rim.line((scale * (left[0] + 31), scale * (left[1] - 6), scale * (right[0] - 31),
              scale * (right[1] - 6)), fill=255, width=5 * scale)  # fmt: skip
    glass, wire = (
        np.asarray(mask.resize((WIDTH, HEIGHT), Image.Resampling.BOX), np.float32)[..., None] / 255
        for mask in (lenses, frames)
    )
    if person.shaded:
        rows = np.arange(HEIGHT, dtype=np.float32)[:, None, None]
        sky = np.clip(0.22 - (rows - EYES) / 220, 0.05, 0.4)
        face = np.asarray(face * (1 - 0.9 * glass) + sky * 0.9 * glass, np.float32)
    return np.asarray(face * (1 - wire) + np.asarray(person.frame, np.float32) * wire, np.float32)
