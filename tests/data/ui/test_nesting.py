"""Which elements lie in which others, and what those leave free."""

import numpy as np
import pytest

from src.data.ui.nesting import covered


@pytest.mark.parametrize(
    ("inner", "is_covered"),
    [
        ([], False),
        ([(0, 0, 50, 19), (50, 0, 100, 19)], True),
        ([(0, 0, 50, 19), (0, 0, 49, 19), (1, 0, 50, 19)], False),
        ([(0, 0, 89, 20)], False),
        ([(0, 0, 91, 20)], True),
        ([(-300, 0, 50, 20), (50, 0, 100, 20)], False),
    ],
    ids=[
        "alone",
        "cells of a row",
        "one place three times",
        "a tenth is left",
        "less",
        "sticks out",
    ],
)
def test_what_others_leave_no_place_on_is_covered(
    inner: list[tuple[float, ...]], is_covered: bool
) -> None:
    told = covered([(0, 0, 100, 20), *inner])
    assert told[0] == is_covered


@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_is_counted_by_places(seed: int) -> None:
    rng = np.random.default_rng(seed)
    near = rng.integers(0, 30, (7, 2))
    inner = np.concatenate([near, np.minimum(near + rng.integers(5, 30, (7, 2)), 40)], axis=1)
    x, y = np.meshgrid(np.arange(40) + 0.5, np.arange(40) + 0.5)
    taken = np.zeros((40, 40), bool)
    for x1, y1, x2, y2 in inner:
        taken |= (x1 < x) & (x < x2) & (y1 < y) & (y < y2)
    boxes = np.concatenate([[[0, 0, 40, 40]], inner])
    left = 1 - taken.mean()
    assert covered(boxes, left + 1e-6)[0]
    assert not covered(boxes, left - 1e-6)[0]
