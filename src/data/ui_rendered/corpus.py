"""Pages on disk: rendered once, read without a browser ever after."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from src.core import SPLITS, InputError
from src.data.files.lock import alone
from src.data.files.shelf import FOLDER, cache_folder
from src.data.ui.document import FILE
from src.data.ui_rendered.browser import Browser, version
from src.data.ui_rendered.grammar import PLATFORMS, VERSION, page_source
from src.data.ui_synthetic.folder import PROCESSES, Written, write_set
from src.data.ui_synthetic.screen import CONTROL, Drawn
from src.data.ui_synthetic.sentences import instructed


@dataclass(frozen=True)
class Recipe:
    """What a set of pages is made by.

    Args:
        pages: split to how many.
        platform: ``desktop``, ``phone``, or ``None`` for both.
    """

    pages: Mapping[str, int]
    seed: int
    platform: str | None = None

    def __post_init__(self) -> None:
        unknown = [split for split in self.pages if split not in SPLITS]
        if unknown or min(self.pages.values(), default=0) < 0 or not any(self.pages.values()):
            raise InputError(
                f"dataset.pages must be splits and how many pages of each, got {dict(self.pages)}"
            )
        if self.platform not in (None, *PLATFORMS):
            raise InputError(
                f"dataset.platform must be one of {PLATFORMS} or null, got {self.platform!r}"
            )

    @property
    def names(self) -> list[str]:
        """What the pages are called, in their order."""
        return [f"{split}-{n:04d}" for split in SPLITS for n in range(self.pages.get(split, 0))]

    @property
    def facts(self) -> dict[str, Any]:
        """The recipe in plain words, for the head of a file."""
        pages = {split: self.pages.get(split, 0) for split in SPLITS}
        return {"grammar": VERSION, "seed": self.seed, "pages": pages, "platform": self.platform}

    @property
    def fingerprint(self) -> str:
        """By which the pages are known in the cache."""
        return hashlib.sha256(json.dumps(self.facts, sort_keys=True).encode()).hexdigest()[:16]

    @contextmanager
    def ready(self) -> Iterator["Renderer"]:
        """A browser that was started."""
        with Browser() as browser:
            yield Renderer(self, browser)


@dataclass(frozen=True)
class Renderer:
    """Makes the pages of a recipe in a browser."""

    recipe: Recipe
    browser: Browser

    def make(self, name: str) -> Drawn:
        """The page of this name, with an instruction for each control that words can tell."""
        split, _, number = name.partition("-")
        source = page_source(self.recipe.seed, split, int(number), self.recipe.platform)
        drawn = self.browser.render(source)
        rng = np.random.default_rng((self.recipe.seed, SPLITS.index(split), int(number)))
        controls = [one for one in drawn.elements if one.level == CONTROL and one.scored]
        told = {one.id: one for one in instructed(rng, controls, drawn.shape, counting=False)}
        elements = tuple(told.get(one.id, one) for one in drawn.elements)
        return replace(drawn, elements=elements, tags={**drawn.tags, "split": split})


def write_pages(out: str | Path, recipe: Recipe, processes: int = PROCESSES) -> Written:
    """Render all pages into a new folder."""
    facts = {**recipe.facts, "browser": version()}
    return write_set(out, "ui_rendered", recipe.names, recipe, facts, processes)


def generate_pages(
    out: str | Path,
    count: int,
    seed: int = 0,
    platform: str | None = None,
    processes: int = PROCESSES,
) -> Written:
    """Render ``count`` pages of all splits, three to one to one, into a new folder."""
    if count < 1:
        raise InputError(f"--count must be at least 1, got {count}")
    judging = count // 5
    pages = {"train": count - 2 * judging, "val": judging, "test": judging}
    return write_pages(out, Recipe(pages, seed, platform), processes)


def pages_of(recipe: Recipe, processes: int = PROCESSES) -> Path:
    """The folder of the pages in the user's cache; rendered now where they are not there."""
    cache = cache_folder()
    if cache is None:
        raise InputError(
            f"{FOLDER} is empty, so there is no place for rendered pages: set it to a folder, or "
            "make pages with `python -m src.grounding generate` and set dataset.root"
        )
    home = cache / "ui_rendered"
    folder = home / recipe.fingerprint
    if not (folder / FILE).is_file():
        home.mkdir(parents=True, exist_ok=True)
        with alone(home):
            if not (folder / FILE).is_file():
                write_pages(folder, recipe, processes)
    return folder
