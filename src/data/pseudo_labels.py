"""Masks that a person drew, one file per instance, for pictures that Label Studio tasks name."""

import hashlib
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Le

from src.core import Entry, InputError, Instances, Picture, Sample
from src.data.file_dataset import FileDataset
from src.data.files import finding
from src.data.files.examining import same_size
from src.data.files.hashes import HashCache, Seen, content_id, digest_id
from src.data.formats.images import read_pixels
from src.data.formats.label_studio.regions import declared_shape
from src.data.formats.label_studio.tasks import Task, by_name, read_tasks
from src.data.formats.masks import Look, components, look, mask_values
from src.data.formats.raster import decode, load
from src.data.task_images import TaskImages
from src.geometry.masks import encode

log = logging.getLogger(__name__)

NAMED = re.compile(r"(?P<frame>.+)_gt_(?P<number>\d+)")
MISSING_IMAGES = ("blank", "error")


@dataclass(frozen=True)
class Frame:
    """A picture, if there is one, and the files of its instances."""

    image: Path | None
    masks: tuple[Path, ...]


class PseudoLabels(FileDataset[Frame]):
    """``{frame_id}_gt_{n}.png`` as the truth of the frames; the tasks say which frames there are.

    Masks of one frame may overlap. All frames are of the split ``test``.

    Args:
        pseudo_labels_dir: folder with ``tasks.json`` or ``*_tasks.json``, and the images if any.
        gt_dir: folder of the masks, each showing one instance.
        threshold: grey value above which a pixel of a mask belongs to the instance.
        missing_images: ``blank`` shows a black picture where the image is not at hand, ``error``
            refuses it.
        tags: see ``FileDataset``.
    """

    def __init__(
        self,
        pseudo_labels_dir: str,
        gt_dir: str,
        threshold: Annotated[float, Ge(0), Le(2**32)] = 0,
        missing_images: str = "blank",
        tags: str | None = None,
        on_error: str = "stop",
    ) -> None:
        super().__init__(tags, on_error)
        if missing_images not in MISSING_IMAGES:
            raise InputError(
                f"dataset.missing_images must be one of {MISSING_IMAGES}, got {missing_images!r}"
            )
        self.threshold, self.missing_images = threshold, missing_images
        self.root = finding.existing_folder(pseudo_labels_dir, "dataset.pseudo_labels_dir")
        drawn = finding.existing_folder(gt_dir, "dataset.gt_dir")
        truth, tasks = _by_frame(drawn), by_name(read_tasks(self.root))
        examine = partial(self._examine, tasks=tasks, images=TaskImages(self.root))
        self._list(self.root, truth, examine, [self.root, drawn], tasks)
        blank = sum(frame.image is None for frame in self._files.values())
        log.info("%s: %d frames with truth, %d without image", self.root, len(self), blank)

    def read(self, entry: Entry) -> Sample:
        """One frame with its true masks."""
        frame = self._files[entry.name]
        masks = [self._drawn(load(path), path) for path in frame.masks]
        shape = (masks[0].shape[0], masks[0].shape[1])
        pixels = np.zeros(shape, np.uint8) if frame.image is None else read_pixels(frame.image)
        truth = Instances(shape, rles=tuple(encode(mask) for mask in masks))
        return Sample(Picture(entry, pixels), truth)

    def _examine(
        self,
        name: str,
        masks: tuple[Path, ...],
        cache: HashCache,
        tasks: Mapping[str, Task],
        images: TaskImages,
    ) -> tuple[Entry, Frame]:
        task = tasks.get(name)
        if task is None:
            known = ", ".join(f"{one:.100}" for one in sorted(tasks)[:3]) or "none"
            raise InputError(
                f"{masks[0]} is for the frame {name!r}, which no task in {self.root} names; "
                f"the tasks name {known}: rename the mask or add the task"
            )
        reading = f"instance above {self.threshold!r}"
        instances = [cache.facts(mask, reading, self._seen) for mask in masks]
        shape = instances[0].shape
        for mask, instance in zip(masks, instances, strict=True):
            same_size(mask, instance.shape, masks[0], shape)
            pieces = instance.details["pieces"]
            if pieces != 1:
                log.warning("%s is one instance in %s pieces: is it meant as one?", mask, pieces)
        declared = declared_shape(task)
        if declared not in (None, shape):
            _refuse_size(masks[0], shape, task, declared or shape)
        image = self._image(task, images)
        picture_id = content_id(name.encode())
        if image is not None:
            picture = cache.measured(image)
            picture_id = picture.id
            same_size(masks[0], shape, image, picture.shape)
        above = hashlib.sha256(f"{self.threshold:g}".encode()).digest()
        truth_id = digest_id(*(instance.digest for instance in instances), above)
        return Entry(picture_id, name, "test", truth_id), Frame(image, masks)

    def _image(self, task: Task, images: TaskImages) -> Path | None:
        image = images.find(task)
        if image is None and self.missing_images == "error":
            raise InputError(
                f"{task.place}: its image is not below {self.root}: copy it there, or set "
                "dataset.missing_images=blank"
            )
        return image

    def _drawn(self, content: bytes, path: Path) -> npt.NDArray[np.bool_]:
        """The pixels of the instance that a file shows."""
        values = mask_values(decode(content, path), path)
        if not self.threshold:
            _check_binary(values, path)
        mask: npt.NDArray[np.bool_] = values > self.threshold
        return mask

    def _seen(self, content: bytes, path: Path) -> Seen:
        """Size and number of pieces of an instance."""
        mask = self._drawn(content, path)
        pieces = int(components(mask).max(initial=0))
        if pieces == 0:
            raise InputError(f"{path} shows nothing: a mask shows one instance, remove the file")
        return (mask.shape[0], mask.shape[1]), {"pieces": pieces}


def _by_frame(folder: Path) -> Mapping[str, tuple[Path, ...]]:
    """Frame to its masks, both in natural order."""
    masks: dict[str, list[Path]] = {}
    for path in finding.image_files(folder):
        named = NAMED.fullmatch(path.stem)
        if named is None:
            raise InputError(f"{path} is not called {{frame_id}}_gt_{{n}}.png: rename it")
        masks.setdefault(named["frame"], []).append(path)
    if not masks:
        raise InputError(
            f"dataset.gt_dir: {folder} holds no {{frame_id}}_gt_{{n}}.png, so there is nothing to "
            "compare with: draw one mask per instance first"
        )
    return {frame: tuple(masks[frame]) for frame in sorted(masks, key=finding.natural_order)}


def _check_binary(values: npt.NDArray[Any], path: Path) -> None:
    seen = look(values)
    several = seen is Look.LABELS and len(np.unique(values)) > 2
    # White among them: ids of one instance do not happen to end with 255.
    grey = several and int(values.max()) in (255, 65535)
    if seen is Look.SOFT or grey:
        raise InputError(
            f"{path} has grey edges or fractions: set dataset.threshold (127 for 8 bit), or save "
            "it in black and white"
        )
    if several:
        raise InputError(
            f"{path} has several labels: a mask shows one instance, save one file each"
        )


def _refuse_size(mask: Path, shape: tuple[int, int], task: Task, given: tuple[int, int]) -> None:
    raise InputError(
        f"{mask} is {shape[1]}×{shape[0]} but {task.place} is about {given[1]}×{given[0]} pixels "
        "(width×height): draw the mask on the image of the task"
    )
