"""Small participants: pictures learned in seconds, an annotator that paints at random."""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from src.annotators.clocks.seed import SeedClock
from src.core import Annotation, Trajectory
from src.data.synthetic.nuclei import Nuclei
from src.detectors.neural import NeuralDetector
from src.detectors.tiling import Tiler
from src.detectors.unet import UNet
from src.scoring.pixels import Pixels
from src.training.acquisition.sequential import Sequential
from src.training.corrective import CorrectiveTrainer
from src.training.participants import Participants
from src.training.session import Rules
from src.training.sight import Shown


class Painter:
    """Paints half of each class; skips what is nearly right."""

    def initial(self, truth: np.ndarray, rng: np.random.Generator) -> Annotation:
        """Half of the foreground, a tenth of the background."""
        rgba = np.zeros((*truth.shape, 4), np.uint8)
        chance = rng.random(truth.shape)
        rgba[truth & (chance < 0.5), 0] = 255
        rgba[~truth & (chance < 0.1), 1] = 255
        event = Trajectory(*(np.array([value]) for value in (1, 1, True, 0, 1, 5.0)))
        return Annotation(rgba, event)

    def correct(
        self, truth: np.ndarray, prediction: np.ndarray, rng: np.random.Generator
    ) -> Annotation | None:
        """The same on wrong pixels; none from 99 % of right ones on."""
        if (truth == prediction).mean() > 0.99:
            return None
        return self.initial(truth, rng)


class Notes:
    """A journal that remembers, and stops the session where it is told to."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.rows: list[Mapping[str, Any]] = []
        self.before: list[Mapping[str, Any]] = []
        self.shows: list[Shown] = []
        self.stop_after = stop_after

    def shown(self, shown: Shown) -> None:
        """Remember an image."""
        self.shows.append(shown)

    def measured(self, row: Mapping[str, Any]) -> None:
        """Remember a row; break down after ``stop_after`` images."""
        self.rows.append(row)
        if row["step"] == self.stop_after:
            raise RuntimeError("power cut")

    def resumed(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Remember what was done before."""
        self.before = list(rows)


def participants(folder: Path, notes: Notes, seed: int = 1) -> Participants:
    """Eight small pictures of nuclei, two or three of them held out."""
    dataset = Nuclei(count=10, size=64, seed=seed)
    return Participants(
        dataset, Painter(), SeedClock(), Sequential(), Pixels(resamples=0), notes, folder, seed
    )


def trainer(images: int = 5, lr: float = 5e-3, **options: Any) -> CorrectiveTrainer:
    """Two short epochs per image."""
    return CorrectiveTrainer(
        functools.partial(torch.optim.AdamW, lr=lr),
        Rules(images=images),
        tile_in=48,
        batch_size=4,
        min_epoch_tiles=8,
        progress_bar=False,
        **options,
    )


def detector(seed: int = 1) -> NeuralDetector:
    """A very narrow net."""
    return NeuralDetector(UNet(width=4, depth=2, seed=seed), Tiler(tile_in=64))


def shares_of(times: Mapping[str, float]) -> float:
    """All shares of the wall time together."""
    return sum(value for name, value in times.items() if name.endswith("_share"))
