"""Elements of a screenshot's truth as labels."""

from collections.abc import Iterator, Mapping
from typing import Any

from src.core import Instances, Sample, element_of
from src.data.refsets.labels import Element, Elements, Unfit
from src.data.refsets.samples import columns
from src.data.ui.conversion import in_fractions
from src.data.ui.elements import POLYGON, REFUSAL
from src.data.ui.elements import Element as Shown

OWN = ("element", "type", "box_type", "polygon", "level")
"""Columns that have a place of their own in the schema."""


def screen_labels(sample: Sample) -> Elements:
    """All elements; the first question about each says its click, or its instruction."""
    truth = sample.truth
    if truth.boxes is None:
        raise Unfit("has no boxes, as a set of elements needs", ("truth",))
    shown = _shown(truth, truth.boxes.tolist(), _asked(sample))
    said = [in_fractions(one, truth.shape).as_json() for one in shown]
    return Elements(tuple(Element(one, ~row) for row, one in enumerate(said)))


def _asked(sample: Sample) -> Mapping[str, Mapping[str, Any]]:
    """Element to what the first question about it says."""
    asked: dict[str, dict[str, Any]] = {}
    for question in sample.picture.questions:
        words = {"click": question.click, "instruction": question.instruction or ""}
        asked.setdefault(element_of(question.id), words)
    return asked


def _shown(
    truth: Instances, boxes: list[Any], asked: Mapping[str, Mapping[str, Any]]
) -> Iterator[Shown]:
    for row, box in enumerate(boxes):
        name = columns.word(truth, "element", row) or f"element-{row}"
        kind = columns.word(truth, "box_type", row)
        corners = truth.extra["polygon"][row].tolist() if kind == POLYGON else None
        further = {key: columns.word(truth, key, row) for key in truth.extra if key not in OWN}
        yield Shown(
            name,
            None if kind == REFUSAL else tuple(box),
            None if corners is None else tuple((x, y) for x, y in corners),
            columns.text(truth, row),
            columns.word(truth, "type", row),
            columns.word(truth, "level", row),
            scored=kind == REFUSAL or bool(truth.counts[row]),
            columns={key: value for key, value in further.items() if value},
            **asked.get(name, {}),
        )
