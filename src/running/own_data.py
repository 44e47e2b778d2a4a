"""``own_data``: a model on the data that its own run held out, where no other is given."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from omegaconf import DictConfig, OmegaConf

from src.core import InputError
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.archive.reading import read_config

log = logging.getLogger(__name__)

IN_BETWEEN = (keys.BEST_CHECKPOINT, keys.CHECKPOINTS, "artifacts", "model")
"""Names that every model's place has."""


def with_own_data(
    config: DictConfig, words: Sequence[str], choices: Mapping[str, Any]
) -> tuple[DictConfig, Mapping[str, Any]]:
    """The configuration with the dataset of the run that ``checkpoint`` names.

    Args:
        words: of the command line: a dataset among them is the one that is meant.
    """
    given = any(word.lstrip("+~").startswith(("dataset=", "dataset.")) for word in words)
    run = config.get("checkpoint")
    if not config.get("own_data") or given or config.get("resume") or not run:
        return config, choices
    if Path(run).exists():
        raise InputError(
            f"checkpoint={run} is no recorded run, and says nothing of its data: give dataset=NAME"
        )
    archive = Archive(str(config.tracking.get("uri")))
    past = archive.find(run)
    own = config.copy()
    OmegaConf.set_struct(own, False)
    own.dataset = read_config(archive, past).get("dataset")
    name = past.choice("dataset") or ""
    log.info("scoring on the data of %s: dataset=%s split=%s", past.name, name, config.split)
    return own, {**choices, "dataset": name}


def model_name(config: DictConfig, choices: Mapping[str, Any]) -> str | None:
    """What the model is called that a run takes from elsewhere; ``None`` where it takes none."""
    taken, uri = config.get("checkpoint"), OmegaConf.select(config, "tracking.uri")
    if choices.get("detector") != "checkpoint" or not isinstance(taken, str) or not taken:
        return None
    place = Path(taken)
    if place.exists():
        return [part for part in place.absolute().parts if part not in IN_BETWEEN][-1]
    return Archive(uri).find(taken).name if isinstance(uri, str) else place.name
