"""Every part that the configuration knows, built as a run would build it."""

from functools import cache
from pathlib import Path
from typing import Any

from omegaconf import DictConfig

from src.composing.builder import build
from src.composing.conf import composed, options
from tests.conformance.stand_ins import needs

NONE = "none"
"""The option that builds nothing."""


def every(group: str) -> list[str]:
    """The options of a group, found by listing: a new file is covered without further ado."""
    return [name for name in options(group) if name != NONE]


def built(group: str, option: str, home: Path, *overrides: str) -> Any:
    """What ``GROUP=OPTION`` gives a run, with files in ``home`` where it needs some."""
    return build(configuration(group, option, home, *overrides), group)


def configuration(group: str, option: str, home: Path, *overrides: str) -> DictConfig:
    """The whole configuration with this option."""
    return _composed(f"{group}={option}", *needs(group, option, home), *overrides)


@cache
def _composed(*overrides: str) -> DictConfig:
    return composed(overrides)
