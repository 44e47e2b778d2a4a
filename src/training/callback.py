"""The callback that shows images between epochs, keeps the best model and measures it."""

import copy
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lightning import Callback, LightningModule, Trainer

from src.core import InputError
from src.detectors.neural import NeuralDetector
from src.training.best_model import CALM
from src.training.checkpoints import save_checkpoint
from src.training.loop import TeachingLoop
from src.training.module import CorrectiveModule, foreground_of
from src.training.tiles import AnnotatedPicture
from src.training.validation import painted_f1

log = logging.getLogger(__name__)

MOST_LOST = 3
"""Epochs in a row that may give no finite loss."""


class SessionCallback(Callback):
    """Decides between epochs: next image, best model, when to stop.

    Args:
        detector: holds the net that learns.
        keeps: ``best`` on the validation set, or ``newest``.
        folder: where the checkpoint is kept after every image.
    """

    def __init__(
        self,
        loop: TeachingLoop[NeuralDetector],
        detector: NeuralDetector,
        epochs_between_images: int,
        keeps: str,
        folder: Path,
    ) -> None:
        self.loop, self.detector, self.folder = loop, detector, folder
        self.keeps = keeps
        self.epochs_between_images = epochs_between_images
        self._epochs = 0
        self._lost_epochs = 0

    def on_fit_start(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """The first images, or the one after those that a resumed run had finished."""
        trainer.should_stop = not self.loop.next_image()

    def on_train_epoch_start(self, *_: Any) -> None:
        """The first tiles are asked for."""
        self.loop.stages.begin("load")

    def on_train_batch_start(self, *_: Any) -> None:
        """The tiles are there: until the step ends the net computes."""
        self.loop.stages.end("load")
        self.loop.stages.begin("train")

    def on_train_batch_end(self, *_: Any) -> None:
        """A step has ended, the next tiles are asked for."""
        self.loop.stages.end("train")
        self.loop.stages.begin("load")

    def on_validation_start(self, *_: Any) -> None:
        """No more tiles in this epoch."""
        self.loop.stages.end("load")
        self.loop.stages.begin("predict")

    def on_validation_end(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Keep the model if it is the best on the validation set as it is now, or any newer."""
        assert isinstance(pl_module, CorrectiveModule)  # noqa: S101 - it is ours
        best = self.loop.best
        sound = pl_module.sound
        better = sound and best.loses_to(pl_module.val_f1, self.loop.session.painted["val"])
        self.loop.stages.end("predict")
        if better or (sound and self.keeps == "newest"):
            best.replace_with(copy.deepcopy(pl_module.scored), pl_module.val_f1)

    def on_train_epoch_end(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """After the last epoch of an image: measure, keep a checkpoint, show the next."""
        assert isinstance(pl_module, CorrectiveModule)  # noqa: S101 - it is ours
        self.loop.stages.end("load")
        self._recover(trainer, pl_module)
        self._epochs += 1
        if self._epochs < self.epochs_between_images and not self.loop.session.hurried():
            return
        self._epochs = 0
        self.loop.measure(pl_module.drop_losses())
        with self.loop.stages("record"):
            save_checkpoint(trainer, self.folder)
        self.loop.tell()
        trainer.should_stop = not self.loop.next_image()

    def state_dict(self) -> dict[str, Any]:
        """Plain values and tensors: all that a resumed run needs."""
        models = {"best": self.loop.best.model, "first": self.loop.first}
        weights = {name: model and model.net.state_dict() for name, model in models.items()}
        return {**self.loop.state(), **weights, "lost_epochs": self._lost_epochs}

    def check(self, kept: dict[str, Any], name: str) -> None:
        """Refuse a checkpoint that the session in the folder cannot go on from."""
        self.loop.session.check(kept["callbacks"][self.state_key]["session"], name)

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        self.loop.restore(state_dict)
        self._lost_epochs = state_dict["lost_epochs"]
        self.loop.best.model = self._model(state_dict["best"])
        self.loop.first = self._model(state_dict["first"])

    def _model(self, weights: dict[str, Any] | None) -> NeuralDetector | None:
        if weights is None:
            return None
        model = copy.deepcopy(self.detector)
        model.net.load_state_dict(weights)
        return model

    def _recover(self, trainer: Trainer, module: CorrectiveModule) -> None:
        """Back to the best model when a whole epoch gave no finite loss."""
        steps, module.unlearned_steps = module.unlearned_steps, 0
        if steps == 0:
            self._lost_epochs = 0
            return
        log.warning(
            "%d training steps gave no finite loss, or a huge one, and were left out", steps
        )
        if steps < trainer.num_training_batches:
            return
        best = self.loop.best.model
        self._lost_epochs += 1
        if best is None or self._lost_epochs >= MOST_LOST:
            raise InputError(f"the loss exploded for {self._lost_epochs} epochs: {CALM}")
        log.warning("a whole epoch was lost: going back to the best model")
        for net in (module.net, module.scored.net):
            net.load_state_dict(best.net.state_dict())
        for optimizer in trainer.optimizers:
            optimizer.state.clear()


def validation_f1(detector: NeuralDetector, validation: Sequence[AnnotatedPicture]) -> float:
    """F1 of the painted pixels of all validation pictures."""
    return painted_f1(lambda picture: foreground_of(detector, picture), validation)
