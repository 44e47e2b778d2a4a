"""The same example as another day, another camera and another turn would have shown it."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as F  # noqa: N812
from annotated_types import Ge, Le

from src.core import InputError
from src.training.numbers import check_count, check_finite
from src.training.tiles import FloatArray, Mask, Tile

Chance = Annotated[float, Ge(0), Le(1)]
Strength = Annotated[float, Ge(0), Le(1000)]


@dataclass(frozen=True)
class Augmentation:
    """Turns, bends, lights and soils a tile; image and paint move together.

    Strengths are in deviations of the picture, as tiles are standardised, or in px.

    Args:
        turn: probability of a turn by a random multiple of 90°, mirrored or not.
        elastic: probability of a smooth deformation.
        elastic_reach: standard deviation of the displacement, px.
        elastic_spacing: distance of the displacements that are drawn, px.
        zoom: probability of another size, as between magnifications.
        zoom_reach: standard deviation of the logarithm of its factor.
        negative: probability of a negative: what was dark is bright, as between stains.
        grey: probability of losing all colour.
        light: probability of another brightness and contrast, channel by channel.
        brightness: standard deviation of what is added to a channel.
        contrast: standard deviation of the logarithm of a channel's factor.
        noise: probability of Gaussian noise.
        noise_sigma: largest standard deviation of the noise; the tile's own is uniform below.
        specks: probability of salt and pepper.
        specks_share: largest share of pixels that turn black or white; uniform below.
    """

    turn: Chance = 1.0
    elastic: Chance = 0.5
    elastic_reach: Strength = 3.0
    elastic_spacing: Annotated[int, Ge(1)] = 32
    zoom: Chance = 0.0
    zoom_reach: Strength = 0.3
    negative: Chance = 0.0
    grey: Chance = 0.0
    light: Chance = 0.5
    brightness: Strength = 0.2
    contrast: Strength = 0.2
    noise: Chance = 0.3
    noise_sigma: Strength = 0.3
    specks: Chance = 0.2
    specks_share: Chance = 0.01

    def __post_init__(self) -> None:
        chances = ("turn", "elastic", "zoom", "negative", "grey", "light", "noise", "specks")
        for name in (*chances, "specks_share"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"augmentation.{name} must be 0 to 1, got {getattr(self, name)}")
        for name in ("elastic_reach", "zoom_reach", "brightness", "contrast", "noise_sigma"):
            check_finite(f"augmentation.{name}", getattr(self, name))
            if getattr(self, name) < 0:
                raise InputError(f"augmentation.{name} must be >= 0, got {getattr(self, name)}")
        check_count("augmentation.elastic_spacing", self.elastic_spacing, least=1)

    def __call__(self, tile: Tile, rng: np.random.Generator) -> Tile:
        """A new tile; the given one is left as it is."""
        image, painted = tile.image, tile.painted
        if rng.random() < self.turn:
            image, painted = turned(image, painted, int(rng.integers(8)))
        side, shifts = image.shape[1], None
        if rng.random() < self.elastic:
            shifts = displacement(side, self.elastic_spacing, self.elastic_reach, rng)
        if self.zoom and rng.random() < self.zoom:
            nearer = spread(side, float(np.exp(self.zoom_reach * rng.standard_normal())))
            shifts = nearer if shifts is None else shifts + nearer
        if shifts is not None:
            image, painted = bent(image, painted, shifts)
        if self.negative and rng.random() < self.negative:
            image = -image
        if self.grey and rng.random() < self.grey:
            image = np.broadcast_to(image.mean(axis=0, keepdims=True), image.shape)
        # Before noise and specks: those are the sensor's, and do not depend on the light.
        if rng.random() < self.light:
            factor = np.exp(self.contrast * rng.standard_normal((3, 1, 1), np.float32))
            image = image * factor + self.brightness * rng.standard_normal((3, 1, 1), np.float32)
        if rng.random() < self.noise:
            sigma = np.float32(rng.uniform(0, self.noise_sigma))
            image = image + sigma * rng.standard_normal(image.shape, np.float32)
        if rng.random() < self.specks:
            image = speckled(image, rng.uniform(0, self.specks_share), rng)
        return Tile(np.ascontiguousarray(image, np.float32), painted, tile.margin)


def turned(image: FloatArray, painted: Mask, way: int) -> tuple[FloatArray, Mask]:
    """One of the eight ways to lay a square down."""
    if way >= 4:
        image, painted = image[:, :, ::-1], painted[:, :, ::-1]
    image = np.rot90(image, way % 4, axes=(1, 2))
    painted = np.rot90(painted, way % 4, axes=(1, 2))
    return np.ascontiguousarray(image), np.ascontiguousarray(painted)


def displacement(
    side: int, spacing: int, reach: float, rng: np.random.Generator
) -> npt.NDArray[np.float32]:
    """(side, side, 2) px: a coarse grid of random (column, row) shifts, made smooth."""
    nodes = side // spacing + 2
    coarse = reach * rng.standard_normal((1, 2, nodes, nodes), np.float32)
    fine = F.interpolate(
        torch.from_numpy(coarse), size=(side, side), mode="bicubic", align_corners=True
    )
    return fine[0].permute(1, 2, 0).contiguous().numpy()


def spread(side: int, factor: float) -> npt.NDArray[np.float32]:
    """(side, side, 2) px: the (column, row) shifts that make everything larger by a factor."""
    away = np.arange(side, dtype=np.float32) - np.float32((side - 1) / 2)
    inward = away * np.float32(1 / factor - 1)
    return np.stack(np.meshgrid(inward, inward), axis=-1)


def bent(image: FloatArray, painted: Mask, shifts: FloatArray) -> tuple[FloatArray, Mask]:
    """Image and paint, each pixel taken from where its shift (column, row) points.

    The image is interpolated; a pixel of paint is that of one source pixel, so that classes
    never mix, and nothing is painted beyond the edges. ``grid_sample`` was seen to take a
    tenth of the time of scipy's ``map_coordinates``.
    """
    side = image.shape[1]
    axis = np.arange(side, dtype=np.float32)
    places = shifts + np.stack(np.meshgrid(axis, axis), axis=-1)
    grid = torch.from_numpy(places * np.float32(2 / max(side - 1, 1)) - 1)[None]
    bent_image = F.grid_sample(
        torch.from_numpy(image)[None], grid, padding_mode="reflection", align_corners=True
    )
    bent_paint = F.grid_sample(
        torch.from_numpy(painted.astype(np.float32))[None], grid, mode="nearest", align_corners=True
    )
    return bent_image[0].numpy(), bent_paint[0].numpy() > 0


def speckled(image: FloatArray, share: float, rng: np.random.Generator) -> FloatArray:
    """A copy in which a share of the pixels is as dark or as bright as the tile gets."""
    pixels = image.reshape(3, -1).copy()
    count = int(share * pixels.shape[1])
    places = rng.integers(pixels.shape[1], size=count)
    pixels[:, places] = np.where(rng.random(count) < 0.5, pixels.min(), pixels.max())
    return pixels.reshape(image.shape)
