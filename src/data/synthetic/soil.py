"""Soil behind glass: crumbs of all sizes, creases between them, pores in the dark."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from src.data.synthetic.confusers import PIXELS, confuse
from src.data.synthetic.noise import fractal
from src.data.synthetic.soil_sheet import Pieces, SoilSheet

BROWN = (72, 61, 57)
CRUMBS = np.array(
    [(70, 59, 54), (54, 46, 43), (90, 76, 68), (116, 78, 66), (98, 70, 60), (86, 82, 78)]
)
CRUMB_SHARES = (0.32, 0.22, 0.16, 0.11, 0.13, 0.06)
"""Colours as in minirhizotron scans of potting soil with clay granules."""


def soil(
    rng: np.random.Generator, shape: tuple[int, int], confusers: float
) -> npt.NDArray[np.uint8]:
    """The ground of one picture."""
    sheet = SoilSheet(shape, BROWN)
    sheet.fill(_crumbs(rng, shape))
    confuse(rng, sheet, confusers)
    _sparkle(rng, sheet)
    drawn = sheet.image.filter(ImageFilter.SMOOTH)
    field = (drawn.height, drawn.width)
    pores = fractal(rng, field, coarsest=80, finest=10, persistence=0.6)
    depth = np.clip((pores - rng.uniform(1.0, 2.2)) * 2.5, 0, 1)
    far = drawn.reduce(4).resize(drawn.size, Image.Resampling.BILINEAR)
    seen = Image.composite(far, drawn, Image.fromarray((255 * depth).astype(np.uint8)))
    gain = _grain(rng, field) * (1 - 0.5 * depth)
    rust = 0.03 * np.clip(-pores, -1.5, 1.5)
    bands = [
        np.clip(np.asarray(band) * (gain + cast * rust), 0, 255).astype(np.uint8)
        for band, cast in zip(seen.split(), (1, 0, -1), strict=True)
    ]
    whole = Image.merge("RGB", [Image.fromarray(band) for band in bands])
    return np.array(whole.resize(shape[::-1], Image.Resampling.BILINEAR))


def _crumbs(rng: np.random.Generator, shape: tuple[int, int]) -> Pieces:
    """Crumbs, small ones far more often, the larger ones underneath."""
    coarse = rng.uniform(0, 1)
    count = round(rng.uniform(360, 480) * shape[0] * shape[1] / PIXELS)
    radii = 3 + rng.pareto(2.8 - 0.8 * coarse, count) * (3 + 3 * coarse)
    radii = np.sort(radii.clip(3, 24))[::-1]
    places = rng.uniform(-10, np.array(shape[::-1]) + 10, (count, 2))
    kinds = rng.choice(len(CRUMBS), count, p=CRUMB_SHARES)
    tints = rng.normal(1, 0.12, (count, 1)) + rng.normal(0, 0.015, (count, 3))
    return Pieces.angular(rng, places, radii, CRUMBS[kinds] * tints)


def _sparkle(rng: np.random.Generator, sheet: SoilSheet) -> None:
    """Grains of sand that catch the light."""
    share = rng.uniform(0.0005, 0.006) * sheet.shape[0] * sheet.shape[1]
    for tone in (100, 130, 160, 220):
        places = rng.uniform(0, 1, (round(share * 60 / tone), 2)) * sheet.shape[::-1]
        smeared = np.concatenate([places, places + np.array([1.6, 0])])
        sheet.dots(smeared, (tone, tone - 4, tone - 10))


def _grain(rng: np.random.Generator, shape: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Brightness of fine soil: lumps with dark creases, from the folds of a noise."""
    lumps = np.abs(fractal(rng, shape, coarsest=11, finest=1.8, persistence=0.8))
    return (0.78 + 0.29 * np.minimum(lumps, 2.2)).astype(np.float32)
