"""A taught detector, back from a run or a folder."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from hydra.errors import InstantiationException
from hydra.utils import instantiate
from omegaconf import OmegaConf

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.parameters import CONFIG_FILE
from src.tracking.store import DEFAULT_URI, store_errors

BEST = "best.ckpt"
TRUSTED = ("src.*", "monai.networks.nets.*")


def load_detector(run: str, uri: str = DEFAULT_URI, instances: str | None = None) -> Any:
    """The best detector of a run (id, beginning of an id, or name), or of a folder.

    A folder holds ``config.yaml`` and ``best.ckpt``. Weights are read as plain tensors;
    nothing in them is executed.

    Args:
        instances: in place of how the detector was configured to tell instances apart.
    """
    detector = _loaded(run, uri)
    return detector if instances is None else replace(detector, instances=instances)


def _loaded(run: str | None, uri: str) -> Any:
    if not run:
        raise InputError("detector=checkpoint needs checkpoint=RUN (id or name) or a folder")
    if Path(run).is_dir():
        return from_files(Path(run) / CONFIG_FILE, Path(run) / BEST)
    archive = Archive(uri)
    past = archive.find(run)
    with TemporaryDirectory() as folder, store_errors(uri):
        known = [name for name, _ in archive.files(past)]
        files = []
        for name in (CONFIG_FILE, f"checkpoints/{BEST}"):
            if name not in known:
                raise InputError(f"{past.name} has no {name}: it taught nothing, or is not done")
            files.append(Path(archive.client.download_artifacts(past.id, name, folder)))
        return from_files(*files)


def from_files(config: Path, weights: Path) -> Any:
    """A detector as its configuration describes it, with these weights."""
    for file in (config, weights):
        if not file.is_file():
            raise InputError(f"{file} does not exist: a detector is a {CONFIG_FILE} and a {BEST}")
    described = yaml.safe_load(config.read_text(encoding="utf-8"))["detector"]
    try:
        detector = instantiate(OmegaConf.create(described), _execution_whitelist_=TRUSTED)
    except InstantiationException as error:
        raise InputError(f"{config}: {str(error).splitlines()[0]}") from error
    try:
        detector.load(weights)
    except (RuntimeError, KeyError, EOFError) as error:
        raise InputError(f"{weights} does not fit {config}: {str(error)[:200]}") from error
    return detector
