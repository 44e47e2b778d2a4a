"""Checkpoints that are there whole or not at all, and the one before."""

import io
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from lightning import Trainer

from src.core import InputError
from src.tracking import keys
from src.training.states import newest

LAST, PREVIOUS = keys.LAST_CHECKPOINT, keys.PREVIOUS_CHECKPOINT

Kept = dict[str, Any]


def save_checkpoint(trainer: Trainer, folder: Path) -> None:
    """Lightning's own checkpoint, written beside the last one and then put in its place."""
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f".{LAST}.*"):
        left.unlink()
    partial = folder / f".{LAST}.{os.getpid()}"
    try:
        trainer.save_checkpoint(partial)
        with partial.open("rb+") as stream:
            os.fsync(stream.fileno())
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    if (folder / LAST).exists():
        (folder / LAST).replace(folder / PREVIOUS)
    partial.replace(folder / LAST)


def last_checkpoint(folder: Path, check: Callable[[Kept], None]) -> Path | None:
    """The newest checkpoint that is whole; a torn one is named and passed over.

    Args:
        check: raises where what belongs to a checkpoint is not there.
    """

    def read(file: Path) -> Path:
        check(load_plain(file))
        return file

    return newest(folder / LAST, folder / PREVIOUS, read)


def load_plain(file: Path) -> Kept:
    """Tensors and plain values alone; nothing in the file is executed, a damaged part is found."""
    content = io.BytesIO(file.read_bytes())
    # torch does not look at the checksums of its own format.
    if zipfile.is_zipfile(content):
        damaged = zipfile.ZipFile(content).testzip()
        if damaged is not None:
            raise InputError(f"{file} is damaged ({damaged})")
    content.seek(0)
    loaded: Kept = torch.load(content, map_location="cpu", weights_only=True)
    return loaded
