import pytest

from src.training.allocation import allocate


def test_the_first_annotation_validates_then_five_teach_for_each() -> None:
    counts = {"train": 0, "val": 0}
    order = []
    for _ in range(13):
        side = allocate(**counts)
        counts[side] += 1
        order.append("V" if side == "val" else "T")
    assert "".join(order) == "VTTTTTVTTTTTV"


@pytest.mark.parametrize(
    ("train", "val", "side"),
    [
        (3, 0, "val"),
        (0, 2, "train"),
        (9, 2, "train"),
        (10, 2, "val"),
        (11, 2, "val"),
    ],
)
def test_annotations_that_were_there_count(train: int, val: int, side: str) -> None:
    assert allocate(train, val) == side
