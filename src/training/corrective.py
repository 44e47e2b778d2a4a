"""The corrective training loop: one ``Trainer.fit`` in which the data grows."""

import logging
import warnings
from dataclasses import dataclass, field
from typing import Annotated, Any

import torch
from annotated_types import Ge, Gt, Le
from lightning import Trainer

from src.core import InputError
from src.detectors.neural import NeuralDetector, evaluating, geometry_of
from src.detectors.precision import check_precision
from src.serving.device import chosen_accelerator, compiled, computes_alike
from src.training.augmentation import Augmentation
from src.training.best_model import KEEPS, BestModel
from src.training.callback import SessionCallback, validation_f1
from src.training.checkpoints import last_checkpoint
from src.training.growing import GrowingTiles
from src.training.loop import TeachingLoop
from src.training.measurement import measure
from src.training.module import CorrectiveModule, OptimizerOf
from src.training.numbers import check_count, check_finite
from src.training.participants import Participants, Taught
from src.training.place import written_to
from src.training.session import Rules
from src.training.summary import check_curve, summarise
from src.training.tiles import TileSampler

logging.getLogger("lightning.pytorch").setLevel(logging.WARNING)


@dataclass(frozen=True, eq=False)
class CorrectiveTrainer:
    """Teaches a net by gradient steps between the images.

    Args:
        optimizer: from parameters to an optimiser.
        tile_in: side of a training tile, px; the net decides how much of it is scored.
        epochs_between_images: after every annotated image.
        min_epoch_tiles: tiles per epoch, or one per picture where there are more.
        keeps: the model that is ``best`` on the validation annotations, or the ``newest``.
        averaging: how much of the running mean of the weights stays at each step; 0 scores the
            weights themselves.
        background_weight: how much painted background counts in the loss; foreground counts 1.
        gradient_clip: largest norm of a gradient; ``None`` for no limit.
        workers: processes that prepare tiles; 0 for none.
        accelerator: auto, cpu, cuda or mps; another than cpu may give other last digits.
        precision: 32-true, 16-mixed or bf16-mixed, as Lightning knows them.
        compile: a backend of torch.compile's, such as inductor.
        devices, strategy: as Lightning knows them; one process alone can teach, see docs/SCALE.md.
        budget: simulated seconds over which the learning curve is averaged (AUBC).
        good_f1: from which on an image deserved to be skipped.
    """

    optimizer: OptimizerOf
    rules: Rules = field(default_factory=Rules)
    augmentation: Augmentation | None = None
    tile_in: Annotated[int, Ge(1), Le(16_384)] = 160
    batch_size: Annotated[int, Ge(1), Le(4096)] = 6
    epochs_between_images: Annotated[int, Ge(1), Le(10_000)] = 2
    min_epoch_tiles: Annotated[int, Ge(1), Le(1_000_000)] = 20
    keeps: str = "best"
    averaging: float = 0.0
    background_weight: Annotated[float, Gt(0), Le(1000)] = 1.0
    gradient_clip: Annotated[float, Ge(0)] | None = None
    workers: Annotated[int, Ge(0), Le(256)] = 0
    accelerator: str = "cpu"
    precision: str = "32-true"
    compile: str | None = None
    devices: int = 1
    strategy: str = "auto"
    progress_bar: bool = True
    budget: float = 600.0
    good_f1: float = 0.9

    def __post_init__(self) -> None:
        for name in ("tile_in", "batch_size", "epochs_between_images", "min_epoch_tiles"):
            check_count(f"trainer.{name}", getattr(self, name), least=1)
        check_count("trainer.workers", self.workers, least=0)
        if self.gradient_clip is not None:
            check_finite("trainer.gradient_clip", self.gradient_clip)
        check_finite("trainer.background_weight", self.background_weight)
        check_curve(self.budget, self.good_f1)
        chosen_accelerator(self.accelerator, "trainer.accelerator")
        check_precision(self.precision, "trainer.precision")
        if self.keeps not in KEEPS:
            raise InputError(f"trainer.keeps must be one of {KEEPS}, got {self.keeps!r}")
        if not 0 <= self.averaging < 1:
            raise InputError(f"trainer.averaging must be 0 to below 1, got {self.averaging}")
        if self.devices != 1 or self.strategy != "auto":
            raise InputError(
                f"trainer.devices={self.devices} trainer.strategy={self.strategy} is refused: "
                "images are painted over what the one net predicts, and the loss of a batch is no "
                "mean of its parts' losses; keep 1 and auto, and use cores for runs, hydra/launcher"
            )

    def teach(self, detector: NeuralDetector, participants: Participants) -> Taught:
        """Show images until the rules say stop; goes on where a checkpoint in the folder ends."""
        if not isinstance(detector, NeuralDetector):
            raise InputError(
                f"this trainer teaches nets, not {type(detector).__name__}; set trainer or detector"
            )
        computes_alike(chosen_accelerator(self.accelerator, "trainer.accelerator"))
        tests = participants.test_samples()
        loop = TeachingLoop(
            participants.session(self.rules),
            BestModel(validation_f1),
            lambda best: measure(tests, best, participants.scorer),
            participants.journal,
            participants.stopping,
        )
        with written_to(participants.folder):
            self._fit(detector, loop, participants)
        best = loop.best.model
        if best is None:
            raise InputError("nothing was learned: there were too few images to train on")
        metrics = summarise(loop.rows, self.budget, self.good_f1)
        return Taught(best, loop.first, metrics, loop.rows, loop.stages.report(), loop.last)

    def _fit(
        self,
        detector: NeuralDetector,
        loop: TeachingLoop[NeuralDetector],
        participants: Participants,
    ) -> None:
        painted = loop.session.painted
        callback = SessionCallback(
            loop, detector, self.epochs_between_images, self.keeps, participants.folder
        )
        tile_out = checked_output(detector, self.tile_in)
        data = GrowingTiles(
            painted, TileSampler(self.tile_in, tile_out), self.augmentation,
            self.batch_size, self.min_epoch_tiles, participants.seed, self.workers,
        )  # fmt: skip
        compiled(detector.net, self.compile, "trainer.compile")
        precision: Any = self.precision  # one of those that Lightning knows
        with warnings.catch_warnings():
            # Tiles are cut in milliseconds; processes are a choice (trainer.workers).
            warnings.filterwarnings("ignore", message=".*does not have many workers.*")
            # A step without a finite loss is left out on purpose, and counted.
            warnings.filterwarnings("ignore", message=".*training_step. returned .None.*")
            # Lightning 2.6 asks torch 2.13 in a way that torch will drop.
            warnings.filterwarnings("ignore", message=".*isinstance.treespec, LeafSpec.*")
            trainer = Trainer(
                accelerator=chosen_accelerator(self.accelerator, "trainer.accelerator"),
                precision=precision, devices=self.devices, max_epochs=-1, callbacks=[callback],
                reload_dataloaders_every_n_epochs=1, num_sanity_val_steps=0, logger=False,
                enable_checkpointing=False, enable_model_summary=False,
                enable_progress_bar=False, gradient_clip_val=self.gradient_clip,
            )  # fmt: skip
            module = CorrectiveModule(
                detector, self.optimizer, painted["val"], self.averaging, self.background_weight
            )
            checkpoint = last_checkpoint(participants.folder, callback.check)
            if checkpoint is None:
                loop.session.begin()
            try:
                trainer.fit(module, datamodule=data, ckpt_path=checkpoint, weights_only=True)
            except SystemExit as stop:
                # Lightning answers Ctrl-C with an exit of its own.
                if isinstance(stop.__context__, KeyboardInterrupt):
                    raise KeyboardInterrupt from stop
                raise


def checked_output(detector: NeuralDetector, tile_in: int) -> int:
    """The side of what the net gives for a training tile, seen by trying."""
    try:
        side = geometry_of(detector.net, detector.geometry).output_side(tile_in)
    except InputError as error:
        raise InputError(f"trainer.tile_in: {error}") from error
    expected = (1, 2, side, side)
    try:
        with evaluating(detector.net):
            given = tuple(detector.net(torch.zeros(1, 3, tile_in, tile_in)).shape)
    except RuntimeError as error:
        raise InputError(f"detector.net takes no RGB tile of {tile_in} px: {error}") from error
    if given != expected:
        raise InputError(
            f"detector.net gives {given} for an RGB tile of {tile_in} px, not {expected}: it needs "
            "two logits per pixel, and detector.geometry must say what it loses"
        )
    return side
