"""What a training tile costs before the net sees it: ``python -m benchmarks.augmentation``."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from scipy import ndimage

from src.training.augmentation import Augmentation, bent, displacement
from src.training.tiles import AnnotatedPicture, FloatArray, Mask, TileSampler

PARTS = ("turn", "elastic", "light", "noise", "specks")
NONE = dict.fromkeys(PARTS, 0.0)
ALL = dict.fromkeys(PARTS, 1.0)


def main() -> None:
    """Print milliseconds per tile, on one thread as in a loader's worker."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    table = Table("ms per tile", "160²", "572²")
    columns = [tile_costs(160), tile_costs(572)]
    for name in columns[0]:
        table.add_row(name, *(f"{column[name]:.2f}" for column in columns))
    torch.set_num_threads(threads)
    Console().print(table)


def tile_costs(side: int) -> dict[str, float]:
    """Sampling, each augmentation alone, all at once, the defaults, and scipy's bending."""
    rng = np.random.default_rng(0)
    sampler, picture = TileSampler(side, side), painted(600)
    tile = sampler.sample(picture, rng)
    shifts = displacement(side, 32, 3.0, rng)
    chosen = {name: Augmentation(**{**NONE, name: 1.0}) for name in PARTS}
    chosen |= {"all of them": Augmentation(**ALL), "the defaults": Augmentation()}
    return {
        "sampling": milliseconds(sampler.sample, picture, rng),
        **{name: milliseconds(augment, tile, rng) for name, augment in chosen.items()},
        "bending alone": milliseconds(bent, tile.image, tile.painted, shifts),
        "bending by scipy": milliseconds(bent_by_scipy, tile.image, tile.painted, shifts),
    }


def bent_by_scipy(image: FloatArray, paint: Mask, shifts: FloatArray) -> list[Any]:
    """The same as ``bent``, with ``map_coordinates``."""
    side = image.shape[1]
    places = shifts[..., ::-1].transpose(2, 0, 1) + np.mgrid[:side, :side]
    return [
        *(ndimage.map_coordinates(channel, places, order=1, mode="mirror") for channel in image),
        *(ndimage.map_coordinates(mask, places, order=0, mode="constant") for mask in paint),
    ]


def painted(side: int) -> AnnotatedPicture:
    rng = np.random.default_rng(0)
    marks = rng.random((2, side, side)) < 0.05
    pixels = rng.integers(0, 256, (side, side, 3), np.uint8)
    return AnnotatedPicture.of(pixels, marks[0], marks[1] & ~marks[0])


def milliseconds(function: Callable[..., object], *arguments: Any, repeats: int = 30) -> float:
    """CPU time of the median turn: other work on the machine does not count."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        function(*arguments)
        times.append(1000 * (time.process_time() - start))
    return float(np.median(times))


if __name__ == "__main__":
    main()
