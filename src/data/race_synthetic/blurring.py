"""Unsharp pictures: out of focus, and moved while the shutter was open."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from src.data.race_synthetic.figures import Blur

COARSE = 1.6
"""Px of deviation that a grid must keep for a blur on it to look the same."""


def blurred(layer: Image.Image, blur: Blur) -> Image.Image:
    """Out of focus and moved."""
    if blur.defocus > 0.3:
        layer = _premultiplied(layer, lambda image: unfocused(image, blur.defocus))
    if blur.motion > 1.2:
        layer = _premultiplied(layer, lambda image: _moved(image, blur))
    return layer


def unfocused(image: Image.Image, deviation: float) -> Image.Image:
    """Blurred by so many px; strongly blurred on a coarser grid, which nobody can tell."""
    coarse = int(np.clip(deviation // COARSE, 1, 6))
    if coarse == 1:
        return image.filter(ImageFilter.GaussianBlur(deviation))
    small = image.reduce(coarse).filter(ImageFilter.GaussianBlur(deviation / coarse))
    return small.resize(image.size, Image.Resampling.BILINEAR)


def _premultiplied(layer: Image.Image, change: Callable[[Image.Image], Image.Image]) -> Image.Image:
    return change(layer.convert("RGBa")).convert("RGBA")


def _moved(image: Image.Image, blur: Blur) -> Image.Image:
    """The mean of copies along the way."""
    pixels = np.asarray(image)
    steps = int(np.clip(np.ceil(blur.motion / 1.5), 2, 14))
    total = np.zeros(pixels.shape, np.uint16)
    shifts = np.linspace(-0.5, 0.5, steps) * blur.motion
    for shift in shifts:
        dx, dy = round(shift * np.cos(blur.angle)), round(shift * np.sin(blur.angle))
        total += _shifted(pixels, dx, dy)
    return Image.fromarray((total // steps).astype(np.uint8), "RGBa")


def _shifted(pixels: npt.NDArray[np.uint8], dx: int, dy: int) -> npt.NDArray[np.uint8]:
    moved = np.zeros_like(pixels)
    high, wide = pixels.shape[:2]
    to_y, to_x = slice(max(0, dy), min(high, high + dy)), slice(max(0, dx), min(wide, wide + dx))
    from_y = slice(max(0, -dy), min(high, high - dy))
    from_x = slice(max(0, -dx), min(wide, wide - dx))
    moved[to_y, to_x] = pixels[from_y, from_x]
    return moved
