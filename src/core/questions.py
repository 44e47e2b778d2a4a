"""What a user gives beside pixels."""

from dataclasses import dataclass
from math import isfinite


@dataclass(frozen=True)
class Question:
    """Something to find in a picture: by a click on it, or by words; never by its truth.

    Args:
        id: what the answer is known by; unique in its picture.
        click: x and y in pixels of the picture.
        instruction: what a person would say.
    """

    id: str
    click: tuple[float, float] | None = None
    instruction: str | None = None

    def __post_init__(self) -> None:
        if not self.id:
            raise ValueError("a question needs an id")
        if (self.click is None) == (self.instruction is None):
            raise ValueError(f"question {self.id}: give either a click or an instruction")
        if self.click is not None:
            if len(self.click) != 2 or not all(isfinite(place) for place in self.click):
                raise ValueError(f"question {self.id}: click must be x and y, got {self.click}")
            object.__setattr__(self, "click", (float(self.click[0]), float(self.click[1])))
        elif not self.instruction:
            raise ValueError(f"question {self.id}: the instruction is empty")


def question_id(element: str, repeat: int = 0) -> str:
    """What the ``repeat``-th question about an element is known by."""
    return f"{element}/{repeat}"


def element_of(question: str) -> str:
    """The element that a question of this id is about."""
    element, slash, repeat = question.rpartition("/")
    if not slash or not repeat.isdigit():
        raise ValueError(f"{question!r} is no id of a question: ELEMENT/REPEAT is")
    return element
