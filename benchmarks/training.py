"""What the loop costs beside the net: a step against a bare loop, and memory over images."""

import functools
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch

from src.annotators.clocks.seed import SeedClock
from src.annotators.rootpainter import RootPainterAnnotator
from src.data.split import Split
from src.data.synthetic.roots import Roots
from src.detectors.neural import NeuralDetector
from src.detectors.tiling import Tiler
from src.detectors.unet import UNet
from src.running.memory import keep_freed_memory
from src.running.threads import CHOSEN, wait_passively
from src.scoring.pixels import Pixels
from src.training.acquisition.sequential import Sequential
from src.training.corrective import CorrectiveTrainer
from src.training.loss import annotated_loss
from src.training.participants import Participants, Taught
from src.training.session import Rules
from src.training.sight import Shown

TILE, BATCH, TILES = 128, 6, 96
MOSTLY_TRAIN = Split(fractions={"train": 0.9, "val": 0.05, "test": 0.05})


class Silence:
    """A journal that only notes the memory."""

    def __init__(self) -> None:
        self.megabytes: list[float] = []

    def shown(self, shown: Shown) -> None:
        """Nothing."""

    def resumed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Nothing."""

    def measured(self, row: Mapping[str, Any]) -> None:  # noqa: ARG002
        """The memory that the process holds now."""
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        self.megabytes.append(pages * resource.getpagesize() / 2**20)


def taught(images: int, size: int, epochs: int, tiles: int) -> tuple[Taught, Silence]:
    """A session on synthetic roots."""
    journal = Silence()
    detector = NeuralDetector(UNet(width=8, depth=4, seed=1), Tiler())
    trainer = CorrectiveTrainer(
        functools.partial(torch.optim.AdamW, lr=4e-3),
        Rules(images=images),
        tile_in=min(TILE, size),
        batch_size=BATCH,
        epochs_between_images=epochs,
        min_epoch_tiles=tiles,
        averaging=0.97,
        gradient_clip=1.0,
        progress_bar=False,
    )
    with tempfile.TemporaryDirectory() as folder:
        participants = Participants(
            Roots(count=images + 40, size=size, seed=1, split=MOSTLY_TRAIN),
            RootPainterAnnotator(),
            SeedClock(),
            Sequential(),
            Pixels(resamples=0),
            journal,
            Path(folder),
            1,
        )
        return trainer.teach(detector, participants), journal


class Bare:
    """The same net, tile and loss in a plain loop."""

    def __init__(self) -> None:
        self.net = UNet(width=8, depth=4, seed=1)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=4e-3)
        self.image = torch.randn(BATCH, 3, TILE, TILE)
        painted = torch.rand(BATCH, TILE, TILE)
        self.foreground, self.background = painted < 0.1, painted > 0.7
        self.step()

    def step(self) -> None:
        """One step."""
        self.optimizer.zero_grad()
        annotated_loss(self.net(self.image), self.foreground, self.background).backward()
        self.optimizer.step()

    def milliseconds(self, steps: int) -> float:
        """Of one step, the mean of some."""
        start = time.perf_counter()
        for _ in range(steps):
            self.step()
        return 1000 * (time.perf_counter() - start) / steps


def compare_steps(rounds: int = 4) -> None:
    """Sessions and bare loops by turns, so that both meet the same machine."""
    bare, loops, steps, times = Bare(), [], [], {}
    for _ in range(rounds):
        loops.append(bare.milliseconds(32))
        result, _ = taught(images=3, size=256, epochs=2, tiles=TILES)
        times = result.times
        steps.append(times["train_ms"])
    loops.append(bare.milliseconds(32))
    around = [(before + after) / 2 for before, after in pairwise(loops)]
    ratios = np.array(steps) / np.array(around)
    print(f"bare loop        {np.median(loops):7.1f} ms a step")
    print(f"in the session   {np.median(steps):7.1f} ms a step", end="   ")
    print(f"{np.median(ratios):5.2f} x the bare loop (rounds: {np.round(np.sort(ratios), 2)})")
    shares = {name: value for name, value in times.items() if name.endswith("_share")}
    for stage, share in sorted(shares.items(), key=lambda item: -item[1]):
        print(f"  {stage:<16} {100 * share:5.1f} % of the wall time")
    net = shares["train_share"] + shares["predict_share"]
    print(f"  net compute      {100 * net:5.1f} %")


def compare_settings() -> None:
    """A bare step with other settings of the C library and of OpenMP, each in its own process."""
    kept = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "4294967296"}
    lines: dict[str, Mapping[str, str]] = {
        "2 threads": {"OMP_NUM_THREADS": "2"},
        "2 threads, freed memory kept": {"OMP_NUM_THREADS": "2", **kept},
        "1 thread": {"OMP_NUM_THREADS": "1"},
        "1 thread, freed memory kept": {"OMP_NUM_THREADS": "1", **kept},
    }
    code = "from benchmarks.training import Bare; bare = Bare(); print(bare.milliseconds(32))"
    first = 0.0
    for name, settings in lines.items():
        told = subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, **settings},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        own = float(told.stdout)
        first = first or own
        print(f"{name:<30} {own:7.1f} ms a step   {own / first:5.2f} x the first line")


def compare_neighbours() -> None:
    """A session alone and beside one busy core, with threads that spin and threads that sleep."""
    code = (
        "import time; from src.running.threads import wait_passively; {wait}"
        "from benchmarks.training import BATCH, TILES, taught; start = time.perf_counter();"
        "taught(images=3, size=256, epochs=2, tiles=TILES); print(time.perf_counter() - start)"
    )
    plain = {name: own for name, own in os.environ.items() if name not in CHOSEN}
    for name, wait in (("as OpenMP waits", ""), ("as a run waits", "wait_passively();")):
        seconds = []
        for neighbours in (0, 1):
            command = [sys.executable, "-c", "while True: pass"]
            busy = [subprocess.Popen(command) for _ in range(neighbours)]
            try:
                answer = subprocess.run(
                    [sys.executable, "-c", code.format(wait=wait)],
                    env=plain, capture_output=True, text=True, check=True,
                )  # fmt: skip
            finally:
                for process in busy:
                    process.kill()
                    process.wait()
            seconds.append(float(answer.stdout))
        alone, beside = seconds
        print(
            f"{name:<16} {alone:6.1f} s alone   {beside:6.1f} s beside a busy core"
            f"   {beside / alone:5.2f} x"
        )


def main() -> None:
    """Print the tables."""
    wait_passively()
    keep_freed_memory()
    compare_steps()
    compare_settings()
    compare_neighbours()
    _, journal = taught(images=100, size=96, epochs=1, tiles=BATCH)
    held = np.array(journal.megabytes)
    print(f"memory after 20 images {held[19]:.0f} MB, after 100 images {held[99]:.0f} MB")


if __name__ == "__main__":
    main()
