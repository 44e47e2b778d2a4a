"""People and their bibs, painted into a photo, each in a window of their own."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter
from scipy.ndimage import map_coordinates

from src.data.race_synthetic.blurring import blurred
from src.data.race_synthetic.figures import Figure
from src.data.race_synthetic.hair import head_layer
from src.data.race_synthetic.hanging import Creases, Sheet, homography
from src.data.race_synthetic.limbs import Limb, shaded
from src.data.race_synthetic.sheets import WIDEST, Design, on_cloth, printed
from src.data.synthetic.noise import Field, fractal, resized

FINE = 76.0
"""Px of a face at which bodies are shaded; larger ones are enlarged from it."""

SHADE = 120
"""How dark a shadow on the ground is, of 255."""

Light = tuple[float, float]
Shares = npt.NDArray[np.float64]


def paint_figure(
    canvas: Image.Image, figure: Figure, rng: np.random.Generator, light: Light
) -> None:
    """Paint somebody over what is there."""
    window = _window(figure, canvas.size)
    if window is None:
        return
    x1, y1, x2, y2 = window
    layer = Image.new("RGBA", (x2 - x1, y2 - y1))
    folds = fractal(rng, (96, 96), 40, 5)
    _paint_shadow(canvas, figure)
    _paint_limbs(layer, figure.behind, window, figure.face, folds, light)
    person = figure.person
    if figure.jersey is not None:
        _paint_sheet(layer, on_cloth(person.shirt), person.jersey, figure.jersey, window, light)
    if figure.sheet is not None:
        _paint_sheet(layer, person.design, person.number, figure.sheet, window, light)
    _paint_head(layer, figure, window, light)
    _paint_limbs(layer, figure.before, window, figure.face, folds, light)
    layer = blurred(layer, figure.blur)
    canvas.paste(layer.convert("RGB"), (x1, y1), layer.getchannel("A"))


def _paint_shadow(canvas: Image.Image, figure: Figure) -> None:
    """On the road, where the feet are in the frame."""
    wide, high = 1.5 * figure.face, 0.28 * figure.face
    x, y = figure.place[0], figure.place[1] + 7.65 * figure.face
    if y - high > canvas.height:
        return
    soft = max(1.0, 0.12 * figure.face)
    size = (round(2 * wide + 6 * soft), round(2 * high + 6 * soft))
    shade = Image.new("L", size)
    edges = (3 * soft, 3 * soft, size[0] - 3 * soft, size[1] - 3 * soft)
    ImageDraw.Draw(shade).ellipse(edges, fill=SHADE)
    shade = shade.filter(ImageFilter.GaussianBlur(soft))
    place = (round(x - size[0] / 2), round(y - size[1] / 2))
    canvas.paste(Image.new("RGB", size, (24, 24, 28)), place, shade)


def _window(figure: Figure, size: tuple[int, int]) -> tuple[int, int, int, int] | None:
    margin = 4 + 3 * figure.blur.extent
    x1, y1, x2, y2 = figure.box
    left, top = max(0, int(x1 - margin)), max(0, int(y1 - margin))
    right, bottom = min(size[0], int(x2 + margin) + 1), min(size[1], int(y2 + margin) + 1)
    return (left, top, right, bottom) if right > left and bottom > top else None


def _paint_limbs(
    layer: Image.Image,
    limbs: tuple[Limb, ...],
    window: tuple[int, int, int, int],
    face: float,
    folds: Field,
    light: Light,
) -> None:
    """Shaded coarsely, enlarged, cut sharply."""
    if not limbs:
        return
    pixel = max(1.0, face / FINE)
    x1, y1, x2, y2 = _common(limbs, window)
    if x2 <= x1 or y2 <= y1:
        return
    wide, high = max(1, round((x2 - x1) / pixel)), max(1, round((y2 - y1) / pixel))
    colours, cover = np.zeros((high, wide, 3), np.float32), np.zeros((high, wide), np.float32)
    x = (x1 + (np.arange(wide, dtype=np.float32) + 0.5) * (x2 - x1) / wide)[None, :]
    y = (y1 + (np.arange(high, dtype=np.float32) + 0.5) * (y2 - y1) / high)[:, None]
    cloth = resized(folds, (high, wide))
    for limb in limbs:
        left, top, right, bottom = limb.box
        columns = slice(*np.searchsorted(x[0], (left - pixel, right + pixel)))
        rows = slice(*np.searchsorted(y[:, 0], (top - pixel, bottom + pixel)))
        grid = np.broadcast_arrays(x[:, columns], y[rows])
        if grid[0].size == 0:
            continue
        colour, part = shaded(limb, grid[0], grid[1], light, cloth[rows, columns], pixel)
        hard = np.clip(1.6 * (part - 0.5) + 0.5, 0, 1)[..., None]
        # Where nothing was yet the colour goes on, so that edges do not turn dark.
        fresh = cover[rows, columns][..., None] <= 0
        below = colours[rows, columns]
        colours[rows, columns] = np.where(
            fresh & (part[..., None] > 0), colour, below * (1 - hard) + colour * hard
        )
        cover[rows, columns] = np.maximum(cover[rows, columns], part)
    pixels = np.dstack([np.clip(colours, 0, 1), cover])
    small = Image.fromarray((pixels * 255).astype(np.uint8), "RGBA")
    _overlay(layer, _sharp(small, (x2 - x1, y2 - y1), pixel), (x1 - window[0], y1 - window[1]))


def _common(
    limbs: tuple[Limb, ...], window: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    boxes = np.array([limb.box for limb in limbs])
    low, high = boxes[:, :2].min(axis=0) - 3, boxes[:, 2:].max(axis=0) + 3
    return (
        max(window[0], int(low[0])),
        max(window[1], int(low[1])),
        min(window[2], int(high[0])),
        min(window[3], int(high[1])),
    )


def _sharp(small: Image.Image, size: tuple[int, int], pixel: float) -> Image.Image:
    """Enlarged, with edges as sharp as before."""
    if small.size == size:
        return small
    bands = [band.resize(size, Image.Resampling.BICUBIC) for band in small.split()]
    steep = max(1.0, 0.8 * pixel)
    bands[3] = bands[3].point(
        [int(np.clip(127.5 + (level - 127.5) * steep, 0, 255)) for level in range(256)]
    )
    return Image.merge("RGBA", bands)


def _overlay(layer: Image.Image, part: Image.Image, place: tuple[int, int]) -> None:
    """Composite a part over a layer; what lies outside is cut."""
    left, top = max(0, place[0]), max(0, place[1])
    right = min(layer.width, place[0] + part.width)
    bottom = min(layer.height, place[1] + part.height)
    if right <= left or bottom <= top:
        return
    source = part.crop((left - place[0], top - place[1], right - place[0], bottom - place[1]))
    layer.alpha_composite(source, (left, top))


def _paint_head(
    layer: Image.Image, figure: Figure, window: tuple[int, int, int, int], light: Light
) -> None:
    head = Image.fromarray(head_layer(figure.person, figure.pose, figure.face, light), "RGBA")
    x, y = figure.axis
    place = (round(x - head.width / 2) - window[0], round(y - head.height / 2) - window[1])
    _overlay(layer, head, place)


def _paint_sheet(
    layer: Image.Image,
    design: Design,
    number: str,
    sheet: Sheet,
    window: tuple[int, int, int, int],
    light: Light,
) -> None:
    low, high = sheet.corners.min(axis=0), sheet.corners.max(axis=0)
    creases = sheet.creases
    margin = 3 + (creases.folds + creases.crumple) * np.hypot(*(high - low))
    x1, y1 = np.floor(low - margin).astype(int)
    x2, y2 = np.ceil(high + margin).astype(int)
    width = int(np.clip(1.2 * (high[0] - low[0]), 48, WIDEST))
    own = printed(design, number, width)
    x, y = np.meshgrid(np.arange(x1, x2) + 0.5, np.arange(y1, y2) + 0.5)
    back = np.linalg.inv(homography(sheet.corners))
    u, v, w = (back[k, 0] * x + back[k, 1] * y + back[k, 2] for k in range(3))
    u, v = u / w, v / w
    wave = 2 * np.pi * (creases.waves * u + creases.phase)
    v = v - creases.folds * np.sin(wave)
    across, down = _crumpled(u, v, creases)
    u, v = u + creases.crumple * across, v + creases.crumple * down
    where = [v * (own.pixels.shape[0] - 1), u * (own.pixels.shape[1] - 1)]
    colour = np.stack(
        [
            map_coordinates(own.pixels[..., c], where, np.float32, order=1, mode="nearest")
            for c in range(3)
        ],
        axis=2,
    )
    inked = np.clip(np.abs(colour - design.paper).sum(axis=2) / 250, 0, 1)
    slope = 2 * np.pi * creases.waves * creases.folds * np.cos(wave) + 4 * creases.crumple * across
    bright = 0.93 + 0.55 * slope * light[0] + 0.06 * light[0] * (u - 0.5)
    bright = np.clip(bright, 0.5, 1.08)[..., None]
    stripe = u - 0.5 + 0.4 * (v - 0.5) - 0.3 * np.sin(7 * creases.phase)
    gloss = creases.gloss * np.exp(-((stripe / 0.15) ** 2))[..., None]
    colour = colour * bright * (1 - gloss) + 252 * gloss
    # Half a pixel of softness at the sheet's own edges.
    steps = [np.hypot(*np.gradient(axis)) for axis in (u, v)]
    edges = [
        np.minimum(axis, 1 - axis) / np.maximum(step, 1e-6)
        for axis, step in zip((u, v), steps, strict=True)
    ]
    cover = np.clip(0.5 + np.minimum(*edges), 0, 1)
    if not design.pinned:
        cover = cover * inked
    part = np.dstack([np.clip(colour, 0, 255), 255 * cover]).astype(np.uint8)
    _overlay(layer, Image.fromarray(part, "RGBA"), (int(x1) - window[0], int(y1) - window[1]))


def _crumpled(u: Shares, v: Shares, creases: Creases) -> tuple[Shares, Shares]:
    """-1 to 1, how a sheet is drawn aside and down all over it; nothing at its edges."""
    inner = np.clip(16 * u * (1 - u) * v * (1 - v), 0, 1)
    turn = 2 * np.pi * creases.phase
    across = np.sin(2 * np.pi * (2.6 * v + 1.4 * u) + 5 * turn)
    down = np.sin(2 * np.pi * (3.3 * u - 1.1 * v) + 3 * turn)
    return inner * across, inner * down
