"""What an instruction says of the thing that it means: words on it, its type, its place."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import log

import numpy as np
import numpy.typing as npt

from src.core import Instances

QUOTED = re.compile(
    r"[\"“”«»`]([^\"“”«»`]{1,120})[\"“”«»`]|(?<!\w)'([^']{1,120})'(?!\w)|‘([^’]{1,120})’"
)
WORD = re.compile(r"[^\W_]+")

TYPES: Mapping[str, Sequence[str]] = {
    "text": ("text", "label", "heading", "title", "paragraph", "caption"),
    "icon": ("icon", "symbol", "glyph", "logo", "arrow", "star", "cross"),
    "control": (
        "button", "link", "field", "box", "checkbox", "textbox", "input", "tab", "menu", "item",
        "option", "switch", "toggle", "slider", "dropdown", "list", "row", "cell", "card", "radio",
    ),
    "picture": ("image", "picture", "photo", "thumbnail", "avatar"),
}  # fmt: skip
"""Type of a parsed element to the words for it."""

PLACES: Mapping[str, tuple[float | None, float | None]] = {
    "top": (None, 0.0), "upper": (None, 0.0), "bottom": (None, 1.0), "lower": (None, 1.0),
    "left": (0.0, None), "right": (1.0, None), "centre": (0.5, 0.5), "center": (0.5, 0.5),
    "middle": (0.5, 0.5),
}  # fmt: skip
"""Words for places to x and y in sides of the screen."""

EMPTY = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "be",
        "by",
        "choose",
        "click",
        "double",
        "find",
        "for",
        "from",
        "go",
        "hit",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "open",
        "or",
        "out",
        "please",
        "press",
        "push",
        "right-click",
        "screen",
        "select",
        "set",
        "show",
        "tap",
        "that",
        "the",
        "there",
        "this",
        "to",
        "turn",
        "up",
        "use",
        "view",
        "which",
        "with",
        "you",
        "your",
        "corner",
        "side",
        "page",
        "window",
    ]
)
"""Words that say nothing of a thing."""

SAID, TYPED, PLACED = 1.0, 0.15, 0.35
"""What words, type and place count."""


@dataclass(frozen=True)
class Wish:
    """An instruction, taken apart.

    Args:
        quoted: what must be written on the thing.
        words: what else is said of it.
        types: types of parsed elements that fit.
        x, y: where it should be, in sides of the screen; ``None`` where nothing is said.
    """

    quoted: tuple[str, ...]
    words: tuple[str, ...]
    types: frozenset[str]
    x: float | None
    y: float | None

    @classmethod
    def of(cls, instruction: str) -> "Wish":
        """Take an instruction apart."""
        quoted = tuple(
            plain(part) for match in QUOTED.findall(instruction) for part in match if plain(part)
        )
        left = WORD.findall(QUOTED.sub(" ", instruction).casefold())
        types = {name for name, known in TYPES.items() if not set(left).isdisjoint(known)}
        places = [PLACES[word] for word in left if word in PLACES]
        x, y = (
            next((one[axis] for one in places if one[axis] is not None), None) for axis in (0, 1)
        )
        idle = EMPTY | set(PLACES) | {word for known in TYPES.values() for word in known}
        words = tuple(word for word in left if word not in idle)
        return cls(quoted, words, frozenset(types), x, y)

    def scores(self, elements: Instances) -> npt.NDArray[np.float64]:
        """(n,) 0 to 1: how well each element fits; honest only as an order."""
        texts = [plain(text or "") for text in elements.texts or ("",) * len(elements)]
        said = self._said(texts)
        types = np.asarray(elements.extra["type"]).astype(str)
        typed = np.isin(types, sorted(self.types)) if self.types else np.zeros(len(texts))
        placed = self._placed(elements)
        most = SAID + (TYPED if self.types else 0) + (PLACED if placed is not None else 0)
        total = SAID * said + TYPED * typed
        if placed is not None:
            total = total + PLACED * placed
        return total / most

    def _said(self, texts: Sequence[str]) -> npt.NDArray[np.float64]:
        if self.quoted:
            return np.array([max(alike(one, text) for one in self.quoted) for text in texts])
        rarity = _rarity(texts)
        wanted = {word: rarity.get(word, log(1 + len(texts))) for word in self.words}
        return np.array([_overlap(wanted, WORD.findall(text), rarity) for text in texts])

    def _placed(self, elements: Instances) -> npt.NDArray[np.float64] | None:
        if self.x is None and self.y is None:
            return None
        assert elements.boxes is not None  # noqa: S101 - parsed elements have boxes
        height, width = elements.shape
        middle = (
            (elements.boxes[:, :2] + elements.boxes[:, 2:]) / 2 / [max(width, 1), max(height, 1)]
        )
        off = [
            np.abs(middle[:, axis] - place)
            for axis, place in enumerate((self.x, self.y))
            if place is not None
        ]
        near: npt.NDArray[np.float64] = 1 - np.mean(off, axis=0)
        return near


def plain(text: str) -> str:
    """Small letters and single blanks alone."""
    return " ".join(WORD.findall(text.casefold()))


def alike(wanted: str, text: str) -> float:
    """0 to 1: how much of two texts is the same; a text that merely contains the other is less."""
    if not wanted or not text:
        return 0.0
    if wanted == text:
        return 1.0
    contained = f" {wanted} " in f" {text} "
    ratio = SequenceMatcher(None, wanted, text, autojunk=False).ratio()
    return max(0.5 + 0.4 * len(wanted) / len(text), 0.9 * ratio) if contained else 0.9 * ratio**2


def _rarity(texts: Iterable[str]) -> dict[str, float]:
    """Word to how much it tells one text from another."""
    counts: dict[str, int] = {}
    total = 0
    for text in texts:
        total += 1
        for word in set(WORD.findall(text)):
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + total / count) for word, count in counts.items()}


def _overlap(
    wanted: Mapping[str, float], words: Sequence[str], rarity: Mapping[str, float]
) -> float:
    """F1 of the words, rare ones counting more."""
    own = set(words)
    shared = sum(weight for word, weight in wanted.items() if word in own)
    if not shared:
        return 0.0
    total = sum(wanted.values()) + sum(rarity.get(word, 0.0) for word in own)
    return 2 * shared / total
