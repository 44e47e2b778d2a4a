"""Which pictures are to be looked at, and how large they are."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import tifffile

from src.core import InputError
from src.data.files import finding
from src.data.files.foreign import is_file, spoken
from src.data.files.hashes import HashCache
from src.data.formats.raster import EXTENSIONS
from src.data.formats.tiff_rows import TiffRows
from src.data.pairing import stem_of
from src.predicting.looking import Target, file_id


def pictures_of(images: str) -> list[Path]:
    """The files of a folder in natural order, or the one file that was given."""
    path = finding.expanded(images, "prediction.images")
    if is_file(path):
        if not path.name.lower().endswith(EXTENSIONS):
            raise InputError(f"{spoken(path)} is no PNG, TIFF or JPEG: give a picture or a folder")
        return [path.absolute()]
    folder = finding.existing_folder(images, "prediction.images")
    files = finding.image_files(folder)
    if not files:
        inside = finding.listing(finding.folders(folder))
        raise InputError(
            f"{folder} holds no PNG, TIFF or JPEG file, its folders are {inside}: give the folder "
            "that holds the pictures"
        )
    return files


def named(files: list[Path]) -> Iterator[tuple[Path, str]]:
    """Files and what theirs shall be called: the stem, with its ending where others share it."""
    stems = Counter(stem_of(file) for file in files)
    for file in files:
        stem = stem_of(file)
        yield file, stem if stems[stem] == 1 else file.name


def target_of(path: Path, name: str, whole_pixels: int, cache: HashCache) -> Target:
    """A picture that is whole, as far as that can be told without decoding it."""
    if is_large(path, whole_pixels):
        rows = TiffRows(path)
        return Target(path, name, file_id(path), (rows.shape[0], rows.shape[1]), by_strips=True)
    facts = cache.measured(path)
    return Target(path, name, facts.id, facts.shape, by_strips=False)


def is_large(path: Path, whole_pixels: int) -> bool:
    """Whether it is a TIFF of more pixels than shall be in memory at once."""
    if not path.name.lower().endswith((".tif", ".tiff")):
        return False
    try:
        with tifffile.TiffFile(path, _multifile=False) as file:
            page = file.pages.first
            return bool(page.imagelength * page.imagewidth > whole_pixels)
    except Exception:  # the reader raises nearly anything; whoever reads it whole will tell
        return False
