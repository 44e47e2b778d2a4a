"""What kind of mistake a wrong answer is."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from src.core.answers import ERROR, FOUND, NOTHING
from src.geometry.boxes import area, intersection, iou
from src.geometry.containment import in_boxes
from src.scoring.grounding.asked import Asked

Numbers = npt.NDArray[np.float64]

KINDS: Mapping[str, str] = {
    "coordinates_off": "coordinates off",
    "thin": "thinner than 5 px",
    "nothing": "nothing at the click",
    "text_missed": "text missed",
    "merged": "merged with others",
    "split": "split into parts",
    "parent": "parent chosen",
    "child": "child chosen",
    "neighbour": "neighbour chosen",
    "inexact": "overlaps, but too little",
    "elsewhere": "somewhere else",
    "not_refused": "answered though there is nothing",
}
"""Kind to its words; a wrong answer has the first that fits."""

THIN = 5.0
"""Pixels of the shorter side below which nobody hits but by luck."""

MOST = 0.8
"""Share of a box from which on it counts as covered."""

FREE, HALF = 0.2, 0.5
"""Share of a piece that may lie on another beside it, and of a target that its pieces make up."""

SAME = 0.5
"""IoU from which on a box is an element."""

TEXTS = frozenset({"text", "label", "link", "heading", "paragraph", "statictext", "text_line"})
"""Types whose ink is writing, in small letters."""


def failure_kinds(
    asked: Asked, hit: npt.NDArray[np.bool_], shared: Numbers, threshold: float
) -> npt.NDArray[np.str_]:
    """(n,) the kind of each mistake; nothing for what is right, an error, or does not count.

    Args:
        hit: whether the point lies in the target.
        shared: IoU with the target; ``nan`` where the answer has no box.
        threshold: IoU that a box must reach.
    """
    kinds = np.full(len(hit), "", dtype="<U16")
    target, refusal = asked.target, asked.refusal
    wrong = target & ~(hit & ~(shared < threshold))
    for number, answer in enumerate(asked.answers):
        if answer.outcome == ERROR:
            continue
        if refusal[number]:
            kinds[number] = "not_refused" if answer.outcome == FOUND else ""
        elif wrong[number]:
            kinds[number] = _kind(asked, number, by_box=bool(shared[number] < threshold))
    return kinds


def _kind(asked: Asked, number: int, *, by_box: bool) -> str:
    """Of a mistake of the box, or of a point that lies outside whatever the box may be."""
    answer, place = asked.answers[number], int(asked.places[number])
    target = asked.boxes[number]
    if float((target[2:] - target[:2]).min()) < THIN:
        return "thin"
    types = asked.truth.extra.get("type")
    is_text = types is not None and str(types[place]).lower() in TEXTS
    if answer.outcome == NOTHING:
        return "text_missed" if is_text else "nothing"
    others = np.flatnonzero(asked.truth.counts & (np.arange(len(asked.truth)) != place))
    known = np.zeros((0, 4)) if asked.truth.boxes is None else asked.truth.boxes[others]
    if not by_box:
        return _of_point(asked.points[number, 0], target, known)
    parsed = np.zeros((0, 4)) if asked.elements.boxes is None else asked.elements.boxes
    return _of_box(asked.found[number, 0], target, known, parsed, is_text=is_text)


def _of_point(point: Numbers, target: Numbers, others: Numbers) -> str:
    """Of an answer without a box: by the smallest element under its point."""
    under = others[in_boxes(point, others, "closed")]
    if len(under) == 0:
        return "elsewhere"
    smallest = under[np.argmin(area(under))]
    return "parent" if _covered(target, smallest) >= MOST else "neighbour"


def _of_box(
    box: Numbers, target: Numbers, others: Numbers, parsed: Numbers, *, is_text: bool
) -> str:
    around, within = _covered(target, box) >= MOST, _covered(box, target) >= MOST
    is_element = bool((iou(box[None], others) >= SAME).any())
    if around and not is_element and _holds_another(box, target, others):
        return "merged"
    if within and not around and not is_element and _is_in_parts(target, parsed):
        return "split"
    if is_text and len(parsed) and not (iou(target[None], parsed) >= SAME).any():
        return "text_missed"
    if around:
        return "parent"
    if within:
        return "child"
    if is_element:
        return "neighbour"
    if _covered(box, target) > 0:
        return "inexact"
    return "neighbour" if _gap(box, target) <= (target[2:] - target[:2]).max() else "elsewhere"


def _holds_another(box: Numbers, target: Numbers, others: Numbers) -> bool:
    """Whether a box covers an element that is neither round the target nor on it."""
    held = _shares(others, box) >= MOST
    apart = (_shares(others, target) < MOST) & (_shares(target[None], others)[0] < MOST)
    return bool((held & apart).any())


def _is_in_parts(target: Numbers, parsed: Numbers) -> bool:
    """Whether two or more parsed elements beside one another make up half of the target.

    The larger first; what lies on a larger one is a part of that.
    """
    whole = float(area(target[None])[0])
    inside = (_shares(parsed, target) >= MOST) & (area(parsed) < MOST * whole)
    pieces = parsed[inside][np.argsort(-area(parsed[inside]), kind="stable")]
    beside: list[Numbers] = []
    for piece in pieces:
        if not beside or float(_shares(piece[None], np.stack(beside)).max()) < FREE:
            beside.append(piece)
    return len(beside) > 1 and float(area(np.stack(beside)).sum()) >= HALF * whole


def _covered(box: Numbers, by: Numbers) -> float:
    """Share of a box that lies in another."""
    return float(_shares(box[None], by)[0])


def _shares(boxes: Numbers, by: Numbers) -> Numbers:
    """(n, …) share of each box that lies in another, or in each of several."""
    several = by.reshape(-1, 4)
    sizes = area(boxes)[:, None]
    shared = intersection(boxes, several)
    shares = np.divide(shared, sizes, out=np.zeros_like(shared), where=sizes > 0)
    return shares if by.ndim == 2 else shares[:, 0]


def _gap(box: Numbers, target: Numbers) -> float:
    """Pixels between two boxes that do not touch."""
    apart = np.maximum(box[:2] - target[2:], target[:2] - box[2:])
    return float(np.hypot(*np.maximum(apart, 0)))
