"""The part of a screenshot that a person is asked about, in the terminal or in a file beside it."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw
from rich.console import Console

from src.curating.review import Drawn
from src.data.formats.painter import write_picture
from src.data.ui.records import ScreenshotRecord

Show = Callable[[ScreenshotRecord, Drawn], None]

AROUND = 120
"""Pixels of the screenshot to each side of the box, so that a person knows where it is."""

LEAST = 240
"""Pixels; a smaller view is enlarged by whole steps, so that single pixels can be told apart."""

BOX, CLICK = (255, 0, 110), (0, 140, 255)


@dataclass
class Shown:
    """Shows proposals in the terminal by kitty's protocol, sixel or half blocks, whichever it has.

    Args:
        beside: the file that shows the view where there is no terminal; replaced every time.
    """

    read: Callable[[ScreenshotRecord], npt.NDArray[np.uint8]]
    console: Console
    beside: Path

    def __post_init__(self) -> None:
        self._said = False
        self._last: tuple[str, npt.NDArray[np.uint8]] | None = None

    def __call__(self, sample: ScreenshotRecord, drawn: Drawn) -> None:
        """Show one element."""
        if self._last is None or self._last[0] != sample.id:
            self._last = sample.id, self.read(sample)
        picture = view(self._last[1], drawn)
        if _can_show(self.console):
            # It asks the terminal what it can show as soon as it is imported.
            from textual_image.renderable import Image as TerminalImage

            self.console.print(TerminalImage(picture, width="auto", height=18))
            return
        write_picture(self.beside, np.asarray(picture))
        if not self._said:
            self.console.print(f"no terminal: each view is drawn into {self.beside}")
            self._said = True


def _can_show(console: Console) -> bool:
    """Whether there is a terminal that knows how large it is; one over a bare line may not."""
    try:
        size = os.get_terminal_size(console.file.fileno())
    except (OSError, ValueError):
        return False
    return console.is_terminal and size.columns > 0 and size.lines > 0


def view(pixels: npt.NDArray[np.uint8], drawn: Drawn) -> Image.Image:
    """The surroundings of an element with its box, and its click where there is one."""
    height, width = pixels.shape[:2]
    x1, y1, x2, y2 = drawn.box
    left, top = max(0, int(x1) - AROUND), max(0, int(y1) - AROUND)
    right, bottom = min(width, int(x2) + AROUND + 1), min(height, int(y2) + AROUND + 1)
    right, bottom = max(right, left + 1), max(bottom, top + 1)
    part = Image.fromarray(np.ascontiguousarray(pixels[top:bottom, left:right])).convert("RGB")
    times = max(1, LEAST // max(1, min(part.size)))
    part = part.resize((part.width * times, part.height * times), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(part)
    corners = [((x - left) * times, (y - top) * times) for x, y in ((x1, y1), (x2, y2))]
    draw.rectangle([corners[0], (corners[1][0] - 1, corners[1][1] - 1)], outline=BOX, width=2)
    if drawn.click is not None:
        x, y = (drawn.click[0] - left) * times, (drawn.click[1] - top) * times
        draw.line([(x - 9, y), (x + 9, y)], fill=CLICK, width=2)
        draw.line([(x, y - 9), (x, y + 9)], fill=CLICK, width=2)
    return part
