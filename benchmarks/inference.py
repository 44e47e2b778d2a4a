"""Segmenting with the nets, one way beside another: ``python -m benchmarks.inference``."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from torch import Tensor, nn

from src.core import Entry, Picture
from src.detectors.neural import NeuralDetector, evaluating, predict
from src.detectors.residual_unet import ResidualUNet
from src.detectors.tiling import Standardised, Tiler
from src.detectors.unet import UNet

Call = Callable[[], object]
QUADRANTS = [(-36, -36), (-36, 0), (0, -36), (0, 0)]
"""Where four overlapping tiles of 572 px begin that cover 500 × 500 px, borders included."""


def main() -> None:
    """Print best-of-a-few milliseconds of two ways, and how many times the other takes.

    One thread and its CPU time, which other work on the machine disturbs least; threads
    themselves are compared by the clock on the wall.
    """
    threads = torch.get_num_threads()
    table = Table("what", "the two ways", "this ms", "other ms", "other / this")
    torch.set_num_threads(1)
    for name, this, other, ways in (*tiles(), *modes(), *layouts(), *training(), *batches()):
        table.add_row(name, ways, *columns(*milliseconds(time.process_time, this, other)))
    for name, this, other, ways in thread_counts(threads):
        table.add_row(name, ways, *columns(*milliseconds(time.perf_counter, this, other)))
    torch.set_num_threads(threads)
    Console().print(table)


def columns(this: float, other: float) -> list[str]:
    return [f"{this:.0f}", f"{other:.0f}", f"{other / this:.2f}"]


def tiles() -> list[tuple[str, Call, Call, str]]:
    """A picture of the output's size as one tile and as RootPainter's four."""
    net, picture = ResidualUNet(), photograph(500)
    detector = NeuralDetector(net, Tiler(572))
    seen = Standardised.of(picture.pixels)

    def four() -> None:
        with evaluating(net):
            for top, left in QUADRANTS:
                predict(net, [seen.window(top, left, 572, 572)])

    return [("64 channels, 500²", lambda: detector.probabilities(picture), four, "1 tile, 4 tiles")]


def modes() -> list[tuple[str, Call, Call, str]]:
    """Inference mode against merely no gradients."""
    return [
        (
            name,
            forward(net, batch, torch.inference_mode()),
            forward(net, batch, torch.no_grad()),
            "inference_mode, no_grad",
        )
        for name, net, batch in nets()
    ]


def layouts() -> list[tuple[str, Call, Call, str]]:
    """Channels last, as the detector predicts, against channels first."""
    mode = torch.inference_mode()
    return [
        (name, forward(net, last(batch), mode), forward(net, batch, mode), "channels last, first")
        for name, net, batch in nets()
    ]


def training() -> list[tuple[str, Call, Call, str]]:
    """Forward and backward in the two layouts: group normalisation is slow channels last."""
    generator = torch.Generator().manual_seed(0)
    pairs = [
        ("width 8, learn 6 × 160²", UNet(), torch.randn(6, 3, 160, 160, generator=generator)),
        (
            "64 channels, learn 220²",
            ResidualUNet(),
            torch.randn(1, 3, 220, 220, generator=generator),
        ),
    ]
    return [
        (name, backward(net, batch), backward(net, last(batch)), "channels first, last")
        for name, net, batch in pairs
    ]


def batches() -> list[tuple[str, Call, Call, str]]:
    """Tiles one after another against four together."""
    detectors = [
        NeuralDetector(UNet(padding="valid"), Tiler(572, batch_size)) for batch_size in (1, 4)
    ]
    picture = photograph(776)
    one, four = (lambda d=detector: d.probabilities(picture) for detector in detectors)
    return [("width 8 valid, 776²", one, four, "batch of 1, of 4")]


def thread_counts(most: int) -> list[tuple[str, Call, Call, str]]:
    """All threads against one."""
    mode = torch.inference_mode()
    return [
        (
            name,
            threaded(most, forward(net, last(batch), mode)),
            threaded(1, forward(net, last(batch), mode)),
            f"{most} threads, 1",
        )
        for name, net, batch in nets()
    ]


def nets() -> list[tuple[str, nn.Module, Tensor]]:
    """The two nets, each with a tile of a size that it is used with."""
    generator = torch.Generator().manual_seed(0)
    return [
        ("width 8, 512²", UNet().eval(), torch.randn(1, 3, 512, 512, generator=generator)),
        (
            "64 channels, 572²",
            ResidualUNet().eval(),
            torch.randn(1, 3, 572, 572, generator=generator),
        ),
    ]


def forward(net: nn.Module, batch: Tensor, mode: AbstractContextManager[None]) -> Call:
    def call() -> None:
        with mode:
            net(batch)

    return call


def backward(net: nn.Module, batch: Tensor) -> Call:
    return lambda: net(batch).square().mean().backward()


def threaded(count: int, call: Call) -> Call:
    def limited() -> None:
        torch.set_num_threads(count)
        call()

    return limited


def last(batch: Tensor) -> Tensor:
    return batch.contiguous(memory_format=torch.channels_last)


def photograph(side: int) -> Picture:
    pixels = np.random.default_rng(0).integers(0, 256, (side, side, 3), np.uint8)
    return Picture(Entry("a1", "noise", "test"), pixels)


def milliseconds(clock: Callable[[], float], *calls: Call, repeats: int = 3) -> list[float]:
    """The best of a few turns, taken by turns so that a busy machine is unfair to none."""
    best = [np.inf] * len(calls)
    for _ in range(repeats):
        for place, function in enumerate(calls):
            start = clock()
            function()
            best[place] = min(best[place], 1000 * (clock() - start))
    return best


if __name__ == "__main__":
    main()
