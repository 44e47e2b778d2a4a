"""Pan, zoom, fit, 100 %, and centring on what is selected."""

from collections.abc import Callable

import pytest

from tests.studio.asked import Asker
from tests.studio.page.person import Person

Sits = Callable[..., Person]
SETTLED_MS = 60


def corner(person: Person) -> tuple[float, float]:
    """Where the corner of the photo lies once the next frame is drawn."""
    person.tab.wait_for_timeout(SETTLED_MS)
    return person.at(0, 0)


def test_the_photo_is_moved_by_space_middle_button_and_arrows(racing: Asker, sits: Sits) -> None:
    person = sits(racing)
    person.opens("bibs", person.photos()[0])
    mouse, keyboard = person.tab.mouse, person.tab.keyboard
    x, y = corner(person)
    mouse.move(400, 400)
    keyboard.down(" ")
    mouse.down()
    mouse.move(430, 420)
    mouse.up()
    keyboard.up(" ")
    assert corner(person) == pytest.approx((x + 30, y + 20), abs=1)
    mouse.down(button="middle")
    mouse.move(400, 400)
    mouse.up(button="middle")
    assert corner(person) == pytest.approx((x, y), abs=1)
    person.keys("Shift+ArrowLeft", "ArrowUp")
    left, top = corner(person)
    assert (left > x, top > y) == (True, True)
    person.keys("v")
    assert corner(person) == pytest.approx((x, y), abs=1)
    assert person.tab.evaluate("() => studio.store.queue.length") == 0  # nothing was drawn


def test_the_view_goes_to_what_is_selected(racing: Asker, sits: Sits) -> None:
    person = sits(racing)
    person.opens("bibs", person.photos()[1]).keys("Tab", "z")
    corner(person)
    bounds = person.tab.locator(".stage").bounding_box()
    middle = bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2
    assert person.at(0.26, 0.61) == pytest.approx(middle, abs=2)
