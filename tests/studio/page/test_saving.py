"""Nothing is lost: several tabs, a server that is killed, a tab that is closed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from src.studio.serving import LOOPBACK, Address, listening
from tests.studio.asked import Asker
from tests.studio.page.conftest import AWAY, STATUS
from tests.studio.page.person import Person, until
from tests.studio.page.pictures import race

Sits = Callable[..., Person]

CONFLICT = f"{STATUS} 409"


@pytest.fixture(name="photos")
def photos_fixture(racing: Asker) -> list[str]:
    """All photos; each test takes one of its own."""
    return [one["sha"] for one in racing.get("/api/photos?limit=200")["photos"]]


def beside(person: Person) -> Person:
    """The same person in a second tab."""
    return Person(person.tab.context.new_page(), person.studio)


def test_another_tab_learns_of_a_change(racing: Asker, photos: list[str], sits: Sits) -> None:
    first = sits(racing).opens("bibs", photos[0])
    second = beside(first).opens("bibs", photos[0])
    first.keys("a").saved()
    second.tab.wait_for_function("() => studio.store.boxes('bibs').length === 2")
    second.hears("Changed in another tab")


def test_changes_that_do_not_collide_are_merged(
    racing: Asker, photos: list[str], sits: Sits
) -> None:
    first = sits(racing, may=(CONFLICT,)).opens("bibs", photos[1]).keys("a").saved()
    other = sits(racing, may=(CONFLICT,)).opens(
        "bibs", photos[1]
    )  # another browser: nobody tells it
    first.clicks(0.26, 0.61).keys("e").saved()
    other.clicks(0.66, 0.66).keys("w").saved()
    scopes = {box["number"]: box["scope"] for box in other.boxes("bibs")}
    assert scopes == {"621": "bib_obscured", "88": "bib_clipped"}


def test_a_box_drawn_while_the_server_takes_another_back_stays(
    racing: Asker, photos: list[str], sits: Sits
) -> None:
    person = sits(racing).opens("bibs", photos[8]).keys("a").saved()
    held: list[Any] = []
    person.tab.route("**/undo", lambda route: held.append(route))
    person.clicks(0.26, 0.61).keys("e").saved().keys("Escape", "Control+z")
    until(lambda: person.tab.wait_for_timeout(10) is None and len(held) == 1)
    person.drags((0.4, 0.2), (0.5, 0.3)).types("12").keys("Enter")
    held[0].continue_()
    person.tab.wait_for_function("() => !studio.store.undoing")
    person.saved()
    scopes = {box["number"]: box["scope"] for box in person.boxes("bibs")}
    assert scopes == {"621": "bib", "88": "bib", "12": scopes["12"]}
    assert person.tab.evaluate("studio.store.boxes('bibs').length") == 3


def test_a_collision_shows_both_and_asks(racing: Asker, photos: list[str], sits: Sits) -> None:
    first = sits(racing, may=(CONFLICT,)).opens("bibs", photos[2]).keys("a").saved()
    other = sits(racing, may=(CONFLICT,)).opens("bibs", photos[2])
    first.clicks(0.26, 0.61).keys("e").saved()
    other.clicks(0.26, 0.61).keys("w")
    panel = other.tab.get_by_role("alertdialog")
    panel.wait_for()
    assert "bib obscured" in panel.inner_text()
    assert "bib clipped" in panel.inner_text()
    assert first.boxes("bibs")[0]["scope"] == "bib_obscured"  # nothing is overwritten unasked
    panel.get_by_role("button", name="Mine").click()
    other.saved()
    assert other.boxes("bibs")[0]["scope"] == "bib_clipped"
    assert len(other.boxes("bibs")) == 2


def test_a_hidden_tab_sends_what_it_has(racing: Asker, photos: list[str], sits: Sits) -> None:
    person = sits(racing).opens("bibs", photos[3]).keys("a").saved().clicks(0.26, 0.61)
    person.keys("ArrowRight")  # waits a moment for more of its kind
    person.tab.close()
    until(lambda: moved(racing, photos[3]))


def moved(studio: Asker, sha: str) -> bool:
    """Whether the first bib lies off its suggestion."""
    said = studio.get(f"/api/photos/{sha}/bibs")
    first, ghost = said["labels"]["bibs"]["boxes"][0], said["ghosts"]["bibs"][0]
    return bool(abs(first["x"] - ghost["x"]) > 1e-6)


def test_a_server_that_is_killed_and_comes_back(tmp_path: Path, sits: Sits) -> None:
    with race(tmp_path / "set", 2):
        pass
    made, address = listening(LOOPBACK, 0)
    made.close()
    with running(tmp_path / "set", address) as server:
        person = sits(Asker(address), may=(AWAY,))
        stays, leaves = person.photos()
        other = beside(person).opens("bibs", leaves)
        person.opens("bibs", stays).keys("a").saved()
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        person.clicks(0.26, 0.61).keys("e").keys("Escape").drags((0.4, 0.3), (0.5, 0.4)).types("7")
        person.keys("Enter")
        other.keys("a")
        for one in (person, other):
            one.tab.wait_for_function("() => studio.store.state === 'away'")
        assert "server away" in person.tab.locator(".state").inner_text()
        other.tab.goto("about:blank")  # the changes survive the page as well
    with running(tmp_path / "set", address):
        person.saved()
        said = {box["number"]: box["scope"] for box in person.boxes("bibs")}
        assert said == {"621": "bib_obscured", "88": "bib", "7": "bib_obscured"}
        other.opens("bibs", leaves).saved()
        assert [box["number"] for box in other.boxes("bibs")] == ["621", "88"]


@contextmanager
def running(folder: Path, address: Address) -> Iterator["subprocess.Popen[str]"]:
    """The door itself in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "src.studio",
        "--set",
        str(folder),
        "--port",
        str(address.port),
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert str(address.port) in server.stdout.readline()
        wait_for(Asker(address))
        yield server
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def wait_for(studio: Asker) -> None:
    """Until it answers."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            studio.get("/api/set")
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the studio did not start")
