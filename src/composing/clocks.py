"""Clocks by their option of the configuration: ``clock=klm clock.mental_seconds=1``."""

from functools import cache
from typing import Any

from src.composing.builder import build, build_node
from src.composing.conf import CONF, composed, options
from src.composing.trusted import GROUPS
from src.core import Clock, InputError

STANDARD = ("seed", "steering", "klm")
"""By which every time is told, from the least that a hand needs to the most."""


@cache
def standard_clocks() -> dict[str, Clock]:
    """The clocks that seconds are a range of, as they are configured."""
    from omegaconf import OmegaConf

    return {
        name: build_node(OmegaConf.load(CONF / f"clock/{name}.yaml"), "clock", GROUPS["clock"])
        for name in STANDARD
    }


def standard_name(described: Any) -> str | None:
    """The standard clock that a configuration describes; ``None`` where it is another."""
    from omegaconf import OmegaConf

    own = {
        name: OmegaConf.to_container(OmegaConf.load(CONF / f"clock/{name}.yaml"))
        for name in STANDARD
    }
    return next((name for name, node in own.items() if node == described), None)


def known_clocks() -> list[str]:
    """Every option of the group ``clock``."""
    return options("clock")


def chosen_clock(overrides: list[str]) -> tuple[str, Clock]:
    """The option of the group ``clock`` and the clock itself, from Hydra's ``key=value``."""
    names = [text.removeprefix("clock=") for text in overrides if text.startswith("clock=")]
    known = known_clocks()
    if len(names) != 1 or names[0] not in known:
        given = ", ".join(names) or "none"
        raise InputError(f"Choose one clock=NAME of {', '.join(known)}; given: {given}")
    settings = [text for text in overrides if text != f"clock={names[0]}"]
    for text in settings:
        if not text.startswith(("clock.", "clock@clock.")):
            raise InputError(f"{text!r} is no setting of a clock: write clock.KEY=VALUE")
    return names[0], build(composed([f"clock={names[0]}", *settings]), "clock")
