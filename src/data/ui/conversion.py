"""From the fractions of ``annotations.json`` to pixels, and back."""

from collections.abc import Sequence
from dataclasses import replace

from src.data.ui.asking import leaf_ids
from src.data.ui.elements import POLYGON, REFUSAL, Box, Element, Point
from src.data.ui.places import words_of
from src.data.ui.records import ElementRecord, pairs
from src.geometry.polygons import around

SAMPLE_KEYS = ("id", "image", "width", "height", "elements")
ELEMENT_KEYS = (
    "id", "bbox", "text", "type", "click_point", "instruction", "refined_instruction", "box_type",
    "polygon", "level", "raw_box_coordinates", "scored",
)  # fmt: skip
"""Keys that are no tags of a screenshot, and no further columns of an element."""


def in_pixels(record: ElementRecord, shape: tuple[int, int]) -> Element:
    """An element of a screenshot of this height and width."""
    polygon = _polygon(record, shape) if record.box_type == POLYGON else None
    box: Box | None = None
    if record.box_type != REFUSAL:
        box = scaled_box(record.bbox, shape) if record.bbox else box_around(polygon or ())
    return Element(
        id=record.id,
        box=box,
        polygon=polygon,
        text=record.text,
        type=record.type,
        level=record.level,
        instruction=record.instruction,
        refined_instruction=record.refined_instruction,
        click=None if record.click_point is None else scaled(record.click_point, shape),
        scored=record.scored,
        columns=words_of(record.given, ELEMENT_KEYS),
    )


def in_fractions(element: Element, shape: tuple[int, int]) -> ElementRecord:
    """What ``annotations.json`` says of an element; the way back of ``in_pixels``."""
    height, width = shape
    box, click, polygon = element.box, element.click, element.polygon
    return ElementRecord(
        id=element.id,
        bbox=box and (box[0] / width, box[1] / height, box[2] / width, box[3] / height),
        text=element.text,
        type=element.type,
        click_point=click and (click[0] / width, click[1] / height),
        instruction=element.instruction,
        refined_instruction=element.refined_instruction,
        box_type=element.box_type,
        polygon=polygon and tuple((x / width, y / height) for x, y in polygon),
        level=element.level,
        scored=element.scored,
        given=dict(element.columns),
    )


def with_levels(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Where a file tells no levels, what holds no other element is a leaf."""
    if any(element.level for element in elements):
        return tuple(elements)
    lonely = leaf_ids(elements)
    return tuple(
        replace(element, level="leaf") if element.id in lonely else element for element in elements
    )


def box_around(polygon: Sequence[Point]) -> Box:
    """The box round some corners."""
    x1, y1, x2, y2 = around(polygon).tolist()
    return x1, y1, x2, y2


def _polygon(record: ElementRecord, shape: tuple[int, int]) -> tuple[Point, ...]:
    if record.polygon is None:
        return pairs(record.raw_box_coordinates) or ()
    return tuple(scaled(corner, shape) for corner in record.polygon)


def scaled(point: Point, shape: tuple[int, int]) -> Point:
    """A point in pixels."""
    return point[0] * shape[1], point[1] * shape[0]


def scaled_box(box: Box, shape: tuple[int, int]) -> Box:
    """A box in pixels; a fraction that was rounded beyond the border ends at it."""
    x1, y1, x2, y2 = (min(max(value, 0.0), 1.0) for value in box)
    return x1 * shape[1], y1 * shape[0], x2 * shape[1], y2 * shape[0]
