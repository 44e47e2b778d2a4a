"""A nursery whose processes keep a journal, stop at a moment, or are less patient than people."""

import os
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from tests.attack import moments, nursery
from tests.attack.team_store.hosts import become_another_machine
from tests.attack.team_store.journal import keep_journal

JOURNAL = "TEAM_JOURNAL"
"""The file in which a process writes down what it told."""

PAUSE = "TEAM_PAUSE"
"""The folder in which a process says that its moment is reached, and waits to be let go; without
one it is killed there."""

REACHED, GO = "reached", "go"
"""The files by which both are said."""

SETTINGS = "TEAM_SETTINGS"
"""Constants of the process in place of its own: ``module:name=number``, with blanks between."""


TWIN = "TEAM_TWIN"
"""Whether a process is one of another machine that has this one's name."""


def prepare() -> None:
    """Do what the environment asks for."""
    if os.environ.get(TWIN):
        become_another_machine()
    for setting in os.environ.get(SETTINGS, "").split():
        place, _, number = setting.partition("=")
        module, _, name = place.partition(":")
        owner = import_module(module)
        assert hasattr(owner, name), f"{module} has no {name}"
        setattr(owner, name, float(number))
    if os.environ.get(JOURNAL):
        keep_journal(os.environ[JOURNAL])
    if os.environ.get(PAUSE):
        moments.reached[:] = [_pause(Path(os.environ[PAUSE]))]


def _pause(folder: Path) -> Callable[[], None]:
    def pause() -> None:
        (folder / REACHED).touch()
        while not (folder / GO).exists():
            time.sleep(0.01)

    return pause


if __name__ == "__main__":
    for name in ("src.sweeps.conduct", "src.sweeps.trial", "psycopg"):
        import_module(name)
    nursery.main(prepare)
