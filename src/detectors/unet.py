"""The U-Net: an encoder, a decoder, and copies of what the encoder saw."""

from itertools import pairwise
from math import ceil, gcd
from typing import Annotated

import torch
import torch.nn.functional as F  # noqa: N812
from annotated_types import Ge, Le, Lt
from torch import Tensor, nn

from src.core import InputError
from src.detectors.tiling import Geometry

NORMS = ("group", "batch", "none")
PADDINGS = ("same", "valid")
GROUPS = 8


class TiledNet(nn.Module):
    """A net that says which tiles it takes."""

    geometry: Geometry

    @property
    def context(self) -> int:
        """What is lost on each side, or spoilt there by padding, px."""
        return self.geometry.context

    def output_side(self, side: int) -> int:
        """The side of what comes out; a side that does not fit is an ``InputError``."""
        return self.geometry.output_side(side)


class UNet(TiledNet):
    """Two convolutions per level, skips that are concatenated, channels that double per level.

    The two classes of the output are background and foreground, as logits.

    Args:
        width: channels of the first level.
        depth: how often the picture is halved.
        norm: ``group`` (statistics of one tile), ``batch`` or ``none``.
        padding: ``same`` keeps the size; ``valid`` loses ``context`` px on each side.
        most_channels: where the doubling stops.
        seed: of the first weights; PyTorch's global generator is left alone.
    """

    def __init__(
        self,
        width: Annotated[int, Ge(1), Le(1024)] = 8,
        depth: Annotated[int, Ge(1), Le(10)] = 4,
        norm: str = "group",
        padding: str = "same",
        in_channels: Annotated[int, Ge(1), Le(1024)] = 3,
        classes: Annotated[int, Ge(1), Le(1024)] = 2,
        most_channels: Annotated[int, Ge(1), Le(4096)] = 256,
        seed: Annotated[int, Ge(0), Lt(2**32)] = 1,
    ) -> None:
        super().__init__()
        if norm not in NORMS:
            raise InputError(f"detector.net.norm must be one of {NORMS}, got {norm!r}")
        if padding not in PADDINGS:
            raise InputError(f"detector.net.padding must be one of {PADDINGS}, got {padding!r}")
        if width < 1 or depth < 1:
            raise InputError(f"width ({width}) and depth ({depth}) of detector.net must be >= 1")
        self.geometry = unet_geometry(depth, padding)
        channels = [min(width * 2**level, most_channels) for level in range(depth + 1)]
        with torch.random.fork_rng(devices=[]):
            self.encoders = nn.ModuleList(
                convolutions(before, after, norm, padding)
                for before, after in zip([in_channels, *channels], channels, strict=False)
            )
            self.enlargers = nn.ModuleList(
                nn.ConvTranspose2d(deep, shallow, 2, stride=2)
                for shallow, deep in pairwise(channels)
            )
            self.decoders = nn.ModuleList(
                convolutions(2 * shallow, shallow, norm, padding) for shallow in channels[:-1]
            )
            self.exit = nn.Conv2d(channels[0], classes, 1)
        initialise(self, seed)

    def forward(self, picture: Tensor) -> Tensor:
        """(n, channels, h, w) to (n, classes, h', w') logits."""
        features = self.encoders[0](picture)
        skips = []
        for encoder in self.encoders[1:]:
            skips.append(features)
            features = encoder(F.max_pool2d(features, 2))
        for level in reversed(range(len(skips))):
            features = self.enlargers[level](features)
            skip = cropped(skips[level], features)
            features = self.decoders[level](torch.cat([skip, features], dim=1))
        logits: Tensor = self.exit(features)
        return logits


def unet_geometry(depth: int, padding: str) -> Geometry:
    """What two 3×3 convolutions per level, down and up, lose or spoil on each side."""
    multiple = 2**depth
    if padding == "valid":
        # 2 px of its own level per pair: two pairs at every level, one at the bottom.
        context = 4 * (multiple - 1) + 2 * multiple
        return Geometry(context, multiple, (2 * context + 4) % multiple, shrinks=True)
    spoilt = 2
    for _ in range(depth):
        spoilt = ceil(spoilt / 2) + 2
    for _ in range(depth):
        spoilt = 2 * spoilt + 2
    return Geometry(spoilt, multiple)


def convolutions(before: int, after: int, norm: str, padding: str) -> nn.Sequential:
    """Twice: 3×3 convolution, normalisation, ReLU."""
    layers: list[nn.Module] = []
    for channels in (before, after):
        around = 1 if padding == "same" else 0
        layers.append(nn.Conv2d(channels, after, 3, padding=around, bias=norm == "none"))
        if norm == "group":
            layers.append(nn.GroupNorm(gcd(GROUPS, after), after))
        elif norm == "batch":
            layers.append(nn.BatchNorm2d(after))
        layers.append(nn.ReLU(inplace=True))
    return nn.Sequential(*layers)


def cropped(skip: Tensor, like: Tensor) -> Tensor:
    """The middle of ``skip``, as large as ``like``."""
    top, left = ((skip.shape[axis] - like.shape[axis]) // 2 for axis in (2, 3))
    return skip[:, :, top : top + like.shape[2], left : left + like.shape[3]]


def initialise(net: nn.Module, seed: int) -> None:
    """He's normal weights, zero biases and fresh norms, the same for the same seed."""
    generator = torch.Generator().manual_seed(seed)
    for module in net.modules():
        if isinstance(module, nn.Conv2d | nn.ConvTranspose2d):
            nn.init.kaiming_normal_(module.weight, nonlinearity="relu", generator=generator)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
        elif isinstance(module, nn.GroupNorm | nn.BatchNorm2d):
            module.reset_parameters()
