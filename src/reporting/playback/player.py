"""A scene as one web page that replays it, without any network."""

import base64
import html
import io
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.core import Trajectory
from src.reporting.palette import CORRECT, MISSED, OUTLINE, SPURIOUS
from src.reporting.playback.colours import BACKGROUND, ERASER, FOREGROUND
from src.reporting.playback.painting import Painting, finished
from src.reporting.playback.scene import Scene

SCRIPTS = ("unpack.js", "replay.js", "drawing.js", "paint_layer.js", "view.js", "player.js")
LARGEST_PNG = 1_000_000
"""Pixels beyond which a picture is embedded as a JPEG."""

NAMED = {"title", "phase", "shape", "picture", "masks", "columns"}
"""What every scene says."""

COLOURS = {
    "foreground": FOREGROUND,
    "background": BACKGROUND,
    "eraser": ERASER,
    "truth": OUTLINE,
    "prediction": CORRECT,
    "missed": MISSED,
    "spurious": SPURIOUS,
}


def write_player(file: Path, scene: Scene) -> None:
    """Write the page; it holds everything it needs."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(scene), encoding="utf-8")


def page(scene: Scene) -> str:
    """The HTML of the player, with the scene inside."""
    return page_of(_described(scene))


def page_of(described: Mapping[str, Any]) -> str:
    """The HTML of the player around a scene that is described already."""
    # "<" would let a name end the script element early.
    data = json.dumps(described, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "title": html.escape(f"{described['title']}, {described['phase']}"),
        "style": _part("player.css"),
        "script": script(),
        "data": data,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda place: parts[place[1]], _part("player.html"))


def script() -> str:
    """All that a player runs."""
    return "".join(_part(name) for name in SCRIPTS)


def described_in(text: str) -> dict[str, Any] | None:
    """What a page plays, without a word of its code; ``None`` where it is no player."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    try:
        described = json.loads(found[1]) if found else None
    except (ValueError, RecursionError):
        return None
    return described if isinstance(described, dict) and described.keys() >= NAMED else None


def strokes(trajectory: Trajectory) -> int:
    """How many times the mouse button went down."""
    return int(np.diff(trajectory.painting, prepend=False)[trajectory.painting].sum())


def _described(scene: Scene) -> dict[str, Any]:
    annotation = scene.annotation
    mouse = annotation.trajectory
    masks = {"truth": scene.truth, "finished": finished(annotation)}
    if scene.prediction is not None:
        masks["prediction"] = scene.prediction
    return {
        "title": f"image {scene.index}",
        "phase": scene.phase,
        "shape": scene.shape,
        "colours": COLOURS,
        "picture": _embedded(scene),
        "masks": {name: _packed(mask.astype(np.uint8)) for name, mask in masks.items()},
        "columns": {
            name: _packed(getattr(mouse, name))
            for name in ("r", "c", "channel", "brush_radius", "dt")
        },
        "totals": _totals(scene),
    }


def _totals(scene: Scene) -> list[tuple[str, str]]:
    annotation = scene.annotation
    erased = [("erased", f"{annotation.spilled:,} px")] if annotation.spilled else []
    return [
        ("time", f"{Painting(annotation).seconds:.1f} s"),
        ("strokes", f"{strokes(annotation.trajectory):,}"),
        ("foreground", f"{annotation.foreground.sum():,} px"),
        ("background", f"{annotation.background.sum():,} px"),
        *erased,
    ]


def _packed(array: npt.NDArray[Any]) -> dict[str, str]:
    little = array.astype(array.dtype.newbyteorder("<"))
    data = base64.b64encode(zlib.compress(little.tobytes())).decode("ascii")
    return {"type": array.dtype.name, "data": data}


def _embedded(scene: Scene) -> str:
    """The picture as an address that contains it."""
    kind, options = ("png", {}) if scene.truth.size <= LARGEST_PNG else ("jpeg", {"quality": 90})
    pixels = scene.picture[..., 0] if scene.pixels.ndim == 2 else scene.picture
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, kind, **options)
    return f"data:image/{kind};base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"


def _part(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
