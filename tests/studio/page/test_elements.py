"""Elements of a screenshot, also more than a thousand of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from src.data.refsets import About, ReferenceSet
from src.data.refsets.labels import Element, Elements
from src.studio.asking import Studio
from tests.studio.asked import Asker, served
from tests.studio.page.person import Person
from tests.studio.page.pictures import drawing

Sits = Callable[..., Person]
ACROSS, DOWN = 40, 30


@pytest.fixture(name="screens", scope="module")
def screens_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """One screenshot with nothing labelled, one with 1,200 elements."""
    folder: Path = tmp_path_factory.mktemp("screens") / "set"
    about = About("screens", ("elements",), source="synthetic")
    with ReferenceSet.create(folder, about) as made, served(Studio(made)) as asker:
        made.add(drawing(0), "plain.png")
        full = made.add(drawing(1), "full.png")
        made.save(full, {"elements": Elements(tuple(grid()), labelled=False)}, began=None)
        yield asker


def grid() -> Iterator[Element]:
    """Small elements in rows and columns."""
    for row in range(DOWN):
        for column in range(ACROSS):
            x, y = (column + 0.2) / ACROSS, (row + 0.2) / DOWN
            box = [x, y, x + 0.6 / ACROSS, y + 0.6 / DOWN]
            yield Element({"id": f"{row}-{column}", "bbox": box, "text": "", "type": "icon"})


def test_an_element_is_drawn_and_named(screens: Asker, sits: Sits) -> None:
    person = sits(screens)
    person.opens("elements", person.photos()[0]).drags((0.3, 0.3), (0.5, 0.4))
    person.types("Send <now>").keys("Enter").saved()
    (one,) = person.labels("elements")["elements"]
    assert one["element"]["text"] == "Send <now>"
    assert one["element"]["bbox"] == pytest.approx([0.3, 0.3, 0.5, 0.4], abs=3e-3)
    person.tab.get_by_label("Type of the element").select_option("icon")
    person.saved()
    assert person.labels("elements")["elements"][0]["element"]["type"] == "icon"


def test_beyond_a_thousand_only_the_selected_one_is_svg(screens: Asker, sits: Sits) -> None:
    person = sits(screens)
    person.opens("elements", person.photos()[1])
    assert person.tab.locator(".marks .mark").count() == 0
    person.clicks(10.5 / ACROSS, 5.5 / DOWN)
    assert person.tab.locator(".marks .mark.selected").count() == 1
    person.keys("Delete").saved()
    kept = {one["element"]["id"] for one in person.labels("elements")["elements"]}
    assert {one.said["id"] for one in grid()} - kept == {"5-10"}
