"""The orders in which files write the four numbers of a box."""

from collections.abc import Sequence

from src.data.ui.elements import Box

LAYOUTS = {
    "xyxy": "x1, y1, x2, y2",
    "xywh": "x, y, width, height",
    "cxcywh": "middle and size",
}

ROUNDING = 1e-6
"""Fractions are written with six digits, so a box at the border may leave it by so much."""

PIXEL = 1.0
"""Pixels are written as whole numbers, so a box at the border may leave it by so much."""

Four = Sequence[float]


def corners(box: Four, layout: str) -> Box:
    """xyxy of a box in any layout, in the unit that it has."""
    a, b, c, d = (float(value) for value in box)
    if layout == "xywh":
        return a, b, a + c, b + d
    if layout == "cxcywh":
        return a - c / 2, b - d / 2, a + c / 2, b + d / 2
    return a, b, c, d


def outside(box: Four, size: Four | None, layout: str = "xyxy") -> bool:
    """Whether a box leaves its picture by more than rounding.

    Args:
        size: width and height in the unit of the box, 1 and 1 for fractions; ``None`` where the
            picture is not at hand.
    """
    x1, y1, x2, y2 = corners(box, layout)
    if size is None:
        return min(x1, y1) < -PIXEL
    slack = ROUNDING if tuple(size) == (1, 1) else PIXEL
    return min(x1, y1) < -slack or x2 > size[0] + slack or y2 > size[1] + slack


def backwards(box: Four, layout: str = "xyxy") -> bool:
    """Whether a box ends where it begins, or before."""
    x1, y1, x2, y2 = corners(box, layout)
    return not (x1 < x2 and y1 < y2)


def fits(box: Four, size: Four | None, layout: str) -> bool:
    """Whether four numbers can be a box in this layout."""
    return not outside(box, size, layout) and not backwards(box, layout)


def suspicion(boxes: Sequence[tuple[Four, Four | None]], layout: str) -> str:
    """Why boxes seem to be in another layout than was said; empty where they do not.

    Suspected when more than half of them would leave the picture, or end before they begin.
    """
    wrong = sum(not fits(box, size, layout) for box, size in boxes)
    if 2 * wrong <= len(boxes):
        return ""
    said = f"{wrong} of {len(boxes)} boxes leave the picture when read as {LAYOUTS[layout]}"
    counts = {other: sum(fits(*one, other) for one in boxes) for other in LAYOUTS}
    best = max(counts, key=lambda other: counts[other])
    fractions = [box for box, size in boxes if size is not None and tuple(size) == (1, 1)]
    if 2 * sum(max(box) > 2 for box in fractions) > len(boxes):
        return f"{said}; they look like pixels, and fractions are needed"
    if counts[best] > len(boxes) - wrong:
        return f"{said}; as {LAYOUTS[best]} ({best}) {counts[best]} of them fit"
    return f"{said}; they may be in another layout, or have been converted from a wrong one"
