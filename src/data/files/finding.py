"""Finding files: folders that must be there, images by stem, names in natural order."""

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from src.core import InputError
from src.data.files.foreign import UNSPEAKABLE, is_folder, spoken
from src.data.formats.raster import EXTENSIONS


def existing_folder(path: str | Path, key: str) -> Path:
    """The folder, absolute and with ``~`` expanded; ``key`` is what the user would have to correct.

    A dataset may be sent to a process that works in another folder, so nothing stays relative.
    """
    if path == "":
        raise InputError(f"set {key}: it is empty")
    folder = expanded(path, key).absolute()
    named = spoken(folder)
    if UNSPEAKABLE.search(str(folder)):
        raise InputError(f"{key}: {named} has a letter that is no text: rename the folder")
    if not os.path.exists(folder):  # noqa: PTH110 - a Path raises where a name is too long
        raise InputError(f"{key}: {named:.300} does not exist (paths start at {Path.cwd()})")
    if not is_folder(folder):
        raise InputError(f"{key}: {named} is a file, a folder is needed")
    return folder


def expanded(path: str | Path, key: str) -> Path:
    """The path with ``~`` expanded, where there is such a user."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise InputError(f"{key}: {spoken(path):.300} begins with no home of a user") from error


def subfolder(root: Path, name: str, key: str) -> Path:
    """The folder ``name`` of ``root``, or one sentence with the folders that are there."""
    folder = root / expanded(name, key)
    if not is_folder(folder):
        there = listing(folders(root))
        raise InputError(f"{root} has no folder {name!r:.300}, its folders are {there}: set {key}")
    return folder


def folders(root: Path) -> list[Path]:
    """The visible folders in ``root``, in natural order."""
    return _paths(entry for entry in _visible(root) if _is_folder(entry))


def image_files(folder: Path) -> list[Path]:
    """The visible PNG, TIFF and JPEG files of a folder, in natural order."""
    images = (entry for entry in _visible(folder) if entry.name.lower().endswith(EXTENSIONS))
    return _paths(entry for entry in images if not _is_folder(entry))


def images_by_stem(folder: Path) -> dict[str, list[Path]]:
    """Stem to the image files that have it; raises when there is no image at all."""
    by_stem = defaultdict(list)
    for path in image_files(folder):
        by_stem[path.stem].append(path)
    if not by_stem:
        there = listing(_paths(_visible(folder)))
        raise InputError(f"{folder} holds no PNG, TIFF or JPEG file, it holds {there}")
    return dict(by_stem)


def only(paths: Sequence[Path]) -> Path:
    """The one file of a stem."""
    if len(paths) > 1:
        raise InputError(f"{listing(paths)} in {paths[0].parent} have the same stem: keep one")
    return paths[0]


def listing(paths: Iterable[Path], most: int = 5) -> str:
    """The first few names, for a sentence."""
    names = [spoken(path.name) for path in paths]
    return ", ".join(names[:most]) + (", …" if len(names) > most else "") if names else "nothing"


def natural_order(path: Path | str) -> tuple[list[str | int], str]:
    """A sorting key by which ``a2`` comes before ``a10``."""
    name = path if isinstance(path, str) else path.name
    parts = re.split(r"([0-9]+)", name)
    # Every second part is a number; digits of other scripts stay letters.
    return [int(part) if n % 2 else part.casefold() for n, part in enumerate(parts)], name


def _visible(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            visible = [entry for entry in entries if not entry.name.startswith(".")]
    except OSError as error:
        raise InputError(
            f"{spoken(folder)} cannot be listed ({error.strerror}): check that you may read it"
        ) from error
    for entry in visible:
        refuse_name(entry.name, folder)
    return visible


def refuse_name(name: str, folder: Path) -> None:
    """Raises for a name that cannot be kept as text: tables and stores have no place for it."""
    if UNSPEAKABLE.search(name):
        raise InputError(
            f"{spoken(folder)} holds '{spoken(name)}', whose name is no plain UTF-8 text: rename it"
        )


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whoever reads a link that leads in a circle says what is wrong with it."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _paths(entries: Iterable[os.DirEntry[str]]) -> list[Path]:
    ordered = sorted(entries, key=lambda entry: natural_order(entry.name))
    return [Path(entry.path) for entry in ordered]
