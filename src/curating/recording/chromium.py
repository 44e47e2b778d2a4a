"""The Chromium in which a person clicks: where it lies, and why it does not open."""

from typing import TYPE_CHECKING

from src.core import InputError
from src.data.ui_rendered.browser import executable

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

NO_SCREEN = ("XServer", "X server", "DISPLAY")
"""In what playwright or Chromium says where there is nothing to show a window on."""


async def launched(playwright: "Playwright", *, headless: bool) -> "Browser":
    """A browser, or one sentence on why there is none."""
    from playwright.async_api import Error

    path = chromium()
    try:
        return await playwright.chromium.launch(
            executable_path=path, headless=headless, args=list(FLAGS)
        )
    except Error as error:
        said = str(error)
        if any(words in said for words in NO_SCREEN):
            raise InputError(
                "record cannot open a window: it needs a screen, and DISPLAY names none that is "
                "there"
            ) from error
        raise InputError(
            f"record cannot start {path} ({said.splitlines()[0]}): set BRUSHWORK_CHROMIUM to a "
            "Chromium that starts"
        ) from error


def chromium() -> str:
    """Where Chromium lies; it is a package of the system, not of Python."""
    try:
        return executable()
    except InputError as error:
        raise InputError(
            "record needs Chromium, which is not installed: install Debian's package chromium, or "
            "set BRUSHWORK_CHROMIUM to its path"
        ) from error
