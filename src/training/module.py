"""The net as Lightning sees it."""

import copy
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import torch
from lightning import LightningModule
from torch import Tensor, nn

from src.core import InputError
from src.detectors.neural import NeuralDetector
from src.training.growing import Example
from src.training.loss import annotated_loss
from src.training.tiles import AnnotatedPicture, Mask
from src.training.validation import counted_f1, painted_counts

WARM_UP = 10
"""Steps after which half of the running mean stays."""

EXPLODED = 50.0
"""A loss above this is no loss to learn from: Dice is at most 1, guessing costs 0.7 besides."""

OptimizerOf = Callable[[Iterable[nn.Parameter]], torch.optim.Optimizer]


class CorrectiveModule(LightningModule):
    """Learns from painted pixels; validates by the F1 of painted pixels.

    Args:
        validation: pictures to validate on; it may grow between epochs.
        averaging: how much of the running mean of the weights stays at each step; 0 for none.
        background_weight: see ``annotated_loss``.
    """

    def __init__(
        self,
        detector: NeuralDetector,
        optimizer: OptimizerOf,
        validation: Sequence[AnnotatedPicture],
        averaging: float = 0.0,
        background_weight: float = 1.0,
    ) -> None:
        super().__init__()
        self.net = detector.net
        self.scored = copy.deepcopy(detector) if averaging else detector
        self._mean = self.scored.net
        self._averaging, self._steps = averaging, 0
        self._background_weight = background_weight
        self._validation, self._optimizer = validation, optimizer
        self._counts = np.zeros(4, np.int64)
        self._losses: list[float] = []
        self._sane = True
        self.unlearned_steps = 0
        self.val_f1 = math.nan

    @property
    def sound(self) -> bool:
        """Whether the model may be kept: its weights are numbers and its last loss was one."""
        return self._sane and all(
            bool(torch.isfinite(tensor).all()) for tensor in tensors(self._mean)
        )

    def drop_losses(self) -> float:
        """Mean loss of the steps since this was last asked; ``nan`` without any."""
        losses, self._losses = self._losses, []
        return float(np.mean(losses)) if losses else math.nan

    def configure_optimizers(self) -> torch.optim.Optimizer:
        """The optimiser of the configuration."""
        try:
            return self._optimizer(self.net.parameters())
        except (TypeError, ValueError) as error:
            raise InputError(f"trainer.optimizer cannot be used: {error}") from error

    def training_step(self, batch: Example, batch_idx: int) -> Tensor | None:  # noqa: ARG002
        """Loss over painted pixels; a step with no finite or a huge loss is left out, counted."""
        image, foreground, background = batch
        loss = annotated_loss(
            self.net(image), foreground, background, background_weight=self._background_weight
        )
        value = float(loss.detach())
        self._sane = value < EXPLODED
        if not self._sane:
            self.unlearned_steps += 1
            return None
        self._losses.append(value)
        self.log("train/loss", value, prog_bar=True, on_step=True, on_epoch=False)
        return loss

    def optimizer_step(self, *words: Any, **options: Any) -> None:
        """A step, then follow the weights with their running mean, which is steadier."""
        super().optimizer_step(*words, **options)
        if self._averaging:
            self._steps += 1
            stay = min(self._averaging, self._steps / (self._steps + WARM_UP))
            with torch.no_grad():
                for mean, now in zip(tensors(self._mean), tensors(self.net), strict=True):
                    if mean.is_floating_point():
                        mean.lerp_(now, 1 - stay)
                    else:
                        mean.copy_(now)

    def on_save_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """How long the running mean has run."""
        checkpoint["averaged_steps"] = self._steps

    def on_load_checkpoint(self, checkpoint: dict[str, Any]) -> None:
        """Go on with the running mean."""
        self._steps = checkpoint["averaged_steps"]

    def on_validation_epoch_start(self) -> None:
        """Forget the counts of the epoch before."""
        self._counts[:] = 0

    def validation_step(self, number: int, batch_idx: int) -> None:  # noqa: ARG002
        """Count the painted pixels of one picture that are right and wrong."""
        annotated = self._validation[number]
        self._counts += painted_counts(foreground_of(self.scored, annotated), annotated)

    def on_validation_epoch_end(self) -> None:
        """Validation F1; undefined, not 0, while no foreground was painted."""
        self.val_f1 = counted_f1(self._counts)
        self.log("val/f1", self.val_f1, prog_bar=True)


def tensors(net: nn.Module) -> list[Tensor]:
    """Weights, and what a norm remembers: a net is both."""
    return [*net.parameters(), *net.buffers()]


def foreground_of(detector: NeuralDetector, annotated: AnnotatedPicture) -> Mask:
    """Foreground of a painted picture."""
    return detector.foreground(annotated.picture) >= detector.threshold
