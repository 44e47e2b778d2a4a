"""What LibreOffice tells wrongly: its tool bars too high, its menus twice."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from src.data.ui_programs.ink import Pixels
from src.data.ui_programs.nodes import Node, Rectangle, with_ancestors

COMMANDS = ("soffice", "libreoffice", "lowriter", "localc", "loimpress", "lodraw", "lobase")
BUTTONS = ("push button", "toggle button", "button")

EDGE = 30
"""Of 255: a difference between neighbours that is an edge."""


def is_office(command: Sequence[str]) -> bool:
    """Whether a command starts LibreOffice."""
    return Path(command[0]).name in COMMANDS


def corrected(nodes: Sequence[Node], pixels: Pixels) -> tuple[Node, ...]:
    """The nodes where they are seen, without those of a second menu bar.

    Tool bars are told as if no menu bar were over them, though not in every window: a bar is
    moved down by the height of the menu bar where its buttons then cut through fewer edges. What
    a combo box in a bar consists of is told rightly.
    """
    bars = [node for node in nodes if node.role == "menu bar"]
    if not bars:
        return tuple(nodes)
    high = bars[0].box[3] - bars[0].box[1]
    kept: list[Node] = []
    groups: dict[Node, list[int]] = defaultdict(list)
    for node, ancestors in with_ancestors(nodes):
        by_role = {one.role: one for one in ancestors}
        if by_role.get("menu bar", bars[0]) is not bars[0]:
            continue
        if node.role in BUTTONS and ancestors and ancestors[-1].role == "tool bar":
            groups[ancestors[-1]].append(len(kept))
        kept.append(node)
    for places in groups.values():
        here = [kept[place].box for place in places]
        there = [_lowered(box, high) for box in here]
        if _cut(pixels, there) < _cut(pixels, here):
            for place, box in zip(places, there, strict=True):
                kept[place] = replace(kept[place], box=box)
    return tuple(kept)


def _lowered(box: Rectangle, high: int) -> Rectangle:
    return box[0], box[1] + high, box[2], box[3] + high


def _cut(pixels: Pixels, boxes: Sequence[Rectangle]) -> float:
    """Which share of the borders of boxes goes across edges of the picture, on average."""
    return float(np.mean([_cut_by(pixels, box) for box in boxes]))


def _cut_by(pixels: Pixels, box: Rectangle) -> float:
    height, width = pixels.shape[:2]
    x1, y1 = max(box[0], 1), max(box[1], 1)
    x2, y2 = min(box[2], width - 2), min(box[3], height - 2)
    if x2 - x1 < 4 or y2 - y1 < 4:
        return 0.0
    border = (pixels[y1, x1:x2], pixels[y2 - 1, x1:x2], pixels[y1:y2, x1], pixels[y1:y2, x2 - 1])
    return float(np.mean(np.concatenate([_edges(line) for line in border])))


def _edges(line: Pixels) -> npt.NDArray[np.bool_]:
    return np.asarray(np.abs(np.diff(line.astype(np.int16), axis=0)).max(axis=1) > EDGE)
