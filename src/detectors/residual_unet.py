"""The net of RootPainter's trainer: 64 channels throughout, skips that are added."""

from typing import Annotated

import torch
from annotated_types import Ge, Le, Lt
from torch import Tensor, nn

from src.detectors.tiling import Geometry
from src.detectors.unet import TiledNet, cropped, initialise

CHANNELS, GROUPS, LEVELS = 64, 32, 4


class ResidualUNet(TiledNet):
    """Four residual blocks down and four additive blocks up; 572 px in, 500 px out.

    The two classes of the output are background and foreground, as logits. A side leaves 12
    when divided by 16; the third pooling then drops a row and a column, as at 572.

    Args:
        seed: of the first weights; PyTorch's global generator is left alone.
    """

    def __init__(
        self,
        in_channels: Annotated[int, Ge(1), Le(1024)] = 3,
        classes: Annotated[int, Ge(1), Le(1024)] = 2,
        seed: Annotated[int, Ge(0), Lt(2**32)] = 1,
    ) -> None:
        super().__init__()
        self.geometry = Geometry(context=36, multiple=16, remainder=12, shrinks=True)
        with torch.random.fork_rng(devices=[]):
            self.entry = nn.Sequential(
                convolution(in_channels, CHANNELS, 3), convolution(CHANNELS, CHANNELS, 3)
            )
            self.down = nn.ModuleList(DownBlock() for _ in range(LEVELS))
            self.up = nn.ModuleList(UpBlock() for _ in range(LEVELS))
            self.exit = nn.Sequential(
                nn.Conv2d(CHANNELS, classes, 1),
                nn.ReLU(inplace=True),
                nn.GroupNorm(classes, classes),
            )
        initialise(self, seed)

    def forward(self, picture: Tensor) -> Tensor:
        """(n, channels, h, w) to (n, classes, h - 72, w - 72) logits."""
        features = self.entry(picture)
        skips = []
        for block in self.down:
            skips.append(features)
            features = block(features)
        for block, skip in zip(self.up, reversed(skips), strict=True):
            features = block(features, skip)
        logits: Tensor = self.exit(features)
        return logits


class DownBlock(nn.Module):
    """Halves the picture and adds what a wider pair of convolutions makes of it."""

    def __init__(self) -> None:
        super().__init__()
        self.pool = nn.MaxPool2d(2)
        self.widened = nn.Sequential(
            convolution(CHANNELS, 2 * CHANNELS, 3, padding=1),
            convolution(2 * CHANNELS, 2 * CHANNELS, 3, padding=1),
            convolution(2 * CHANNELS, CHANNELS, 1, bias=False),
        )

    def forward(self, features: Tensor) -> Tensor:
        """Half the height and width, the same channels."""
        pooled: Tensor = self.pool(features)
        addition: Tensor = self.widened(pooled)
        return pooled + addition


class UpBlock(nn.Module):
    """Doubles the picture, adds the encoder's, and convolves twice without padding."""

    def __init__(self) -> None:
        super().__init__()
        self.enlarge = normalised(nn.ConvTranspose2d(CHANNELS, CHANNELS, 2, stride=2), CHANNELS)
        self.refine = nn.Sequential(
            convolution(CHANNELS, CHANNELS, 3), convolution(CHANNELS, CHANNELS, 3)
        )

    def forward(self, features: Tensor, skip: Tensor) -> Tensor:
        """Twice the height and width less 4, the same channels."""
        enlarged: Tensor = self.enlarge(features)
        refined: Tensor = self.refine(enlarged + cropped(skip, enlarged))
        return refined


def convolution(
    before: int, after: int, side: int, padding: int = 0, bias: bool = True
) -> nn.Sequential:
    """Convolution, ReLU, group normalisation."""
    return normalised(nn.Conv2d(before, after, side, padding=padding, bias=bias), after)


def normalised(layer: nn.Module, channels: int) -> nn.Sequential:
    """A layer, ReLU, group normalisation."""
    return nn.Sequential(layer, nn.ReLU(inplace=True), nn.GroupNorm(GROUPS, channels))
