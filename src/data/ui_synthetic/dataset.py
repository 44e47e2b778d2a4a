"""Drawn screens as a dataset."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from src.core import Entry, InputError, Picture, Sample
from src.data.split import Split
from src.data.synthetic.dataset import Count, RecipeDataset, Side
from src.data.ui.asking import Asking
from src.data.ui.clicks import Clicks
from src.data.ui.elements import Screen, truth_of
from src.data.ui_synthetic.drawing import DIFFICULTIES, TYPES, draw_screen
from src.data.ui_synthetic.palette import THEMES
from src.data.ui_synthetic.screen import Drawn
from src.data.ui_synthetic.sentences import instructed

MIXED = "mixed"
"""Easy, medium and hard in turn."""

ANY = "any"
"""Light or dark, as the seed has it."""

LEAST = (360, 480)
"""Height and width in pixels below which elements have no room."""


class UiSynthetic(RecipeDataset):
    """Screens with buttons, icons, texts, links, text fields, check boxes and drop-downs.

    Every element is asked for unless types are chosen; its box is that of what is visible of it.

    Args:
        difficulty: ``easy``, ``medium`` or ``hard``: 3–8, 8–20 or 20–50 elements whose longer side
            is 80–200, 40–150 or 16–80 px; ``mixed`` for the three in turn.
        theme: ``light``, ``dark`` or ``any``.
        ask: by ``click`` or by ``instruction``.
        types, without: only elements of these types, none of those.
    """

    generator: ClassVar[str] = "ui_synthetic"
    version: ClassVar[int] = 1

    def __init__(
        self,
        count: Count = 30,
        size: Side | Sequence[Side] = (600, 800),
        difficulty: str = MIXED,
        theme: str = ANY,
        ask: str = "click",
        click: Clicks | None = None,
        types: Sequence[str] | None = None,
        without: Sequence[str] = (),
        seed: int = 0,
        split: Split | None = None,
    ) -> None:
        super().__init__(count, size, seed, split)
        if self.shape[0] < LEAST[0] or self.shape[1] < LEAST[1]:
            raise InputError(f"dataset.size must be at least {list(LEAST)}, got {size!r}")
        for key, value, known in (
            ("difficulty", difficulty, (*DIFFICULTIES, MIXED)),
            ("theme", theme, (*THEMES, ANY)),
        ):
            if value not in known:
                raise InputError(f"dataset.{key} must be one of {known}, got {value!r}")
        _refuse_types(types, without)
        self.difficulty, self.theme = difficulty, theme
        self.asking = Asking(ask, click or Clicks(), types=types, without=without)

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What the pixels depend on besides shape and seed."""
        return {"difficulty": self.difficulty, "theme": self.theme}

    @property
    def truth_parameters(self) -> Mapping[str, Any]:
        """How the elements are asked for."""
        return {"asking": self.asking.settings}

    def tags(self, index: int) -> Mapping[str, str]:
        """Difficulty and theme, which are settled before anything is drawn."""
        difficulty, theme = self._kind(index)
        return {"difficulty": difficulty, "platform": "drawn", "theme": theme}

    def drawn(self, index: int) -> Drawn:
        """The screen of a number, with an instruction for every element."""
        difficulty, theme = self._kind(index)
        layout, words = np.random.SeedSequence((self.seed, index)).spawn(2)
        screen = draw_screen(
            np.random.default_rng(layout), self.shape, DIFFICULTIES[difficulty], theme
        )
        elements = instructed(np.random.default_rng(words), screen.elements, screen.shape)
        return Drawn(screen.pixels, elements, self.tags(index))

    def read(self, entry: Entry) -> Sample:
        """The sample, drawn now."""
        drawn = self.drawn(self.index(entry))
        screen = Screen(entry.name, None, drawn.shape, drawn.elements, drawn.tags)
        picture = Picture(entry, drawn.pixels, questions=self.asking.questions(screen))
        return Sample(picture, truth_of(drawn.elements, drawn.shape))

    def _kind(self, index: int) -> tuple[str, str]:
        difficulty, theme = self.difficulty, self.theme
        if difficulty == MIXED:
            difficulty = list(DIFFICULTIES)[index % len(DIFFICULTIES)]
        if theme == ANY:
            lot = np.random.SeedSequence((self.seed, index, 1)).generate_state(1)[0]
            theme = THEMES[int(lot) % len(THEMES)]
        return difficulty, theme


def _refuse_types(types: Sequence[str] | None, without: Sequence[str]) -> None:
    """Stop at a type that is never drawn, and where none is left: nothing would be asked."""
    for key, own in (("types", types or ()), ("without", without)):
        unknown = [one for one in own if one not in TYPES]
        if unknown:
            raise InputError(f"dataset.{key} must be some of {(*TYPES,)}, got {unknown[0]!r}")
    if not set(TYPES if types is None else types) - set(without):
        raise InputError("dataset.types and dataset.without leave no type to ask for: change these")
