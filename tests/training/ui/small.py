"""Everything that teaches an offline method, made small."""

from functools import partial
from pathlib import Path
from typing import Any

import torch

from src.data.split import Split
from src.data.ui_synthetic.dataset import UiSynthetic
from src.detectors.grounding.grounder import Grounder
from src.detectors.ui.looking import Looking
from src.detectors.ui.method import UiMethod
from src.detectors.ui.net import BoxNet
from src.training.participants import Participants
from src.training.ui.crops import Crops
from src.training.ui.trainer import DenseTrainer

TINY = 0.25


class Numbers:
    """A sink that remembers numbers."""

    name = "numbers"

    def __init__(self) -> None:
        self.told: list[tuple[int, dict[str, float]]] = []

    def metrics(self, numbers: dict[str, float], step: int = 0) -> None:
        self.told.append((step, dict(numbers)))


def screens(count: int = 6, **settings: Any) -> UiSynthetic:
    """Small drawn screens, in all splits."""
    split = Split({"train": 0.5, "val": 0.25, "test": 0.25}, salt="f")
    return UiSynthetic(
        count=count, size=(360, 480), difficulty="easy", seed=4, split=split, **settings
    )


def participants(folder: Path, sink: Any = None) -> Participants:
    """Nobody but the dataset, and whoever listens."""
    nobody: Any = None
    return Participants(
        dataset=screens(), annotator=nobody, clock=nobody, acquisition=nobody, scorer=nobody,
        journal=nobody, folder=folder, seed=5, sink=sink,
    )  # fmt: skip


def detector() -> Grounder:
    """A tiny net that knows nothing yet."""
    looking = Looking(BoxNet(width=TINY, seed=1), taught=True, scales=1)
    return Grounder(UiMethod("none", looking=looking, classical=False, keep=False))


def trainer(**settings: Any) -> DenseTrainer:
    """Two steps an epoch."""
    given: dict[str, Any] = {
        "optimizer": partial(torch.optim.AdamW, lr=1e-3), "crops": Crops(64), "batch_size": 2,
        "epochs": 2, "epoch_crops": 4, "held_out": 1, "precision": "32-true",
        "progress_bar": False,
    }  # fmt: skip
    return DenseTrainer(**(given | settings))
