"""Finding the file of a set and its pictures by what a user gave."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from src.core import InputError
from src.data.files import finding
from src.data.files.foreign import is_file, is_folder, spoken
from src.data.files.hashes import Facts, HashCache
from src.data.files.inside import is_inside


def files_at(
    root: str, named: str | None, key: str, guess: Callable[[Path], Sequence[Path]]
) -> list[Path]:
    """The file that ``root`` is, the named one in it, or those that are guessed.

    Args:
        key: under which a user may name the file.
        guess: the files that a folder without a named one stands for.
    """
    place = finding.expanded(root, "dataset.root").absolute()
    if is_file(place) and named is None:
        return [place]
    folder = finding.existing_folder(root, "dataset.root")
    if named is not None:
        if not is_file(folder / named):
            raise InputError(f"{key}: {folder / named} does not exist")
        return [folder / named]
    found = [*guess(folder)]
    if not found:
        there = finding.listing(sorted(folder.glob("*.json")))
        raise InputError(
            f"dataset.root: {folder} does not tell which file it means ({there}): set {key}"
        )
    return found


def pictures_beside(file: Path, images: str | None) -> Path:
    """The folder of the pictures: the named one, ``images`` where there is such, or the file's."""
    home = file.parent
    if images is not None:
        return finding.subfolder(home, images, "dataset.images")
    return home / "images" if is_folder(home / "images") else home


def measured(
    image: Path,
    root: Path,
    place: str,
    cache: HashCache,
    declared: tuple[Any, Any] | None = None,
    telling: str = "width and height are",
) -> Facts:
    """Hash and size of a picture that is there, whole and as large as the file says.

    Args:
        root: below which the user has the pictures of this set.
        place: what names the picture, with which a sentence about it begins.
        declared: height and width by the file; ``None`` for what it does not tell.
        telling: the key of the file that does, as a sentence begins with it.
    """
    if not is_inside(image, root):
        raise InputError(
            f"{place}: its picture is {spoken(image):.200}, which is not below {root}: copy it "
            "there"
        )
    if not is_file(image):
        raise InputError(f"{place}: {image} is missing: copy it there, or set dataset.images")
    try:
        facts = cache.measured(image)
    except InputError as error:
        raise InputError(f"{place}: {error}") from error
    told = declared or (None, None)
    height, width = (facts.shape[n] if told[n] is None else told[n] for n in (0, 1))
    if (height, width) != facts.shape:
        raise InputError(
            f"{place}: {telling} {width}×{height}, but {image} is "
            f"{facts.shape[1]}×{facts.shape[0]}: correct the file"
        )
    return facts


def name_of(image: str) -> str:
    """What a screenshot is called by its path in the file, which may have folders."""
    path = PurePosixPath(image.replace("\\", "/"))
    if not path.name:
        raise InputError(f"{image!r} names no picture: give the path of one")
    return str(path.with_suffix("")).strip("/").replace("/", "_")


def words_of(given: Mapping[str, Any], besides: Sequence[str]) -> dict[str, str]:
    """Keys whose values are texts, numbers, yes or no, or lists of texts, as texts."""
    words = {}
    for key, value in given.items():
        listed = value if isinstance(value, list) and value else [value]
        texts = all(isinstance(one, str) for one in listed)
        if key not in besides and (texts or isinstance(value, bool | int | float)):
            words[str(key)] = ", ".join(str(one) for one in listed)
    return words
