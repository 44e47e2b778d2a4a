"""What can be wrong with one sample of ``annotations.json``, without a look at its picture."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from src.data.ui.elements import BBOX, BOX_TYPES, LEVELS, REFUSAL
from src.data.ui.findings import Finding
from src.data.ui.place_faults import Object, Said, place_faults, refusal_faults
from src.data.ui.values import are_numbers, corners_of, is_name, is_size

KEYS = ("id", "image", "width", "height", "elements")
TEXTS = ("text", "type", "instruction", "refined_instruction")


def sample_faults(given: Any, file: str) -> Iterator[Finding]:
    """Every fault of a sample and of its elements."""
    if not isinstance(given, Mapping):
        yield Finding("not an object", f"a sample must be an object, not {given!r}", file)
        return
    name = str(given.get("id", given.get("image", "?")))
    for kind, saying in _own_faults(given):
        yield Finding(kind, saying, file, name)
    elements, seen = given.get("elements"), set[str]()
    for number, element in enumerate(elements if isinstance(elements, list) else ()):
        if not isinstance(element, Mapping):
            saying = f"an element must be an object, not {element!r}"
            yield Finding("not an object", saying, file, name, f"number {number}")
            continue
        identity = str(element.get("id", f"number {number}"))
        for kind, saying in _element_faults(element, (given.get("width"), given.get("height"))):
            yield Finding(kind, saying, file, name, identity)
        if identity in seen:
            saying = "another element of this sample has the same id: give each its own"
            yield Finding("duplicate id", saying, file, name, identity)
        seen.add(identity)


def boxes_of(given: Any) -> list[Sequence[float]]:
    """The boxes of a sample that are four numbers, right or wrong."""
    elements = given.get("elements") if isinstance(given, Mapping) else None
    listed = elements if isinstance(elements, list) else ()
    boxes = [one.get("bbox") for one in listed if isinstance(one, Mapping)]
    return [box for box in boxes if are_numbers(box, 4)]


def _own_faults(given: Object) -> Said:
    for key in KEYS:
        if key not in given:
            yield "missing key", f"has no {key!r}: add it"
    if not is_name(given.get("id", "-")):
        yield "wrong value", f"id must be a text that is not empty, got {given['id']!r}"
    image = given.get("image", "-")
    if not isinstance(image, str) or not image:
        yield "wrong value", f"image must be the path of a picture, got {image!r}"
    for key in ("width", "height"):
        if not is_size(given.get(key, 1)):
            yield "wrong value", f"{key} must be a number of pixels, got {given[key]!r}"
    if not isinstance(given.get("elements", []), list):
        yield "wrong value", f"elements must be a list, got {given['elements']!r}"


def _element_faults(given: Object, size: tuple[Any, Any]) -> Said:
    if "id" not in given:
        yield "missing key", "has no 'id': add it"
    elif not is_name(given["id"]):
        yield "wrong value", f"id must be a text that is not empty, got {given['id']!r}"
    box_type = given.get("box_type") or BBOX
    for key, value, allowed in (("box_type", box_type, BOX_TYPES), ("level", "", LEVELS)):
        own = given.get(key) or value
        if own and own not in allowed:
            yield "wrong value", f"{key} must be one of {', '.join(allowed)}, got {own!r}"
    for key in TEXTS:
        if not isinstance(given.get(key), str | None):
            yield "wrong value", f"{key} must be a text, got {given[key]!r}"
    if not isinstance(given.get("scored", True), bool):
        yield "wrong value", f"scored must be true or false, got {given['scored']!r}"
    kinds = given.get("GUI_types")
    if not (kinds is None or isinstance(kinds, str | list)):
        yield "wrong value", f"GUI_types must be a list of texts, got {kinds!r}"
    raw = given.get("raw_box_coordinates")
    if raw not in (None, []) and corners_of(raw) is None:
        yield "wrong value", f"raw_box_coordinates must be numbers of pixels, got {raw!r}"
    if box_type == REFUSAL:
        yield from refusal_faults(given)
    else:
        yield from place_faults(given, box_type, size)
