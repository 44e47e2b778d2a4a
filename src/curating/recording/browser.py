"""Clicks in a Chromium window: the screen before each, and what lies under the cursor."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.core import InputError
from src.curating.recording.chromium import launched
from src.curating.recording.clicked import Clicked
from src.curating.recording.folder import RecordedFolder
from src.curating.recording.frames import placed_in_window

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page

log = logging.getLogger(__name__)

SCRIPT = Path(__file__).with_name("page.js")

PAINT = np.array([64, 64, 64], np.uint8)
"""The colour that lies over password fields."""

Drive = Callable[["Page"], Awaitable[None]]
"""Does what a person would do, and comes back when the recording is to end."""


@dataclass
class BrowserRecorder:
    """Records the clicks of one window and of all that it opens.

    Args:
        address: where to begin.
        into: the set that grows.
        scale: device pixels per CSS pixel; ``None`` for the screen's own.
        drive: in place of a person, as in tests; ``None`` waits until the window is closed.
    """

    address: str
    into: RecordedFolder
    headless: bool = False
    scale: float | None = None
    size: tuple[int, int] = (1280, 800)
    drive: Drive | None = None
    tell: Callable[[str], None] = log.info
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def record(self) -> int:
        """Until the window is closed; how many clicks were kept."""
        from playwright.async_api import Error, async_playwright

        before = len(self.into)
        async with async_playwright() as playwright:
            browser = await launched(playwright, headless=self.headless)
            context = await browser.new_context(
                viewport={"width": self.size[0], "height": self.size[1]},
                device_scale_factor=self.scale,
            )
            await self._listen(context)
            page = await context.new_page()
            try:
                await page.goto(self.address)
            except Error as error:
                raise InputError(
                    f"{self.address} cannot be opened ({str(error).splitlines()[0]}): "
                    "check the address"
                ) from error
            await (self.drive(page) if self.drive else _closed(context))
            async with self._turn:  # whatever is being kept is kept to its end
                await browser.close()
        return len(self.into) - before

    async def _listen(self, context: "BrowserContext") -> None:
        await context.expose_binding("__brushworkClicked", self._clicked)
        await context.add_init_script(path=SCRIPT)

    async def _clicked(self, source: Mapping[str, Any], told: Any) -> None:
        """Keep the screen and the click, then press for the person."""
        from playwright.async_api import Error

        page, frame = source["page"], source["frame"]
        async with self._turn:
            try:
                await self._keep(page, frame, Clicked.read(told))
            except Error as error:  # the page went away meanwhile; its click cannot be kept
                log.warning("a click was not kept: %s", str(error).splitlines()[0])

    async def _keep(self, page: "Page", frame: "Frame", clicked: Clicked) -> None:
        hidden = await _secret_boxes(page)
        pixels = _decoded(await page.screenshot(scale="device", caret="initial"))
        hidden += await _secret_boxes(page)
        width = await page.evaluate("window.innerWidth")
        pixels_per_unit = pixels.shape[1] / width
        in_window = clicked.moved(*await placed_in_window(frame))
        self.into.add(
            painted_over(pixels, hidden, pixels_per_unit),
            in_window.moved((0.0, 0.0), pixels_per_unit).proposal(pixels.shape),
        )
        self.tell(f"{len(self.into)}: {clicked.text or clicked.type or 'an element'}")
        await self._press(page, frame, in_window)

    async def _press(self, page: "Page", frame: "Frame", clicked: Clicked) -> None:
        """The press that was held, now for the page: trusted, and with the same keys held down."""
        await _let_through(frame, True)
        try:
            for key in clicked.modifiers:
                await page.keyboard.down(key)
            await page.mouse.click(*clicked.point)
            for key in clicked.modifiers:
                await page.keyboard.up(key)
        finally:
            await _let_through(frame, False)


def painted_over(
    pixels: npt.NDArray[np.uint8], boxes: list[list[float]], scale: float
) -> npt.NDArray[np.uint8]:
    """The picture with a plain colour over boxes in CSS pixels; nothing of them stays."""
    covered = pixels.copy()
    for x1, y1, x2, y2 in np.array(boxes, float).reshape(-1, 4) * scale:
        rows = slice(max(0, int(np.floor(y1))), max(0, int(np.ceil(y2))))
        columns = slice(max(0, int(np.floor(x1))), max(0, int(np.ceil(x2))))
        covered[rows, columns] = PAINT
    return covered


async def _secret_boxes(page: "Page") -> list[list[float]]:
    """Password fields of all frames, in CSS pixels of the window."""
    from playwright.async_api import Error

    boxes: list[list[float]] = []
    for frame in page.frames:
        try:
            own = await frame.evaluate("window.__brushwork ? window.__brushwork.secretBoxes() : []")
            (left, top), scale = await placed_in_window(frame)
        except Error:  # the frame went away, and its fields with it
            continue
        boxes += [[left + x1 * scale, top + y1 * scale, left + x2 * scale, top + y2 * scale]
                  for x1, y1, x2, y2 in own]  # fmt: skip
    return boxes


async def _let_through(frame: "Frame", passing: bool) -> None:
    """Whether the next press in this frame is the page's; every other frame goes on holding."""
    from playwright.async_api import Error

    # A page that the press led away from holds again by itself.
    with suppress(Error):
        await frame.evaluate(
            "passing => { if (window.__brushwork) window.__brushwork.passing = passing }", passing
        )


async def _closed(context: "BrowserContext") -> None:
    """Until the last window is closed."""
    while context.pages:
        await asyncio.sleep(0.2)


def _decoded(content: bytes) -> npt.NDArray[np.uint8]:
    with Image.open(BytesIO(content)) as image:
        return np.asarray(image.convert("RGB"))
