"""What a person types, as something to do."""

from dataclasses import dataclass

ACCEPT, REJECT, SKIP, WIDER, NARROWER, EDIT = "a", "r", "s", "w", "n", "e"
TEXT, TYPE, CLICK, ADD, UNDO, NEXT, QUIT, HELP = "t", "y", "c", "+", "u", "p", "q", "?"

KEYS = {
    ACCEPT: "accept the box as it is drawn",
    REJECT: "reject it: there is no such element",
    SKIP: "skip it for now: no verdict",
    WIDER: "take the next wider box round it",
    NARROWER: "take the next narrower box in it",
    EDIT: "x1 y1 x2 y2  draw the box anew, in pixels",
    TEXT: "WORDS  what stands on it",
    TYPE: "WORD  what it is: button, icon, text …",
    CLICK: "x y  where one would click, in pixels; alone: the centre",
    ADD: "x1 y1 x2 y2 [WORDS]  add an element that was missed",
    UNDO: "undo the last decision",
    NEXT: "leave the rest of this picture, go to the next",
    QUIT: "stop; the same command goes on here",
    HELP: "these keys",
}

_BOX, _POINT = 4, 2
_LINES = {TEXT, TYPE}


class Misread(ValueError):  # noqa: N818 - a slip of the finger
    """A line that says nothing to do; the message says what would."""


@dataclass(frozen=True)
class Wish:
    """One thing to do, with the numbers and words that belong to it."""

    key: str
    numbers: tuple[float, ...] = ()
    words: str = ""


def read_wishes(line: str) -> list[Wish]:
    """Several keys may stand in one line, ``w w a``; one that takes words takes the rest of it."""
    wishes: list[Wish] = []
    words = line.split()
    while words:
        key = words.pop(0)
        if key not in KEYS:
            raise Misread(f"{key!r} is no key; ? lists them")
        if key in _LINES:
            return [*wishes, Wish(key, words=" ".join(words))]
        count = {EDIT: _BOX, ADD: _BOX, CLICK: _POINT}.get(key, 0)
        numbers, words = _numbers(words, count) if count else ((), words)
        if key in (EDIT, ADD) and len(numbers) != _BOX:
            raise Misread(f"{key} needs x1 y1 x2 y2 in pixels")
        if key in (EDIT, ADD) and not (numbers[0] < numbers[2] and numbers[1] < numbers[3]):
            raise Misread(f"{key}: x1 must be left of x2, and y1 above y2")
        if key == CLICK and len(numbers) not in (0, _POINT):
            raise Misread(f"{key} needs x y in pixels, or nothing for the centre")
        if key == ADD:
            return [*wishes, Wish(key, numbers, " ".join(words))]
        wishes.append(Wish(key, numbers))
    return wishes


def _numbers(words: list[str], count: int) -> tuple[tuple[float, ...], list[str]]:
    """Up to ``count`` finite numbers from the front, and what comes after them."""
    numbers: list[float] = []
    for word in words[:count]:
        try:
            number = float(word)
        except ValueError:
            break
        if not abs(number) < 1e9:
            raise Misread(f"{word} is no place in a picture")
        numbers.append(number)
    return tuple(numbers), words[len(numbers) :]
