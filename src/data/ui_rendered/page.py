"""A page while it is put together: its chances, its look, its words, and the parts it has."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

from src.data.ui_rendered import pictograms, pictures
from src.data.ui_rendered.markup import Markup, div
from src.data.ui_rendered.skins import Skin
from src.data.ui_rendered.vocabulary import Vocabulary
from src.data.ui_synthetic.icons import ICONS, Icon, drawn_icon
from src.data.ui_synthetic.palette import DARK

Component = Callable[["Page"], Markup]
Pool = Mapping[str, Component]
"""Name to component; a place on a page takes any of a pool."""

Thing = TypeVar("Thing")

HELD_OUT: Mapping[str, frozenset[str]] = {
    "train": frozenset(),
    "val": frozenset({"breadcrumbs", "timeline", "media_player", "chat", "quick_settings"}),
    "test": frozenset(
        {
            "ribbon", "calendar", "rating", "segments", "accordion", "pages", "wizard", "tag_field",
            "keyboard", "dial_pad", "stories", "transfer",
        }
    ),
}  # fmt: skip
"""Split to the components that only its pages have."""

EAGER = 0.5
"""How often a place that could take a held-out component of the split does so."""


class Page:
    """What components draw from; every one is told the same page.

    Args:
        split: decides the fonts and which components may be used.
        phone: whether the page is that of a phone.
    """

    def __init__(self, rng: np.random.Generator, split: str, phone: bool, skin: Skin) -> None:
        self.rng, self.split, self.phone, self.skin = rng, split, phone, skin
        self.words = Vocabulary(rng)
        self.used: set[str] = set()

    def chance(self, share: float) -> bool:
        """Whether something happens that does so in this share of the cases."""
        return bool(self.rng.random() < share)

    def whole(self, low: int, high: int) -> int:
        """Any whole number from low to high, both included."""
        return int(self.rng.integers(low, high + 1))

    def between(self, low: float, high: float) -> float:
        """Any number from low to high."""
        return float(self.rng.uniform(low, high))

    def pick(self, things: Sequence[Thing]) -> Thing:
        """Any of them."""
        return things[int(self.rng.integers(len(things)))]

    def one(self, pool: Pool) -> Markup:
        """Any component of a pool that this split may have; its own ones gladly."""
        own = HELD_OUT[self.split]
        others = frozenset().union(*HELD_OUT.values()) - own
        allowed = [name for name in pool if name not in others]
        rare = [name for name in allowed if name in own]
        return self.part(self.pick(rare if rare and self.chance(EAGER) else allowed), pool)

    def part(self, name: str, pool: Pool) -> Markup:
        """A certain component of a pool."""
        self.used.add(name)
        return div(pool[name](self), style="display:contents", data_part=name)

    def icon(self, size: float, colour: str = "") -> Markup:
        """An icon in the style of the page, and in a colour where one is given."""
        if self.skin.icons == pictograms.GLYPH and not colour:
            return pictograms.glyph(self.pick(list(ICONS)), size)
        return self._svg(*drawn_icon(self.rng), size, colour)

    def icon_named(self, name: str, size: float, colour: str = "") -> Markup:
        """A certain icon in the style of the page."""
        if self.skin.icons == pictograms.GLYPH and not colour:
            return pictograms.glyph(name, size)
        return self._svg(name, ICONS[name], size, colour)

    def _svg(self, name: str, icon: Icon, size: float, colour: str) -> Markup:
        style, thick = self.skin.icons, self.skin.thick
        colours: Sequence[str] = (colour or "currentColor",)
        if style == pictograms.COLOUR and not colour:
            colours = pictograms.hues(self.rng, self.skin.theme == DARK)
        return pictograms.svg(name, icon, size, style, thick, colours)

    def picture(self, width: str, height: str, style: str = "", control: str = "") -> Markup:
        """A picture that fills a box of CSS lengths."""
        return pictures.picture(self.rng, width, height, style, control)
