"""What an element of a user interface may say of itself."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from src.data.refsets.labels.unfit import Unfit, flag, listed, mapping, number, shown, text
from src.data.ui.elements import BOX_TYPES, POLYGON
from src.data.ui.values import corners_of

FEWEST = 3
"""Corners of a polygon."""


def element_said(said: Any) -> dict[str, Any]:
    """The same, once all that readers of the schema rely on is known to hold."""
    given = dict(mapping(said, "element"))
    if not text(given.get("id"), "element", "id"):
        raise Unfit("is empty: an element needs a name", ("element", "id"))
    for key in ("text", "type", "instruction", "refined_instruction", "level"):
        if given.get(key) is not None:
            text(given[key], "element", key)
    if given.get("scored") is not None:
        flag(given["scored"], "element", "scored")
    _check_click(given.get("click_point"))
    _check_kind(given)
    return given


def _check_click(click: Any) -> None:
    if click is None:
        return
    if len(listed(click, "element", "click_point")) != 2:
        raise Unfit(f"must be x and y, got {shown(click)}", ("element", "click_point"))
    for place in (0, 1):
        if not 0 <= number(click[place], "element", "click_point", place) <= 1:
            raise Unfit(
                f"must lie in 0 to 1, got {shown(click[place])}", ("element", "click_point", place)
            )


def _check_kind(said: Mapping[str, Any]) -> None:
    kind = said.get("box_type") or None
    if kind is not None and kind not in BOX_TYPES:
        known = ", ".join(BOX_TYPES)
        raise Unfit(f"must be one of {known}, got {shown(kind)}", ("element", "box_type"))
    drawn = kind is None and not said.get("bbox") and said.get("polygon") is not None
    if kind != POLYGON and not drawn:
        return
    key = "raw_box_coordinates" if said.get("polygon") is None else "polygon"
    corners = corners_of(said.get(key)) or ()
    if len(corners) < FEWEST or not all(isfinite(side) for corner in corners for side in corner):
        raise Unfit(f"must be {FEWEST} corners or more, got {shown(said.get(key))}",
                    ("element", "polygon"))  # fmt: skip
