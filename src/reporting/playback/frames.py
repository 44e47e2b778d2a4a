"""A scene as frames of simulated time."""

import math
from collections.abc import Iterator

from src.reporting.playback.colours import FAINT
from src.reporting.playback.cursor import draw_cursor
from src.reporting.playback.label import Label
from src.reporting.playback.paint_panel import PaintPanel
from src.reporting.playback.painting import Painting
from src.reporting.playback.scale import Scale
from src.reporting.playback.scene import Pixels, Scene
from src.reporting.playback.sheet import Sheet
from src.reporting.playback.still_panels import error_panel, truth_panel

FPS, SECONDS = 6.0, 60.0
PICTURE, ANNOTATION = 0, 1
PROGRESS_HEIGHT = 3


def render(scene: Scene, fps: float = FPS, seconds: float = SECONDS) -> Iterator[Pixels]:
    """Frame after frame, (height, width, 3), each painting on from the one before.

    Args:
        fps: frames per second of simulated time.
        seconds: simulated time after which the rest is left out.
    """
    scale = Scale(scene.shape)
    bare = scale.resized(scene.picture)
    paint = PaintPanel(bare, scale)
    panels = [truth_panel(bare, scene.truth, scale), paint.panel]
    if scene.prediction is not None:
        panels.append(error_panel(bare, scene.truth, scene.prediction, scale))
    sheet, painting = Sheet(panels), Painting(scene.annotation)
    title = f"image {scene.index}: {scene.phase}"
    label = Label(sheet.cell(sheet.pixels, PICTURE), title, painting.seconds)
    end = min(painting.seconds, seconds)
    for moment in moments(end, fps):
        changed = painting.advance(moment)
        if changed is not None:
            paint.update(painting.paint, changed)
        frame = sheet.pixels.copy()
        picture = sheet.picture(frame, ANNOTATION)
        picture[:] = paint.pixels
        if painting.pointer is not None:
            draw_cursor(picture, painting.pointer, scale.factor)
        label.draw(sheet.cell(frame, PICTURE), moment)
        _draw_progress(frame, moment / end if end else 1.0)
        yield frame


def moments(end: float, fps: float) -> Iterator[float]:
    """From 0 in steps of a frame; the last one is the end, so that nothing is missed."""
    if fps <= 0 or end < 0:
        raise ValueError(f"fps ({fps}) must be above 0 and the end ({end}) not below it")
    for number in range(math.ceil(end * fps)):
        yield number / fps
    yield end


def _draw_progress(frame: Pixels, share: float) -> None:
    frame[-PROGRESS_HEIGHT:, : round(frame.shape[1] * share)] = FAINT
