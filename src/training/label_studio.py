"""A run's predictions, out to Label Studio."""

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import yaml
from hydra.errors import InstantiationException
from hydra.utils import instantiate
from omegaconf import OmegaConf

from src.core import SPLITS, Dataset, InputError, Instances, Sample
from src.data.formats.label_studio_write import (
    label_config,
    local_address,
    prediction_task,
    write_tasks,
)
from src.data.formats.painter import write_picture
from src.data.formats.whole import write_whole
from src.tracking.archive import Archive, PastRun
from src.tracking.comparison import FINGERPRINT
from src.tracking.parameters import CONFIG_FILE
from src.tracking.pictures import eight_bit
from src.tracking.store import store_errors
from src.training.loading import BEST, TRUSTED, load_detector

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
    config = stored_config(archive, past)
    detector, dataset = _detector(archive, past, config), _built(past, config, "dataset")
    _tell_other_data(past, dataset)
    tasks: list[dict[str, Any]] = []
    used: dict[str, None] = {}
    for sample in dataset.samples(None if split == "all" else split):
        picture = _picture_path(sample, output.parent / IMAGES)
        pixels = sample.picture.pixels
        write_picture(picture, pixels if pixels.dtype == np.uint8 else eight_bit(pixels))
        found = detector.detect(sample.picture)
        names = _names(found, getattr(detector, "class_names", ()), label)
        used |= dict.fromkeys(names)
        address = local_address(f"{IMAGES}/{picture.name}")
        tasks.append(prediction_task(address, found, names, past.name))
    if not tasks:
        raise InputError(f"{past.name} has no samples in split {split}: choose another --split")
    write_tasks(output, tasks)
    configuration = label_config(sorted(used) or [label])
    write_whole(output.parent / CONFIG_XML, configuration.encode())
    regions = sum(len(task["predictions"][0]["result"]) for task in tasks)
    return Exported(output, len(tasks), regions)


def stored_config(archive: Archive, past: PastRun) -> dict[str, Any]:
    """The configuration that a run kept."""
    with TemporaryDirectory() as folder, store_errors(archive.uri):
        if CONFIG_FILE not in [name for name, _ in archive.files(past)]:
            raise InputError(f"{past.name} has no {CONFIG_FILE}: it cannot be run again")
        file = Path(archive.client.download_artifacts(past.id, CONFIG_FILE, folder))
        config: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return config


def _detector(archive: Archive, past: PastRun, config: dict[str, Any]) -> Any:
    """What the run taught, or the detector that it was given."""
    if f"checkpoints/{BEST}" in [name for name, _ in archive.files(past)]:
        return load_detector(past.id, archive.uri)
    if config.get("seeds") or (config.get("trainer") and past.status != "FINISHED"):
        raise InputError(
            f"{past.name} holds no model: it stands for several runs or was not finished; "
            "name a run that was taught to its end"
        )
    return _built(past, config, "detector")


def _built(past: PastRun, config: dict[str, Any], group: str) -> Any:
    try:
        return instantiate(OmegaConf.create(config[group]), _execution_whitelist_=TRUSTED)
    except InstantiationException as error:
        cause = error.__cause__
        if isinstance(cause, InputError):
            raise cause from None
        raise InputError(f"{past.name}, {group}: {str(error).splitlines()[0]}") from error


def _tell_other_data(past: PastRun, dataset: Dataset) -> None:
    known = past.tags.get(FINGERPRINT)
    if known and known != dataset.fingerprint:
        log.warning("%s saw other data than its dataset holds today", past.name)


def _picture_path(sample: Sample, folder: Path) -> Path:
    """A file of its own: the sample's name, and its id where a file cannot be called so."""
    name = re.sub(r"[^\w.-]+", "_", sample.name)
    return folder / f"{name}{'' if name == sample.name else f'-{sample.id[:6]}'}.png"


def _names(found: Instances, class_names: Sequence[str], label: str) -> list[str]:
    """What each instance is called: its class by name or number, else ``label``."""
    if found.classes is None:
        return [label] * len(found)
    numbers = found.classes.tolist()
    known = dict(enumerate(class_names))
    return [known.get(number, f"{label} {number}") for number in numbers]
