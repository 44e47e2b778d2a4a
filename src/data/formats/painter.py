"""Files in RootPainter's own formats, so that a person can open a session and go on by hand."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.core import Annotation
from src.data.files.whole import write_whole

SEGMENTATION = (0, 255, 255, 180)
"""The colour in which the painter shows a prediction."""


def write_annotation(path: Path, annotation: Annotation) -> None:
    """RGBA PNG: red foreground, green background, see-through elsewhere."""
    write_whole(path, annotation_png(annotation))


def annotation_png(annotation: Annotation) -> bytes:
    """The same as the bytes of a file."""
    return _png(annotation.image())


def read_annotation(path: Path) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Foreground and background of an annotation that was written here."""
    with Image.open(path) as image:
        rgba = np.asarray(image.convert("RGBA"))
    return rgba[..., 0] > 0, rgba[..., 1] > 0


def write_segmentation(path: Path, foreground: npt.NDArray[np.bool_]) -> None:
    """RGBA PNG of a prediction, see-through on background."""
    write_whole(path, segmentation_png(foreground))


def segmentation_png(foreground: npt.NDArray[np.bool_]) -> bytes:
    """The same as the bytes of a file."""
    return _png(foreground[..., None] * np.array(SEGMENTATION, np.uint8))


def write_picture(path: Path, pixels: npt.NDArray[Any]) -> None:
    """PNG of a picture; fractions are stretched to 8 bits, since a PNG has none."""
    write_whole(path, picture_png(pixels))


def picture_png(pixels: npt.NDArray[Any]) -> bytes:
    """The same as the bytes of a file."""
    if pixels.dtype == np.float32:
        low, high = float(np.nanmin(pixels)), float(np.nanmax(pixels))
        scale = 255 / (high - low) if high > low else 0.0
        pixels = ((np.nan_to_num(pixels, nan=low) - low) * scale).astype(np.uint8)
    if pixels.dtype == np.uint16 and pixels.ndim == 3:
        pixels = (pixels >> 8).astype(np.uint8)
    return _png(pixels)


def _png(pixels: npt.NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="PNG", compress_level=1)
    return buffer.getvalue()
