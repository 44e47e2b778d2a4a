"""The dense net: at every fourth pixel the box of what lies under it, on two levels."""

from itertools import pairwise
from typing import Annotated

import torch
import torch.nn.functional as functional
from annotated_types import Gt, Le
from torch import Tensor, nn

from src.detectors.ui.sight import LEVELS, PER_LEVEL

COARSEST = 64
"""Px; both sides of what the net is shown are multiples of this."""

ENCODER = (16, 32, 64, 96, 128, 128)
"""Channels at 2, 4, 8, 16, 32 and 64 px."""

DECODER = (48, 64, 64, 96)
"""Channels on the way back, at 4, 8, 16 and 32 px."""

START = 3.2
"""Logarithm of the distance in px that an untaught net answers."""


class BoxNet(nn.Module):
    """A small pyramid: six strides down, four up, and one answer per fourth pixel.

    Args:
        width: factor on all channels.
        seed: of the weights that it begins with.
    """

    def __init__(self, width: Annotated[float, Gt(0), Le(16)] = 1.0, seed: int = 0) -> None:
        super().__init__()
        down = [max(4, round(width * channels)) for channels in ENCODER]
        up = [max(4, round(width * channels)) for channels in DECODER]
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.stem = nn.Sequential(
                nn.PixelUnshuffle(2), _block(12, down[0]), _block(down[0], down[1], 2)
            )
            self.stages = nn.ModuleList([_block(down[1], down[1])])
            for before, after in pairwise(down[1:]):
                self.stages.append(nn.Sequential(_block(before, after, 2), _Residual(after)))
            self.deepest = nn.Conv2d(down[-1], up[-1], 1)
            self.lateral = nn.ModuleList(
                nn.Conv2d(c, u, 1) for c, u in zip(down[1:5], up, strict=True)
            )
            self.narrow = nn.ModuleList(nn.Conv2d(above, below, 1) for below, above in pairwise(up))
            self.smooth = nn.ModuleList(_block(u, u) for u in up)
            self.head = nn.Conv2d(up[0], PER_LEVEL * len(LEVELS), 1)
        with torch.no_grad():
            self.head.weight.mul_(0.1)
            bias = self.head.bias
            assert bias is not None  # noqa: S101 - asked for above
            bias.zero_()
            for level in range(len(LEVELS)):
                bias[PER_LEVEL * level : PER_LEVEL * level + 4] = START

    def forward(self, pixels: Tensor) -> Tensor:
        """(n, 12, height / 4, width / 4) of (n, 3, height, width) in -1 to 1.

        Of each level: logarithms of the px to the left, top, right and bottom side, then the logits
        of there being an element and of its box being right.
        """
        seen = self.stem(pixels)
        passed = []
        for stage in self.stages:
            seen = stage(seen)
            passed.append(seen)
        above = self.deepest(passed.pop())
        for place in range(len(self.lateral) - 1, -1, -1):
            beside = self.lateral[place](passed[place])
            wider = functional.interpolate(above, size=beside.shape[-2:], mode="nearest")
            above = self.smooth[place](functional.relu(beside + wider))
            if place:
                above = self.narrow[place - 1](above)
        answer: Tensor = self.head(above)
        return answer


class _Residual(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _block(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, seen: Tensor) -> Tensor:
        return functional.relu(seen + self.second(self.first(seen)), inplace=True)


def _block(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(inplace=True),
    )
