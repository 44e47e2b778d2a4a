"""What the readers of folders share: finding files, pairing them, looking at each once."""

import hashlib
import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from src.core import SPLITS, Entry, InputError
from src.data._base import LazyDataset
from src.data.formats.raster import EXTENSIONS, load, measure

log = logging.getLogger(__name__)

THREADS = 4

Item = TypeVar("Item")
Found = TypeVar("Found")


def existing_folder(path: str | Path, key: str) -> Path:
    """The folder with ``~`` expanded; ``key`` is what the user would have to correct."""
    folder = Path(path).expanduser()
    if not folder.exists():
        raise InputError(f"{key}: {folder} does not exist (paths start at {Path.cwd()})")
    if not folder.is_dir():
        raise InputError(f"{key}: {folder} is a file, a folder is needed")
    return folder


def subfolder(root: Path, name: str, key: str) -> Path:
    """The folder ``name`` of ``root``, or one sentence with the folders that are there."""
    folder = root / Path(name).expanduser()
    if not folder.is_dir():
        there = listing(folders(root))
        raise InputError(f"{root} has no folder {name!r}, its folders are {there}: set {key}")
    return folder


def folders(root: Path) -> list[Path]:
    """The visible folders in ``root``, in natural order."""
    return sorted((path for path in _visible(root) if path.is_dir()), key=natural_order)


def image_files(folder: Path) -> list[Path]:
    """The visible PNG, TIFF and JPEG files of a folder, in natural order."""
    found = (path for path in _visible(folder) if path.suffix.lower() in EXTENSIONS)
    return sorted((path for path in found if not path.is_dir()), key=natural_order)


def images_by_stem(folder: Path) -> dict[str, list[Path]]:
    """Stem to the image files that have it; raises when there is no image at all."""
    by_stem = defaultdict(list)
    for path in image_files(folder):
        by_stem[path.stem].append(path)
    if not by_stem:
        raise InputError(
            f"{folder} holds no PNG, TIFF or JPEG file, it holds {listing(_visible(folder))}"
        )
    return dict(by_stem)


def only(paths: Sequence[Path]) -> Path:
    """The one file of a stem."""
    if len(paths) > 1:
        raise InputError(f"{listing(paths)} in {paths[0].parent} have the same stem: keep one")
    return paths[0]


def listing(paths: Iterable[Path], most: int = 5) -> str:
    """The first few names, for a sentence."""
    names = [path.name for path in paths]
    return ", ".join(names[:most]) + (", …" if len(names) > most else "") if names else "nothing"


def natural_order(path: Path | str) -> tuple[list[str | int], str]:
    """A sorting key by which ``a2`` comes before ``a10``."""
    name = path if isinstance(path, str) else path.name
    parts = re.split(r"([0-9]+)", name)
    return [int(part) if part.isdecimal() else part.casefold() for part in parts], name


def content_id(*contents: bytes) -> str:
    """Hash of one file's bytes, or of several files' in this order."""
    if len(contents) == 1:
        return hashlib.sha256(contents[0]).hexdigest()[:16]
    digests = b"".join(hashlib.sha256(content).digest() for content in contents)
    return hashlib.sha256(digests).hexdigest()[:16]


def identify(image: Path) -> tuple[str, tuple[int, int]]:
    """Content hash, height and width of an image that is whole."""
    data = load(image)
    return content_id(data), measure(data, image)


def same_size(mask: Path, mask_shape: tuple[int, int], image: Path, shape: tuple[int, int]) -> None:
    """Raises when a mask does not cover its image exactly."""
    if mask_shape != shape:
        raise InputError(
            f"{mask} is {mask_shape[1]}×{mask_shape[0]} but {image} is {shape[1]}×{shape[0]} "
            "(width×height): give the mask of this image"
        )


def examine_all(
    dataset: LazyDataset, items: Mapping[str, Item], examine: Callable[[str, Item], Found]
) -> dict[str, Found]:
    """Name to what ``examine`` found; its input errors stop or skip as the dataset says."""

    def attempt(item: tuple[str, Item]) -> Found | InputError:
        try:
            return examine(*item)
        except InputError as error:
            return error

    found: dict[str, Found] = {}
    pool = ThreadPoolExecutor(THREADS)
    try:
        for name, result in zip(items, pool.map(attempt, items.items()), strict=True):
            if isinstance(result, InputError):
                dataset.refuse(name, result)
            else:
                found[name] = result
    finally:
        pool.shutdown(cancel_futures=True)
    return found


def usable(dataset: LazyDataset, entries: Iterable[Entry], root: Path) -> tuple[Entry, ...]:
    """The entries; names twins, which share an id and so a split, and refuses an empty set."""
    first: dict[str, Entry] = {}
    found = tuple(entries)
    for entry in found:
        twin = first.setdefault(entry.id, entry)
        if twin is not entry:
            log.warning("%s in %s is the same picture as %s", entry.name, root, twin.name)
    if not found:
        reason = next(iter(dataset.skipped.values()), "there is none")
        raise InputError(f"{root}: no sample is left to read; the first reason: {reason}")
    return found


def by_split(entries: Sequence[Entry]) -> str:
    """How many samples each split has, for a log line: a small set may leave one empty."""
    return ", ".join(
        f"{sum(entry.split == split for entry in entries)} {split}" for split in SPLITS
    )


def _visible(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith(".")]
