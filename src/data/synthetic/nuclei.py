"""Nuclei as a fluorescence microscope sees them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from scipy.ndimage import gaussian_filter

from src.data.split import Split
from src.data.synthetic.colony import Settlement
from src.data.synthetic.dataset import Count, Side, SyntheticDataset, number, span
from src.data.synthetic.noise import Field, fractal, resized, white

BACKGROUND, SIGNAL = 16.0, 90.0
"""Grey levels of the empty slide, and of a usual nucleus above it."""

GLOW = 12
"""Pixels over which out-of-focus light spreads."""


class Nuclei(SyntheticDataset):
    """Stained nuclei on a dark ground; each nucleus is one instance, touching or not.

    Args:
        density: share of the picture that nuclei cover, on average, as far as there is room.
        contrast: brightness of nuclei over the ground; 1 is well exposed.
        touching: share of nuclei that press against another one.
        diameter: smallest and largest in pixels, of a circle of the same area.
        blur: deviation of the microscope's point spread in pixels.
    """

    generator: ClassVar[str] = "nuclei"
    version: ClassVar[int] = 1

    def __init__(
        self,
        count: Count = 20,
        size: Side | Sequence[Side] = 500,
        density: float = 0.15,
        contrast: float = 1.0,
        touching: float = 0.35,
        diameter: Sequence[float] = (16.0, 40.0),
        blur: float = 1.0,
        seed: int = 0,
        split: Split | None = None,
    ) -> None:
        super().__init__(count, size, seed, split)
        self.density = number("density", density, 0, 0.6)
        self.contrast = number("contrast", contrast, 0, 3)
        self.touching = number("touching", touching, 0, 1)
        self.diameter = span("diameter", diameter, 6, 200)
        self.blur = number("blur", blur, 0, 10)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What the pixels depend on besides shape and seed."""
        return {
            "density": self.density,
            "contrast": self.contrast,
            "touching": self.touching,
            "diameter": self.diameter,
            "blur": self.blur,
        }

    def draw(
        self, layout: np.random.Generator, look: np.random.Generator
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
        """One field of view and its nuclei."""
        area = self.density * layout.uniform(0.75, 1.25) * self.shape[0] * self.shape[1]
        colony = Settlement(self.shape, area, self.diameter, self.touching).colony(layout)
        labels, depths = colony.raster(self.shape)
        stain = _stain(look, labels, depths, len(colony.places))
        return self._expose(look, stain), labels

    def _expose(self, rng: np.random.Generator, stain: Field) -> npt.NDArray[np.uint8]:
        """Blur, haze of what is out of focus, uneven light, photon and camera noise."""
        sharp = gaussian_filter(stain, self.blur, truncate=3)
        haze = _glow(sharp) * rng.uniform(0.08, 0.3)
        dirt = np.maximum(fractal(rng, self.shape, coarsest=220, finest=27), 0) * 0.04
        light = _lamp(rng, self.shape)
        clean = light * (SIGNAL * self.contrast * (sharp + haze + dirt) + BACKGROUND)
        grain = np.sqrt(np.maximum(clean, 0)) * rng.uniform(0.2, 0.55) + 0.8
        noisy = clean + grain * white(rng, self.shape)
        exposed: npt.NDArray[np.uint8] = np.clip(noisy, 0, 255).astype(np.uint8)
        return exposed


def _stain(
    rng: np.random.Generator, labels: npt.NDArray[np.int64], depths: Field, count: int
) -> Field:
    """Brightness of each pixel: the nucleus's own, dimmer to the rim, mottled by chromatin."""
    shape = (labels.shape[0], labels.shape[1])
    own = rng.lognormal(-0.05, 0.32, count + 1)
    own[rng.random(count + 1) < 0.04] *= 1.9
    own[0] = 0
    clumps = fractal(rng, shape, coarsest=9, finest=2.2, persistence=0.9)
    nucleoli = np.clip(fractal(rng, shape, coarsest=10, finest=5) - 1.1, 0, 1)
    mottled = 1 + rng.uniform(0.05, 0.2) * clumps - rng.uniform(0.1, 0.5) * nucleoli
    dome = 1 - rng.uniform(0.15, 0.45) * depths * depths * depths
    stain: Field = own.astype(np.float32)[labels] * np.maximum(mottled, 0.2) * dome
    return stain


def _glow(sharp: Field) -> Field:
    """The light that spills far, on a coarse grid."""
    small = resized(sharp, (1 + sharp.shape[0] // GLOW, 1 + sharp.shape[1] // GLOW))
    spread = gaussian_filter(small, 1, truncate=3)
    return resized(spread, (sharp.shape[0], sharp.shape[1]))


def _lamp(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """Illumination that falls off from a spot near the middle."""
    fall = rng.uniform(0.08, 0.28)
    rows, cols = (
        fall * (np.linspace(-1, 1, side, dtype=np.float32) - rng.uniform(-0.5, 0.5)) ** 2
        for side in shape
    )
    return 1 - rows[:, None] - cols
