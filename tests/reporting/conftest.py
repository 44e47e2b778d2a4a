"""A real browser for pages that are one file: skipped, by name, where there is none."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.fixture(name="browser", scope="module")
def browser_fixture() -> Iterator[Any]:
    """Headless Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is absent")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(NAMES)} is installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(name="tab")
def tab_fixture(browser: Any) -> Iterator[Any]:
    """A tab that must neither complain nor ask the network for anything."""
    tab = browser.new_page(viewport={"width": 900, "height": 700})
    complaints: list[str] = []
    requests: list[str] = []
    tab.on("console", lambda said: said.type == "error" and complaints.append(said.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("request", lambda request: requests.append(request.url))
    yield tab
    tab.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("file:", "data:", "blob:"))] == []
