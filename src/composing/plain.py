"""A part of a configuration without interpolations: what is checked is then what is built."""

from typing import Any

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from src.core import InputError

MISSING = "???"
"""What stands where the user has to say something."""


def plain_of(config: Any, key: str) -> Any:
    """What stands at a top-level key, as dicts, lists and values; ``None`` where nothing does."""
    if OmegaConf.is_config(config) and OmegaConf.is_missing(config, key):
        return MISSING
    try:
        return plain(config.get(key), key)
    except OmegaConfBaseException as error:
        raise InputError(f"{key}: {first_line(error)}") from error


def plain(node: Any, key: str) -> Any:
    """The same of a part that is at hand."""
    try:
        return OmegaConf.to_container(node, resolve=True) if OmegaConf.is_config(node) else node
    except OmegaConfBaseException as error:
        raise InputError(f"{error.full_key or key}: {first_line(error)}") from error


def first_line(error: BaseException) -> str:
    """What an error says, in one line that is not too long."""
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
