"""What can be wrong with the place that a file gives an element."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from src.data.ui.elements import POLYGON, Point
from src.data.ui.flatness import PIXEL_SLACK, is_flat
from src.data.ui.layouts import ROUNDING, backwards, corners, outside
from src.data.ui.values import LARGEST, are_finite, are_numbers, corners_of, is_size, shown
from src.geometry.polygons import around, inside

Said = Iterator[tuple[str, str]]
"""Kind and sentence of each fault."""

Object = Mapping[str, Any]

APART = 1.0
"""Pixels by which a box may differ from the corners it goes round."""

OUTSIDE, REVERSED, FLAT = "box outside", "box reversed", "polygon without area"
BOX_KINDS = ("not finite", OUTSIDE, REVERSED)
"""Faults of boxes in another layout."""

UNIT = (1, 1)
"""The size of a picture in its own fractions."""


def refusal_faults(given: Object) -> Said:
    """Of what is asked for and is not on the screen."""
    for key in ("bbox", "polygon", "click_point"):
        if given.get(key) is not None:
            yield (
                "refusal with a box",
                f"is a refusal, which is not on the screen, but has a {key}: remove it, or set "
                "another box_type",
            )
    if not given.get("instruction"):
        yield "missing key", "is a refusal without an 'instruction', so nobody can ask for it"


def place_faults(given: Object, box_type: str, size: tuple[Any, Any]) -> Said:
    """Of what is on the screen.

    Args:
        size: width and height by the file, right or wrong.
    """
    yield from _box_faults(given, box_type)
    if box_type == POLYGON:
        yield from _polygon_faults(given)
    elif given.get("polygon") is not None:
        yield "wrong value", f"has a polygon, but box_type {box_type!r}: set it to 'polygon'"
    yield from _contradictions(given, size)
    yield from _click_faults(given, box_type, size)


def _box_faults(given: Object, box_type: str) -> Said:
    if given.get("bbox") is None and box_type == POLYGON and given.get("polygon"):
        return
    if "bbox" not in given:
        yield "missing key", "has no 'bbox': add it, as x1, y1, x2, y2 in fractions"
        return
    box = given["bbox"]
    if not are_numbers(box, 4):
        yield "wrong value", f"bbox must be four numbers, got {box!r}"
    elif not all(isfinite(value) for value in box):
        yield "not finite", f"bbox is {shown(box)}: it must be finite numbers"
    else:
        if outside(box, UNIT):
            yield OUTSIDE, f"bbox {shown(box)} leaves 0–1: give fractions of the picture"
        if backwards(box):
            saying = f"bbox {shown(box)} has x2 <= x1 or y2 <= y1: give x1, y1, x2, y2"
            yield REVERSED, saying


def _polygon_faults(given: Object) -> Said:
    polygon, raw = given.get("polygon"), given.get("raw_box_coordinates")
    if polygon is None and raw is None:
        yield "missing key", "has box_type polygon and no 'polygon': add its corners"
        return
    points = corners_of(raw if polygon is None else polygon)
    if points is None:
        yield "wrong value", f"polygon must be corners of two numbers each, got {polygon or raw!r}"
    elif len(points) < 3:
        yield "polygon too short", f"polygon has {len(points)} corners: give three or more"
    elif not all(isfinite(value) for corner in points for value in corner):
        yield "not finite", "polygon has corners that are not finite numbers"
    elif is_flat(points, PIXEL_SLACK if polygon is None else ROUNDING):
        yield FLAT, "polygon has no area, its corners enclose nothing: give those of its outline"
    elif polygon is not None and outside(around(points).tolist(), UNIT):
        yield OUTSIDE, "polygon leaves 0–1: give fractions of the picture"


def _contradictions(given: Object, size: tuple[Any, Any]) -> Said:
    """Whether corners, or the pixels that some sets keep, tell of another place than the box."""
    box = given.get("bbox")
    if not are_finite(box, 4) or not are_finite(size, 2):
        return
    scale = (*size, *size)
    for key in ("polygon", "raw_box_coordinates"):
        points = corners_of(given.get(key))
        if points is None or not all(isfinite(value) for point in points for value in point):
            continue
        flat = [value for point in points for value in point]
        drawn = corners(flat, "xywh") if len(flat) == 4 else around(points).tolist()
        if key == "polygon":
            drawn = [value * side for value, side in zip(drawn, scale, strict=True)]
        apart = _apart(drawn, [value * side for value, side in zip(box, scale, strict=True)])
        if apart > APART:
            saying = f"bbox and {key} are {apart:.1f} px apart: correct one, or remove the latter"
            yield "contradiction", saying


def _click_faults(given: Object, box_type: str, size: tuple[Any, Any]) -> Said:
    click = given.get("click_point")
    if click is None:
        return
    if not are_numbers(click, 2):
        yield "wrong value", f"click_point must be two numbers, got {click!r}"
        return
    if not all(isfinite(value) for value in click):
        yield "not finite", f"click_point is {shown(click)}: it must be finite numbers"
        return
    box, points = given.get("bbox"), _outline(given, box_type, size)
    (x, y), out = click, False
    if are_numbers(box, 4):
        out = not (box[0] <= x <= box[2] and box[1] <= y <= box[3])
    if not out and points is not None and len(points) >= 3:
        out = not inside(points, [(x, y)])[0]
    if out:
        yield "click outside", f"click_point {shown(click)} is not on the element: correct one"


def _outline(given: Object, box_type: str, size: tuple[Any, Any]) -> Sequence[Point] | None:
    """Corners in fractions, however the file gives them; ``None`` where they are none."""
    key, unit = "polygon", UNIT
    if box_type == POLYGON and given.get(key) is None:
        key, unit = "raw_box_coordinates", size
    points = corners_of(given.get(key))
    if points is None or not all(map(is_size, unit)):
        return None
    # Corners beyond any picture are told as such, and too far off to be reckoned with.
    near = all(abs(value) <= LARGEST for corner in points for value in corner)
    return [(x / unit[0], y / unit[1]) for x, y in points] if near else None


def _apart(first: Sequence[float], second: Sequence[float]) -> float:
    return max(abs(one - other) for one, other in zip(first, second, strict=True))
