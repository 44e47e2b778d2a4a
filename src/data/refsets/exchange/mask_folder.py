"""A folder of pictures beside a folder of masks: white is foreground, black is not."""

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import numpy as np

from src.core import InputError
from src.data.files.finding import existing_folder
from src.data.files.foreign import is_folder, spoken
from src.data.files.whole import write_whole
from src.data.formats.masks import read_mask
from src.data.refsets.exchange.coming import Coming
from src.data.refsets.exchange.leaving import Leaving
from src.data.refsets.exchange.losses import Losses
from src.data.refsets.exchange.painting import mask_png, painted
from src.data.refsets.exchange.pictures import Pictures
from src.data.refsets.labels import Masks
from src.data.refsets.preparing.photos import photo_files
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.words import MASKS

IMAGES, FOLDERS = "images", ("masks", "labels")


def write_masks(
    refset: ReferenceSet, leavings: Iterable[Leaving], folder: Path, pictures: Pictures,
    losses: Losses,
) -> int:  # fmt: skip
    """Write ``images/`` and ``masks/``, alike by their stems; tells how many photos."""
    count = 0
    for leaving in leavings:
        document = leaving.documents.get(MASKS)
        if not isinstance(document, Masks) or not leaving.labelled[MASKS]:
            losses.note("photos that nobody labelled")
            continue
        foreground, background = painted(refset, document.mask)
        losses.note("photos whose unpainted pixels count as background",
                    int(not (foreground | background).all()))  # fmt: skip
        losses.note("traces of the mouse", int(document.trace is not None))
        losses.note("suggestions", sum(len(look.ghosts) for look in leaving.looks.values()))
        losses.note("parts", int(leaving.photo.part is not None))
        pictures.write(leaving)
        file = PurePosixPath(leaving.file).with_suffix(".png")
        write_whole(folder / FOLDERS[0] / file, mask_png(foreground))
        count += 1
    return count


def read_masks(path: Path, _: tuple[str, ...]) -> Iterator[Coming]:
    """What the masks of a folder say; each belongs to the picture with its stem."""
    home = existing_folder(path, "PATH")
    masks = next((home / name for name in FOLDERS if is_folder(home / name)), home)
    masks, files = photo_files(masks)
    images = _images(home)
    for file in files:
        stem = file.relative_to(masks).with_suffix("").as_posix()
        image = images.get(stem)
        foreground = np.asarray(read_mask(file, "auto" if _is_plain(file) else "labels")) > 0
        shape = (foreground.shape[0], foreground.shape[1])
        name = stem if image is None else image.relative_to(home / IMAGES).as_posix()
        yield Coming(str(file), name, image, shape=shape, painted=(foreground, ~foreground))


def _images(home: Path) -> dict[str, Path]:
    folder = home / IMAGES
    if not is_folder(folder):
        return {}
    folder, files = photo_files(folder)
    found: dict[str, Path] = {}
    for file in files:
        stem = file.relative_to(folder).with_suffix("").as_posix()
        if stem in found:
            other = spoken(found[stem].name)
            raise InputError(f"{spoken(file)} and {other} differ by their ending alone: keep one")
        found[stem] = file
    return found


def _is_plain(file: Path) -> bool:
    """Whether its values may tell by themselves what they are; JPEG blurs them."""
    return file.suffix.lower() not in (".jpg", ".jpeg")
