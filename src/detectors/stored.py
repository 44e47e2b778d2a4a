"""The detector that somebody else was: its work is stored, and found by picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from src.core import InputError, Instances, Picture

MISSING = ("error", "empty")

Find = Callable[[Picture], Instances | None]
"""Picture to its stored instances; ``None`` where there are none of it."""

Read = Callable[[Path], npt.NDArray[Any]]
"""File to label image."""

ReadAny = Callable[[Path], npt.NDArray[Any] | Instances]
"""File to label image, or to instances that know their classes."""


@dataclass(frozen=True)
class Stored:
    """Serves what was stored of a picture.

    Args:
        find: where the work lies; the configuration chooses it.
        missing: ``error``, or ``empty`` to count a picture without any as "found nothing".
    """

    find: Find
    missing: str = "error"

    def __post_init__(self) -> None:
        if self.missing not in MISSING:
            raise InputError(f"detector.missing must be one of {MISSING}, got {self.missing!r}")

    def detect(self, picture: Picture) -> Instances:
        """The stored prediction for this picture."""
        instances = self.find(picture)
        if instances is not None:
            return instances
        if self.missing == "error":
            raise InputError(
                f"no prediction for {picture.entry.name} ({self.find}): add it, or set "
                "detector.missing=empty to count it as nothing found"
            )
        return Instances.empty(picture.shape)


@dataclass(frozen=True)
class InFolder:
    """Masks or label images of any tool in one folder, known by the picture's name.

    Args:
        folder: where the files are, any of them named ``pattern``.
        read: path to label image or instances; the configuration chooses the reader.
        pattern: file name with ``{name}`` and ``{id}``; its ending may be a wildcard.
    """

    folder: str
    read: ReadAny
    pattern: str = "{name}.*"

    def __post_init__(self) -> None:
        if "{name}" not in self.pattern and "{id}" not in self.pattern:
            raise InputError(
                f"detector.find.pattern needs {{name}} or {{id}}, got {self.pattern!r}"
            )
        folder = Path(self.folder).expanduser()
        if not folder.is_dir():
            raise InputError(f"detector.find.folder: {self.folder} is not a folder")
        # Another process may work in another folder.
        object.__setattr__(self, "folder", str(folder.absolute()))

    def __call__(self, picture: Picture) -> Instances | None:
        """The label image of this picture; ``None`` where it has no file."""
        entry = picture.entry
        folder = Path(self.folder)
        # A name is data: brackets and stars in it must not act as wildcards.
        files = sorted(folder.glob(self.pattern.format(name=_literal(entry.name), id=entry.id)))
        if len(files) > 1:
            listed = ", ".join(path.name for path in files)
            raise InputError(f"{folder}: several files for {entry.name} ({listed}); keep one")
        if not files:
            return None
        found = self.read(files[0])
        return found if isinstance(found, Instances) else Instances.from_labels(found)

    def __str__(self) -> str:
        return f"looked for {self.pattern} in {self.folder}"


@dataclass(frozen=True)
class OfTool:
    """The label images that one tool left, by the names of the pictures."""

    tool: str
    files: Mapping[str, Path]
    read: Read

    def __call__(self, picture: Picture) -> Instances:
        """The label image of this picture; a tool that has none is named."""
        name = picture.entry.name
        if name not in self.files:
            beside = next(iter(self.files.values())).parent
            raise InputError(
                f"{self.tool} has no label image of the field {name} in {beside}: add it, or leave "
                "the tool out with detector.tools"
            )
        return Instances.from_labels(self.read(self.files[name]))

    def __str__(self) -> str:
        return f"looked among {len(self.files)} files of {self.tool}"


def _literal(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
