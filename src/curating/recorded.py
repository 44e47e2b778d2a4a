"""Record clicks, in a browser or on the desktop."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from rich.console import Console
from rich.markup import escape

from src.core import InputError
from src.curating.recording.browser import BrowserRecorder, Drive
from src.curating.recording.desktop import DesktopRecorder
from src.curating.recording.folder import RecordedFolder

SCHEMES = ("http", "https", "file")


def record_browser(
    address: str,
    out: Path,
    console: Console,
    *,
    headless: bool = False,
    scale: float | None = None,
    drive: Drive | None = None,
) -> int:
    """Clicks in a Chromium window until it is closed; how many there were."""
    if urlsplit(address).scheme not in SCHEMES:
        raise InputError(f"{address} has no scheme: write http://, https:// or file:// before it")
    try:
        import playwright  # noqa: F401
    except ImportError as error:
        raise InputError("record needs playwright: pip install 'brushwork[grounding]'") from error
    recorder = BrowserRecorder(
        address, RecordedFolder(out), headless, scale, drive=drive, tell=_teller(console)
    )
    return asyncio.run(recorder.record())


def record_desktop(out: Path, console: Console, clicks: int | None = None) -> int:
    """Clicks anywhere until Ctrl-C; how many there were."""
    console.print("every left click is kept with the screen before it; nothing is painted over, "
                  "so type no password. Ctrl-C stops")  # fmt: skip
    return DesktopRecorder(RecordedFolder(out), clicks, _teller(console)).record()


def _teller(console: Console):  # type: ignore[no-untyped-def]
    return lambda words: console.print(escape(words))
