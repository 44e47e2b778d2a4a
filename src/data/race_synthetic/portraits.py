"""Two public-domain portraits, brought to one shape: the faces that all people are mixed of.

Both are works of NASA and of the US Navy, and come with scikit-image and matplotlib.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw
from scipy.interpolate import RBFInterpolator
from scipy.ndimage import distance_transform_edt, gaussian_filter, map_coordinates

from src.core import InputError

Pixels = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

WIDTH, HEIGHT = 200, 280
"""Of a face's own picture, in pixels; its middle line is at x = 100."""

EYES = 110.0
"""The height of the eyes in it."""

APART = 80.0
"""From eye to eye in it."""

LANDMARKS = (
    "eye_left", "eye_right", "brow_left", "brow_right", "nose_tip", "nose_base", "wing_left",
    "wing_right", "mouth_left", "mouth_right", "lip_top", "lip_bottom", "chin", "jaw_left",
    "jaw_right", "low_left", "low_right", "cheek_left", "cheek_right", "top_left", "top",
    "top_right",
)  # fmt: skip
"""Left is the viewer's left."""

OUTLINE = (
    "top_left", "top", "top_right", "cheek_right", "jaw_right", "low_right", "chin", "low_left",
    "jaw_left", "cheek_left",
)  # fmt: skip

MEASURED: Mapping[str, tuple[tuple[float, float], ...]] = {
    "astronaut": (
        (204.5, 101), (246, 103), (203, 88), (252, 92.5), (225, 125), (225, 132), (213, 129),
        (236.5, 130), (204, 140), (244, 140.5), (224, 141), (224, 152.5), (225, 178), (184, 140),
        (266, 140), (194, 162), (257, 160), (181.5, 103), (270.5, 104), (187, 84), (226, 84),
        (266, 93),
    ),
    "grace_hopper": (
        (221.7, 190), (303.3, 186), (222, 167), (303, 160), (269, 236), (269, 249), (240, 242),
        (295.5, 238), (226.5, 281), (310, 277.6), (266, 275), (267, 295.5), (270, 329), (195, 280),
        (341, 275), (214, 315), (323, 308), (183, 191), (350, 186), (192, 150), (266, 139),
        (338, 148),
    ),
}  # fmt: skip
"""By eye, in pixels of each picture."""

CUT = 5.0
"""Pixels inside the outline beyond which nothing of a portrait is shown: hair, hat, ground."""

FADING = 14.0
"""Pixels outside of it over which the nearest skin turns into the usual one."""

CHROMA = 0.75
"""How much of the colour of shadows and cheeks is kept: other skins have other ones."""


@dataclass(frozen=True)
class Portrait:
    """A portrait in pixels and its landmarks, (22, 2)."""

    pixels: Pixels
    points: Points


@lru_cache(maxsize=2)
def portrait(name: str) -> Portrait:
    """One of the two, as floats of 0 to 1."""
    with Image.open(_file(name)) as image:
        pixels = np.asarray(image.convert("RGB"), np.float32) / 255
    return Portrait(np.asarray(pixels, np.float32), np.array(MEASURED[name]))


def _file(name: str) -> Path:
    package, below = {
        "astronaut": ("skimage", "data/astronaut.png"),
        "grace_hopper": ("matplotlib", "mpl-data/sample_data/grace_hopper.jpg"),
    }[name]
    place = find_spec(package)
    path = None if place is None or place.origin is None else Path(place.origin).parent / below
    if path is None or not path.exists():
        raise InputError(f"the portrait {name} is missing: install {package} as a usual wheel")
    return path


@lru_cache(maxsize=1)
def usual_shape() -> Points:
    """(22, 2) landmarks of the middle of the two faces, eyes level, in a face's own picture."""
    return np.asarray(np.mean([_level(portrait(name).points) for name in MEASURED], axis=0))


def _level(points: Points) -> Points:
    """Turned, scaled and shifted so that the eyes lie where they belong."""
    left, right = points[0], points[1]
    along = (right - left) / np.hypot(*(right - left))
    turn = np.array([along, (-along[1], along[0])])
    scale = APART / np.hypot(*(right - left))
    moved = (points - (left + right) / 2) @ turn.T * scale + (WIDTH / 2, EYES)
    return np.asarray(moved)


def shaped(name: str, shape: Points) -> Pixels:
    """(HEIGHT, WIDTH, 3) a portrait's skin relative to its usual colour, warped to landmarks.

    Outside the outline the nearest skin goes on, so that nothing else of the portrait is left.
    """
    source = portrait(name)
    spline = RBFInterpolator(shape, source.points, kernel="thin_plate_spline", smoothing=2.0)
    step = 5
    columns, rows = np.meshgrid(np.arange(0, WIDTH + 1, step), np.arange(0, HEIGHT + 1, step))
    coarse = spline(np.column_stack([columns.ravel(), rows.ravel()])).reshape(*rows.shape, 2)
    where = [_enlarged(coarse[..., axis], step) for axis in (1, 0)]
    warped = np.stack(
        [map_coordinates(source.pixels[..., c], where, order=1, mode="nearest") for c in range(3)],
        axis=2,
    )
    inside = distance_transform_edt(_within(shape)) > CUT
    usual = np.median(warped[inside], axis=0)
    away, nearest = distance_transform_edt(~inside, return_indices=True)
    fading = np.exp(-away / FADING)[..., None]
    outward = gaussian_filter(warped[tuple(nearest)], (9, 9, 0)) * fading + usual * (1 - fading)
    soft = gaussian_filter(inside.astype(np.float32), 3.0)[..., None]
    relative = (warped * soft + outward * (1 - soft)) / usual
    grey = relative.mean(axis=2, keepdims=True)
    return np.asarray(grey + CHROMA * (relative - grey), np.float32)


def _enlarged(field: npt.NDArray[np.float64], step: int) -> npt.NDArray[np.float64]:
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH] / step
    return np.asarray(map_coordinates(field, [rows, columns], order=1, mode="nearest"))


def _within(shape: Points) -> npt.NDArray[np.bool_]:
    corners = [tuple(shape[LANDMARKS.index(name)]) for name in OUTLINE]
    image = Image.new("1", (WIDTH, HEIGHT))
    ImageDraw.Draw(image).polygon(_rounded(corners), fill=1)
    return np.asarray(image)


def _rounded(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A closed line through the corners without sharp bends (Chaikin's cutting)."""
    line = np.array(corners)
    for _ in range(2):
        following = np.roll(line, -1, axis=0)
        line = np.stack([0.8 * line + 0.2 * following, 0.2 * line + 0.8 * following], axis=1)
        line = line.reshape(-1, 2)
    return [(float(x), float(y)) for x, y in line]
