"""Boxes are matched from the highest IoU on, and what must not count does not."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.geometry.boxes import area, intersection, iou
from src.scoring.race.matching import NOBODY, Matched

Boxes = npt.NDArray[np.float64]

SIDES = st.tuples(*[st.integers(0, 8)] * 2, *[st.integers(1, 6)] * 2)
SCENES = st.tuples(
    st.lists(SIDES, max_size=5),
    st.lists(st.booleans(), min_size=5, max_size=5),
    st.lists(SIDES, max_size=5),
)


def boxes(*sides: tuple[float, ...]) -> Boxes:
    """From near corner and size."""
    own = np.array(sides, float).reshape(-1, 4)
    own[:, 2:] += own[:, :2]
    return own


def matched(truths: Boxes, counts: list[bool], predictions: Boxes) -> Matched:
    return Matched.of(truths, np.array(counts, bool), predictions, 0.5)


def slow_partners(
    truths: Boxes, counts: list[bool], predictions: Boxes
) -> tuple[list[int], list[bool]]:
    """The rule said again, pair by pair."""
    shared = iou(truths, predictions)
    partner = [NOBODY] * len(predictions)
    free = [place for place, own in enumerate(counts) if own]
    while True:
        open_pairs = [
            (-shared[true, found], true, found)
            for true in free
            for found in range(len(predictions))
            if partner[found] == NOBODY and shared[true, found] >= 0.5
        ]
        if not open_pairs:
            break
        _, true, found = min(open_pairs)
        partner[found] = true
        free.remove(true)
    common, sizes = intersection(truths, predictions), area(predictions)
    dropped = [
        partner[found] == NOBODY
        and any(
            shared[true, found] >= 0.5 or common[true, found] > sizes[found] / 2
            for true, own in enumerate(counts)
            if not own
        )
        for found in range(len(predictions))
    ]
    return partner, dropped


@given(SCENES)
def test_it_is_the_rule_said_again(
    scene: tuple[list[tuple[int, ...]], list[bool], list[tuple[int, ...]]],
) -> None:
    truths, flags, predictions = boxes(*scene[0]), scene[1], boxes(*scene[2])
    own = matched(truths, flags[: len(truths)], predictions)
    assert (own.partner.tolist(), own.dropped.tolist()) == slow_partners(
        truths, flags[: len(truths)], predictions
    )


@given(SCENES)
def test_a_box_that_must_not_count_neither_finds_nor_loses_another(
    scene: tuple[list[tuple[int, ...]], list[bool], list[tuple[int, ...]]],
) -> None:
    truths, predictions = boxes(*scene[0]), boxes(*scene[2])
    flags = scene[1][: len(truths)]
    with_all, without = (
        matched(truths, flags, predictions),
        matched(truths[np.array(flags, bool)], [True] * sum(flags), predictions),
    )
    assert with_all.sums[0::2] == without.sums[0::2]
    assert with_all.sums[1] <= without.sums[1]


def test_half_is_enough_and_less_is_not() -> None:
    truth = boxes((0, 0, 10, 10))
    assert matched(truth, [True], boxes((0, 0, 10, 5))).sums == (1, 1, 1)
    assert matched(truth, [True], boxes((0, 0, 10, 4.99))).sums == (1, 1, 0)


def test_of_equals_the_first_is_taken() -> None:
    two = boxes((0, 0, 10, 10), (0, 0, 10, 10))
    assert matched(two, [True, True], two[:1]).partner.tolist() == [0]
    assert matched(two[:1], [True], two).partner.tolist() == [0, NOBODY]


@pytest.mark.parametrize(
    ("prediction", "dropped"),
    [((2, 2, 4, 4), True), ((5, 0, 10, 10), False), ((4, 0, 10, 10), True), ((20, 0, 5, 5), False)],
)
def test_what_lies_by_more_than_half_in_an_unscored_box_is_dropped(
    prediction: tuple[float, ...], dropped: bool
) -> None:
    own = matched(boxes((0, 0, 10, 10)), [False], boxes(prediction))
    assert own.dropped.tolist() == [dropped]
    assert own.sums == (0, int(not dropped), 0)


def test_a_rejected_box_does_not_take_away_what_finds_the_one_drawn_instead() -> None:
    truths = boxes((0, 0, 10, 10), (0, 0, 10, 6))
    own = matched(truths, [True, False], boxes((0, 0, 10, 6)))
    assert (own.sums, own.dropped.tolist()) == ((1, 1, 1), [False])


@pytest.mark.parametrize("counts", [(0, 0), (2, 0), (0, 3)])
def test_nothing_on_a_side_is_no_error(counts: tuple[int, int]) -> None:
    truths, predictions = (boxes(*[(0, 0, 2, 2)] * count) for count in counts)
    assert matched(truths, [True] * counts[0], predictions).sums == (*counts, 0)
