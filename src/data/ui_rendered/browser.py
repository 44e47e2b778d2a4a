"""Chromium, once started, turning pages into pixels and truth."""

import base64
import io
import logging
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.core import InputError
from src.data.ui.elements import Element
from src.data.ui.nesting import covered
from src.data.ui_rendered.families import font_settings
from src.data.ui_rendered.grammar import Kept, Source
from src.data.ui_rendered.page import HELD_OUT
from src.data.ui_synthetic.screen import CONTROL, LOOKS, Drawn

log = logging.getLogger(__name__)

EXECUTABLES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-extensions",
    "--disable-dev-shm-usage", "--disable-lcd-text", "--font-render-hinting=slight",
    # Otherwise the scale of the first page decides how letters of all later ones are placed.
    "--disable-font-subpixel-positioning", "--force-color-profile=srgb", "--hide-scrollbars",
    "--mute-audio", "--no-first-run", "--disable-partial-raster", "--disable-skia-runtime-opts",
    "--disable-checker-imaging", "--run-all-compositor-stages-before-draw",
)  # fmt: skip

PATIENCE = 30.0
"""Seconds for Chromium to tell its version."""

TRUTH = Path(__file__).with_name("truth.js")

DECODED = "() => Promise.all([...document.images].map((image) => image.decode()))"
"""Waits until all pictures can be shown: otherwise a screenshot may come before them."""

SMALLEST = 3.0
"""Pixels; what is thinner in the picture is left out of the truth."""

FAINTEST = 10
"""Of 255: a difference in light below which nobody sees an element."""

FILTERS = {
    "box": Image.Resampling.BOX,
    "bilinear": Image.Resampling.BILINEAR,
    "bicubic": Image.Resampling.BICUBIC,
    "lanczos": Image.Resampling.LANCZOS,
}


def executable() -> str:
    """Where Chromium is; ``BRUSHWORK_CHROMIUM`` names another one."""
    named = os.environ.get("BRUSHWORK_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, EXECUTABLES)), None)
    if found is None or not Path(found).is_file():
        raise InputError(
            "dataset=ui_rendered needs Chromium, which is not installed: install Debian's package "
            "chromium, or set BRUSHWORK_CHROMIUM to its path"
        )
    return found


def version() -> str:
    """What the Chromium at hand calls itself."""
    asked = [executable(), "--version"]
    told = subprocess.run(asked, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    return told.stdout.strip()


class Browser:
    """One Chromium with one tab, for page after page; to be used in a ``with``."""

    def __init__(self) -> None:
        self._truth = TRUTH.read_text("utf-8")
        self._open = ExitStack()

    def __enter__(self) -> Self:
        try:
            from playwright.sync_api import Error, sync_playwright
        except ImportError as error:
            raise InputError(
                "dataset=ui_rendered needs playwright, which is not installed: pip install "
                "'brushwork[grounding]'"
            ) from error
        self._error, path = Error, executable()
        fonts = {"FONTCONFIG_FILE": str(font_settings())}
        driver = self._open.enter_context(sync_playwright())
        # Playwright's types differ by release, and nothing here depends on them.
        launch: Callable[..., Any] = driver.chromium.launch
        self._launch = partial(
            launch, executable_path=path, args=[*FLAGS], env={**os.environ, **fonts}
        )
        self._start()
        return self

    def __exit__(self, *reason: object) -> None:
        self._open.close()

    def render(self, source: Source) -> Drawn:
        """The screenshot of a page as it is kept, and its elements in pixels of it.

        A browser that fails is started anew, once.
        """
        try:
            found, shot = self._shown(source)
        except self._error as first:
            log.warning("Chromium is started anew: %s", first)
            self._start()
            try:
                found, shot = self._shown(source)
            except self._error as error:
                raise InputError(
                    f"Chromium cannot render a page ({error}): try another one"
                ) from error
        kept = keep(Image.open(io.BytesIO(shot)).convert("RGB"), source.kept)
        ratios = kept.width / source.width, kept.height / source.height
        pixels = np.asarray(kept)
        light = pixels.max(axis=2).astype(np.int16), pixels.min(axis=2).astype(np.int16)
        elements = (element(record, ratios) for record in found)
        seen = [one for one in elements if one is not None and visible(one, light)]
        numbered = (replace(one, id=f"{number:04d}") for number, one in enumerate(seen))
        return Drawn(pixels, clickable(tuple(numbered)), source.tags)

    def _start(self) -> None:
        browser = self._open.enter_context(closing(self._launch()))
        self._page = browser.new_page()
        self._session = self._page.context.new_cdp_session(self._page)

    def _shown(self, source: Source) -> tuple[list[dict[str, Any]], bytes]:
        """What a page tells of itself, and its screenshot as PNG."""
        screen = {"width": source.width, "height": source.height, "mobile": False}
        scale = {"deviceScaleFactor": source.scale}
        self._session.send("Emulation.setDeviceMetricsOverride", {**screen, **scale})
        self._page.set_content(source.html, wait_until="load")
        self._page.evaluate(DECODED)
        found = self._page.evaluate(self._truth)
        # Compressed badly but at once: it is compressed again when it is stored.
        asked = {"format": "png", "optimizeForSpeed": True}
        shot = self._session.send("Page.captureScreenshot", asked)
        return found, base64.b64decode(shot["data"])


def keep(image: Image.Image, kept: Kept) -> Image.Image:
    """A screenshot made smaller and once stored as JPEG, where that is its lot."""
    if kept.height is not None:
        width = round(image.width * kept.height / image.height)
        image = image.resize((width, kept.height), FILTERS[kept.filter])
    if kept.quality is not None:
        stored = io.BytesIO()
        image.save(stored, "JPEG", quality=kept.quality)
        image = Image.open(stored).convert("RGB")
    return image


def visible(element: Element, light: tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]) -> bool:
    """Whether anything in the box of an element, or at its edge, differs from the rest there.

    Args:
        light: of every pixel the highest and the lowest of its three colours.
    """
    x1, y1, x2, y2 = element.box or (0, 0, 0, 0)
    rows = slice(max(0, int(y1) - 2), int(y2) + 3)
    columns = slice(max(0, int(x1) - 2), int(x2) + 3)
    return any(int(np.ptp(channel[rows, columns])) >= FAINTEST for channel in light)


def clickable(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """The same; a control that others cover is not scored, as the row that consists of cells."""
    boxes = {one.id: one.box for one in elements if one.level == CONTROL and one.box is not None}
    full = {own for own, is_full in zip(boxes, covered([*boxes.values()]), strict=True) if is_full}
    return tuple(replace(one, scored=one.scored and one.id not in full) for one in elements)


def element(record: Mapping[str, Any], ratios: tuple[float, float]) -> Element | None:
    """What the page told of an element; ``None`` for what nobody could see."""
    x1, y1, x2, y2 = (float(side) for side in record["box"])
    box = (x1 * ratios[0], y1 * ratios[1], x2 * ratios[0], y2 * ratios[1])
    if min(box[2] - box[0], box[3] - box[1]) < SMALLEST:
        return None
    rare = frozenset().union(*HELD_OUT.values())
    columns = {
        "component": str(record["part"]),
        "held_out": "yes" if record["part"] in rare else "no",
        "block": str(record["block"]),
        LOOKS: str(record["looks"]),
    }
    return Element(
        "", box, None, str(record["text"]), str(record["type"]), str(record["level"]),
        scored=not record["cut"], columns=columns,
    )  # fmt: skip
