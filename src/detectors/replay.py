"""The detector that another tool already ran."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from src.core import InputError, Instances, Picture

MISSING = ("error", "empty")


@dataclass(frozen=True)
class Replay:
    """Serves stored masks or label images of any tool, found by the picture's name.

    Args:
        folder: where the files are, any of them named ``pattern``.
        read: path to label image; the configuration chooses the reader.
        pattern: file name with ``{name}`` and ``{id}``; its ending may be a wildcard.
        missing: ``error``, or ``empty`` to count a missing file as "found nothing".
    """

    folder: str
    read: Callable[[Path], npt.NDArray[Any]]
    pattern: str = "{name}.*"
    missing: str = "error"

    def __post_init__(self) -> None:
        if self.missing not in MISSING:
            raise InputError(f"detector.missing must be one of {MISSING}, got {self.missing!r}")
        if "{name}" not in self.pattern and "{id}" not in self.pattern:
            raise InputError(f"detector.pattern needs {{name}} or {{id}}, got {self.pattern!r}")
        if not Path(self.folder).expanduser().is_dir():
            raise InputError(f"detector.folder: {self.folder} is not a folder")

    def detect(self, picture: Picture) -> Instances:
        """The stored prediction for this picture."""
        entry = picture.entry
        folder = Path(self.folder).expanduser()
        # A name is data: brackets and stars in it must not act as wildcards.
        name = self.pattern.format(name=_literal(entry.name), id=entry.id)
        found = sorted(folder.glob(name))
        if len(found) > 1:
            listed = ", ".join(path.name for path in found)
            raise InputError(f"{folder}: several files for {entry.name} ({listed}); keep one")
        if not found:
            if self.missing == "empty":
                return Instances.empty(picture.shape)
            raise InputError(
                f"{folder}: no prediction for {entry.name} (looked for {name}); "
                "set detector.missing=empty to count it as nothing found"
            )
        return Instances.from_labels(self.read(found[0]))


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
