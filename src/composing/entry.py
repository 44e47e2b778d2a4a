"""What the doors share: their exit codes, when a run has begun, by what people look for it."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from threading import Event
from typing import Any

from src.core.passwords import masked

FAILED_GATE, UNUSABLE_INPUT, INCONCLUSIVE_GATE = 1, 2, 3

NONE = "none"

begun = Event()
"""Set when Hydra has composed a configuration and called the task or the sweeper."""


def door(name: str) -> str:
    """How whoever started this types another door: by the installed command, or by its module."""
    return f"brushwork {name}" if sys.argv[0].startswith("brushwork ") else f"python -m src.{name}"


def command_of(words: Sequence[str]) -> str:
    """What to type to run the same again; a password in it is left out."""
    return shlex.join(["python", "-m", "src.run", *map(masked, words)])


def chosen(choices: Mapping[str, Any]) -> dict[str, str]:
    """The groups that people look for; those that can be left out, where they are not."""
    always = {name: str(choices.get(name) or "") for name in ("experiment", "dataset", "detector")}
    given = {name: str(choices.get(name) or NONE) for name in ("crop", "transforms")}
    return always | {name: choice for name, choice in given.items() if choice != NONE}
