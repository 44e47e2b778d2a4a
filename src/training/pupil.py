"""The net as Lightning sees it."""

import copy
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import torch
from lightning import LightningModule
from torch import Tensor, nn

from src.detectors.neural import NeuralDetector
from src.scoring.pixels import pixel_ratios
from src.training.growing import Example
from src.training.loss import annotated_loss
from src.training.tiles import AnnotatedPicture

WARM_UP = 10
"""Steps after which half of the running mean stays."""

OptimizerOf = Callable[[Iterable[nn.Parameter]], torch.optim.Optimizer]


class Pupil(LightningModule):
    """Learns from painted pixels; validates by the F1 of painted pixels.

    Args:
        validation: pictures to validate on; it may grow between epochs.
        averaging: how much of the running mean of the weights stays at each step; 0 for none.
    """

    def __init__(
        self,
        detector: NeuralDetector,
        optimizer: OptimizerOf,
        validation: Sequence[AnnotatedPicture],
        averaging: float = 0.0,
    ) -> None:
        super().__init__()
        self.net = detector.net
        self.scored = copy.deepcopy(detector) if averaging else detector
        self._mean = self.scored.net
        self._averaging, self._steps = averaging, 0
        self._validation, self._optimizer = validation, optimizer
        self._counts = np.zeros(4, np.int64)
        self.unlearned_steps = 0
        self.val_f1 = math.nan

    @property
    def finite(self) -> bool:
        """Whether every weight that would be kept is a number."""
        return all(bool(torch.isfinite(p).all()) for p in self.scored.net.parameters())

    def configure_optimizers(self) -> torch.optim.Optimizer:
        """The optimiser of the configuration."""
        return self._optimizer(self.net.parameters())

    def training_step(self, batch: Example, batch_idx: int) -> Tensor | None:  # noqa: ARG002
        """Loss over painted pixels; a step whose loss is not finite is left out and counted."""
        image, foreground, background = batch
        loss = annotated_loss(self.net(image), foreground, background)
        if not torch.isfinite(loss):
            self.unlearned_steps += 1
            return None
        self.log("train/loss", loss, prog_bar=True, on_step=True, on_epoch=False)
        return loss

    def on_train_batch_end(self, *_: Any) -> None:
        """Follow the weights with their running mean, which is steadier than they are."""
        if self._averaging:
            self._steps += 1
            stay = min(self._averaging, self._steps / (self._steps + WARM_UP))
            with torch.no_grad():
                for mean, now in zip(self._mean.parameters(), self.net.parameters(), strict=True):
                    mean.lerp_(now, 1 - stay)

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
        self._counts += painted_counts(self.scored, self._validation[number])

    def on_validation_epoch_end(self) -> None:
        """Validation F1; undefined, not 0, while no foreground was painted or found."""
        self.val_f1 = float(pixel_ratios(self._counts)[0])
        self.log("val/f1", self.val_f1, prog_bar=True)


def painted_counts(detector: NeuralDetector, picture: AnnotatedPicture) -> np.ndarray:
    """True positives, false positives, false negatives, true negatives of painted pixels."""
    found = detector.foreground(picture.picture) >= detector.threshold
    fore, back = picture.painted
    hits, alarms = int((found & fore).sum()), int((found & back).sum())
    return np.array([hits, alarms, int(fore.sum()) - hits, int(back.sum()) - alarms])
