"""Pictures for pages: scenes, portraits, textures and drawings, made of gradients and noise."""

import base64
import io

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.data.ui_rendered.markup import Markup, node
from src.data.ui_synthetic.palette import hsv

Pixels = npt.NDArray[np.float64]

COARSEST, FINEST = 48, 240
"""Pixels of the longer side; the browser makes them larger, and soft as a photograph."""


def picture(
    rng: np.random.Generator, width: str, height: str, style: str = "", control: str = ""
) -> Markup:
    """A picture that fills a box of CSS lengths."""
    look = f"width:{width};height:{height};{style}"
    shown = int(width[:-2]) if width.endswith("px") and width[:-2].isdigit() else FINEST
    return node("img", src=source(rng, shown), style=look, leaf="picture", control=control, alt="")


def source(rng: np.random.Generator, width: int = FINEST) -> str:
    """Any picture, as an address that holds it; ``width`` is what it will be shown at."""
    kind = rng.random()
    if kind < 0.2:
        return _svg(_drawing(rng))
    side = int(np.clip(width, COARSEST, FINEST))
    shape = (int(side * rng.uniform(0.6, 1)), side)
    if kind < 0.55:
        pixels = _scene(rng, shape)
    elif kind < 0.75:
        pixels = _portrait(rng, shape)
    else:
        pixels = _texture(rng, shape)
    return _jpeg(pixels)


def _jpeg(pixels: Pixels) -> str:
    image = Image.fromarray(np.clip(pixels * 255, 0, 255).astype(np.uint8))
    written = io.BytesIO()
    image.save(written, "JPEG", quality=80)
    return "data:image/jpeg;base64," + base64.b64encode(written.getvalue()).decode()


def _svg(markup: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(markup.encode()).decode()


def noise(rng: np.random.Generator, shape: tuple[int, int], coarse: int = 3) -> Pixels:
    """Clouds from 0 to 1: noise of several sizes, one on another."""
    total, weight = np.zeros(shape), 0.0
    for octave in range(5):
        cells = coarse * 2**octave
        grid = Image.fromarray(rng.random((cells + 1, cells + 1)).astype(np.float32))
        layer = np.asarray(grid.resize((shape[1], shape[0]), Image.Resampling.BICUBIC))
        share = 0.55**octave
        total, weight = total + share * layer, weight + share
    return np.clip(total / weight, 0, 1)


def _colours(rng: np.random.Generator, saturation: float) -> Pixels:
    hue, value = float(rng.random()), float(rng.uniform(0.35, 1))
    return np.array(hsv(hue, float(rng.uniform(0, saturation)), value)) / 255


def _scene(rng: np.random.Generator, shape: tuple[int, int]) -> Pixels:
    """Sky over one to four ridges, each darker and nearer."""
    height, width = shape
    down = np.linspace(0, 1, height)[:, None, None]
    sky = _colours(rng, 0.7) * (1 - down) + _colours(rng, 0.4) * down
    pixels = sky * (0.8 + 0.4 * noise(rng, shape)[..., None])
    for layer in range(int(rng.integers(1, 5))):
        ridge = (0.35 + 0.15 * layer + 0.3 * (noise(rng, (1, width), 4)[0] - 0.5)) * height
        below = np.arange(height)[:, None] > ridge
        ground = _colours(rng, 0.8) * (0.75 - 0.12 * layer)
        textured = ground * (0.7 + 0.6 * noise(rng, shape, 8)[..., None])
        pixels = np.where(below[..., None], textured, pixels)
    return pixels


def _portrait(rng: np.random.Generator, shape: tuple[int, int]) -> Pixels:
    """A head and shoulders before something out of focus."""
    height, width = shape
    y, x = np.mgrid[0:height, 0:width] / min(shape)
    middle = width / min(shape) / 2 + rng.uniform(-0.1, 0.1)
    pixels = _colours(rng, 0.6) * (0.5 + 0.7 * noise(rng, shape, 2)[..., None])
    tone = hsv(rng.uniform(0.02, 0.1), rng.uniform(0.2, 0.6), rng.uniform(0.4, 0.95))
    body = ((x - middle) / 0.42) ** 2 + ((y - 1.08) / 0.45) ** 2 < 1
    hair = ((x - middle) / 0.2) ** 2 + ((y - 0.36) / 0.25) ** 2 < 1
    face = ((x - middle) / 0.155) ** 2 + ((y - 0.42) / 0.2) ** 2 < 1
    for mask, colour in (
        (body, _colours(rng, 0.9)),
        (hair, 0.5 * _colours(rng, 0.5)),
        (face, np.array(tone) / 255),
    ):
        shade = colour * (0.75 + 0.4 * noise(rng, shape, 3)[..., None])
        pixels = np.where(mask[..., None], shade, pixels)
    return pixels


def _texture(rng: np.random.Generator, shape: tuple[int, int]) -> Pixels:
    """Two or three colours that flow into one another, at times in stripes."""
    first, second = _colours(rng, 0.9), _colours(rng, 0.9)
    field = noise(rng, shape, int(rng.integers(2, 9)))
    if rng.random() < 0.4:
        field = (np.sin(field * rng.uniform(8, 30)) + 1) / 2
    field = field[..., None]
    return first * field + second * (1 - field)


def _drawing(rng: np.random.Generator) -> str:
    """Flat shapes, as illustrations and logos have them."""
    shapes = [_shape(rng) for _ in range(int(rng.integers(3, 9)))]
    if rng.random() < 0.6:
        ground = _css(rng, (0, 0.4), (0.6, 1))
        shapes.insert(0, node("rect", width="120", height="90", fill=ground))
    return node(
        "svg",
        *shapes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 120 90",
        preserveAspectRatio="xMidYMid slice",
    )


def _shape(rng: np.random.Generator) -> Markup:
    fill = _css(rng, (0.2, 0.9), (0.3, 1))
    x, y, size = rng.uniform(5, 105), rng.uniform(5, 80), rng.uniform(6, 36)
    kind = rng.integers(4)
    if kind == 0:
        return node("circle", cx=f"{x:.0f}", cy=f"{y:.0f}", r=f"{size / 2:.0f}", fill=fill)
    if kind == 1:
        sides = {"width": f"{size:.0f}", "height": f"{size * rng.uniform(0.4, 1.5):.0f}"}
        corner = str(rng.integers(0, 8))
        return node("rect", x=f"{x:.0f}", y=f"{y:.0f}", rx=corner, fill=fill, **sides)
    if kind == 2:
        low, reach = y + size / 2, size / 2
        places = f"{x:.0f},{y - reach:.0f} {x + reach:.0f},{low:.0f} {x - reach:.0f},{low:.0f}"
        return node("polygon", points=places, fill=fill)
    path = f"M{x:.0f} {y:.0f} q {size:.0f} {-size:.0f} {2 * size:.0f} 0"
    return node("path", d=path, stroke=fill, stroke_width=str(rng.integers(2, 7)), fill="none")


def _css(
    rng: np.random.Generator, saturations: tuple[float, float], values: tuple[float, float]
) -> str:
    return f"rgb{hsv(rng.random(), rng.uniform(*saturations), rng.uniform(*values))}"
