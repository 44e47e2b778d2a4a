import numpy as np
import pytest

from src.core import InputError
from src.detectors.race.torso import Torso

NONE = np.zeros((0, 4))


def at(x: float, y: float, size: float = 10.0) -> list[float]:
    """A square round a place."""
    return [x - size / 2, y - size / 2, x + size / 2, y + size / 2]


def test_one_face_and_one_bib_belong_together_wherever_they_are() -> None:
    bibs, faces = np.array([at(300, 10)]), np.array([at(0, 200)])
    assert Torso().link(bibs, faces).tolist() == [[0, 0]]
    assert Torso(lone=False).link(bibs, faces).tolist() == []


@pytest.mark.parametrize(
    ("down", "beside", "linked"),
    [(10, 0, True), (35, 0, True), (36, 0, False), (9, 0, False), (20, 6, True), (20, 7, False)],
)
def test_a_bib_hangs_below_its_face(down: float, beside: float, linked: bool) -> None:
    faces = np.array([at(100, 50), at(500, 50)])
    links = Torso().link(np.array([at(100 + beside, 50 + down)]), faces)
    assert links.tolist() == ([[0, 0]] if linked else [])


def test_everybody_gets_a_bib_where_the_nearest_first_would_leave_one_without() -> None:
    faces = np.array([at(100, 50), at(107, 50)])
    bibs = np.array([at(104, 72), at(101, 72)])
    assert Torso().link(bibs, faces).tolist() == [[0, 1], [1, 0]]


def test_as_many_are_linked_as_can_be() -> None:
    faces = np.array([at(100, 50), at(105, 50)])
    bibs = np.array([at(104, 72), at(110, 72)])
    assert Torso().link(bibs, faces).tolist() == [[0, 0], [1, 1]]


@pytest.mark.parametrize(("bibs", "faces"), [(0, 0), (0, 3), (2, 0)])
def test_nothing_on_one_side_links_nothing(bibs: int, faces: int) -> None:
    sides = [
        np.array([at(9 * n, 0) for n in range(count)]).reshape(-1, 4) for count in (bibs, faces)
    ]
    assert Torso().link(*sides).shape == (0, 2)


def test_a_rule_without_room_is_refused() -> None:
    with pytest.raises(InputError, match=r"linker\.nearest"):
        Torso(nearest=3.0, farthest=2.0)
