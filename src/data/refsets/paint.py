"""Paint that arrives as the bytes of a PNG: looked at before room is made for it."""

import base64
import binascii
import io
import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.core import Annotation, InputError, Trajectory
from src.data.formats.painter import annotation_png
from src.data.formats.raster import decode, measure
from src.data.refsets.labels.unfit import Unfit, text

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEAD = struct.Struct(">8sI4sII")
"""The signature of a PNG, the length and name of its first chunk, width and height."""

END = b"\0\0\0\0IEND\xaeB`\x82"
"""How every whole PNG ends; decoders do without where all pixels came."""

COLOUR_TYPE, BY_NUMBER = HEAD.size + 1, 3
"""Where a PNG says how its colours are written, and what it says there for a palette."""

KEY = "png"


def paint_of(said: Any, shape: tuple[int, int]) -> bytes:
    """The same paint as a file of ours: nothing but pixels is left of what came.

    Args:
        said: base64 of a PNG, red foreground and green background; of four channels, or, sixteen
            times smaller before it is packed, of colours by number.
        shape: height and width of the photo, which the paint must have.
    """
    content = _bytes(text(said, KEY))
    height, width = _claimed(content)
    if (height, width) != shape:
        raise Unfit(
            f"is {width}×{height} but the photo is {shape[1]}×{shape[0]} (width×height)", (KEY,)
        )
    try:
        measure(content, Path(KEY))  # the checksums of all that it holds
        values = _values(content)
    except InputError as error:
        raise Unfit("is truncated or damaged: send it again", (KEY,)) from error
    if values.dtype != np.uint8 or values.shape != (*shape, 4):
        raise Unfit("must have red, green, blue and alpha of 8 bits", (KEY,))
    return annotation_png(Annotation(_plain(values), Trajectory.empty()))


def _plain(values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """Red and green where there is paint, nothing else."""
    painted = (values[..., :2] > 0) & (values[..., 3:] > 0)
    if painted.all(axis=2).any():
        raise Unfit("has a pixel that is red and green: it is foreground or background", (KEY,))
    plain = np.zeros(values.shape, np.uint8)
    plain[..., :2] = painted * np.uint8(255)
    return plain


def _values(content: bytes) -> npt.NDArray[Any]:
    """Its pixels; colours by number become channels, which readers of photos leave as numbers."""
    if content[COLOUR_TYPE] != BY_NUMBER:
        return decode(content, Path(KEY)).values
    try:
        with Image.open(io.BytesIO(content), formats=("PNG",)) as picture:
            return np.asarray(picture.convert("RGBA"))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise InputError(f"{KEY} cannot be read") from error


def _bytes(said: str) -> bytes:
    try:
        return base64.b64decode(said, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Unfit("is not base64", (KEY,)) from error


def _claimed(content: bytes) -> tuple[int, int]:
    """Height and width that it says it has; SVG and whatever else is no PNG is refused."""
    if not content.startswith(SIGNATURE) or len(content) < HEAD.size:
        raise Unfit("is no PNG: send paint as one", (KEY,))
    _, _, first, width, height = HEAD.unpack_from(content)
    if first != b"IHDR":
        raise Unfit("is no PNG: send paint as one", (KEY,))
    if not content.endswith(END):
        raise Unfit("is truncated or damaged: send it again", (KEY,))
    return height, width
