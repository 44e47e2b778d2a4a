"""What an instruction says of the thing that it means."""

import numpy as np
import pytest

from src.core import Instances
from src.detectors.ui.wishes import Wish, alike

SCREEN = Instances(
    (600, 800),
    boxes=np.array(
        [[10, 10, 90, 40], [700, 10, 790, 40], [10, 560, 90, 590], [700, 560, 790, 590]]
    ),
    texts=("Save", "Save as", "Cancel", ""),
    extra={"type": np.array(["control", "control", "text", "icon"])},
)


def best(instruction: str) -> int:
    return int(np.argmax(Wish.of(instruction).scores(SCREEN)))


@pytest.mark.parametrize(
    ("instruction", "element"),
    [
        ('Click "Save".', 0),
        ("click on the 'save as' button", 1),
        ("Choose “Cancel”", 2),
        ("please cancel this", 2),
        ("the icon at the bottom right", 3),
        ("press the lower right icon", 3),
        ("the button in the top left corner", 0),
    ],
)
def test_words_types_and_places_find_the_thing(instruction: str, element: int) -> None:
    assert best(instruction) == element


def test_an_instruction_is_taken_apart() -> None:
    wish = Wish.of('Click the "Center Align" button in the top right of the tool bar')
    assert wish.quoted == ("center align",)
    assert wish.words == ("tool", "bar")
    assert wish.types == {"control"}
    assert (wish.x, wish.y) == (1.0, 0.0)


@pytest.mark.parametrize("instruction", ["", "…", "the", "'", '""'])
def test_words_that_say_nothing_fit_nothing_well(instruction: str) -> None:
    assert (Wish.of(instruction).scores(SCREEN) < 0.2).all()


def test_the_same_words_are_alike_and_a_longer_text_less_so() -> None:
    assert alike("save", "save") == 1
    assert 1 > alike("save", "save as") > alike("save", "save all of my files") > alike("save", "x")


def test_a_screen_without_things_has_no_scores() -> None:
    nothing = Instances((6, 8), boxes=np.zeros((0, 4)), texts=(), extra={"type": np.zeros(0, "U1")})
    assert Wish.of("Save").scores(nothing).shape == (0,)
