"""The one builder: from a configuration to objects, or to one sentence about what is wrong."""

from collections.abc import Mapping
from typing import Any

from omegaconf import DictConfig, OmegaConf

from src.composing.checking import described_by
from src.composing.conf import CONF, options
from src.composing.described import Described
from src.composing.named import TARGET, heads
from src.composing.plain import MISSING, plain, plain_of
from src.composing.settings import check_settings
from src.composing.trusted import GROUPS, Trusted
from src.core import InputError

ABILITIES = {
    "dataset": "samples", "detector": "detect", "crop": "answer", "transforms": "enough",
    "linker": "link", "embedder": "measure",
    "annotator": "correct", "clock": "retime", "acquisition": "choose", "trainer": "teach",
    "scorer": "score", "report": "observe", "gate": "judge", "executor": "map",
    "tracking": "start", "prediction": "predict",
}  # fmt: skip
"""The method by which an object of a group is known."""

OF_DETECTOR = ("crop", "transforms")
"""Groups that are of use only to a detector which names them among its arguments."""


def check(config: DictConfig) -> None:
    """Refuse a run before anything of it starts: every top-level key, every group's arguments."""
    check_settings(config)
    for group in GROUPS:
        # Not "in", which does not see what is still to be set.
        if group in config.keys():  # noqa: SIM118
            described_group(config, group)
    for group in OF_DETECTOR:
        _refuse_idle(config, group)


def build(config: DictConfig | Mapping[str, Any], group: str) -> Any:
    """The object that a group describes; ``None`` where ``GROUP=none`` was chosen."""
    described = described_group(config, group)
    return described and described.make()


def build_node(node: Any, key: str, trusted: Trusted) -> Any:
    """The object that any other part of a configuration describes, see ``described_node``."""
    return described_node(node, key, trusted).make()


def described_node(node: Any, key: str, trusted: Trusted) -> Described:
    """What any other part of a configuration describes, checked and not yet made.

    Args:
        key: of the part, with which every complaint begins.
        trusted: the code that it may call, see ``src.composing.trusted``.
    """
    given = plain(node, key)
    if not isinstance(given, dict) or TARGET not in given:
        raise InputError(f"{key} describes nothing: it needs a {TARGET}")
    return described_by(given, key, trusted)


def described_group(config: DictConfig | Mapping[str, Any], group: str) -> Described | None:
    """What a group describes, checked; ``None`` where ``GROUP=none`` was chosen."""
    known, given = options(group), plain_of(config, group) or {}
    if not given and "none" in known:
        return None
    if not isinstance(given, dict) or given.get(TARGET, MISSING) in (MISSING, None):
        raise InputError(f"{group} has no {TARGET}: set {group} to one of {', '.join(known)}")
    described = described_by(given, group, GROUPS[group])
    if isinstance(described.target, type):
        stranger = not hasattr(described.target, ABILITIES.get(group, "__init__"))
    else:
        # What a function gives is not known before it is called; the group's own options say it.
        stranger = given[TARGET] not in heads(group)
    if described.partial or stranger:
        raise InputError(f"{group}.{TARGET}: {described} is no {group}")
    return described


def _refuse_idle(config: DictConfig, group: str) -> None:
    """Refuse what was chosen for a detector that would not look at it."""
    given, detector = plain_of(config, group), plain_of(config, "detector")
    if not isinstance(given, dict) or not isinstance(detector, dict) or group in detector:
        return
    nothing = OmegaConf.to_container(OmegaConf.load(CONF / group / "none.yaml"))
    if given != nothing:
        raise InputError(
            f"{group} has no effect: {detector[TARGET]} takes none; leave it at {group}=none, or "
            "choose a detector that answers questions"
        )
