"""Checkpoints that are there whole or not at all, and the one before."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from lightning import Trainer

from src.core import InputError
from src.data.files.whole import make_folder, partial_of, put_in_place
from src.tracking import keys
from src.training.states import newest

LAST, PREVIOUS = keys.LAST_CHECKPOINT, keys.PREVIOUS_CHECKPOINT

Kept = dict[str, Any]


def save_checkpoint(trainer: Trainer, folder: Path) -> None:
    """Lightning's own checkpoint, written beside the last one and then put in its place."""
    make_folder(folder)
    partial = partial_of(folder / LAST)
    try:
        trainer.save_checkpoint(partial)
        if (folder / LAST).exists():
            put_in_place(folder / LAST, folder / PREVIOUS)
        put_in_place(partial, folder / LAST)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def last_checkpoint(folder: Path, check: Callable[[Kept, str], None]) -> Path | None:
    """The newest checkpoint that is whole; a torn one is named and passed over.

    Args:
        check: raises where what belongs to a checkpoint, by its name, is not there.
    """

    def read(file: Path) -> Path:
        check(load_plain(file), file.name)
        return file

    return newest(folder, (LAST, PREVIOUS), read)


def load_plain(file: Path) -> Kept:
    """Tensors and plain values alone; nothing in the file is executed, a damaged part is found."""
    content = io.BytesIO(file.read_bytes())
    # torch does not look at the checksums of its own format.
    if zipfile.is_zipfile(content):
        damaged = zipfile.ZipFile(content).testzip()
        if damaged is not None:
            raise InputError(f"{file.name} is damaged ({damaged})")
    content.seek(0)
    loaded: Kept = torch.load(content, map_location="cpu", weights_only=True)
    return loaded
