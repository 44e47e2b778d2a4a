"""Boxes, numbers, suggestions, scopes and tags with a real pointer and real keys."""

from collections.abc import Callable

import pytest

from tests.studio.asked import Asker
from tests.studio.page.conftest import STATUS
from tests.studio.page.person import Person, until

Sits = Callable[..., Person]


@pytest.fixture(name="photos")
def photos_fixture(racing: Asker) -> list[str]:
    """All photos of the set; each test takes one of its own."""
    return [one["sha"] for one in racing.get("/api/photos?limit=200")["photos"]]


def test_a_box_is_drawn_numbered_and_resized(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[0])
    person.drags((0.4, 0.3), (0.5, 0.4)).types("40x?7").keys("Enter").saved()
    (box,) = person.boxes("bibs")
    assert box["number"] == "40?7"  # letters are no digits
    assert (box["x"], box["y"]) == pytest.approx((0.4, 0.3), abs=2e-3)
    assert (box["w"], box["h"]) == pytest.approx((0.1, 0.1), abs=3e-3)
    person.drags((0.5, 0.4), (0.55, 0.45)).saved()  # the handle at its lower right
    (larger,) = person.boxes("bibs")
    assert larger["id"] == box["id"]
    assert (larger["w"], larger["h"]) == pytest.approx((0.15, 0.15), abs=3e-3)
    person.drags((0.4, 0.375), (0.35, 0.375)).saved()  # the one in the middle of its left side
    (wider,) = person.boxes("bibs")
    assert (wider["x"], wider["w"]) == pytest.approx((0.35, 0.2), abs=3e-3)
    assert (wider["y"], wider["h"]) == (larger["y"], larger["h"])


def test_a_box_is_moved_by_pointer_and_keys(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[1])
    person.drags((0.4, 0.3), (0.5, 0.4)).keys("Escape").saved()
    (before,) = person.boxes("bibs")
    person.drags((0.45, 0.35), (0.47, 0.35)).saved()
    (moved,) = person.boxes("bibs")
    assert moved["x"] - before["x"] == pytest.approx(0.02, abs=2e-3)
    assert (moved["w"], moved["h"]) == pytest.approx((before["w"], before["h"]))
    person.keys("ArrowRight", "ArrowDown", "Shift+ArrowDown").saved()
    (nudged,) = person.boxes("bibs")
    assert nudged["x"] - moved["x"] == pytest.approx(1 / 900)
    assert nudged["y"] - moved["y"] == pytest.approx(11 / 600)
    person.keys("Control+ArrowRight").saved()
    (grown,) = person.boxes("bibs")
    assert grown["w"] - nudged["w"] == pytest.approx(1 / 900)


def test_what_is_too_small_is_a_click(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[2]).drags((0.4, 0.3), (0.404, 0.304))
    assert person.tab.evaluate("studio.store.boxes('bibs').length") == 0


def test_suggestions_are_accepted_corrected_and_rejected(
    racing: Asker, photos: list[str], sits: Sits
) -> None:
    person = sits(racing).opens("bibs", photos[3])
    assert person.tab.locator(".mark.ghost").count() == 2
    assert "drawn · 0.90" in person.tab.locator(".mark.ghost text").first.text_content()
    person.keys("Tab", "7").types("7").keys("Enter").saved()  # the first one, misread
    assert [box["number"] for box in person.boxes("bibs")] == ["77"]
    person.keys("Tab", "d").saved()  # the second one
    assert person.tab.locator(".mark.ghost").count() == 0
    fates = {ghost["text"]: ghost["fate"] for ghost in ghosts(person, "bibs")}
    assert fates == {"621": "edited", "88": "rejected"}
    person.tab.reload()
    person.sees("bibs", photos[3])
    assert person.tab.locator(".mark.ghost").count() == 0  # it does not come back
    person.keys("Tab", "Delete").saved()
    assert person.boxes("bibs") == []


