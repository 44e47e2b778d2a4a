"""A folder of screenshots, a detector that proposes, a person who decides: annotations.json."""

import logging
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from rich.console import Console
from rich.markup import escape

from src.core import InputError
from src.curating.desk import Desk, Propose, counts_table, pictures_below, prompted
from src.curating.proposing import proposer
from src.curating.recording.folder import recorded_proposals
from src.curating.review import Review
from src.curating.showing import Shown
from src.data.files.finding import existing_folder
from src.data.formats.images import read_pixels
from src.data.ui.document import FILE, read_annotations, write_annotations
from src.data.ui.records import Annotations, ScreenshotRecord
from src.detectors.grounding.method import Pixels

log = logging.getLogger(__name__)

VIEW = "annotating.png"
RECORDING = "recording"
"""In place of a detector: the proposals that ``record`` left in the set."""


def annotate(
    folder: Path,
    detector: str,
    least_score: float,
    console: Console,
    settings: Sequence[str] = (),
) -> Review:
    """Go through all proposals; what was decided before is not asked again.

    Args:
        folder: holds pictures, and annotations.json where somebody began already.
        detector: an option of the configuration, or ``recording``.
        least_score: proposals below are not shown.
        settings: of the detector, as of a run.
    """
    folder = existing_folder(folder, "FOLDER")
    review = Review.of(begun(folder))

    def read(sample: ScreenshotRecord) -> Pixels:
        return colours(folder / sample.image)

    def tell(words: str) -> None:
        console.print(escape(words), highlight=False, soft_wrap=True)

    propose: Propose = recorded_proposals
    if detector != RECORDING:
        propose = proposer(detector, settings, least_score, read, tell)
    elif settings:
        raise InputError(f"{settings[0]} has no effect: --detector {RECORDING} asks nobody")
    desk = Desk(
        review,
        propose,
        Shown(read, console, folder / VIEW),
        lambda changed: void(write_annotations(folder, changed.kept)),
        console,
        prompted(console),
    )
    try:
        desk.work()
    finally:
        (folder / VIEW).unlink(missing_ok=True)
    console.print(counts_table(desk.review))
    return desk.review


def begun(folder: Path) -> Annotations:
    """The annotations of a folder, with every picture in it that they lack."""
    known = read_annotations(folder) if (folder / FILE).is_file() else Annotations(folder.name)
    there = {sample.image for sample in known.samples}
    images = [
        path.relative_to(folder).as_posix()
        for path in pictures_below(folder)
        if path.name != VIEW and path.relative_to(folder).as_posix() not in there
    ]
    ids = ids_of(images, {sample.id for sample in known.samples})
    new = [screenshot(folder / image, image, ids[image]) for image in images]
    if not new and not known.samples:
        raise InputError(f"{folder} holds no PNG or JPEG: give the folder of the screenshots")
    return replace(known, samples=(*known.samples, *new))


def ids_of(images: Sequence[str], taken: Collection[str]) -> dict[str, str]:
    """Picture to its id: the path without its ending, with it where that would be another's too.

    Args:
        taken: ids of pictures that are known, which stay as they are.
    """
    ids = {image: image.rpartition(".")[0] for image in images}
    # A path with its ending may be that of another picture without: a.png and a.png.jpg.
    while shared := _shared(ids, taken):
        ids |= {image: image for image in shared}
    return ids


def _shared(ids: Mapping[str, str], taken: Collection[str]) -> list[str]:
    count = Counter(ids.values())
    return [
        image for image, own in ids.items() if own != image and (own in taken or count[own] > 1)
    ]


def screenshot(path: Path, image: str, id: str) -> ScreenshotRecord:
    """A picture about which nothing was said yet."""
    try:
        with Image.open(path) as opened:
            width, height = opened.size
    except (OSError, ValueError) as error:
        raise InputError(f"{path} is no picture that can be read: remove it") from error
    return ScreenshotRecord(id, image, width, height)


def colours(path: Path) -> npt.NDArray[np.uint8]:
    """(height, width, 3) uint8 of any screenshot."""
    pixels = read_pixels(path)
    if pixels.dtype != np.uint8:
        raise InputError(f"{path} is no 8-bit picture: save it as PNG")
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def void(_: object) -> None:
    """What was given is not wanted."""
