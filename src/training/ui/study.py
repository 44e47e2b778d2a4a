"""The crops of an epoch, and the pages that the net is held against."""

from collections.abc import Sequence

import numpy as np
import torch
from lightning import LightningDataModule
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from src.detectors.ui.looking import finest
from src.training.ui.crops import Crops
from src.training.ui.pages import Page
from src.training.ui.targets import targets_of

Example = tuple[Tensor, ...]
"""Pixels (3, side, side) in -1 to 1, then the arrays of ``Targets``."""


class EpochCrops(Dataset[Example]):
    """The crops of one epoch; crop ``i`` depends on ``(seed, epoch, i)`` alone.

    Args:
        shares: (pages,) how probable each page is.
    """

    def __init__(
        self, pages: Sequence[Page], shares: np.ndarray, crops: Crops, count: int,
        seed: tuple[int, int],
    ) -> None:  # fmt: skip
        self.pages, self.crops, self.count, self.seed = pages, crops, count, seed
        rng = np.random.default_rng(seed)
        self.order = rng.choice(len(pages), count, p=shares)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Example:
        rng = np.random.default_rng((*self.seed, index + 1))
        page = self.pages[self.order[index]]
        pixels = page.pixels
        zoom = finest(pixels.shape[0] * pixels.shape[1])
        seen, elements = self.crops.draw(pixels, page.elements, zoom, rng)
        image = torch.from_numpy(seen).permute(2, 0, 1).float() / 127.5 - 1
        targets = targets_of(elements, self.crops.size).arrays()
        return image, *(torch.from_numpy(part) for part in targets)


class Study(LightningDataModule):
    """Loaders over crops; Lightning asks for them anew every epoch.

    Args:
        held_out: how many pages the net is held against after every epoch.
        workers: processes that cut crops; 0 for none.
    """

    def __init__(
        self, pages: Sequence[Page], shares: np.ndarray, crops: Crops, batch_size: int,
        epoch_crops: int, held_out: int, seed: int, workers: int = 0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.pages, self.shares, self.crops = pages, shares, crops
        self.batch_size, self.epoch_crops, self.held_out = batch_size, epoch_crops, held_out
        self.seed, self.workers = seed, workers

    def train_dataloader(self) -> DataLoader[Example]:
        """The crops of the coming epoch."""
        assert self.trainer is not None  # noqa: S101 - Lightning calls this with a trainer
        seed = (self.seed, self.trainer.current_epoch)
        epoch = EpochCrops(self.pages, self.shares, self.crops, self.epoch_crops, seed)
        return DataLoader(
            epoch, batch_size=self.batch_size, num_workers=self.workers, drop_last=True
        )

    def val_dataloader(self) -> DataLoader[int]:
        """Numbers of the pages to validate on."""
        return DataLoader(range(self.held_out), batch_size=None)  # type: ignore[arg-type]
