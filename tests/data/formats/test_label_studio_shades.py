"""Neighbours that a person can tell apart."""

import numpy as np

from src.core import Instances
from src.data.formats.label_studio.shades import MOST, colour, plain_name, shaded_name, shades
from src.data.formats.label_studio.write import label_config, prediction_task


def grid(rows: int, columns: int, side: float = 10) -> np.ndarray:
    """Boxes that touch their neighbours."""
    top, left = np.indices((rows, columns)).reshape(2, -1) * side
    return np.stack([left, top, left + side, top + side], axis=1)


def test_neighbours_differ_and_strangers_need_not() -> None:
    boxes = grid(5, 6)
    chosen = shades(boxes, ["cell"] * len(boxes))
    for place, own in enumerate(boxes):
        for other, far in enumerate(boxes[:place]):
            if np.abs(own - far).max() <= 10:
                assert chosen[place] != chosen[other]
    assert max(chosen) == 3
    assert shades(boxes[[0, 8, 22]], ["cell"] * 3) == [0, 0, 0]


def test_two_names_have_two_colours_anyway() -> None:
    assert shades(grid(1, 4), ["cell", "fibre", "cell", "fibre"]) == [0, 0, 0, 0]


def test_a_heap_takes_all_shades_before_any_is_taken_twice() -> None:
    heap = np.tile([[0.0, 0, 5, 5]], (MOST + 2, 1))
    assert shades(heap, ["cell"] * len(heap)) == [*range(MOST), 0, 1]
    assert shades(np.zeros((0, 4)), []) == []


def test_a_shade_is_read_as_the_name() -> None:
    for shade in range(12):
        assert plain_name(shaded_name("cell 3", shade)) == "cell 3"


def test_every_label_of_the_configuration_has_its_own_colour() -> None:
    labels = np.zeros((10, 30), int)
    for number in range(3):
        labels[:, 10 * number : 10 * number + 10] = number + 1
    task = prediction_task("a.png", Instances.from_labels(labels), ["cell"] * 3, "m")
    config = label_config([task], "object")
    names = [one["value"]["brushlabels"][0] for one in task["predictions"][0]["result"]]
    assert names == ["cell", "cell ·2", "cell"]
    assert all(f'value="{name}"' in config for name in names)
    assert len({colour(number) for number in range(40)}) == 40
    bare = prediction_task("a.png", Instances.empty((4, 4)), [], "m")
    assert 'value="object ·2"' in label_config([bare], "object")
