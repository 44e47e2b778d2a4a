"""Training data that grows while training goes on."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from lightning import LightningDataModule
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from src.training.augmentation import Augmentation
from src.training.tiles import AnnotatedPicture, TileSampler

Example = tuple[Tensor, Tensor, Tensor]
"""Image (3, side, side), foreground and background (side, side) of the scored part."""


class EpochTiles(Dataset[Example]):
    """The tiles of one epoch; tile ``i`` depends on ``(seed, epoch, i)`` alone."""

    def __init__(
        self,
        painted: Sequence[AnnotatedPicture],
        sampler: TileSampler,
        augmentation: Augmentation | None,
        count: int,
        seed: tuple[int, int],
    ) -> None:
        self.painted, self.sampler, self.augmentation = painted, sampler, augmentation
        self.count, self.seed = count, seed
        self.order = np.random.default_rng(seed).permutation(len(painted))

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> Example:
        rng = np.random.default_rng((*self.seed, index + 1))
        picture = self.painted[self.order[index % len(self.order)]]
        tile = self.sampler.sample(picture, rng)
        if self.augmentation is not None:
            tile = self.augmentation(tile, rng)
        parts = (tile.image, tile.foreground, tile.background)
        image, foreground, background = (
            torch.from_numpy(np.ascontiguousarray(part)) for part in parts
        )
        return image, foreground, background


class GrowingTiles(LightningDataModule):
    """Loaders over what is painted by now; Lightning asks for them anew every epoch.

    Args:
        painted: ``train`` and ``val``, filled by the session while this is in use.
        min_epoch_tiles: tiles per epoch, or one per picture where there are more pictures.
        workers: processes that cut and augment tiles; 0 for none.
    """

    def __init__(
        self,
        painted: Mapping[str, Sequence[AnnotatedPicture]],
        sampler: TileSampler,
        augmentation: Augmentation | None,
        batch_size: int,
        min_epoch_tiles: int,
        seed: int,
        workers: int = 0,
    ) -> None:
        super().__init__()
        self.painted, self.sampler, self.augmentation = painted, sampler, augmentation
        self.batch_size, self.min_epoch_tiles = batch_size, min_epoch_tiles
        self.seed, self.workers = seed, workers

    def train_dataloader(self) -> DataLoader[Example]:
        """The tiles of the coming epoch."""
        assert self.trainer is not None  # noqa: S101 - Lightning calls this with a trainer
        epoch = self.trainer.current_epoch
        train = self.painted["train"]
        count = max(self.min_epoch_tiles, len(train))
        tiles = EpochTiles(train, self.sampler, self.augmentation, count, (self.seed, epoch))
        return DataLoader(tiles, batch_size=self.batch_size, num_workers=self.workers)

    def val_dataloader(self) -> DataLoader[int]:
        """Numbers of the validation pictures; Lightning would take the pictures apart."""
        return DataLoader(range(len(self.painted["val"])), batch_size=None)  # type: ignore[arg-type]
