"""The dense net as Lightning sees it."""

import copy
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from lightning import LightningModule
from torch import Tensor, nn

from src.core import InputError
from src.detectors.ui.looking import Looking
from src.detectors.ui.sight import LEVELS
from src.training.module import OptimizerOf, tensors
from src.training.ui.loss import dense_loss
from src.training.ui.pages import Page
from src.training.ui.validation import Hits, hits_on

WARM_UP = 100
"""Steps over which the learning rate rises, and after which half of the running mean stays."""


class DenseModule(LightningModule):
    """Learns boxes from crops; validates by clicks on whole pages.

    Args:
        steps: of the whole study; the learning rate falls to nothing over them.
        averaging: how much of the running mean of the weights stays at each step.
    """

    def __init__(
        self, net: nn.Module, optimizer: OptimizerOf, validation: Sequence[Page], steps: int,
        averaging: float = 0.998,
    ) -> None:  # fmt: skip
        super().__init__()
        self.net, self.mean = net, copy.deepcopy(net)
        self._optimizer, self._validation, self._total = optimizer, validation, steps
        self._averaging, self._averaged = averaging, 0
        self._losses: list[dict[str, float]] = []
        self._hits = [Hits.none() for _ in LEVELS]

    def configure_optimizers(self) -> Any:
        """The optimiser of the configuration, its rate rising fast and falling slowly."""
        try:
            optimizer = self._optimizer(self.net.parameters())
        except (TypeError, ValueError) as error:
            raise InputError(f"trainer.optimizer cannot be used: {error}") from error

        def rate(step: int) -> float:
            done = min(step / max(self._total, 1), 1.0)
            return min(1.0, (step + 1) / WARM_UP) * (
                0.01 + 0.99 * (1 + math.cos(math.pi * done)) / 2
            )

        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": schedule, "interval": "step"}}

    def training_step(self, batch: list[Tensor], batch_idx: int) -> Tensor | None:  # noqa: ARG002
        """The loss of some crops; a step without a finite one is left out."""
        image, *targets = batch
        parts = dense_loss(self.net(image.contiguous(memory_format=torch.channels_last)), targets)
        if not torch.isfinite(parts["loss"]):
            return None
        self._losses.append({name: float(part.detach()) for name, part in parts.items()})
        self.log("iou", self._losses[-1]["iou"], prog_bar=True)
        return parts["loss"]

    def optimizer_step(self, *words: Any, **options: Any) -> None:
        """A step, then follow the weights with their running mean, which is steadier."""
        super().optimizer_step(*words, **options)
        self._averaged += 1
        stay = min(self._averaging, self._averaged / (self._averaged + WARM_UP))
        with torch.no_grad():
            for mean, now in zip(tensors(self.mean), tensors(self.net), strict=True):
                if mean.is_floating_point():
                    mean.lerp_(now, 1 - stay)
                else:
                    mean.copy_(now)

    def on_save_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """How long the running mean has run."""
        checkpoint["averaged"] = self._averaged

    def on_load_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """Go on with the running mean."""
        self._averaged = checkpoint["averaged"]

    def on_validation_epoch_start(self) -> None:
        """Forget the epoch before."""
        self._hits = [Hits.none() for _ in LEVELS]

    def validation_step(self, number: int, batch_idx: int) -> None:  # noqa: ARG002
        """Click on every element of a page, and see which box the net gives there."""
        page = self._validation[number]
        looking = Looking(self.mean, taught=True)
        found = hits_on(looking.look(np.asarray(page.pixels)), page.elements, number)
        self._hits = [one + other for one, other in zip(self._hits, found, strict=True)]

    def numbers(self) -> dict[str, float]:
        """What the epoch came to: mean losses, and the rate of hits on each level."""
        losses, self._losses = self._losses, []
        names = losses[0] if losses else ()
        told = {f"train/{name}": float(np.mean([one[name] for one in losses])) for name in names}
        rates = {f"val/{level}": one.rate for level, one in zip(LEVELS, self._hits, strict=True)}
        return told | rates
