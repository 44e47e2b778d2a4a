"""One browser and one server for each file of these tests; skipped, by name, without."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from src.data.refsets import ReferenceSet
from src.studio.asking import Studio
from tests.data.ui_rendered.chromium import skip_without_chromium
from tests.studio.asked import Asker, served
from tests.studio.page.person import Person
from tests.studio.page.pictures import painted, race

ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WINDOW = {"width": 1300, "height": 850}
AGREED = "location.host && localStorage.setItem('studio:record', 'yes')"

AWAY = "ERR_CONNECTION"
"""What Chromium itself writes into the console when a server is gone."""
STATUS = "the server responded with a status of"
"""And when it refuses: the page says why."""


@pytest.fixture(name="chromium", scope="module")
def chromium_fixture() -> Iterator[Any]:
    """Headless Chromium; no longer than one file, since its event loop is the thread's only one."""
    skip_without_chromium()
    from playwright.sync_api import sync_playwright

    from src.data.ui_rendered.browser import executable

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=str(executable()), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(name="race", scope="module")
def race_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReferenceSet]:
    """Twenty-four photos of two runners."""
    with race(tmp_path_factory.mktemp("race") / "set", 24) as made:
        yield made


@pytest.fixture(name="racing", scope="module")
def racing_fixture(race: ReferenceSet) -> Iterator[Asker]:
    """A studio that shows them."""
    with served(Studio(race)) as asker:
        yield asker


@pytest.fixture(name="canvas", scope="module")
def canvas_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReferenceSet]:
    """Photos to paint on."""
    with painted(tmp_path_factory.mktemp("masks") / "set", 4) as made:
        yield made


@pytest.fixture(name="painting", scope="module")
def painting_fixture(canvas: ReferenceSet) -> Iterator[Asker]:
    """A studio that shows them."""
    with served(Studio(canvas)) as asker:
        yield asker


@pytest.fixture(name="sits")
def sits_fixture(chromium: Any) -> Iterator[Callable[..., Person]]:
    """Seats somebody before a studio; their browser must not complain in the end."""
    with ExitStack() as stack:

        def sit(studio: Asker, *, may: tuple[str, ...] = ()) -> Person:
            return stack.enter_context(seat(chromium, studio, may))

        yield sit


@contextmanager
def seat(chromium: Any, studio: Asker, may: tuple[str, ...]) -> Iterator[Person]:
    """A browser of one's own: nothing is remembered from before."""
    context = chromium.new_context(viewport=WINDOW)
    context.set_default_timeout(15_000)
    context.add_init_script(AGREED)
    complaints: list[str] = []
    context.on("page", lambda tab: listen(tab, complaints))
    yield Person(context.new_page(), studio)
    context.close()
    assert [one for one in complaints if not any(known in one for known in may)] == []


def listen(tab: Any, complaints: list[str]) -> None:
    """Take down whatever the console says."""
    tab.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
