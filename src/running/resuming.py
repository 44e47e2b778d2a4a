"""``resume=RUN`` alone: what a run was begun with is what it goes on with."""

from collections.abc import Mapping, Sequence
from typing import Any

from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from src.composing.conf import CONF
from src.composing.entry import door
from src.core import InputError
from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.archive.reading import has, read_config

CHOSEN = ("experiment", "dataset", "detector", "crop", "transforms")
"""Groups by which people look for a run, and which it is therefore tagged with."""

ADDRESS = ("tracking.", "sessions=")
"""Words that say where a run is kept: to go on with it takes them again."""


HELD: list[str] = []
"""Words that are about the run's own configuration, which Hydra does not compose."""


def hold_back(words: Sequence[str]) -> list[str]:
    """The words that Hydra shall see: beside ``resume=RUN`` alone, those that say where it is.

    A command that chooses parts by their names says all of it, and is taken as it is.
    """
    HELD.clear()
    resumes = any(_key(word) == "resume" and word.partition("=")[2] for word in words)
    if not resumes or _chooses(words) or any(word in ("-m", "--multirun") for word in words):
        return list(words)
    seen = ("resume", "tracking.", "sessions", "hydra")
    HELD.extend(word for word in words if "=" in word and not _is_of(word, seen))
    return [word for word in words if word not in HELD]


def as_begun(
    config: DictConfig, words: Sequence[str], choices: Mapping[str, Any]
) -> tuple[DictConfig, Mapping[str, Any]]:
    """The configuration and the choices of the run that is to go on, with what else was given.

    Whoever opens the run refuses, by its name, what would change a number of it.

    Args:
        words: of the command line, without Hydra's own.
    """
    run, uri = config.get("resume"), OmegaConf.select(config, "tracking.uri")
    if not isinstance(run, str) or not run or not isinstance(uri, str) or _chooses(words):
        return config, choices
    archive = Archive(uri)
    past = archive.find(run)
    if not has(archive, past, keys.CONFIG_FILE):
        raise InputError(
            f"resume={past.name}: it was stopped before its configuration was kept; give the "
            "command that began it, with resume=RUN"
        )
    begun = OmegaConf.create(read_config(archive, past))
    for key in set(config) - set(begun):
        # An older run does not know it; at what a run is without it.
        begun[key] = config[key]
    begun.resume, begun.tracking = past.id, config.tracking
    if any(_is_of(word, ("sessions",)) for word in words):
        begun.sessions = config.sessions
    for word in HELD:
        _apply(begun, word, past.name)
    tags = {group: past.tags[group] for group in CHOSEN if past.tags.get(group)}
    return begun, {**dict.fromkeys(CHOSEN), **tags}


def going_on(name: str, words: Sequence[str]) -> str:
    """The command that goes on with a run."""
    places = [word for word in words if word.lstrip("+").startswith(ADDRESS)]
    return " ".join([door("run"), f"resume={name}", *places])


def _apply(begun: DictConfig, word: str, name: str) -> None:
    """Set one key as Hydra would read it."""
    from hydra.core.override_parser.overrides_parser import OverridesParser
    from hydra.errors import HydraException

    key = _key(word)
    if OmegaConf.select(begun, key, default=KeyError) is KeyError:
        raise InputError(f"resume={name}: {key} is no key of its configuration: leave it out")
    try:
        OmegaConf.update(begun, key, OverridesParser.create().parse_override(word).value())
    except (HydraException, OmegaConfBaseException) as error:
        reason = str(error).splitlines()[0]
        raise InputError(f"resume={name}: {word:.200} cannot be read ({reason:.200})") from error


def _is_of(word: str, keys_or_groups: Sequence[str]) -> bool:
    return word.lstrip("+~-").startswith(tuple(keys_or_groups))


def _chooses(words: Sequence[str]) -> bool:
    """Whether a part is chosen by its name: an experiment, a detector, …"""
    groups = (_key(word).partition("@")[0] for word in words if "=" in word)
    return any(group and (CONF / group).is_dir() for group in groups)


def _key(word: str) -> str:
    return word.lstrip("+~").partition("=")[0]
