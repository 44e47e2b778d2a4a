"""Checkpoints that are there whole or not at all, and the one before."""

import io
import logging
import os
from pathlib import Path
from typing import Any

import torch
from lightning import Trainer

log = logging.getLogger(__name__)

LAST, PREVIOUS = "last.ckpt", "previous.ckpt"


def save_checkpoint(trainer: Trainer, folder: Path) -> None:
    """Lightning's own checkpoint, written beside the last one and then put in its place."""
    folder.mkdir(parents=True, exist_ok=True)
    partial, last = folder / f".{LAST}.{os.getpid()}", folder / LAST
    try:
        trainer.save_checkpoint(partial)
        with partial.open("rb+") as stream:
            os.fsync(stream.fileno())
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    if last.exists():
        last.replace(folder / PREVIOUS)
    partial.replace(last)


def last_checkpoint(folder: Path) -> Path | None:
    """The newest checkpoint that can be read; a torn one is named and passed over."""
    for name in (LAST, PREVIOUS):
        file = folder / name
        if not file.exists():
            continue
        try:
            load_plain(file)
        except Exception as error:  # torch raises many kinds for a torn file
            log.warning("%s cannot be read (%s): using the one before", file, error)
            continue
        return file
    return None


def load_plain(file: Path) -> dict[str, Any]:
    """Tensors and plain values alone; nothing in the file is executed."""
    loaded: dict[str, Any] = torch.load(
        io.BytesIO(file.read_bytes()), map_location="cpu", weights_only=True
    )
    return loaded
