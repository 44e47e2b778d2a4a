"""What is asked of a screenshot: by clicks on its elements, or by words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from src.core import InputError, Question, question_id
from src.data.ui.clicks import Clicks
from src.data.ui.elements import Element, Screen
from src.data.ui.nesting import leaves, nested

ASK = ("click", "instruction")
INSTRUCTIONS = ("original", "refined")
TARGETS = ("all", "leaves")


@dataclass(frozen=True)
class Asking:
    """Which elements of a screenshot are asked for, and how.

    Args:
        ask: ``click`` or ``instruction``. Nobody can click on a refusal, and an element without
            an instruction cannot be asked for by one.
        click: where the clicks lie.
        instructions: ``original`` or ``refined``.
        targets: ``all`` elements, or ``leaves``: those that hold no other.
        types: only elements of these types; ``None`` for all.
        without: no elements of these types.
    """

    ask: str = "click"
    click: Clicks = field(default_factory=Clicks)
    instructions: str = "original"
    targets: str = "all"
    types: Sequence[str] | None = None
    without: Sequence[str] = ()

    def __post_init__(self) -> None:
        for key, allowed in (("ask", ASK), ("instructions", INSTRUCTIONS), ("targets", TARGETS)):
            if getattr(self, key) not in allowed:
                raise InputError(
                    f"dataset.{key} must be one of {allowed}, got {getattr(self, key)!r}"
                )

    @property
    def settings(self) -> str:
        """All that decides what is asked, for the fingerprint of a set."""
        types = None if self.types is None else sorted(self.types)
        chosen = f"{self.targets} {types} {sorted(self.without)}"
        clicks = self.click.settings if self.ask == "click" else ""
        return f"{self.ask} {self.instructions} {chosen} {clicks}"

    def questions(self, screen: Screen) -> tuple[Question, ...]:
        """In the order of the elements; none of them tells where its element ends."""
        covers = _covers(screen.elements)
        asked = []
        for element in self._asked(screen.elements):
            if self.ask == "instruction":
                words = self._words(element)
                if words:
                    asked.append(Question(question_id(element.id), instruction=words))
                continue
            clicks = self.click.on(screen.name, element, covers.get(element.id, ()))
            asked += [Question(question_id(element.id, n), click) for n, click in clicks.items()]
        return tuple(asked)

    def check(self, screen: Screen) -> None:
        """Refuse an element that has an instruction, but not of the kind that is asked for."""
        for element in screen.elements if self.ask == "instruction" else ():
            if element.instruction and not self._words(element):
                raise InputError(
                    f"{screen.place}, element {element.id!r} has no refined_instruction: set "
                    "dataset.instructions=original, or write one"
                )

    def _asked(self, elements: Sequence[Element]) -> list[Element]:
        wanted = [one for one in elements if one.scored]
        if self.targets == "leaves":
            lonely = leaf_ids(elements)
            wanted = [one for one in wanted if one.box is None or one.id in lonely]
        types = self.types
        return [
            one
            for one in wanted
            if (types is None or one.type in types) and one.type not in self.without
        ]

    def _words(self, element: Element) -> str:
        refined = self.instructions == "refined"
        return element.refined_instruction if refined else element.instruction


def leaf_ids(elements: Sequence[Element]) -> set[str]:
    """The elements that hold no other."""
    placed = _placed(elements)
    boxes = np.array([one.box for one in placed], np.float64).reshape(-1, 4)
    return {one.id for one, alone in zip(placed, leaves(boxes), strict=True) if alone}


def _covers(elements: Sequence[Element]) -> Mapping[str, np.ndarray]:
    """Element to the boxes of what lies on it."""
    placed = _placed(elements)
    boxes = np.array([one.box for one in placed], np.float64).reshape(-1, 4)
    return {
        one.id: boxes[inner] for one, inner in zip(placed, nested(boxes), strict=True) if any(inner)
    }


def _placed(elements: Sequence[Element]) -> list[Element]:
    return [one for one in elements if one.box is not None]
