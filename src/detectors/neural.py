"""The detector that is a net: tiles in, probabilities out, instances from a threshold."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import torch
from annotated_types import Ge, Le
from torch import Tensor, nn

from src.core import InputError, Picture, Surface
from src.detectors.precision import PRECISIONS, check_precision
from src.detectors.separation import Probable
from src.detectors.tiling import Geometry, Standardised, Tiler

FloatArray = npt.NDArray[np.float32]

TURNS = (0, 2, 1, 3, 6, 4, 5, 7)
"""The eight ways to lay a square down, in the order in which ``views`` takes them: quarter turns
to the left, from 4 on of the mirror image."""


@dataclass(frozen=True, eq=False)
class NeuralDetector(Probable):
    """Tiled prediction of a net with two logits per pixel, background and foreground.

    Args:
        geometry: which tiles the net takes; a net of this project knows it itself.
        threshold: foreground is at least this probable.
        views: how many ways to lay the picture down are averaged, 1, 2, 4 or 8.
        instances, min_area, min_distance: see ``Separation``.
        precision: in which numbers layers compute where they may, see ``PRECISIONS``.
    """

    net: nn.Module
    tiler: Tiler = field(default_factory=Tiler)
    geometry: Geometry | None = None
    threshold: float = 0.5
    views: int = 1
    instances: str = "components"
    min_area: int = 0
    min_distance: Annotated[int, Ge(0), Le(10_000)] = 7
    precision: str = "32-true"

    def __post_init__(self) -> None:
        _ = self.separation  # refuses what cannot be
        if not 0 < self.threshold < 1:
            raise InputError(f"detector.threshold must lie between 0 and 1, got {self.threshold}")
        if self.views not in (1, 2, 4, 8):
            raise InputError(f"detector.views must be 1, 2, 4 or 8, got {self.views}")
        check_precision(self.precision, "detector.precision")
        self.tiler.check(geometry_of(self.net, self.geometry))

    def probabilities(self, picture: Picture) -> FloatArray:
        """(height, width) float32: how probable foreground is."""
        return self.foreground(Standardised.of(picture.pixels))

    def foreground(self, seen: Standardised) -> FloatArray:
        """The same for a picture that is standardised already."""
        shape = (seen.pixels.shape[0], seen.pixels.shape[1])
        tiles = self.tiler.tiles(shape, geometry_of(self.net, self.geometry))
        result = np.zeros(shape, np.float32)
        with evaluating(self.net):
            for begin in range(0, len(tiles), self.tiler.batch_size):
                batch = tiles[begin : begin + self.tiler.batch_size]
                windows = [seen.window(r.start, c.start, r.side, c.side) for r, c in batch]
                parts = predict(self.net, windows, self.views, self.precision)
                for (rows, columns), part in zip(batch, parts, strict=True):
                    result[rows.written, columns.written] = part[rows.read, columns.read]
        return result

    def strips(self, pixels: Surface, after: int = 0) -> Iterator[FloatArray]:
        """The same of a picture of any size, from the top down: a row of tiles at a time.

        Args:
            after: rows that are known already; a strip that ends there or above is left out.
        """
        seen = Standardised.of_rows(pixels)
        shape = (pixels.shape[0], pixels.shape[1])
        tiles = self.tiler.tiles(shape, geometry_of(self.net, self.geometry))
        for rows, band in groupby(tiles, key=lambda tile: tile[0]):
            low, high = rows.written.start, rows.written.stop
            if high <= after:
                continue
            strip = np.zeros((high - low, shape[1]), np.float32)
            columns = [column for _, column in band]
            with evaluating(self.net):
                for begin in range(0, len(columns), self.tiler.batch_size):
                    batch = columns[begin : begin + self.tiler.batch_size]
                    windows = [seen.window(rows.start, c.start, rows.side, c.side) for c in batch]
                    parts = predict(self.net, windows, self.views, self.precision)
                    for column, part in zip(batch, parts, strict=True):
                        strip[:, column.written] = part[rows.read, column.read]
            yield strip

    def save(self, file: Path) -> None:
        """Keep the weights; the configuration says everything else."""
        # Through memory: torch's own writer does not say when the disk is full.
        kept = io.BytesIO()
        torch.save({"state_dict": self.net.state_dict()}, kept)
        file.write_bytes(kept.getvalue())

    def load(self, file: Path) -> None:
        """Take the weights that ``save`` kept; nothing in the file is executed."""
        kept = torch.load(file, map_location="cpu", weights_only=True)
        self.net.load_state_dict(kept["state_dict"])


def geometry_of(net: nn.Module, given: Geometry | None = None) -> Geometry:
    """What was given, else what the net says of itself."""
    known = given or getattr(net, "geometry", None)
    if not isinstance(known, Geometry):
        raise InputError(f"detector.geometry is needed: {type(net).__name__} does not say its own")
    return known


def predict(
    net: nn.Module, windows: list[FloatArray], views: int = 1, precision: str = "32-true"
) -> FloatArray:
    """(n, height, width) foreground probability of windows of one size, the mean of some views."""
    device = next((parameter.device for parameter in net.parameters()), torch.device("cpu"))
    batch = torch.from_numpy(np.stack(windows)).to(device)
    numbers = PRECISIONS[precision]
    with torch.autocast(device.type, numbers, enabled=numbers is not None):
        seen = [_turned_back(_probability(net, _turned(batch, way)), way) for way in TURNS[:views]]
    foreground: FloatArray = torch.stack(seen).mean(dim=0).cpu().numpy()
    return foreground


def _probability(net: nn.Module, batch: Tensor) -> Tensor:
    # On a CPU 1.4 to 1.5 times as fast in this layout; training is not (benchmarks.inference).
    logits = net(batch.contiguous(memory_format=torch.channels_last))
    return torch.sigmoid(logits[:, 1].float() - logits[:, 0].float())


def _turned(batch: Tensor, way: int) -> Tensor:
    return torch.rot90(batch.flip(-1) if way >= 4 else batch, way % 4, (-2, -1))


def _turned_back(seen: Tensor, way: int) -> Tensor:
    upright = torch.rot90(seen, -(way % 4), (-2, -1))
    return upright.flip(-1) if way >= 4 else upright


@contextmanager
def evaluating(net: nn.Module) -> Iterator[None]:
    """The net in evaluation mode and without gradients, then as it was."""
    training = [module for module in net.modules() if module.training]
    net.eval()
    try:
        with torch.inference_mode():
            yield
    finally:
        for module in training:
            module.training = True
