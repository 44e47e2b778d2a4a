"""What is seen of bibs and faces once everybody stands where they stand."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from src.data.race_synthetic.figures import Figure
from src.data.race_synthetic.limbs import Points
from src.data.race_synthetic.sheets import printed

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class SeenSheet:
    """What is seen of a bib.

    Args:
        box: xyxy px of what is visible.
        visible: share of the sheet; ``whole``: whether no more than the frame cuts it.
        digits: per digit the share that is cut or hidden.
        digit: height of the digits in px.
        cut: whether a side of the frame, or its top or bottom, goes through the sheet.
    """

    box: Box
    visible: float
    digits: tuple[float, ...]
    digit: float
    cut_sideways: bool
    cut_upright: bool


@dataclass(frozen=True)
class SeenFace:
    """What is seen of a face: box in px cut by the frame, shares that the frame cuts off and that
    something hides, height in px before it was cut."""

    box: Box
    clipped: float
    hidden: float
    height: float


def seen_sheet(figures: Sequence[Figure], place: int, shape: tuple[int, int]) -> SeenSheet | None:
    """The bib of the figure at a place of the order of painting; ``None`` where it has none."""
    figure = figures[place]
    sheet = figure.sheet
    if sheet is None:
        return None
    points = sheet.places(_grid(41, 31))
    inside, covered = within(points, shape), hidden(figures, place, points, below_head=True)
    visible = inside & ~covered
    if not visible.any():
        return None
    around = points[inside] if not covered[inside].any() else points[visible]
    box = _clipped(np.concatenate([around.min(axis=0), around.max(axis=0)]), shape)
    whole = _clipped(np.concatenate([points.min(axis=0), points.max(axis=0)]), shape)
    own = printed(figure.person.design, figure.person.number)
    lost, heights = [], []
    for left, top, right, bottom in own.digits:
        cells = _grid(9, 13) * (right - left, bottom - top) + (left, top)
        digit = sheet.places(cells)
        lost.append(
            float(
                1 - (within(digit, shape) & ~hidden(figures, place, digit, below_head=True)).mean()
            )
        )
        heights.append(float(np.ptp(digit[:, 1])))
    low, high = points.min(axis=0), points.max(axis=0)
    return SeenSheet(
        whole if not covered[inside].any() else box,
        float(visible.mean()),
        tuple(lost),
        float(np.mean(heights)) if heights else 0.0,
        bool(low[0] < 0 or high[0] > shape[1]),
        bool(low[1] < 0 or high[1] > shape[0]),
    )


def seen_face(figures: Sequence[Figure], place: int, shape: tuple[int, int]) -> SeenFace | None:
    """The face of the figure at a place of the order of painting; ``None`` where it has none."""
    box = figures[place].face_box
    if np.isnan(box).any():
        return None
    unit = _grid(17, 17)
    unit = unit[((unit - 0.5) ** 2).sum(axis=1) < 0.25]
    points = unit * (box[2:] - box[:2]) + box[:2]
    inside = within(points, shape)
    if not inside.any():
        return None
    covered = hidden(figures, place, points, below_head=False)
    return SeenFace(
        _clipped(box, shape),
        float(1 - inside.mean()),
        float((covered & inside).sum() / inside.sum()),
        float(box[3] - box[1]),
    )


def hidden(
    figures: Sequence[Figure], place: int, points: Points, *, below_head: bool
) -> npt.NDArray[np.bool_]:
    """(n,) which points of a figure somebody nearer hides, or its own arms, or its own head."""
    own = figures[place]
    covered = own.head_covers(points) if below_head else np.zeros(len(points), bool)
    for limb in own.before:
        covered |= limb.covers(points)
    low, high = points.min(axis=0), points.max(axis=0)
    for nearer in figures[place + 1 :]:
        x1, y1, x2, y2 = nearer.box
        if x2 < low[0] or x1 > high[0] or y2 < low[1] or y1 > high[1]:
            continue
        covered |= nearer.head_covers(points)
        for limb in (*nearer.behind, *nearer.before):
            covered |= limb.covers(points)
    return np.asarray(covered)


def within(points: Points, shape: tuple[int, int]) -> npt.NDArray[np.bool_]:
    """(n,) which points the frame holds."""
    return np.asarray(((points >= 0) & (points <= (shape[1], shape[0]))).all(axis=1))


def _clipped(box: npt.NDArray[np.float64], shape: tuple[int, int]) -> Box:
    x1, y1, x2, y2 = np.clip(box, 0, (shape[1], shape[0], shape[1], shape[0])).tolist()
    return x1, y1, x2, y2


def _grid(across: int, down: int) -> Points:
    u, v = np.meshgrid(np.linspace(0, 1, across), np.linspace(0, 1, down))
    return np.column_stack([u.ravel(), v.ravel()])
