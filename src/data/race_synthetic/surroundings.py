"""What stands around the runners: road, trees, houses, sponsors' boards, clocks."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from src.data.race_synthetic.blurring import unfocused
from src.data.race_synthetic.sheets import BANDS, EVENTS, SPONSORS, lettered
from src.data.synthetic.noise import fractal

COARSE = 4
"""Pixels of the photo to one of the ground behind, which is out of focus."""

BOARD, CLOCK, ARCH = "board", "clock", "arch"

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Board:
    """Something with letters on it.

    Args:
        box: xyxy px.
        suggested: whether somebody's detector once took it for a bib, and a person said no.
    """

    kind: str
    box: Box
    words: str
    paper: tuple[int, int, int]
    ink: tuple[int, int, int]
    defocus: float
    suggested: bool


@dataclass(frozen=True)
class Ground:
    """Where the horizon is, in heights, and what grows or stands on it."""

    horizon: float
    town: bool
    sky: tuple[int, int, int]
    road: tuple[int, int, int]
    green: tuple[int, int, int]


def drawn_ground(rng: np.random.Generator, horizon: float) -> Ground:
    """Any."""
    skies = ((168, 196, 226), (205, 212, 218), (190, 200, 214), (150, 182, 220))
    roads = ((112, 112, 115), (128, 122, 114), (96, 98, 102), (150, 138, 118))
    greens = ((58, 84, 46), (76, 96, 52), (48, 70, 48), (96, 104, 60))
    pick = rng.integers(0, 4, 3)
    return Ground(
        horizon, bool(rng.random() < 0.45), skies[pick[0]], roads[pick[1]], greens[pick[2]]
    )


def drawn_board(
    rng: np.random.Generator, kind: str, box: Box, defocus: float, suggested: bool
) -> Board:
    """A board, a clock or an arch, with words of its own."""
    if kind == CLOCK:
        hours, rest = int(rng.integers(0, 5)), rng.integers(0, 60, 2)
        words = f"{hours}:{rest[0]:02d}:{rest[1]:02d}"
        ink = ((255, 60, 40), (255, 200, 40), (120, 255, 120))[int(rng.integers(0, 3))]
        return Board(kind, box, words, (14, 14, 16), ink, defocus, suggested)
    paper = BANDS[int(rng.integers(0, len(BANDS)))]
    if kind == ARCH:
        words = f"{rng.choice(['FINISH', 'START', 'ZIEL'])}  {rng.choice(EVENTS)}"
        return Board(kind, box, words, paper, (250, 250, 250), defocus, suggested)
    digits = (
        f"{rng.integers(1, 43)} km",
        f"since {rng.integers(1890, 2020)}",
        f"{rng.integers(10, 99)}",
        f"No. {rng.integers(1, 9)}",
        f"0{rng.integers(10, 99)} {rng.integers(100, 999)}",
    )
    words = str(rng.choice(SPONSORS))
    if rng.random() < 0.45:
        words += f"  {rng.choice(digits)}"
    light = rng.random() < 0.4
    ink, paper = (paper, (240, 240, 238)) if light else ((248, 248, 246), paper)
    return Board(kind, box, words, paper, ink, defocus, suggested)


def painted_ground(rng: np.random.Generator, ground: Ground, shape: tuple[int, int]) -> Image.Image:
    """The picture before anybody comes."""
    high, wide = (max(8, side // COARSE) for side in shape)
    line = int(np.clip(ground.horizon, 0.05, 0.9) * high)
    pixels = np.zeros((high, wide, 3), np.float32)
    down = np.linspace(0.88, 1.12, max(line, 1), dtype=np.float32)[:, None, None]
    pixels[:line] = np.asarray(ground.sky, np.float32) * down
    crowns = fractal(rng, (1, wide), wide / 3, wide / 40)[0] * 0.12 + 0.55
    leaves = fractal(rng, (high, wide), 40, 2)
    rows = np.arange(high)[:, None]
    growing = (rows > line * crowns) & (rows < line)
    pixels = np.where(
        growing[..., None], np.asarray(ground.green) * (1 + 0.3 * leaves[..., None]), pixels
    )
    road = np.asarray(ground.road) * (1 + 0.05 * leaves[line:, :, None])
    nearer = np.linspace(1.1, 0.85, high - line, dtype=np.float32)[:, None, None]
    pixels[line:] = road * nearer
    _verge(pixels, ground, line, leaves)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if ground.town:
        _houses(rng, image, line)
    image = image.filter(ImageFilter.GaussianBlur(1.2))
    return image.resize((shape[1], shape[0]), Image.Resampling.BICUBIC)


def _verge(
    pixels: npt.NDArray[np.float32], ground: Ground, line: int, leaves: npt.NDArray[np.float32]
) -> None:
    """Grass at both sides of the road."""
    high, wide = pixels.shape[:2]
    share = (np.arange(line, high) - line)[:, None] / max(high - line, 1)
    aside = np.abs(np.arange(wide)[None] / wide - 0.5)
    grass = aside > 0.16 + 0.5 * share
    tint = np.asarray(ground.green) * 1.35 * (1 + 0.15 * leaves[line:, :, None])
    pixels[line:] = np.where(grass[..., None], tint, pixels[line:])


def _houses(rng: np.random.Generator, image: Image.Image, line: int) -> None:
    pen = ImageDraw.Draw(image)
    x = -10.0
    while x < image.width:
        width, height = rng.uniform(0.08, 0.2) * image.width, rng.uniform(0.5, 0.95) * line
        wall = tuple(int(part) for part in rng.uniform(105, 205) * rng.uniform(0.85, 1.1, 3))
        pen.rectangle((x, line - height, x + width, line), fill=wall)
        dark = tuple(int(0.45 * part) for part in wall)
        across, down = max(2, int(width / 14)), max(2, int(height / 18))
        for column in range(across):
            for row in range(down):
                left = x + (column + 0.25) * width / across
                top = line - height + (row + 0.25) * height / down
                pen.rectangle(
                    (left, top, left + 0.5 * width / across, top + 0.5 * height / down), fill=dark
                )
        x += width + rng.uniform(0, 0.02) * image.width


def paint_board(canvas: Image.Image, board: Board) -> None:
    """Paint it over what is there."""
    x1, y1, x2, y2 = (round(edge) for edge in board.box)
    wide, high = max(2, x2 - x1), max(2, y2 - y1)
    margin = int(3 * board.defocus) + 2
    layer = Image.new("RGBA", (wide + 2 * margin, high + 2 * margin), (*board.paper, 0))
    pen = ImageDraw.Draw(layer)
    pen.rectangle((margin, margin, margin + wide - 1, margin + high - 1), fill=(*board.paper, 255))
    if board.kind == CLOCK:
        frame = (margin, margin, margin + wide - 1, margin + high - 1)
        pen.rectangle(frame, outline=(70, 70, 74, 255), width=max(1, high // 16))
    font = "DejaVuSansMono-Bold" if board.kind == CLOCK else "DejaVuSans-Bold"
    lettered(
        pen,
        board.words,
        (margin + wide / 2, margin + high / 2),
        0.55 * high,
        board.ink,
        font,
        0.9 * wide,
    )
    if board.defocus > 0.3:
        layer = unfocused(layer, board.defocus)
    canvas.paste(layer.convert("RGB"), (x1 - margin, y1 - margin), layer.getchannel("A"))
