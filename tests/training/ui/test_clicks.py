"""Clicks that teach a ranker: what they mean and how much they count."""

import numpy as np

from src.core import Instances
from src.training.ui.clicks import Aims, Things

ROWS = (
    ((10, 10, 110, 40), "control", "button", "", True),
    ((40, 20, 80, 30), "leaf", "text", "1", True),
    ((10, 60, 190, 75), "leaf", "text", "2", True),
    ((10, 80, 150, 95), "leaf", "text", "2", True),
    ((10, 100, 190, 190), "control", "card", "", True),
    ((120, 150, 180, 180), "control", "button", "", True),
    ((20, 110, 60, 150), "leaf", "picture", "", False),
)


def truth(height: int = 200) -> Instances:
    boxes, levels, types, blocks, scored = zip(*ROWS, strict=True)
    return Instances(
        (height, 200), boxes=np.array(boxes, float), scored=np.array(scored),
        extra={"level": np.array(levels), "type": np.array(types), "block": np.array(blocks)},
    )  # fmt: skip


def drawn(aims: Aims, height: int = 200) -> list:
    return aims.drawn(truth(height), np.random.default_rng(0))


def test_lines_of_one_text_are_one_leaf() -> None:
    things = Things.of(truth())
    boxes = [things.boxes[place].tolist() for place in things.leaves]
    assert [10, 60, 190, 95] in boxes
    assert len(boxes) == 2


def test_a_leaf_belongs_to_the_control_around_it_or_to_none() -> None:
    things = Things.of(truth())
    owners = {tuple(things.boxes[place]): int(things.owner[place]) for place in things.leaves}
    assert things.boxes[owners[40, 20, 80, 30]].tolist() == [10, 10, 110, 40]
    assert owners[10, 60, 190, 95] == -1


def test_every_click_lies_in_what_it_means_and_on_no_control_inside_that() -> None:
    for seed in range(30):
        for one in Aims().drawn(truth(), np.random.default_rng(seed)):
            x, y = one.click
            assert one.box[0] <= x < one.box[2]
            assert one.box[1] <= y < one.box[3]
            if one.box == (10, 100, 190, 190):
                assert not (120 <= x < 180 and 150 <= y < 180)


def test_a_leaf_in_a_control_counts_as_often_as_it_is_meant() -> None:
    weights = {one.box: one.weight for one in drawn(Aims(inner=0.2))}
    assert weights[40, 20, 80, 30] == 0.2
    assert weights[10, 10, 110, 40] == 1
    assert (40, 20, 80, 30) not in {one.box for one in drawn(Aims(inner=0))}


def test_a_leaf_in_no_control_counts_as_often_as_it_is_meant() -> None:
    aims = Aims(alone=0.3, alone_phone=0.7)
    for height, weight in ((200, 0.3), (400, 0.7)):
        weights = {one.box: one.weight for one in drawn(aims, height)}
        assert weights[10, 60, 190, 95] == weight
        assert weights[10, 10, 110, 40] == 1


def test_on_a_high_screen_it_counts_as_on_a_phone() -> None:
    aims = Aims(inner=0.0, inner_phone=0.5)
    assert (40, 20, 80, 30) in {one.box for one in drawn(aims, height=400)}


def test_what_is_not_scored_is_never_meant() -> None:
    assert (20, 110, 60, 150) not in {one.box for one in drawn(Aims(inner=1.0))}


def test_types_take_turns() -> None:
    chosen = {one.box for one in drawn(Aims(controls=2, leaves=0, inner=0))}
    assert (10, 100, 190, 190) in chosen
