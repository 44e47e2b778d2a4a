"""What a model from elsewhere must not do before its weights are read."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from src.core import InputError
from src.data.files.foreign import MOST_BYTES
from src.tracking.keys import BEST_CHECKPOINT as BEST

FETCHED = ("pretrained", "url")
"""Words in the names of arguments by which nets, MONAI's among them, ask the network."""


def refuse_download(described: Any, key: str) -> None:
    """Raises where a net would fetch weights of its own; a taught one has them already."""
    if isinstance(described, Mapping):
        for name, value in described.items():
            if value and any(word in str(name).lower() for word in FETCHED):
                raise InputError(
                    f"{key}.{name} would fetch weights from elsewhere: set it to null, the weights "
                    f"are in {BEST}"
                )
            refuse_download(value, f"{key}.{name}")
    elif isinstance(described, list):
        for place, value in enumerate(described):
            refuse_download(value, f"{key}[{place}]")


def refuse_bomb(weights: Path) -> None:
    """Raises for what is no archive, and for one that would unpack to more than it is.

    Weights are kept unpacked, by PyTorch and by numpy, so an honest archive is as large as what is
    in it.
    """
    size = weights.stat().st_size
    try:
        with ZipFile(weights) as archive:
            inside = sum(entry.file_size for entry in archive.infolist())
    except (BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise InputError(
            f"{weights} holds no weights that can be read: give the {BEST} that a run kept"
        ) from error
    if max(size, inside) > MOST_BYTES or inside > size:
        raise InputError(
            f"{weights} would unpack to {inside} bytes, which no weights do: give the {BEST} that "
            "a run kept"
        )
