"""Drawn screens into a folder."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from src.data.ui_synthetic.dataset import MIXED, UiSynthetic
from src.data.ui_synthetic.folder import PROCESSES, Written, write_set
from src.data.ui_synthetic.screen import Drawn


@dataclass(frozen=True)
class Drawer:
    """Draws the screens of a set."""

    screens: UiSynthetic

    @contextmanager
    def ready(self) -> Iterator["Drawer"]:
        """Nothing needs to be started."""
        yield self

    def make(self, name: str) -> Drawn:
        """The screen of this name."""
        return self.screens.drawn(int(name.rpartition("-")[2]))


def generate_screens(
    out: str | Path,
    count: int,
    seed: int = 0,
    difficulty: str = MIXED,
    processes: int = PROCESSES,
) -> Written:
    """Draw ``count`` screens into a new folder, as ``dataset=ui`` reads it."""
    screens = UiSynthetic(count, difficulty=difficulty, seed=seed)
    names = [entry.name for entry in screens.entries]
    facts = {"generator": screens.generator, "generator_version": screens.version, "seed": seed}
    facts |= {"difficulty": difficulty}
    return write_set(out, screens.generator, names, Drawer(screens), facts, processes)
