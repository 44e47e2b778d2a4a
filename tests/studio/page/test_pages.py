"""The pages around the photo: start, queue, keys, staging, frozen sets."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from src.data.refsets import About, ReferenceSet
from src.studio.asking import Studio
from tests.studio.asked import Asker, served
from tests.studio.page.conftest import AWAY
from tests.studio.page.person import Person, until
from tests.studio.page.pictures import drawing, race

Sits = Callable[..., Person]


@pytest.fixture(name="own")
def own_fixture(tmp_path: Path) -> Iterator[Asker]:
    """A set of four photos that a test may finish."""
    with race(tmp_path / "set", 4) as refset, served(Studio(refset)) as asker:
        yield asker


def test_three_photos_with_the_keyboard_alone(own: Asker, sits: Sits) -> None:
    person = sits(own)
    photos, tab = person.photos(), person.tab
    tab.goto(own.origin)
    tab.keyboard.press("Tab")
    for step in ("bibs", "faces", "links"):
        tab.goto(f"{own.origin}/label/{step}")
        for place in range(3):
            person.sees(step, photos[place]).keys("a", "Enter")  # two keys
        person.sees(step, photos[3])
    until(lambda: own.get("/api/staging")["states"]["complete"] == 3)
    assert all(one["done"] == 3 for one in own.get("/api/set")["steps"].values())
    spent = own.get("/api/set")["spent"]
    assert spent["bibs"]["with"]["keys"] == pytest.approx(2, abs=0.4)
    assert spent["bibs"]["with"]["clicks"] == 0


def test_freezing_and_looking_at_it(own: Asker, sits: Sits) -> None:
    person = sits(own)
    photos, tab = person.photos(), person.tab
    for step in ("bibs", "faces", "links"):
        person.opens(step, photos[0]).keys("a", "Enter").sees(step, photos[1])
    tab.goto(f"{own.origin}/staging/")
    assert "known negatives" in tab.locator(".cards").inner_text()
    tab.get_by_label("Name of the frozen set").fill("v1")
    tab.get_by_role("button", name="Freeze").click()
    person.hears("v1: 1 photos frozen")
    tab.get_by_role("link", name="v1").click()
    tab.get_by_role("link", name="race/00.png").click()
    person.sees("bibs", photos[0])
    assert tab.locator(".state").inner_text().endswith("frozen")
    assert tab.locator(".mark.box").count() == 2
    person.keys("Tab", "Delete", "e", "ArrowRight").drags((0.4, 0.3), (0.5, 0.4))
    assert tab.evaluate("studio.store.queue.length") == 0
    refused = own.send("PUT", f"/api/frozen/v1/photos/{photos[0]}/bibs", {"revision": 1})
    assert refused.status == 409


def test_the_start_tells_how_far_it_is(racing: Asker, sits: Sits) -> None:
    tab = sits(racing).tab
    tab.goto(racing.origin)
    assert tab.get_by_role("heading", level=1).inner_text() == "drawn race"
    tab.get_by_role("link", name="Label faces").click()
    tab.wait_for_url("**/label/faces/*")


def test_an_address_that_is_none(racing: Asker, sits: Sits) -> None:
    tab = sits(racing, may=("404",)).tab
    tab.goto(f"{racing.origin}/label/bibs/{'0' * 64}")
    tab.get_by_role("alert").wait_for()


def test_keys_are_shown_and_changed(racing: Asker, sits: Sits) -> None:
    person = sits(racing)
    photos, tab = person.photos(), person.tab
    person.opens("bibs", photos[0]).keys("?")
    overlay = tab.get_by_role("dialog", name="Keys")
    rows = overlay.locator("dd").count()
    assert rows == len(racing.get("/api/keys"))
    overlay.get_by_role("button", name="A: accept all suggestions above the score; change").click()
    tab.keyboard.press("k")
    overlay.get_by_role("button", name="K: accept all").wait_for()
    person.keys("Escape", "a")
    assert tab.evaluate("studio.store.boxes('bibs').length") == 0
    person.keys("k").saved()
    assert len(person.boxes("bibs")) == 2
    tab.reload()
    assert person.sees("bibs", photos[0]).tab.evaluate("studio.keys.name('accept-all')") == "K"


def test_photos_are_chosen_by_filters(racing: Asker, sits: Sits) -> None:
    person = sits(racing)
    photos, tab = person.photos(), person.tab
    person.opens("bibs", photos[10]).keys("Shift+2").saved()  # dark_bib
    person.opens("bibs", photos[14]).keys("Shift+2").saved().keys("g")
    tab.get_by_label("Tag").select_option("dark_bib")
    tab.wait_for_function("() => document.querySelectorAll('.photos li').length === 2")
    person.keys("Escape")
    tab.locator(".stage").focus()
    person.keys("ArrowLeft").sees("bibs", photos[10]).keys("a", "Enter").sees("bibs", photos[14])


def test_chosen_photos_go_on_beyond_one_page_of_them(tmp_path: Path, sits: Sits) -> None:
    about = About("many", ("bibs",), source="synthetic")
    with ReferenceSet.create(tmp_path / "set", about) as refset, served(Studio(refset)) as studio:
        with refset.batch() as batch:
            shas = [batch.add(drawing(one, (60 + one, 40)), f"{one}.png") for one in range(260)]
        person = sits(studio, may=(AWAY,))  # it may look ahead when the server goes
        tab = person.opens("bibs", shas[240]).keys("g").tab
        tab.get_by_label("State").select_option("todo")
        tab.get_by_role("button", name="More photos").click()
        tab.wait_for_function("() => document.querySelectorAll('.photos li').length === 201")
        person.keys("Escape")
        tab.locator(".stage").focus()
        person.keys("ArrowRight").sees("bibs", shas[241]).keys("ArrowLeft")
        person.sees("bibs", shas[240]).keys("ArrowLeft").sees("bibs", shas[239])
        person.opens("bibs", shas[259]).keys("n", "Enter").sees("bibs", shas[0])


def test_every_control_has_a_name(racing: Asker, sits: Sits) -> None:
    person = sits(racing)
    person.opens("faces", person.photos()[0]).keys("Tab")
    nameless = person.tab.evaluate(
        """() => [...document.querySelectorAll("button, input, select, a")].filter((one) =>
            !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).length"""
    )
    assert nameless == 0


def test_a_photo_of_twenty_four_megapixels(tmp_path: Path, sits: Sits) -> None:
    about = About("large", ("bibs",), source="synthetic")
    with ReferenceSet.create(tmp_path / "set", about) as refset, served(Studio(refset)) as studio:
        refset.add(drawing(1, (6000, 4000)), "large.png")
        person = sits(studio)
        person.opens("bibs", person.photos()[0])
        before = person.at(0.5, 0.5)
        person.tab.mouse.move(*before)
        person.tab.mouse.wheel(0, -500)
        person.tab.wait_for_timeout(250)
        assert person.at(0.5, 0.5) == pytest.approx(before, abs=1)  # zooms at the cursor
        person.keys("Shift+v")
        person.tab.wait_for_timeout(250)
        assert person.tab.locator("output[aria-label=Zoom]").inner_text() == "100 %"
        person.keys("v").drags((0.2, 0.2), (0.4, 0.5)).types("12").keys("Enter", "z").saved()
        (box,) = person.boxes("bibs")
        assert (box["number"], box["x"], box["w"]) == (
            "12",
            pytest.approx(0.2, abs=2e-3),
            pytest.approx(0.2, abs=3e-3),
        )
