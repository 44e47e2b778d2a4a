"""Clocks by their option of the configuration: ``clock=klm clock.mental_seconds=1``."""

from src.composing.builder import build
from src.composing.conf import composed, options
from src.core import Clock, InputError


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
