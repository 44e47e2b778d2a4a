"""The eyes of the loopback server: what both protocols would say of drawn squares."""

import base64
import json
import re
from collections.abc import Sequence
from io import BytesIO
from zlib import crc32

import numpy as np
from PIL import Image
from scipy import ndimage

from src.geometry.coordinates import Coordinates

COLOURS = {
    "red": (220, 40, 40), "green": (40, 180, 60), "blue": (50, 80, 230), "yellow": (230, 220, 50),
    "magenta": (220, 60, 220), "cyan": (60, 210, 220), "orange": (250, 150, 30),
    "white": (250, 250, 250), "brown": (140, 90, 40),
}  # fmt: skip
DARK = 60
"""Below which, in all channels, a pixel is background."""

SPOKEN = {
    "ByteDance-Seed/UI-TARS-1.5-7B": "Action: click(point='<point>{x} {y}</point>')",
    "ByteDance-Seed/UI-TARS-7B-DPO": (
        "Thought: I see it at (1,2).\nAction: click(start_box='<|box_start|>({x},{y})<|box_end|>')"
    ),
    "Qwen/Qwen2.5-VL-7B-Instruct": '```json\n[{{"bbox_2d": [{x1}, {y1}, {x2}, {y2}]}}]\n```',
    "Qwen/Qwen3-VL-8B-Instruct": '{{"bbox_2d": [{x1}, {y1}, {x2}, {y2}]}}',
    "unit": "[{x}, {y}]",
    "pixel": "({x}, {y})",
}
"""Model to the shape of its answers."""

UNITS = {
    "ByteDance-Seed/UI-TARS-1.5-7B": Coordinates("resized"),
    "ByteDance-Seed/UI-TARS-7B-DPO": Coordinates("thousand"),
    "Qwen/Qwen2.5-VL-7B-Instruct": Coordinates("resized"),
    "Qwen/Qwen3-VL-8B-Instruct": Coordinates("thousand"),
    "unit": Coordinates("unit"),
    "pixel": Coordinates("pixel"),
}


def located(model: str, text: str, pixels: np.ndarray, max_pixels: int | None) -> str:
    """What a model would say; with ``max_pixels`` of a server that shrinks pictures."""
    units = UNITS[model]
    if max_pixels:
        units = Coordinates(units.kind, max_pixels=max_pixels)
    height, width = pixels.shape[:2]
    box = asked_for(text, pixels, units)
    if box is None:
        return "The element is not existent."
    (x1, y1), (x2, y2) = units.from_pixels(np.reshape(box, (2, 2)), (width, height)).tolist()
    return SPOKEN[model].format(x=(x1 + x2) / 2, y=(y1 + y2) / 2, x1=x1, y1=y1, x2=x2, y2=y2)


def listed(model: str, pixels: np.ndarray) -> str:
    """What a model would say if it were asked for all; one that can only click says where."""
    if "bbox_2d" not in SPOKEN[model]:
        return SPOKEN[model].format(x=1, y=2)
    height, width = pixels.shape[:2]
    told = []
    for x1, y1, x2, y2 in regions(pixels):
        corners = UNITS[model].from_pixels([(x1, y1), (x2, y2)], (width, height))
        label = f"{name_of(pixels[y1:y2, x1:x2])} square"
        told.append({"bbox_2d": corners.ravel().tolist(), "label": label, "type": "icon"})
    return f"```json\n{json.dumps(told)}\n```"


def parsed(pixels: np.ndarray) -> list[dict[str, object]]:
    """What OmniParser would list."""
    height, width = pixels.shape[:2]
    return [
        {
            "type": "icon" if number % 2 else "text",
            "bbox": [x1 / width, y1 / height, x2 / width, y2 / height],
            "interactivity": bool(number % 2),
            "content": f"{name_of(pixels[y1:y2, x1:x2])} square" if number % 3 else None,
            "source": "box_yolo_content_yolo",
        }
        for number, (x1, y1, x2, y2) in enumerate(regions(pixels), start=1)
    ]


def asked_for(text: str, pixels: np.ndarray, units: Coordinates) -> Sequence[float] | None:
    """The box of the colour that a text names, or of what lies at its point; ``None`` for none."""
    height, width = pixels.shape[:2]
    colours = re.findall(r"\b(" + "|".join(COLOURS) + r")\b", text)
    if colours:
        near = np.abs(pixels.astype(int) - COLOURS[colours[-1]]).max(axis=2) < 12
        boxes = [
            box for box in regions(pixels) if near[box[1] : box[3], box[0] : box[2]].mean() > 0.5
        ]
        return boxes[0] if boxes else None
    place = re.search(r"point \(([-\d.]+), ([-\d.]+)\)", text)
    if not place:
        # Words that it does not understand, yet it says something, and always the same.
        boxes = regions(pixels)
        return boxes[crc32(text.encode()) % len(boxes)] if boxes else None
    ((x, y),) = units.to_pixels([float(place[1]), float(place[2])], (width, height)).tolist()
    inside = [box for box in regions(pixels) if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
    return inside[0] if inside else None


def regions(pixels: np.ndarray) -> list[tuple[int, int, int, int]]:
    """xyxy of everything that is not background."""
    labels, _ = ndimage.label((pixels > DARK).any(axis=2))
    return [(x.start, y.start, x.stop, y.stop) for y, x in ndimage.find_objects(labels)]


def name_of(pixels: np.ndarray) -> str:
    """The colour that is nearest in the middle."""
    middle = pixels[pixels.shape[0] // 2, min(1, pixels.shape[1] - 1)].astype(int)
    return min(COLOURS, key=lambda name: int(np.abs(middle - COLOURS[name]).sum()))


def opened(encoded: str) -> np.ndarray:
    """Pixels of a picture in base64."""
    with Image.open(BytesIO(base64.b64decode(encoded))) as picture:
        return np.asarray(picture.convert("RGB"))


def png(pixels: np.ndarray) -> str:
    """A picture in base64."""
    stream = BytesIO()
    Image.fromarray(pixels).save(stream, "PNG", compress_level=1)
    return base64.b64encode(stream.getvalue()).decode()
