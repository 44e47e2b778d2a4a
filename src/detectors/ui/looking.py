"""The dense net at work: one pass per screenshot and scale."""

import io
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import torch
from annotated_types import Ge, Le
from torch import Tensor, nn

from src.core import InputError
from src.core.plain_file import read_archive
from src.detectors.neural import evaluating
from src.detectors.ui.net import COARSEST, BoxNet
from src.detectors.ui.relief import Pixels
from src.detectors.ui.sight import Sight, packed

WEIGHTS = Path(__file__).parent / "weights" / "ui_net.pt"
"""What comes with the project; docs/GROUNDING.md says how they were taught."""

MOST = 2**30
"""Bytes that weights take at most."""

SMALL, LARGE = 0.5e6, 4.2e6
"""Px² below which a screenshot is enlarged, as a phone's that was shrunk, above which shrunk."""


@dataclass(frozen=True, eq=False)
class Looking:
    """A net with its weights, and on which scales it looks.

    Args:
        net: the dense net.
        weights: file of its weights; ``None`` for those of the project.
        scales: how many scales, each half as fine as the one before.
        taught: whether the net has its weights already.
    """

    net: nn.Module = field(default_factory=BoxNet)
    weights: str | None = None
    scales: Annotated[int, Ge(1), Le(5)] = 3
    taught: bool = False

    def look(self, pixels: Pixels) -> Sight:
        """What the net sees of a picture of three channels."""
        height, width = pixels.shape[:2]
        scales, maps = [], []
        for number in range(self.scales):
            factor = finest(height * width) / 2**number
            size = (max(1, round(width * factor)), max(1, round(height * factor)))
            seen = _resized(pixels, size)
            with evaluating(self.ready):
                answer = self.ready(prepared(seen))[0]
            rows, columns = -(-size[1] // 4), -(-size[0] // 4)
            maps.append(packed(answer[:, :rows, :columns].float().numpy()))
            scales.append((size[0] / width, size[1] / height))
        return Sight((height, width), tuple(scales), tuple(maps))

    @cached_property
    def settings(self) -> str:
        """All that decides what it sees: the weights themselves, and the scales."""
        digest = blake2b(digest_size=12)
        for name, tensor in sorted(self.ready.state_dict().items()):
            digest.update(name.encode() + tensor.contiguous().numpy().tobytes())
        return f"{digest.hexdigest()} {self.scales}"

    @cached_property
    def ready(self) -> nn.Module:
        """The net with its weights, read when the first picture comes."""
        if self.taught:
            return self.net
        file = WEIGHTS if self.weights is None else Path(self.weights).expanduser()
        try:
            self.net.load_state_dict(read_weights(file))
        except RuntimeError as error:
            reason = str(error).splitlines()[-1].strip()
            raise InputError(f"detector: {file} fits another net: {reason:.160}") from error
        # torch takes it, and its annotations do not say so.
        net: nn.Module = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        return net


def finest(area: float) -> float:
    """Factor on a screenshot of this many px² at the finest scale."""
    if area < SMALL:
        return 2.0
    return min(1.0, float(np.sqrt(LARGE / area)))


def prepared(pixels: Pixels) -> Tensor:
    """(1, 3, height, width) in -1 to 1, its sides filled up to what the net takes."""
    height, width = pixels.shape[:2]
    spare = (-height % COARSEST, -width % COARSEST)
    filled = np.pad(pixels, ((0, spare[0]), (0, spare[1]), (0, 0)), mode="edge")
    batch = torch.from_numpy(filled).permute(2, 0, 1)[None].to(torch.float32)
    # On a CPU faster in this layout, as benchmarks.inference shows for the U-Net.
    return (batch / 127.5 - 1).contiguous(memory_format=torch.channels_last)


def save_weights(net: nn.Module, file: Path) -> None:
    """Keep the weights in half precision, which nobody can tell from what they were."""
    halves = {
        name: value.half() if value.is_floating_point() else value
        for name, value in net.state_dict().items()
    }
    kept = io.BytesIO()
    # Through memory: torch's own writer does not say when the disk is full.
    torch.save({"state_dict": halves}, kept)
    file.write_bytes(kept.getvalue())


def read_weights(file: Path) -> dict[str, Any]:
    """Tensors and plain values alone; nothing in the file is executed."""
    if not file.exists():
        raise InputError(f"detector: the net's weights {file} do not exist")
    try:
        kept = torch.load(read_archive(file, MOST), map_location="cpu", weights_only=True)
        return {name: value.float() if value.is_floating_point() else value
                for name, value in kept["state_dict"].items()}  # fmt: skip
    except Exception as error:  # torch raises many kinds for a file that is no checkpoint
        raise InputError(f"detector: {file} holds no weights of a net: {error!r:.120}") from error


def _resized(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    if size == (pixels.shape[1], pixels.shape[0]):
        return pixels
    way = cv2.INTER_AREA if size[0] < pixels.shape[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, interpolation=way), np.uint8)
