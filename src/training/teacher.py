"""The callback that shows images between epochs, keeps the best model and measures it."""

import copy
import logging
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from lightning import Callback, LightningModule, Trainer

from src.core import InputError, Scorecard
from src.detectors.neural import NeuralDetector
from src.scoring.pixels import pixel_ratios
from src.training.checkpoints import save_checkpoint
from src.training.classroom import Journal
from src.training.pupil import Pupil, painted_counts
from src.training.session import Session
from src.training.stages import Stages

log = logging.getLogger(__name__)

Measure = Callable[[NeuralDetector], Scorecard]
Row = dict[str, Any]

MOST_LOST = 3
"""Epochs in a row that may give no finite loss."""


class Teacher(Callback):
    """Decides between epochs: next image, best model, when to stop.

    Args:
        detector: holds the net that learns.
        measure: scores a detector on the held-out test set.
        folder: where the checkpoint is kept after every image.
    """

    def __init__(
        self,
        session: Session,
        detector: NeuralDetector,
        measure: Measure,
        journal: Journal,
        epochs_between_images: int,
        folder: Path,
    ) -> None:
        self.session, self.detector, self.journal = session, detector, journal
        self.measure, self.folder = measure, folder
        self.epochs_between_images = epochs_between_images
        self.stages = Stages()
        self.rows: list[Row] = []
        self.best: NeuralDetector | None = None
        self.first: NeuralDetector | None = None
        self.best_f1 = math.nan
        self._scored_on = 0
        self._scores: dict[str, float] = {}
        self._epochs = 0
        self._lost_epochs = 0
        self._step_stage: Any = None

    def on_fit_start(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """The first images, or the one after those that a resumed run had finished."""
        self._show(trainer)

    def on_train_batch_start(self, *_: Any) -> None:
        """A step begins: until it ends the net computes."""
        self._step_stage = self.stages("train")
        self._step_stage.__enter__()

    def on_train_batch_end(self, *_: Any) -> None:
        """A step has ended."""
        self._step_stage.__exit__(None, None, None)

    def on_validation_end(self, trainer: Trainer, pl_module: LightningModule) -> None:  # noqa: ARG002
        """Keep the model if it is the best on the validation set as it is now."""
        assert isinstance(pl_module, Pupil)  # noqa: S101 - it is ours
        if not pl_module.finite:
            return
        val = self.session.painted["val"]
        if self.best is not None and len(val) > self._scored_on:
            with self.stages("predict"):
                counts = sum((painted_counts(self.best, p) for p in val), np.zeros(4, np.int64))
            self.best_f1 = float(pixel_ratios(counts)[0])
        self._scored_on = len(val)
        # A tie goes to the newer model: it has learned from more.
        if self.best is None or math.isnan(self.best_f1) or pl_module.val_f1 >= self.best_f1:
            self._keep(pl_module)

    def on_train_epoch_end(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """After the last epoch of an image: measure, keep a checkpoint, show the next."""
        assert isinstance(pl_module, Pupil)  # noqa: S101 - it is ours
        self._recover(trainer, pl_module)
        self._epochs += 1
        if self._epochs < self.epochs_between_images:
            return
        self._epochs = 0
        self._measure()
        with self.stages("record"):
            save_checkpoint(trainer, self.folder)
        self._show(trainer)

    def state_dict(self) -> dict[str, Any]:
        """Plain values and tensors: all that a resumed run needs."""
        return {
            "session": self.session.state(),
            "rows": self.rows,
            "best": None if self.best is None else self.best.net.state_dict(),
            "first": None if self.first is None else self.first.net.state_dict(),
            "best_f1": self.best_f1,
            "scored_on": self._scored_on,
            "scores": self._scores,
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        self.session.restore(state_dict["session"])
        self.rows = list(state_dict["rows"])
        self.best_f1, self._scored_on = state_dict["best_f1"], state_dict["scored_on"]
        self._scores = dict(state_dict["scores"])
        for name in ("best", "first"):
            if state_dict[name] is not None:
                model = copy.deepcopy(self.detector)
                model.net.load_state_dict(state_dict[name])
                setattr(self, name, model)

    def _show(self, trainer: Trainer) -> None:
        """Images until one was painted and there is enough to train on."""
        while True:
            reason = self.session.ended(self._scores.get("f1", math.nan))
            if reason is not None:
                log.info("stopped after %s", reason)
                trainer.should_stop = True
                return
            with self.stages("annotate"):
                look = None if self.best is None else self._look
                shown = self.session.show_next(look, self.best_f1)
            with self.stages("record"):
                self.journal.shown(shown)
            if shown.lesson.saved and self.session.trainable:
                return
            self._report()

    def _look(self, picture: Any) -> Any:
        assert self.best is not None  # noqa: S101 - only called when there is one
        with self.stages("predict"):
            return self.best.probabilities(picture)

    def _measure(self) -> None:
        if self.best is None:
            raise InputError("no model could be validated: no image was painted for validation")
        with self.stages("predict"):
            card = self.measure(self.best)
        self.first = self.first or copy.deepcopy(self.best)
        self._scores = {"f1": card.metrics["f1"], "iou": card.metrics["iou"]}
        self._report()

    def _report(self) -> None:
        """The row of the image that is done."""
        scores = {f"test_{name}": value for name, value in self._scores.items()}
        row = {**self.session.lessons[-1].record(), "val_f1": self.best_f1, **scores}
        self.rows.append(row)
        with self.stages("record"):
            self.journal.measured(row)

    def _keep(self, pupil: Pupil) -> None:
        if self.best is None:
            self.best = copy.deepcopy(self.detector)
        self.best.net.load_state_dict(pupil.scored.net.state_dict())
        self.best_f1 = pupil.val_f1

    def _recover(self, trainer: Trainer, pupil: Pupil) -> None:
        """Back to the best model when a whole epoch gave no finite loss."""
        steps, pupil.unlearned_steps = pupil.unlearned_steps, 0
        if steps == 0:
            self._lost_epochs = 0
            return
        log.warning("%d training steps gave no finite loss and were left out", steps)
        if steps < trainer.num_training_batches:
            return
        self._lost_epochs += 1
        if self.best is None or self._lost_epochs >= MOST_LOST:
            raise InputError(
                f"the loss was not finite for {self._lost_epochs} epochs: lower "
                "trainer.optimizer.lr or set trainer.gradient_clip"
            )
        log.warning("a whole epoch was lost: going back to the best model")
        for net in (pupil.net, pupil.scored.net):
            net.load_state_dict(self.best.net.state_dict())
        for optimizer in trainer.optimizers:
            optimizer.state.clear()
