"""Somebody who knows what is in a photo and labels it, by pointer and keys alone."""

from collections.abc import Iterator, Mapping
from typing import Any

from src.data.refsets.labels import Area
from src.data.refsets.matching import alike, overlaps
from tests.studio.page.person import Person

GHOSTS = "() => studio.at.ghosts"
SELECTED = "() => studio.at.selectedKey"
BOXES = "(dimension) => studio.store.boxes(dimension)"
PAIRS = "() => studio.store.document('links').pairs"
SCALE = "() => studio.view.scale"
LEAST_PX = 24
"""On the screen: what is drawn smaller is looked at more closely first."""
SCOPES = {
    "bibs": {"bib": "q", "bib_clipped": "w", "bib_obscured": "e", "not_bib": "r"},
    "faces": {"keep": "q", "uncertain": "w", "exclude": "e"},
}
"""Keys of scopes."""


def label(person: Person, step: str, labels: Mapping[str, Any]) -> None:
    """All of one step on the photo that is shown, but the last key, which says that it is done."""
    if step == "links":
        label_links(person, labels)
    else:
        label_boxes(person, step, labels[step])


def label_boxes(person: Person, dimension: str, document: Any) -> None:
    """Accept what is right, reject what is not, correct, and draw what is missing."""
    decide(person, document)
    there = person.tab.evaluate(BOXES, dimension)
    pairs = dict(found(document, there))
    for place, box in enumerate(document.boxes):
        own = there[pairs[place]] if place in pairs else None
        if own is None:
            draw(person, box.area)
            person.types(getattr(box, "number", "")).keys("Enter")
            own = person.tab.evaluate(BOXES, dimension)[-1]
        elif dimension == "bibs" and own["number"] != box.number:
            choose(person, own)
            person.keys("s").types(box.number).keys("Enter")
        elif own["scope"] != box.scope:
            choose(person, own)
        else:
            continue
        if own["scope"] != box.scope:
            person.keys(SCOPES[dimension][box.scope])
        person.keys("Escape").saved()


def decide(person: Person, document: Any) -> None:
    """What becomes of the suggestions."""
    ghosts = person.tab.evaluate(GHOSTS)
    right = {f"g{ghosts[own]['id']}" for _, own in found(document, ghosts)}
    if len(right) == len(ghosts):
        person.keys("a")
    else:
        person.keys("Tab")
        for _ in ghosts:
            person.keys("f" if person.tab.evaluate(SELECTED) in right else "d")
    person.saved()


def choose(person: Person, box: Mapping[str, Any]) -> None:
    """By a click, or by keys where a smaller box lies on it."""
    person.clicks(*middle(box))
    first = person.tab.evaluate(SELECTED)
    while (selected := person.tab.evaluate(SELECTED)) != f"b{box['id']}":
        person.keys("Tab")
        assert person.tab.evaluate(SELECTED) not in (first, selected), f"there is no {box}"


def draw(person: Person, area: Area) -> None:
    """A new box, from corner to corner."""
    person.keys("Escape", *([] if person.tab.evaluate("studio.view.fitted") else ["v"]))
    corners = (area.x, area.y), (area.x + area.w, area.y + area.h)
    (left, top), (right, bottom) = (person.at(*corner) for corner in corners)
    while min(right - left, bottom - top) < LEAST_PX:
        before = person.tab.evaluate(SCALE)
        person.tab.mouse.move((left + right) / 2, (top + bottom) / 2)
        person.tab.mouse.wheel(0, -400)
        person.tab.wait_for_function("(before) => studio.view.scale > before", arg=before)
        (left, top), (right, bottom) = (person.at(*corner) for corner in corners)
    person.drags(*corners)


def label_links(person: Person, labels: Mapping[str, Any]) -> None:
    """Accept what the linker proposes, part what is wrong, then link the others by two clicks."""
    person.keys("a").saved()
    boxes = {name: person.tab.evaluate(BOXES, name) for name in ("bibs", "faces")}
    wanted = set(true_pairs(labels, boxes))
    there = {tuple(pair) for pair in person.tab.evaluate(PAIRS)}
    known = {box["id"]: box for own in boxes.values() for box in own}
    for bib, _ in there - wanted:
        person.clicks(*middle(known[bib])).keys("x", "Escape").saved()
    for pair in sorted(wanted - there):
        for own in pair:
            person.clicks(*middle(known[own]))
        person.saved()


def true_pairs(labels: Mapping[str, Any], boxes: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Which of the boxes belong together, by their ids."""
    own_of = {}
    for name, there in boxes.items():
        for true, own in found(labels[name], there):
            own_of[labels[name].boxes[true].id] = there[own]["id"]
    for bib, face in labels["links"].pairs:
        if bib in own_of and face in own_of:
            yield own_of[bib], own_of[face]


def found(document: Any, there: list[dict[str, Any]]) -> list[tuple[int, int]]:
    """Places of a true box and of the one of the page that is meant."""
    areas = [Area(box["x"], box["y"], box["w"], box["h"]) for box in there]
    return list(alike(overlaps([box.area for box in document.boxes], areas)))


def middle(box: Mapping[str, Any]) -> tuple[float, float]:
    """Where to click."""
    return box["x"] + box["w"] / 2, box["y"] + box["h"] / 2
