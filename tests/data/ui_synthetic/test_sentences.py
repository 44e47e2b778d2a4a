"""How elements are asked for."""

import numpy as np

from src.data.ui.elements import Element
from src.data.ui_synthetic.screen import LOOKS
from src.data.ui_synthetic.sentences import instructed

SHAPE = (300, 300)


def made(
    number: int, text: str, x: float, y: float, type: str = "button", looks: str = ""
) -> Element:
    columns = {LOOKS: looks}
    return Element(str(number), (x, y, x + 20, y + 10), text=text, type=type, columns=columns)


def told(*elements: Element, counting: bool = True) -> list[str]:
    asked = instructed(np.random.default_rng(0), elements, SHAPE, counting)
    return [element.instruction for element in asked]


def test_words_that_stand_alone_are_enough() -> None:
    assert '"Save" button.' in told(made(0, "Save", 10, 10), made(1, "Open", 10, 200))[0]


def test_a_place_tells_two_of_a_kind_apart() -> None:
    first, second = told(made(0, "Save", 10, 10), made(1, "Save", 250, 280))
    assert first.endswith('"Save" button at the top left.')
    assert second.endswith('"Save" button at the bottom right.')


def test_of_neighbours_it_says_which_in_the_order_of_reading() -> None:
    lower, upper = told(made(0, "Save", 10, 40), made(1, "Save", 10, 10))
    assert lower.endswith('second "Save" button from the top.')
    assert upper.endswith('first "Save" button from the top.')


def test_without_counting_neighbours_get_no_sentence() -> None:
    assert told(made(0, "Save", 10, 40), made(1, "Save", 10, 10), counting=False) == ["", ""]


def test_an_icon_is_called_by_what_it_shows_and_a_nameless_one_by_its_type() -> None:
    heart, nameless = told(
        made(0, "", 10, 10, "icon", "heart"), made(1, "", 250, 280, "icon", "symbol")
    )
    assert "heart icon" in heart
    assert "icon" in nameless
    assert "symbol" not in nameless


def test_long_texts_are_cut_to_what_a_person_would_say() -> None:
    words = "one two three four five six seven eight"
    assert '"one two three four five six" button' in told(made(0, words, 10, 10))[0]