def test_a_rejected_suggestion_is_taken_back(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[4]).keys("Tab", "d").saved()
    assert person.tab.locator(".mark.ghost").count() == 1
    person.keys("Control+z").saved()
    assert person.tab.locator(".mark.ghost").count() == 2
    assert {ghost["fate"] for ghost in ghosts(person, "bibs")} == {"open"}


def test_all_suggestions_above_a_score(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[5])
    person.tab.get_by_label("Accept suggestions from this score on").fill("0.95")
    person.keys("Escape", "a").hears("No open suggestion")
    person.tab.get_by_label("Accept suggestions from this score on").fill("0.5")
    person.keys("a").saved()
    assert [box["number"] for box in person.boxes("bibs")] == ["621", "88"]


def test_scopes_and_tags_by_one_key_each(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[6]).keys("Tab", "f", "Escape", "Shift+Tab", "e")
    person.keys("Shift+2").saved()
    said = person.labels("bibs")
    assert [box["scope"] for box in said["boxes"]] == ["bib_obscured"]
    assert said["tags"] == ["dark_bib"]
    mark = person.tab.locator(".mark.scope-bib_obscured text")
    assert mark.text_content() == "▨ 621 bib obscured"
    # The last scope sticks.
    person.keys("Escape").drags((0.4, 0.3), (0.5, 0.4)).keys("Enter").saved()
    assert person.boxes("bibs")[-1]["scope"] == "bib_obscured"
    person.keys("Alt+2").sees("faces", photos[6]).keys("Tab", "f", "Shift+Tab", "w", "o").saved()
    (face,) = person.boxes("faces")
    assert (face["scope"], face["tags"]) == ("uncertain", ["profile"])


def test_undo_goes_back_also_after_a_reload(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[7]).keys("a").saved()
    person.keys("Tab", "e").saved().keys("Delete").saved()
    person.tab.reload()
    person.sees("bibs", photos[7])
    counts = []
    for _ in range(3):
        person.keys("Control+z")
        person.tab.wait_for_timeout(100)
        person.saved()
        counts.append([box["scope"] for box in person.boxes("bibs")])
    assert counts == [["bib_obscured", "bib"], ["bib", "bib"], []]
    assert person.tab.locator(".mark.ghost").count() == 2
    person.keys("Control+Shift+z")
    until(lambda: len(person.boxes("bibs")) == 2)


def test_boxes_go_along_to_the_next_photo(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[8]).keys("a").saved().keys("c")
    person.sees("bibs", photos[9]).hears("2 boxes copied").saved()
    assert [box["number"] for box in person.boxes("bibs")] == ["621", "88"]


def test_marks_are_hidden_while_a_key_is_held(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[10])
    person.tab.keyboard.down("h")
    assert not person.tab.locator(".mark rect").first.is_visible()
    person.tab.keyboard.up("h")
    assert person.tab.locator(".mark rect").first.is_visible()


def test_keys_do_nothing_while_somebody_types(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[11]).keys("Tab", "s").types("and").keys("Escape")
    assert person.tab.evaluate("studio.store.queue.length") == 0
    assert person.tab.locator(".mark.ghost").count() == 2


def test_what_was_typed_is_never_html(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing, may=(f"{STATUS} 422",)).opens("faces", photos[12])
    person.keys("Tab", "f", "Shift+Tab", "s").types("<img src=x onerror=alert(1)>").keys("Enter")
    person.tab.wait_for_function("() => studio.store.state === 'refused'")
    assert "no name has" in person.tab.locator(".state").inner_text()
    assert person.tab.locator("img[src=x]").count() == 0
    assert "<img" in person.tab.locator(".mark.box text").text_content()
    person.keys("s").types("Ann").keys("Enter").saved()  # what was refused is not in the way
    assert [box["identity"] for box in person.boxes("faces")] == ["Ann"]


def ghosts(person: Person, step: str) -> list[dict[str, object]]:
    """What became of the suggestions for the photo that is shown."""
    sha = person.tab.evaluate("studio.store.sha")
    return list(person.studio.get(f"/api/photos/{sha}/{step}")["ghosts"][step])
