"""The queue of likely matches, and the people who measure most alike."""

from collections.abc import Callable

import pytest

from tests.studio.asked import Asker
from tests.studio.conftest import race_fixture, studio_fixture  # noqa: F401
from tests.studio.page.person import Person, until
from tests.studio.test_server_people import named_fixture  # noqa: F401

Sits = Callable[..., Person]
Named = list[tuple[str, int]]


@pytest.mark.usefixtures("named")
def test_pairs_are_the_same_or_not(studio: Asker, sits: Sits) -> None:
    def waiting() -> list[tuple[int, int]]:
        told = studio.get("/api/people/likely")["matches"]
        return [(one["first"]["face"], one["second"]["face"]) for one in told]

    person, before = sits(studio), waiting()
    person.tab.goto(f"{studio.origin}/people")
    person.tab.get_by_role("heading", name="The same person?").wait_for()
    person.keys("d")
    until(lambda: before[0] not in waiting())
    person.keys("s", "f")  # cannot say, which says nothing; then the same
    until(lambda: before[2] not in waiting())
    assert before[1] in waiting()


def test_the_nearest_is_taken_by_its_number(studio: Asker, named: Named, sits: Sits) -> None:
    sha, face = named[3]
    person = sits(studio).opens("faces", sha).keys("Tab", "Tab")
    if person.tab.evaluate("() => studio.at.selectedKey") != f"b{face}":
        person.tab.evaluate("(key) => studio.at.select(key)", f"b{face}")
    person.tab.locator(".person").first.wait_for()
    assert person.tab.locator(".person").first.get_attribute("aria-label").startswith("Ann")
    person.keys("1").saved()
    (box,) = person.boxes("faces")
    assert box["identity"] == "Ann"
