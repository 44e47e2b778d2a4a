"""What is asked of a page that knows two levels of elements."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Annotated

from annotated_types import Ge

from src.core import InputError, Question, element_of
from src.data.ui.asking import Asking
from src.data.ui.elements import LEVELS, Element, Screen


@dataclass(frozen=True)
class AskingLevel(Asking):
    """Asks for some elements of one level.

    A click on a button may well be on the words of the button: only elements of the same level
    lie in one another's way.

    Args:
        level: ``control``, what takes the click, or ``leaf``, the line, glyph or picture in it.
        most: elements asked for on a page; ``None`` for all.
    """

    level: str = "control"
    most: Annotated[int, Ge(1)] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level not in LEVELS:
            raise InputError(f"dataset.level must be one of {LEVELS}, got {self.level!r}")

    @property
    def settings(self) -> str:
        """All that decides what is asked, for the fingerprint of a set."""
        return f"{super().settings} {self.level} {self.most}"

    def questions(self, screen: Screen) -> tuple[Question, ...]:
        """In the order of the elements."""
        elements = tuple(one for one in screen.elements if one.level == self.level)
        asked = super().questions(replace(screen, elements=elements))
        if self.most is None:
            return asked
        possible = {element_of(question.id) for question in asked}
        chosen = _chosen([one for one in elements if one.id in possible], screen.name, self.most)
        return tuple(question for question in asked if element_of(question.id) in chosen)


def _chosen(elements: Sequence[Element], screen: str, most: int) -> set[str]:
    """In turn one of every type, so that the cells of a sheet do not crowd out all else."""
    by_type = defaultdict(list)
    for element in sorted(elements, key=lambda one: _lot(screen, one.id)):
        by_type[element.type].append(element.id)
    kinds = sorted(by_type.values(), key=lambda own: _lot(screen, own[0]))
    turns = chain.from_iterable(zip_longest(*kinds))
    return set([element for element in turns if element is not None][:most])


def _lot(screen: str, element: str) -> bytes:
    return hashlib.sha256(f"{screen}/{element}".encode()).digest()
