"""A folder of screenshots, a detector that proposes, a person who decides: annotations.json."""

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from rich.console import Console

from src.composing.builder import build
from src.composing.conf import composed
from src.core import Detector, Entry, InputError, Picture
from src.curating.desk import Desk, Propose, counts_table, pictures_below, prompted
from src.curating.proposals import Proposal, proposals_of
from src.curating.recording.folder import recorded_proposals
from src.curating.review import Review
from src.curating.showing import Shown
from src.data.files.finding import existing_folder
from src.data.formats.images import read_pixels
from src.data.ui.document import FILE, read_annotations, write_annotations
from src.data.ui.records import Annotations, ScreenshotRecord

log = logging.getLogger(__name__)

VIEW = "annotating.png"
RECORDING = "recording"
"""In place of a detector: the proposals that ``record`` left in the set."""


def annotate(folder: Path, detector: str, least_score: float, console: Console) -> Review:
    """Go through all proposals; what was decided before is not asked again.

    Args:
        folder: holds pictures, and annotations.json where somebody began already.
        detector: an option of the configuration, or ``recording``.
        least_score: proposals below are not shown.
    """
    folder = existing_folder(folder, "FOLDER")
    review = Review.of(begun(folder))
    propose: Propose = recorded_proposals
    if detector != RECORDING:
        propose = proposer(folder, detector, least_score)
    desk = Desk(
        review,
        propose,
        Shown(lambda sample: colours(folder / sample.image), console, folder / VIEW),
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
    images = {sample.image for sample in known.samples}
    new = [
        screenshot(path, str(path.relative_to(folder).as_posix()))
        for path in pictures_below(folder)
        if path.name != VIEW and path.relative_to(folder).as_posix() not in images
    ]
    if not new and not known.samples:
        raise InputError(f"{folder} holds no PNG or JPEG: give the folder of the screenshots")
    return replace(known, samples=(*known.samples, *new))


def screenshot(path: Path, image: str) -> ScreenshotRecord:
    """A picture about which nothing was said yet."""
    try:
        with Image.open(path) as opened:
            width, height = opened.size
    except (OSError, ValueError) as error:
        raise InputError(f"{path} is no picture that can be read: remove it") from error
    return ScreenshotRecord(image.rpartition(".")[0], image, width, height)


def proposer(folder: Path, option: str, least_score: float) -> Propose:
    """Proposals of ``detector=OPTION``."""
    detector: Detector = build(composed([f"detector={option}"]), "detector")

    def propose(sample: ScreenshotRecord) -> tuple[Proposal, ...]:
        pixels = colours(folder / sample.image)
        entry = Entry(id=sample.id, name=sample.id, split="test")
        elements = detector.detect(Picture(entry, pixels)).consensus
        if elements.boxes is None and len(elements):
            raise InputError(f"detector={option} gives no boxes: choose one for screenshots")
        return proposals_of(elements, option, least_score)

    return propose


def colours(path: Path) -> npt.NDArray[np.uint8]:
    """(height, width, 3) uint8 of any screenshot."""
    pixels = read_pixels(path)
    if pixels.dtype != np.uint8:
        raise InputError(f"{path} is no 8-bit picture: save it as PNG")
    return pixels if pixels.ndim == 3 else np.repeat(pixels[..., None], 3, axis=2)


def void(_: object) -> None:
    """What was given is not wanted."""
