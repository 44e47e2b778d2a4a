"""The trainer of the dense net: one ``Trainer.fit`` over crops of pages."""

import logging
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Annotated, Any, ClassVar, Literal, get_args

import numpy as np
import torch
from annotated_types import Ge, Gt, Le
from lightning import Callback, LightningModule, Trainer

from src.core import Dataset, InputError
from src.detectors.grounding.grounder import Grounder
from src.detectors.ui.looking import Looking, save_weights
from src.training.checkpoints import last_checkpoint, save_checkpoint
from src.training.module import OptimizerOf
from src.training.participants import Participants, Taught
from src.training.stages import Stages
from src.training.ui.crops import Crops
from src.training.ui.module import DenseModule
from src.training.ui.pages import Page, kept_pages
from src.training.ui.portion import Portion
from src.training.ui.study import Study

logging.getLogger("lightning.pytorch").setLevel(logging.WARNING)
log = logging.getLogger(__name__)

Share = Annotated[float, Ge(0), Le(1)]
Precision = Literal["32-true", "bf16-mixed"]


@dataclass(frozen=True, eq=False)
class DenseTrainer:
    """Teaches the dense net from pages whose elements are all known; nobody paints.

    Args:
        optimizer: from parameters to an optimiser.
        crops: how pages are cut and changed.
        portion: of the pages of the training split; the rest is for a ranker.
        beside: a second set of pages, such as drawn screens.
        beside_share: how much of the crops is of that set.
        programs: a third set, screens of real programs of which some elements are known.
        programs_share: how much of the crops is of that one.
        programs_portion: of the programs; the rest is for a ranker.
        epochs: after each the net is held against whole pages of the validation split.
        epoch_crops: crops of an epoch.
        averaging: how much of the running mean of the weights stays at each step.
        precision: as Lightning knows it; half precision is twice as fast where a CPU has it.
        held_out: pages of the validation split that the net is held against.
        workers: processes that cut crops; 0 for none.
    """

    optimizer: OptimizerOf
    crops: Crops = field(default_factory=Crops)
    portion: Portion = field(default_factory=Portion)
    beside: Dataset | None = None
    beside_share: Share = 0.15
    programs: Dataset | None = None
    programs_share: Share = 0.22
    programs_portion: Portion = field(default_factory=Portion)
    batch_size: Annotated[int, Ge(1), Le(1024)] = 8
    epochs: Annotated[int, Ge(1), Le(10_000)] = 30
    epoch_crops: Annotated[int, Ge(1), Le(10_000_000)] = 1600
    averaging: Share = 0.998
    gradient_clip: Annotated[float, Gt(0)] | None = 5.0
    precision: Precision = "bf16-mixed"
    held_out: Annotated[int, Ge(1)] = 16
    workers: Annotated[int, Ge(0), Le(256)] = 0
    progress_bar: bool = True
    paints: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.precision not in get_args(Precision):
            raise InputError(
                f"trainer.precision must be one of {get_args(Precision)}, got {self.precision!r}"
            )
        if self.programs is not None and self.beside_share + self.programs_share > 1:
            raise InputError(
                "trainer.beside_share and trainer.programs_share must be 1 or less together, got "
                f"{self.beside_share} and {self.programs_share}"
            )
        if self.epoch_crops < self.batch_size:
            raise InputError(
                f"trainer.epoch_crops must be at least trainer.batch_size ({self.batch_size}), "
                f"got {self.epoch_crops}"
            )

    def teach(self, detector: Grounder, participants: Participants) -> Taught:
        """Teach the net of a detector; goes on where a checkpoint in the folder ends."""
        looking = getattr(getattr(detector, "method", None), "looking", None)
        if not isinstance(looking, Looking):
            raise InputError("trainer=ui_net teaches detectors with a net: set detector=ui_net")
        stages = Stages()
        with stages("read"):
            groups = self._pages(participants)
            held_out = islice(participants.dataset.samples("val"), self.held_out)
            validation = kept_pages(held_out, participants.folder / "pages")
        module, notes = self._fit(looking, groups, validation, participants, stages)
        file = participants.folder / "ui_net.pt"
        save_weights(module.mean, file)
        taught: Any = detector.method  # a dataclass, as everything is that has a net
        method = replace(taught, looking=replace(looking, net=module.mean, taught=True))
        last = notes.rows[-1] if notes.rows else {}
        return Taught(
            replace(detector, method=method),
            None,
            {name.replace("/", "_"): value for name, value in last.items()},
            notes.rows,
            stages.report(),
            files=(file,),
        )

    def _pages(self, participants: Participants) -> list[tuple[float, list[Page]]]:
        folder = participants.folder / "pages"
        groups = [(1.0, self.portion.samples(participants.dataset, "train"))]
        if self.beside is not None:
            groups.append((self.beside_share, self.beside.samples("train")))
        if self.programs is not None:
            real = self.programs_portion.samples(self.programs, "train")
            groups.append((self.programs_share, real))
        groups[0] = (1 - sum(share for share, _ in groups[1:]), groups[0][1])
        return [(share, kept_pages(samples, folder)) for share, samples in groups]

    def _fit(
        self, looking: Looking, groups: list[tuple[float, list[Page]]], validation: list[Page],
        participants: Participants, stages: Stages,
    ) -> tuple[DenseModule, "Notes"]:  # fmt: skip
        torch.use_deterministic_algorithms(True)
        pages = [page for _, group in groups for page in group]
        shares = np.concatenate(
            [np.full(len(group), share / len(group)) for share, group in groups]
        )
        study = Study(
            pages, shares / shares.sum(), self.crops, self.batch_size, self.epoch_crops,
            len(validation), participants.seed, self.workers,
        )  # fmt: skip
        steps = self.epochs * (self.epoch_crops // self.batch_size)
        module = DenseModule(looking.ready, self.optimizer, validation, steps, self.averaging)
        notes = Notes(participants, stages)
        precision: Any = self.precision
        with warnings.catch_warnings():
            # Crops are cut in milliseconds; processes are a choice (trainer.workers).
            warnings.filterwarnings("ignore", message=".*does not have many workers.*")
            warnings.filterwarnings("ignore", message=".*training_step. returned .None.*")
            # Lightning 2.6 asks torch 2.13 in a way that torch will drop.
            warnings.filterwarnings("ignore", message=".*isinstance.treespec, LeafSpec.*")
            trainer = Trainer(
                accelerator="cpu", devices=1, max_epochs=self.epochs, callbacks=[notes],
                precision=precision, reload_dataloaders_every_n_epochs=1,
                num_sanity_val_steps=0, logger=False, enable_checkpointing=False,
                enable_model_summary=False, enable_progress_bar=self.progress_bar,
                gradient_clip_val=self.gradient_clip,
            )  # fmt: skip
            checkpoint = last_checkpoint(participants.folder, lambda kept, name: None)  # noqa: ARG005
            try:
                trainer.fit(module, datamodule=study, ckpt_path=checkpoint, weights_only=True)
            except SystemExit as stop:
                # Lightning answers Ctrl-C with an exit of its own.
                if isinstance(stop.__context__, KeyboardInterrupt):
                    raise KeyboardInterrupt from stop
                raise
        return module, notes


class Notes(Callback):
    """Keeps a checkpoint and the numbers of every epoch, and stops after one where asked to."""

    def __init__(self, participants: Participants, stages: Stages) -> None:
        self.participants, self.stages = participants, stages
        self.rows: list[dict[str, float]] = []

    def on_train_epoch_start(self, *_: Any) -> None:
        """Crops and steps."""
        self.stages.begin("train")

    def on_validation_start(self, *_: Any) -> None:
        """Whole pages."""
        self.stages.end("train")
        self.stages.begin("validate")

    def on_validation_end(self, *_: Any) -> None:
        """Back to the crops of the next epoch."""
        self.stages.end("validate")

    def on_train_epoch_end(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """An epoch is done."""
        assert isinstance(pl_module, DenseModule)  # noqa: S101 - it is ours
        numbers = {"epoch": trainer.current_epoch + 1.0, **pl_module.numbers()}
        self.rows.append(numbers)
        log.info("%s", ", ".join(f"{name} {value:.3f}" for name, value in numbers.items()))
        if self.participants.sink is not None:
            told = {name: value for name, value in numbers.items() if name != "epoch"}
            self.participants.sink.metrics(told, trainer.current_epoch + 1)
        save_checkpoint(trainer, self.participants.folder)
        trainer.should_stop = trainer.should_stop or self.participants.stopping()

    def state_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"rows": self.rows}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """Go on from a checkpoint."""
        self.rows = [dict(row) for row in state_dict["rows"]]
