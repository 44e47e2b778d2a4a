"""What pruning saves: the same search with and without it: ``python -m benchmarks.pruning``.

Both draw the same configurations, so that they differ by what was stopped alone. A small U-Net
learns nuclei of 64 px from twelve annotated images.
"""

import functools
import tempfile
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import optuna
import torch
from optuna.distributions import FloatDistribution, IntDistribution
from optuna.pruners import BasePruner, MedianPruner, NopPruner, SuccessiveHalvingPruner
from rich.console import Console
from rich.table import Table

from src.annotators.clocks.seed import SeedClock
from src.annotators.hand import Hand
from src.annotators.rootpainter import RootPainterAnnotator
from src.core import Pruned
from src.data.synthetic.nuclei import Nuclei
from src.detectors.neural import NeuralDetector
from src.detectors.tiling import Tiler
from src.detectors.unet import UNet
from src.scoring.pixels import Pixels
from src.sweeps.pruning import Pruning
from src.sweeps.study import open_storage, open_study, quiet
from src.training.acquisition.sequential import Sequential
from src.training.corrective import CorrectiveTrainer
from src.training.participants import Participants
from src.training.session import Rules
from src.training.sight import Shown

IMAGES, TRIALS, DRAWS, REPEATS = 12, 16, 2, 3
BUDGET = 120.0
SPACE = {
    "lr": FloatDistribution(1e-4, 1e-1, log=True),
    "epochs": IntDistribution(1, 2),
    "corrective_f1_threshold": FloatDistribution(0.0, 0.9),
    "jitter_rate": FloatDistribution(0.01, 0.16, log=True),
}
PRUNERS = {
    "none": NopPruner(),
    "median": MedianPruner(n_startup_trials=4, n_warmup_steps=3),
    "asha": SuccessiveHalvingPruner(min_resource=3, reduction_factor=3),
}
"""As in conf/hydra/sweeper/pruner."""


@dataclass
class Watched:
    """A journal that counts images and passes them on."""

    watch: Pruning | None
    images: int = 0

    def shown(self, shown: Shown) -> None:
        """Nothing."""

    def measured(self, row: Mapping[str, Any]) -> None:
        """One more, if it was learned from."""
        self.images += "test_f1" in row
        if self.watch is not None:
            self.watch(row)


def taught(params: Mapping[str, Any], journal: Watched, seed: int = 1) -> float:
    """Test F1 after all images."""
    trainer = CorrectiveTrainer(
        functools.partial(torch.optim.AdamW, lr=params["lr"]),
        Rules(images=IMAGES, corrective_f1_threshold=params["corrective_f1_threshold"]),
        tile_in=48, batch_size=4, min_epoch_tiles=12, keeps="newest", averaging=0.9,
        epochs_between_images=params["epochs"], progress_bar=False, budget=BUDGET,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        participants = Participants(
            Nuclei(count=2 * IMAGES, size=64, seed=1),
            RootPainterAnnotator(hand=Hand(jitter_rate=params["jitter_rate"])),
            SeedClock(), Sequential(), Pixels(resamples=0), journal, Path(folder), seed,
        )  # fmt: skip
        detector = NeuralDetector(UNet(width=4, depth=2, seed=seed), Tiler())
        rows = trainer.teach(detector, participants).rows
    return float(np.nan_to_num(rows[-1]["test_f1"]))


@dataclass(frozen=True)
class Found:
    """What a search found and what it cost."""

    params: Mapping[str, Any]
    value: float
    image_epochs: int
    pruned: int
    seconds: float


def search(pruner: BasePruner, draw: int, folder: str) -> Found:
    """One study; ``draw`` decides which configurations are tried."""
    storage = open_storage(f"sqlite:///{folder}/{draw}-{type(pruner).__name__}.db")
    study = open_study(storage, "pruning", ["test/f1"], ["maximize"], pruner)
    study.sampler = optuna.samplers.RandomSampler(seed=draw)
    image_epochs, pruned, start = 0, 0, time.perf_counter()
    for _ in range(TRIALS):
        with quiet():
            trial = study.ask(dict(SPACE))
        journal = Watched(Pruning(study, storage, trial._trial_id, BUDGET))
        try:
            study.tell(trial, taught(trial.params, journal))
        except Pruned:
            study.tell(trial, state=optuna.trial.TrialState.PRUNED)
            pruned += 1
        image_epochs += journal.images * trial.params["epochs"]
    seconds = time.perf_counter() - start
    return Found(study.best_params, study.best_value, image_epochs, pruned, seconds)


def main() -> None:
    """Print what each pruner found and what it spent, over a few draws of configurations."""
    warnings.simplefilter("ignore")
    columns = ("draw", "pruner", "best F1", "image-epochs", "of all", "pruned", "seconds")
    table = Table(*columns, title=f"{TRIALS} trials of {IMAGES} images", title_justify="left")
    best: Mapping[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for draw in range(1, DRAWS + 1):
            whole = 0
            for name, pruner in PRUNERS.items():
                found = search(pruner, draw, folder)
                whole = whole or found.image_epochs
                best = best or found.params
                table.add_row(
                    str(draw), name, f"{found.value:.3f}", str(found.image_epochs),
                    f"{found.image_epochs / whole:.0%}", str(found.pruned), f"{found.seconds:.0f}",
                )  # fmt: skip
    scores = [taught(best, Watched(None), seed) for seed in range(1, REPEATS + 1)]
    Console(width=100).print(table)
    print(f"noise: the best of draw 1 has F1 {np.mean(scores):.3f} ± {np.std(scores, ddof=1):.3f}")
    print(f"over {REPEATS} seeds of its weights and its annotator")


if __name__ == "__main__":
    main()
