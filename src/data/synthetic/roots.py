"""Roots in soil as a minirhizotron scanner sees them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from src.data.split import Split
from src.data.synthetic.course import Course
from src.data.synthetic.dataset import Count, Side, SyntheticDataset, number, span
from src.data.synthetic.growth import Growth
from src.data.synthetic.noise import Field, fractal, wander, white
from src.data.synthetic.soil import soil
from src.data.synthetic.strokes import Strokes, trace

SOIL_TONE = np.array([72, 61, 57], np.float32)
TONES = np.array([(150, 138, 126), (128, 120, 113), (138, 116, 92)], np.float32)
"""Young, ageing and brown roots."""

HIDING = 1.75
"""Dust, a noise of deviation 1, hides the root where it exceeds this."""

Planes = npt.NDArray[np.float32]
"""(3, height, width): red, green and blue."""


class Roots(SyntheticDataset):
    """Branching roots over soil; each main root and each lateral is one instance.

    Where roots cross, the upper one owns the pixels; what a crumb hides is not truth.

    Args:
        density: share of the picture that roots cover, on average.
        contrast: lightness of roots over soil; 1 as in scans of potting soil.
        confusers: amount of stones, straw and bubbles; 1 as in scans of potting soil.
        width: thinnest and thickest diameter in pixels.
    """

    generator: ClassVar[str] = "roots"
    version: ClassVar[int] = 1

    def __init__(
        self,
        count: Count = 20,
        size: Side | Sequence[Side] = 500,
        density: float = 0.06,
        contrast: float = 1.0,
        confusers: float = 1.0,
        width: Sequence[float] = (2.0, 12.0),
        seed: int = 0,
        split: Split | None = None,
    ) -> None:
        super().__init__(count, size, seed, split)
        self.density = number("density", density, 0, 0.3)
        self.contrast = number("contrast", contrast, 0, 3)
        self.confusers = number("confusers", confusers, 0, 10)
        self.width = span("width", width, 2, 40)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What the pixels depend on besides shape and seed."""
        return {
            "density": self.density,
            "contrast": self.contrast,
            "confusers": self.confusers,
            "width": self.width,
        }

    def draw(
        self, layout: np.random.Generator, look: np.random.Generator
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
        """One scan and its roots."""
        area = self.density * layout.uniform(0.75, 1.35) * self.shape[0] * self.shape[1]
        course = Growth(self.shape, area, self.width).course(layout)
        strokes = trace(course, self.shape)
        dust = fractal(layout, self.shape, coarsest=16, finest=4).ravel()[strokes.pixels]
        ground = soil(look, self.shape, self.confusers)
        scene = np.stack([ground[..., band] for band in range(3)]).astype(np.float32)
        _paint(look, scene.reshape(3, -1), strokes, course, dust, self.contrast)
        labels = np.zeros(self.shape, np.int64)
        visible = strokes.inside & (dust < HIDING)
        labels.ravel()[strokes.pixels[visible]] = strokes.axes[visible] + 1
        return _expose(look, scene), labels


def _paint(
    rng: np.random.Generator,
    scene: Planes,
    strokes: Strokes,
    course: Course,
    dust: Field,
    contrast: float,
) -> None:
    """Lay round, shaded roots with their shadow over the flattened ``scene``."""
    tones, strengths, hairy = _looks(rng, course)
    beyond = strokes.distances - strokes.radii
    bare = np.clip(0.5 + 2.5 * (HIDING - dust), 0, 1)
    opacity = np.clip(0.5 - beyond / 1.6, 0, 1) * bare * (0.88 - 0.12 * np.clip(dust, -1, 1))
    shade = 1.06 - 0.22 * strokes.sides**2 - 0.1 * strokes.sides
    shade *= 1 + 0.04 * white(rng, shade.shape)
    around = bare * np.exp(-np.maximum(beyond, 0) / 1.5)
    fuzz = hairy[strokes.axes] * around * rng.random(len(shade), dtype=np.float32)
    strength = contrast * strengths[strokes.points]
    for band, soil_tone, tone in zip(scene, SOIL_TONE, tones.T, strict=True):
        under = band[strokes.pixels] * (1 - 0.2 * around) + 30 * contrast * fuzz
        body = (soil_tone + (tone[strokes.axes] - soil_tone) * strength) * shade
        band[strokes.pixels] = under + opacity * (body - under)


def _looks(rng: np.random.Generator, course: Course) -> tuple[Field, Field, Field]:
    """Tone per axis, strength per point (roots fade and come back), hairiness per axis."""
    axes, points = len(course.systems), len(course.rows)
    mixture = rng.dirichlet((1.6, 0.9, 0.7), 1 + max(course.systems, default=0)) @ TONES
    tones = mixture[course.systems] * rng.normal(1, 0.05, (axes, 1))
    hairy = rng.random(axes) * (rng.random(axes) < 0.35)
    fading = 0.17 * wander(rng, 1, points, 30)[0]
    strengths = np.clip(rng.uniform(0.8, 1.15, axes)[course.axes] + fading, 0.5, 1.4)
    return tones.astype(np.float32), strengths.astype(np.float32), hairy.astype(np.float32)


def _expose(rng: np.random.Generator, scene: Planes) -> npt.NDArray[np.uint8]:
    """Uneven light, streaks of the scan line and sensor noise."""
    shape = (scene.shape[1], scene.shape[2])
    light = 1 + 0.16 * fractal(rng, shape, coarsest=260, finest=65)
    noise = 1.6 * white(rng, shape)
    noise += rng.normal(0, 0.9, (shape[0], 1)).astype(np.float32)
    scene *= light
    scene += noise
    bands = np.clip(scene, 0, 255, out=scene).astype(np.uint8)
    return np.stack(list(bands), axis=-1)
