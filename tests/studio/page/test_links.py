"""Links, identities and what a deleted box takes along."""

from collections.abc import Callable

import pytest

from tests.studio.asked import Asker
from tests.studio.page.person import Person

Sits = Callable[..., Person]


@pytest.fixture(name="photos")
def photos_fixture(racing: Asker) -> list[str]:
    """All photos; each test takes one of its own."""
    return [one["sha"] for one in racing.get("/api/photos?limit=200")["photos"]]


def with_boxes(person: Person, sha: str) -> Person:
    """Accept what is suggested in both dimensions, and go to the links."""
    person.opens("bibs", sha).keys("a").saved().keys("Alt+2")
    return person.sees("faces", sha).keys("a").saved().keys("Alt+3").sees("links", sha)


def ids(person: Person) -> tuple[list[int], list[int]]:
    """Ids of bibs and faces, from left to right."""
    found = (sorted(person.boxes(one), key=lambda box: box["x"]) for one in ("bibs", "faces"))
    bibs, faces = ([box["id"] for box in boxes] for boxes in found)
    return bibs, faces


def test_linked_and_unlinked_by_clicks(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = with_boxes(sits(racing), photos[0])
    bibs, faces = ids(person)
    person.clicks(0.26, 0.61).clicks(0.66, 0.3).saved()  # crosswise, which is wrong
    assert person.labels("links")["pairs"] == [[bibs[0], faces[1]]]
    person.clicks(0.26, 0.61).clicks(0.26, 0.3).saved()
    assert person.labels("links")["pairs"] == [[bibs[0], faces[0]]]
    person.clicks(0.26, 0.61).clicks(0.26, 0.3).saved()  # the same again
    assert person.labels("links")["pairs"] == []


def test_linked_by_two_keys(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = with_boxes(sits(racing), photos[1])
    bibs, faces = ids(person)
    person.keys("2", "w").saved()
    assert person.labels("links")["pairs"] == [[bibs[1], faces[1]]]
    person.keys("2", "x").saved()
    assert person.labels("links")["pairs"] == []
    person.keys("n").saved()
    assert person.labels("links") == {"labelled": True, "pairs": []}


def test_proposals_of_the_linker(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = with_boxes(sits(racing), photos[2])
    bibs, faces = ids(person)
    assert person.tab.locator(".link.ghost").count() == 2
    person.keys("d", "a").saved()  # one is wrong, the rest is right
    assert len(person.labels("links")["pairs"]) == 1
    person.keys("Control+z").saved()
    person.tab.reload()
    person.sees("links", photos[2]).keys("a").saved()
    assert sorted(person.labels("links")["pairs"]) == sorted(
        map(list, zip(bibs, faces, strict=True))
    )


def test_a_deleted_box_takes_its_link_along(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = with_boxes(sits(racing), photos[3]).keys("a").saved()
    _, faces = ids(person)
    person.keys("Alt+1").sees("bibs", photos[3]).clicks(0.26, 0.61).keys("Delete")
    person.hears("its link with it").saved()
    assert [face for _, face in person.labels("links")["pairs"]] == [faces[1]]
    person.keys("Control+z").saved()
    assert len(person.boxes("bibs")) == 2


def test_identities_by_name_and_by_one_key(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("faces", photos[4]).keys("a").saved().keys("Tab", "s")
    person.types("Ann Example").keys("Enter").saved().keys("Tab", "m")
    person.tab.wait_for_function("() => studio.store.boxes('faces').every((one) => one.identity)")
    person.saved()
    names = [box["identity"] for box in person.boxes("faces")]
    assert names[0] == "Ann Example"
    assert names[1].startswith("anonymous_")
    assert person.tab.locator("#names option[value='Ann Example']").count() == 1
    assert "Ann" not in person.tab.url


def test_people_are_renamed_and_merged(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("faces", photos[5]).keys("a").saved()
    person.keys("Tab", "s").types("Bea").keys("Enter").saved()
    person.keys("Tab", "s").types("Cleo").keys("Enter").saved()
    tab = person.tab
    tab.goto(f"{racing.origin}/people")
    tab.get_by_role("button", name="Rename Bea").click()
    tab.get_by_label("New name").fill("Bea Example")
    tab.get_by_role("button", name="Rename", exact=True).click()
    person.hears("Changed in 1 photo")
    tab.get_by_role("button", name="Merge Cleo with somebody").click()
    tab.get_by_label("The same person as").fill("Bea Example")
    tab.get_by_role("button", name="Merge", exact=True).click()
    tab.wait_for_function(
        "() => ![...document.querySelectorAll('td')].some((cell) => cell.textContent === 'Cleo')"
    )
    names = {
        box["identity"]
        for box in racing.get(f"/api/photos/{photos[5]}/faces")["labels"]["faces"]["boxes"]
    }
    assert names == {"Bea Example"}
