"""How a person would ask for an element, in words that fit no other one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from src.data.ui.elements import Element
from src.data.ui_synthetic.screen import LOOKS

VERBS = {
    "text_field": ("Click into", "Type into", "Put the cursor into"),
    "check_box": ("Toggle", "Tick", "Click"),
    "drop_down": ("Open", "Expand", "Click"),
    "link": ("Follow", "Click", "Open"),
    "text": ("Click", "Point at", "Select"),
}
USUAL = ("Click", "Press", "Click on", "Choose")

LONGEST = 6
"""Words of an element that a person would repeat."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def instructed(
    rng: np.random.Generator,
    elements: Sequence[Element],
    shape: tuple[int, int],
    counting: bool = True,
) -> tuple[Element, ...]:
    """The same elements, each with a sentence that fits it alone.

    It says what is written on the element, else what that shows, and where it is.

    Args:
        counting: whether "the third … from the top" is said of what nothing else tells apart;
            otherwise such an element gets no sentence.
    """
    named = [_named(element) for element in elements]
    placed = [f"{name} {_place(one, shape)}" for one, name in zip(elements, named, strict=True)]
    once, apart = Counter(named), Counter(placed)
    asked = []
    for number, element in enumerate(elements):
        if once[named[number]] == 1 and (element.text or rng.random() < 0.5):
            which = named[number]
        elif apart[placed[number]] == 1:
            which = placed[number]
        elif counting:
            which = _counted(elements, named, number)
        else:
            asked.append(element)
            continue
        verbs = VERBS.get(element.type, USUAL)
        sentence = f"{verbs[int(rng.integers(len(verbs)))]} the {which}."
        asked.append(replace(element, instruction=sentence))
    return tuple(asked)


def kind(type: str) -> str:
    """What a person calls a type: ``drop_down`` is a drop-down."""
    return {"drop_down": "drop-down", "text_field": "text field", "check_box": "check box"}.get(
        type, type.replace("_", " ")
    )


def _named(element: Element) -> str:
    if element.text:
        words = " ".join(element.text.split()[:LONGEST])
        return f'"{words}" {kind(element.type)}'
    looks = element.columns.get(LOOKS, "")
    if looks and looks != "symbol":
        return f"{looks} {kind(element.type)}"
    return kind(element.type)


def _place(element: Element, shape: tuple[int, int]) -> str:
    """One of nine places of the screen."""
    x1, y1, x2, y2 = element.box or (0, 0, 0, 0)
    down = ("top", "", "bottom")[min(2, int(3 * (y1 + y2) / 2 / shape[0]))]
    right = ("left", "", "right")[min(2, int(3 * (x1 + x2) / 2 / shape[1]))]
    words = " ".join(word for word in (down, right) if word)
    return f"at the {words}" if words else "in the middle"


def _counted(elements: Sequence[Element], named: Sequence[str], number: int) -> str:
    """Its place among those that are called the same, in the order of reading."""
    same = [other for other, name in enumerate(named) if name == named[number]]
    same.sort(key=lambda other: (elements[other].box or (0, 0))[1::-1])
    at = same.index(number)
    ordinal = ORDINALS[at] if at < len(ORDINALS) else f"{at + 1}th"
    return f"{ordinal} {named[number]} from the top"
