"""The one builder: from a configuration to objects, or to one sentence about what is wrong."""

from typing import Any

from omegaconf import DictConfig

from src.composing.checking import TARGET, described_by
from src.composing.conf import options
from src.composing.described import Described
from src.composing.plain import MISSING, plain, plain_of
from src.composing.settings import check_settings
from src.composing.trusted import GROUPS, Trusted
from src.core import InputError

ABILITIES = {
    "dataset": "samples", "detector": "detect", "annotator": "correct", "clock": "retime",
    "acquisition": "choose", "trainer": "teach", "scorer": "score", "report": "observe",
    "gate": "judge", "executor": "map", "tracking": "start",
}  # fmt: skip
"""The method by which an object of a group is known."""


def check(config: DictConfig) -> None:
    """Refuse a run before anything of it starts: every top-level key, every group's arguments."""
    check_settings(config)
    for group in GROUPS:
        # Not "in", which does not see what is still to be set.
        if group in config.keys():  # noqa: SIM118
            described_group(config, group)


def build(config: DictConfig, group: str) -> Any:
    """The object that a group describes; ``None`` where ``GROUP=none`` was chosen."""
    described = described_group(config, group)
    return described and described.make()


def build_node(node: Any, key: str, trusted: Trusted) -> Any:
    """The object that any other part of a configuration describes.

    Args:
        key: of the part, with which every complaint begins.
        trusted: the code that it may call, see ``src.composing.trusted``.
    """
    given = plain(node, key)
    if not isinstance(given, dict) or TARGET not in given:
        raise InputError(f"{key} describes nothing: it needs a {TARGET}")
    return described_by(given, key, trusted).make()


def described_group(config: DictConfig, group: str) -> Described | None:
    """What a group describes, checked; ``None`` where ``GROUP=none`` was chosen."""
    known, given = options(group), plain_of(config, group) or {}
    if not given and "none" in known:
        return None
    if not isinstance(given, dict) or given.get(TARGET, MISSING) in (MISSING, None):
        raise InputError(f"{group} has no {TARGET}: set {group} to one of {', '.join(known)}")
    described = described_by(given, group, GROUPS[group])
    ability = ABILITIES.get(group, "__init__")
    stranger = isinstance(described.target, type) and not hasattr(described.target, ability)
    if described.partial or stranger:
        raise InputError(f"{group}.{TARGET}: {described} is no {group}")
    return described
