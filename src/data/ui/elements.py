"""One screenshot and its elements, in pixels, whatever file they came from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import Instances

Point = tuple[float, float]
Box = tuple[float, float, float, float]

BBOX, POLYGON, REFUSAL = "bbox", "polygon", "refusal"
BOX_TYPES = (BBOX, POLYGON, REFUSAL)
"""How an element's place is given; a refusal is asked for and is not on the screen."""

LEVELS = ("control", "leaf")
"""The thing that takes the click, and the text line, glyph or picture in it."""


@dataclass(frozen=True)
class Element:
    """Something on a screenshot, or something that is asked for and is not there.

    Args:
        id: unique on its screenshot.
        box: xyxy pixels; ``None`` for a refusal.
        polygon: corners in pixels where the element is no rectangle; ``box`` goes round it.
        type: such as ``button``; empty where unknown.
        level: one of ``LEVELS``; empty where unknown.
        instruction: what a person would say to have it clicked; empty where nobody said so.
        refined_instruction: the same in words that leave no doubt.
        click: where somebody clicked, in pixels.
        scored: ``False`` where hit or miss must not count.
        columns: anything else that is known of it, for scores to be sliced by.
    """

    id: str
    box: Box | None
    polygon: tuple[Point, ...] | None = None
    text: str | None = None
    type: str = ""
    level: str = ""
    instruction: str = ""
    refined_instruction: str = ""
    click: Point | None = None
    scored: bool = True
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def box_type(self) -> str:
        """One of ``BOX_TYPES``."""
        if self.box is None:
            return REFUSAL
        return BBOX if self.polygon is None else POLYGON


@dataclass(frozen=True)
class Screen:
    """A screenshot with all that a file says of it.

    Args:
        name: what a person calls it; unique in its set.
        image: the picture's file; ``None`` where it is absent.
        shape: height and width in pixels.
        tags: what holds for the whole screenshot.
        place: where it is described, for sentences.
        picture_id: hash of the picture; empty where it is absent.
        split: which the file itself says; empty where it says none.
    """

    name: str
    image: Path | None
    shape: tuple[int, int]
    elements: tuple[Element, ...]
    tags: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    picture_id: str = ""
    split: str = ""


def truth_of(elements: Sequence[Element], shape: tuple[int, int]) -> Instances:
    """The elements as instances: one row each, a refusal without a place and not scored."""
    own = {"element", "type", "box_type", "polygon", "level"}
    names = dict.fromkeys(name for one in elements for name in one.columns if name not in own)
    extra: dict[str, npt.NDArray[Any]] = {
        "element": _texts(one.id for one in elements),
        "type": _texts(one.type for one in elements),
        "box_type": _texts(one.box_type for one in elements),
        "level": _texts(one.level for one in elements),
        "polygon": _polygons(elements),
        **{name: _texts(one.columns.get(name, "") for one in elements) for name in names},
    }
    boxes = [one.box or (0.0, 0.0, 0.0, 0.0) for one in elements]
    return Instances(
        shape,
        ids=np.arange(len(elements)),
        boxes=np.array(boxes, np.float64).reshape(-1, 4),
        texts=tuple(one.text for one in elements),
        scored=np.array([one.scored and one.box is not None for one in elements], bool),
        extra=extra,
    )


def content(element: Element) -> list[Any]:
    """All that an element says, plain and in a fixed order, for its hash."""
    values = {one.name: getattr(element, one.name) for one in fields(element)}
    return [values | {"columns": dict(sorted(element.columns.items()))}]


def _texts(values: Any) -> npt.NDArray[np.str_]:
    # Without a type an empty column would be one of numbers.
    return np.array(list(values), np.str_)


def _polygons(elements: Sequence[Element]) -> npt.NDArray[np.object_]:
    # Filled one by one: numpy would make one array of polygons with equally many corners.
    column = np.empty(len(elements), object)
    for place, element in enumerate(elements):
        if element.polygon is not None:
            column[place] = np.array(element.polygon, np.float64)
    return column
