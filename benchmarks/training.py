"""What the loop costs beside the net: a step against a bare loop, and memory over images."""

import functools
import resource
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from src.annotators.clocks.seed import SeedClock
from src.annotators.rootpainter import RootPainterAnnotator
from src.data.roots import Roots
from src.data.split import Split
from src.detectors.neural import NeuralDetector
from src.detectors.tiling import Tiler
from src.detectors.unet import UNet
from src.scoring.pixels import Pixels
from src.training.acquisition.sequential import Sequential
from src.training.classroom import Classroom
from src.training.corrective import CorrectiveTrainer
from src.training.loss import annotated_loss
from src.training.session import Rules, Shown

TILE, BATCH, TILES = 128, 6, 96
MOSTLY_TRAIN = Split(fractions={"train": 0.9, "val": 0.05, "test": 0.05})


class Silence:
    """A journal that only notes the memory."""

    def __init__(self) -> None:
        self.megabytes: list[float] = []

    def shown(self, shown: Shown) -> None:
        """Nothing."""

    def measured(self, row: Mapping[str, Any]) -> None:  # noqa: ARG002
        """The memory that the process holds now."""
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.megabytes.append(pages * resource.getpagesize() / 2**20)


def taught(images: int, size: int, epochs: int, tiles: int) -> tuple[Any, Silence, float]:
    """A session on synthetic roots, and its wall seconds."""
    journal = Silence()
    detector = NeuralDetector(UNet(width=8, depth=4, seed=1), Tiler())
    trainer = CorrectiveTrainer(
        functools.partial(torch.optim.AdamW, lr=4e-3),
        Rules(images=images),
        tile_in=min(TILE, size),
        batch_size=BATCH,
        epochs_between_images=epochs,
        min_epoch_tiles=tiles,
        progress_bar=False,
    )
    with tempfile.TemporaryDirectory() as folder:
        room = Classroom(
            Roots(count=images * 2, size=size, seed=1, split=MOSTLY_TRAIN),
            RootPainterAnnotator(),
            SeedClock(),
            Sequential(),
            Pixels(resamples=0),
            journal,
            Path(folder),
            1,
        )
        start = time.perf_counter()
        result = trainer.teach(detector, room)
        return result, journal, time.perf_counter() - start


def bare_step(steps: int) -> float:
    """Seconds per step of the same net, tile and loss in a plain loop."""
    net = UNet(width=8, depth=4, seed=1)
    optimizer = torch.optim.AdamW(net.parameters(), lr=4e-3)
    image = torch.randn(BATCH, 3, TILE, TILE)
    painted = torch.rand(BATCH, TILE, TILE)
    start = 0.0
    for step in range(steps + 3):
        if step == 3:
            start = time.perf_counter()
        optimizer.zero_grad()
        annotated_loss(net(image), painted < 0.1, painted > 0.7).backward()
        optimizer.step()
    return (time.perf_counter() - start) / steps


def main() -> None:
    """Print both tables."""
    bare = bare_step(48)
    result, _, seconds = taught(images=6, size=256, epochs=2, tiles=TILES)
    steps = 5 * 2 * TILES // BATCH
    ours = result.shares["train"] * seconds / steps
    bare = min(bare, bare_step(48))
    print(f"bare loop        {1000 * bare:7.1f} ms a step")
    print(f"in the session   {1000 * ours:7.1f} ms a step   {ours / bare:5.2f} x the bare loop")
    for stage, share in sorted(result.shares.items(), key=lambda item: -item[1]):
        print(f"  {stage:<10} {100 * share:5.1f} % of the wall time")
    net = result.shares["train"] + result.shares["predict"]
    print(f"  net compute {100 * net:5.1f} %")
    _, journal, _ = taught(images=100, size=96, epochs=1, tiles=BATCH)
    held = np.array(journal.megabytes)
    print(f"memory after 20 images {held[19]:.0f} MB, after 100 images {held[99]:.0f} MB")


if __name__ == "__main__":
    main()
