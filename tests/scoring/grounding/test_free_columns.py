"""What a file says of its elements survives, and never takes the place of the scorer's columns."""

import numpy as np
import pytest

from src.core import InputError, Scorecard
from src.scoring.grounding import Grounding
from src.scoring.grounding.contenders import Method
from src.scoring.grounding.contest import compete
from src.scoring.grounding.free_columns import TAKEN
from src.scoring.grounding.tables import PARTS, QUESTIONS
from tests.scoring.grounding.screens import Element, answered, card_of, screen

SAVE, MENU, FAR = (10.0, 10.0, 50.0, 30.0), (100.0, 10.0, 140.0, 30.0), (200.0, 99.0, 280.0, 180.0)


def card(*keys: str, by: tuple[str, ...] = ()) -> Scorecard:
    """Two screens of two elements and a refusal; each element has its own value of every key."""
    pairs = []
    for name in ("one", "two"):
        places = {"save": SAVE, "menu": MENU, "gone": None}
        elements = [
            Element(own, place, words=dict.fromkeys(keys, f"{own}s"))
            for own, place in places.items()
        ]
        sample = screen(elements, name=name, theme="dark")
        pairs.append((sample, answered(sample, SAVE, FAR, None)))
    return card_of(Grounding(by=("size", "type", *by), resamples=50), *pairs)


GIVEN = {"element", "type", "box_type", "level"}
"""What makes a target what it is: it comes from the set and is no free column."""

OWN = sorted({*card().tables[QUESTIONS], *TAKEN} - GIVEN)
"""Every name that means something to the scorer."""


def test_no_key_of_an_element_changes_a_column_of_the_scorer() -> None:
    plain, given = card(), card(*OWN, "colour")
    for name, column in plain.tables[QUESTIONS].items():
        assert np.array_equal(
            given.tables[QUESTIONS][name], column, equal_nan=column.dtype == float
        )
    assert plain.metrics == pytest.approx(given.metrics, nan_ok=True)
    assert given.tables[PARTS]["by"].tolist() == plain.tables[PARTS]["by"].tolist()


@pytest.mark.parametrize("key", OWN)
def test_every_key_survives_and_can_be_told_apart_by(key: str) -> None:
    made = card(key, by=(f"element/{key}",))
    assert made.tables[QUESTIONS][f"element/{key}"].tolist() == ["saves", "menus", "gones"] * 2
    assert made.slices[f"element/{key}=saves"]["hits"] == 2
    assert made.slices[f"element/{key}=menus"]["hits"] == 0


@pytest.mark.parametrize("key", ["colour", "a/b", "tag/colour", "element/colour"])
def test_any_other_key_is_found_by_its_own_name(key: str) -> None:
    assert card(key, by=(key,)).slices[f"{key}=saves"]["hits"] == 2


def test_a_key_that_is_called_like_a_tag_is_not_taken_for_it() -> None:
    table = card("tag/theme").tables[QUESTIONS]
    assert table["tag/theme"].tolist() == ["dark"] * 6
    assert table["element/tag/theme"].tolist()[0] == "saves"


def test_pictures_are_counted_by_their_own_names() -> None:
    methods = [Method(name, name, card("name", "id"), "aa") for name in "ab"]
    assert compete(methods).pictures == 2


@pytest.mark.parametrize("name", ["all", "offset", "side"])
def test_what_has_tables_of_its_own_is_no_part(name: str) -> None:
    with pytest.raises(InputError, match=rf"^by must not name '{name}'.* tag/{name} or element/"):
        Grounding(by=(name,))
