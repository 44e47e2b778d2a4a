"""All elements of a screen that a model names in one answer."""

import json
import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

import numpy as np

from src.core import Instances
from src.detectors.grounding.chat.conversation import Words
from src.detectors.grounding.method import UnansweredError
from src.geometry.boxes import clip
from src.geometry.coordinates import Coordinates

LIST = """\
List all elements of this user interface: whatever takes a click, and whatever is written.
Answer with JSON alone, in reading order: [{"bbox_2d": [x1, y1, x2, y2], "label": "what is written \
on it, or what it shows", "type": "button, icon, text, link, field ..."}]. If there are none, \
answer []."""

LONGEST = 8192
"""Tokens of an answer; some two hundred elements."""

OBJECT = re.compile(r"\{[^{}]*\}")
"""One after another, so that a list which was cut off keeps those that are whole."""

BOXES, LABELS = ("bbox_2d", "bbox", "box_2d", "box"), ("label", "text", "text_content")
"""Keys under which models write them."""


def elements_told(words: Words, units: Coordinates, size: tuple[int, int]) -> Instances:
    """The elements of an answer in pixels of a picture of this width and height."""
    told = [part for part in map(_json, OBJECT.findall(words.text)) if _box(part)]
    if not told and "[]" not in "".join(words.text.split()):
        reason = f"format: {' '.join(words.text.split())!r:.80} lists no elements"
        raise UnansweredError(reason, words.reply.spent)
    corners = units.to_pixels([_box(part) for part in told], size).reshape(-1, 2, 2)
    boxes = np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
    shape = size[1], size[0]
    return Instances(
        shape,
        boxes=clip(boxes, shape),
        texts=tuple(_text(part, LABELS) for part in told),
        extra={"type": np.array([_text(part, ("type",)) for part in told], np.str_)},
    )


def _json(text: str) -> Mapping[str, Any]:
    try:
        return dict(json.loads(text))
    except ValueError:
        return {}


def _box(part: Mapping[str, Any]) -> list[float]:
    """Four finite numbers, or none."""
    box = next((part[name] for name in BOXES if name in part), None)
    if not isinstance(box, list) or len(box) != 4:
        return []
    numbers = all(isinstance(side, int | float) and isfinite(side) for side in box)
    return [float(side) for side in box] if numbers else []


def _text(part: Mapping[str, Any], names: tuple[str, ...]) -> str:
    found = next((part[name] for name in names if name in part), "")
    return found if isinstance(found, str) else ""
