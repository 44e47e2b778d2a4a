"""What ``python -m benchmarks.hand`` measures, on hands that are known."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from benchmarks.hand.measures import books, painted_by, spill, strokes
from benchmarks.hand.people import people_beside_robots
from benchmarks.hand.scenes import Scene, ragged
from benchmarks.hand.strokes import Strokes, of_people
from benchmarks.hand.table import BEGIN, END, keep, renew
from benchmarks.people import factors, overlooked, overlooking
from src.annotators.hand import Hand
from src.core import Trajectory
from tests.annotators.scenes import ellipses
from tests.conftest import real_data

# Two strokes of 3 and 0 px, 0.5 s apart; the second is a press.
HAND = Trajectory(
    r=[0, 0, 0, 0, 9, 9],
    c=[5, 5, 6, 8, 8, 8],
    painting=[False, True, True, True, False, True],
    channel=[-1, 0, 0, 0, -1, 1],
    brush_radius=[0, 2, 2, 2, 0, 2],
    dt=[0.1, 0.1, 0.1, 0.2, 0.5, 0.1],
)


def test_strokes_are_told_by_the_button() -> None:
    found = Strokes.of(HAND)
    assert found.length.tolist() == [3, 0]
    assert found.speed == pytest.approx([3 / 0.3])
    assert found.gap == pytest.approx([0.5])
    assert found.numbers["strokes per second"] == pytest.approx(2 / 1.1)
    assert found.numbers["single presses"] == 0.5


def test_people_draw_as_they_were_published() -> None:
    people = of_people(real_data("strokes_quickdraw_raw"))
    assert len(people.length) == 1170
    assert people.numbers["strokes per second"] == pytest.approx(0.81, abs=0.01)
    assert people.numbers["gap, median, s"] == pytest.approx(0.45, abs=0.01)


def test_every_measure_of_a_hand_is_a_number() -> None:
    truth = ellipses(120, 3)
    scene = Scene("g", "n", truth * np.uint8(9), truth, ragged(truth, np.random.default_rng(0)))
    painted = painted_by(Hand(), [scene], "corrective")
    assert np.isfinite([*strokes(painted).numbers.values(), *books(painted).values()]).all()
    assert spill([replace(scene, prediction=truth)], "initial")[0] >= 0


def test_the_table_holds_every_label_and_leaves_the_rest_of_the_page(tmp_path: Path) -> None:
    for label, value in (("after", 1.0), ("before", 2.5)):
        groups = {"blobs, initial": {"speed": value}, "blobs, corrective": {"speed": value}}
        keep(tmp_path, label, {"people": {"speed": 3.0}, "groups": groups, "rules": {"painted": 0}})
    page = tmp_path / "README.md"
    page.write_text(f"above\n{BEGIN}\nold\n{END}\nbelow\n")
    for _ in range(2):
        renew(tmp_path)
    text = page.read_text()
    assert "| speed | 2.5 → 1 |" in text
    assert text.index("hand_before.png") < text.index("hand_after.png")
    assert text.startswith("above\n")
    assert text.endswith("\nbelow\n")
    assert "old" not in text


def test_without_pictures_of_people_nothing_is_drawn_beside_them(tmp_path: Path) -> None:
    assert people_beside_robots(tmp_path) == []


def test_an_observer_who_overlooks_is_found_out() -> None:
    rng = np.random.default_rng(0)
    area = rng.uniform(1, 60, 4000)
    missed = rng.random(4000) < 0.6 * 0.5 ** (area / 15)
    chance, half = overlooking(pd.DataFrame({"area": area, "missed": missed}))
    assert chance == pytest.approx(0.6, abs=0.08)
    assert half == pytest.approx(15, abs=3)


def test_a_branch_is_overlooked_where_the_other_has_none_of_it() -> None:
    own = np.zeros((40, 60), bool)
    own[10:13, 5:55] = own[25:28, 5:25] = True
    other = own.copy()
    other[20:] = False
    assert sorted(overlooked(own, other), key=str) == [(150, False), (60, True)]


def test_factors_lie_about_the_geometric_mean() -> None:
    assert factors([1.0, 4.0]) == pytest.approx((0.5, 2.0))
