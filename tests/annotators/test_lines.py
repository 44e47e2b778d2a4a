"""Many lines at once are each as if alone."""

import numpy as np

from src.annotators.contour import connected
from src.annotators.lines import Lines
from src.annotators.objects import tour
from src.annotators.strokes import all_to_places, between, straight, to_places

FIRST = np.array([[0, 0], [0, 4], [0, 8], [0, 12], [0, 16]])
SECOND = np.array([[9, 9], [5, 9]])
BOTH = Lines.of([FIRST, SECOND])


def test_points_are_taken_line_by_line() -> None:
    some = BOTH.every([2, 5], ended=True)
    assert [line.tolist() for line in some.each(some.points)] == [
        [[0, 0], [0, 8], [0, 16]],
        SECOND.tolist(),
    ]


def test_shares_and_means_are_of_each_line() -> None:
    values = np.array([5, 1, 4, 2, 3, 9, 7])
    assert BOTH.share(values, 0.5).tolist() == [3, 9]
    assert BOTH.mean(values).tolist() == [3, 8]


def test_straight_ways_and_places_are_those_of_one_way() -> None:
    ways = straight(FIRST[:2], SECOND, np.array([1.0, 3.0]))
    alone = [between(FIRST[0], SECOND[0], 1.0), between(FIRST[1], SECOND[1], 3.0)]
    assert [way.tolist() for way in ways.each(ways.points)] == [way.tolist() for way in alone]
    moved = all_to_places(Lines(BOTH.points / 3, BOTH.counts), (20, 20))
    assert [way.tolist() for way in moved.each(moved.points)] == [
        to_places(line / 3, (20, 20)).tolist() for line in (FIRST, SECOND)
    ]


def test_a_tour_enters_at_the_nearer_end_and_goes_on_from_the_other() -> None:
    ends = [[[0, 90], [0, 60]], [[0, 50], [0, 10]], [[0, 55], [0, 56]]]
    assert [*tour(ends, (0, 0))] == [(1, True), (2, False), (0, True)]


def test_what_is_near_is_one_thing() -> None:
    things = connected(np.array([[0, 0], [2, 3], [40, 40]]))
    assert things[0] == things[1] != things[2]
