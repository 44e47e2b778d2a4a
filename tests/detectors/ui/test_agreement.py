"""What a ranker is told of candidates and the net's boxes at a click."""

import numpy as np
import pytest

from src.detectors.ui.agreement import NAMES, agreement
from src.detectors.ui.seen import Seen
from src.detectors.ui.sight import LEVELS, PER_LEVEL, Sight, packed

CONTROL, LEAF = (40.0, 20.0, 120.0, 60.0), (64.0, 28.0, 96.0, 52.0)
BETWEEN = (52.0, 24.0, 108.0, 56.0)
CLICK = (82.0, 42.0)
CANDIDATES = np.array([CONTROL, LEAF, BETWEEN])


def answer(boxes: tuple[tuple[float, ...], ...], sure: float) -> np.ndarray:
    """A net that sees these boxes, one of each level, from all over them."""
    told = np.full((PER_LEVEL * len(LEVELS), 24, 40), -8.0, np.float32)
    for level, (x1, y1, x2, y2) in enumerate(boxes):
        own = told[PER_LEVEL * level : PER_LEVEL * (level + 1)]
        for row in range(24):
            for column in range(40):
                x, y = 4 * column + 2, 4 * row + 2
                if x1 <= x < x2 and y1 <= y < y2:
                    own[:4, row, column] = np.log1p([x - x1, y - y1, x2 - x, y2 - y])
                    own[4:, row, column] = sure
    return packed(told)


def told(*maps: np.ndarray, lines: np.ndarray | None = None) -> dict[str, np.ndarray]:
    sight = Sight((96, 160), ((1.0, 1.0),) * len(maps), maps) if maps else None
    nothing = np.zeros(0)
    seen = Seen(
        (96, 160), CANDIDATES, nothing.astype(int), nothing.astype(np.float16),
        nothing.astype(np.float32), nothing.astype(int),
        np.zeros((0, 4)) if lines is None else lines, 1.0, sight,
    )  # fmt: skip
    return dict(zip(NAMES, agreement(seen, CANDIDATES, CLICK).T, strict=True))


def test_without_a_net_nothing_is_told() -> None:
    assert not any(column.any() for column in told().values())


def test_each_level_knows_its_own_box() -> None:
    columns = told(answer((CONTROL, LEAF), 4))
    assert columns["sure_iou_control"].argmax() == 0
    assert columns["sure_iou_leaf"].argmax() == 1
    assert columns["sure_ratio_leaf"][0] == pytest.approx(np.log(80 * 40 / (32 * 24)), abs=0.4)
    assert columns["levels_ratio"][0] > 1


def test_a_box_between_the_levels_is_nearest_to_both() -> None:
    assert told(answer((CONTROL, LEAF), 4))["both_iou"].argmax() == 2


def test_the_scale_on_which_the_net_is_surest_counts() -> None:
    wrong = answer((LEAF, LEAF), 0)
    columns = told(wrong, answer((CONTROL, LEAF), 4))
    assert columns["sure_iou_control"].argmax() == 0
    assert columns["level_agrees_leaf"][0] > columns["level_agrees_control"][0]
    assert columns["sure_quality_control"][0] > 0.95


def test_a_screen_tells_how_much_of_its_text_lies_in_controls() -> None:
    maps = answer((CONTROL, LEAF), 4)
    within, beside = np.array([LEAF]), np.array([(4.0, 70.0, 60.0, 80.0)])
    assert told(maps, lines=within)["screen_controls"][0] > 0.95
    assert told(maps, lines=beside)["screen_controls"][0] < 0.05
    assert told(maps, lines=beside)["screen_lines"][0] == pytest.approx(np.log(2))
