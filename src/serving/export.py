"""A run's predictions, out to Label Studio."""

import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from src.core import SPLITS, Dataset, InputError, Instances, Sample
from src.data.files.whole import write_whole
from src.data.formats.label_studio.write import (
    label_config,
    local_address,
    prediction_task,
    write_tasks,
)
from src.data.formats.painter import write_picture
from src.reporting.drawing.pictures import eight_bit
from src.serving.again import built, detector_of
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_config

log = logging.getLogger(__name__)

IMAGES, CONFIG_XML = "images", "label_config.xml"


@dataclass(frozen=True)
class Exported:
    """What was written, and where."""

    tasks: Path
    pictures: int
    regions: int


def export_label_studio(
    archive: Archive, past: PastRun, output: Path, *, label: str = "object", split: str = "all"
) -> Exported:
    """Detect again on the run's own samples; write tasks, their pictures and a configuration.

    Args:
        label: what an instance without a class is called.
        split: of the samples; ``all`` for every one.
    """
    if split not in ("all", *SPLITS):
        raise InputError(f"--split must be all or one of {', '.join(SPLITS)}, got {split!r}")
    config = read_config(archive, past)
    detector, dataset = detector_of(archive, past, config), built(past, config, "dataset")
    _tell_other_data(past, dataset)
    tasks: list[dict[str, Any]] = []
    for sample in dataset.samples(None if split == "all" else split):
        picture = _picture_path(sample, output.parent / IMAGES)
        pixels = sample.picture.pixels
        write_picture(picture, pixels if pixels.dtype == np.uint8 else eight_bit(pixels))
        instances = detector.detect(sample.picture).consensus
        names = _names(instances, label)
        address = local_address(f"{IMAGES}/{picture.name}")
        tasks.append(prediction_task(address, instances, names, past.name))
    if not tasks:
        raise InputError(f"{past.name} has no samples in split {split}: choose another --split")
    write_tasks(output, tasks)
    configuration = label_config(tasks, label)
    write_whole(output.parent / CONFIG_XML, configuration.encode())
    regions = sum(len(task["predictions"][0]["result"]) for task in tasks)
    return Exported(output, len(tasks), regions)


def _tell_other_data(past: PastRun, dataset: Dataset) -> None:
    known = past.tags.get(keys.FINGERPRINT)
    if known and known != dataset.fingerprint:
        log.warning("%s saw other data than its dataset holds today", past.name)


def _picture_path(sample: Sample, folder: Path) -> Path:
    """A file of its own: the sample's name, and its id where a file cannot be called so."""
    name = re.sub(r"[^\w.-]+", "_", sample.name)
    return folder / f"{name}{'' if name == sample.name else f'-{sample.id[:6]}'}.png"


def _names(instances: Instances, label: str) -> list[str]:
    """What each instance is called: its class by name or number, else ``label``."""
    if instances.classes is None:
        return [label] * len(instances)
    numbers = instances.classes.tolist()
    known = dict(enumerate(instances.class_names or ()))
    return [known.get(number, f"{label} {number}") for number in numbers]
