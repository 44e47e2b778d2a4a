"""A small overlay of every sample, kept as one file."""

import io
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from weakref import finalize

from PIL import Image

from src.core import Prediction, Sample
from src.core.plain_file import read_bytes
from src.reporting.drawing.pictures import thumbnail

FILE = "gallery.zip"
QUALITY = 75
LARGEST = 2**20
"""Bytes of one; a picture of 256 px takes some 8,000."""

FIRST = (1980, 1, 1, 0, 0, 0)
"""When every entry was made: the same pictures are the same bytes."""


class Thumbnails:
    """Draws samples as they come, in the order of the rows, and keeps nothing in memory.

    Args:
        side: most pixels of the longer side of each.
    """

    def __init__(self, side: int) -> None:
        self._side, self._count = side, 0
        self._file = TemporaryFile()  # noqa: SIM115  nameless, so a killed process leaves none
        self._archive = zipfile.ZipFile(self._file, "w")
        self._close = finalize(self, _closed, self._archive, self._file)

    def offer(self, sample: Sample, prediction: Prediction) -> None:
        """Draw one more; what has no picture leaves its place empty."""
        place, self._count = self._count, self._count + 1
        if 0 in sample.picture.shape:
            return
        pixels = thumbnail(sample, prediction.consensus, self._side)
        content = io.BytesIO()
        Image.fromarray(pixels).save(content, "WEBP", quality=QUALITY)
        self._archive.writestr(zipfile.ZipInfo(_entry(place), FIRST), content.getvalue())

    def finish(self, folder: Path) -> Path:
        """The file, whole, in a folder."""
        self._archive.close()
        self._file.seek(0)
        with (folder / FILE).open("wb") as file:
            shutil.copyfileobj(self._file, file)
        self._close()
        return folder / FILE


def _closed(archive: zipfile.ZipFile, file: IO[bytes]) -> None:
    archive.close()
    file.close()


def read_thumbnails(file: Path) -> Mapping[int, bytes]:
    """Place of a sample in the rows to its picture; of a damaged file what can be read."""
    found: dict[int, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(file))) as archive:
            for entry in archive.infolist():
                stem = entry.filename.removesuffix(".webp")
                if stem.isdecimal() and entry.file_size <= LARGEST:
                    found[int(stem)] = archive.read(entry)
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError):
        return found
    return found


def _entry(number: int) -> str:
    return f"{number:06d}.webp"
