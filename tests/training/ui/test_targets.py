"""What the dense net should answer, and how far its answers are from that."""

import numpy as np
import pytest
import torch

from src.detectors.ui.sight import PER_LEVEL, Sight, packed
from src.training.ui.loss import dense_loss, split
from src.training.ui.targets import Elements, targets_of

SIZE = 64
CARD, BUTTON, LABEL = (4.0, 4.0, 60.0, 60.0), (16.0, 16.0, 48.0, 32.0), (24.0, 20.0, 40.0, 28.0)


def elements(*rows: tuple[tuple[float, ...], int, bool]) -> Elements:
    boxes, levels, known = zip(*rows, strict=True)
    return Elements(np.array(boxes), np.array(levels), np.array(known), np.ones(len(rows)))


PAGE = elements((CARD, 0, True), (BUTTON, 0, True), (LABEL, 1, True))


def place(point: float) -> int:
    return int(point // 4)


def test_the_innermost_element_of_a_level_is_meant() -> None:
    targets = targets_of(PAGE, SIZE)
    row, column = place(24), place(32)
    x, y = 4 * column + 2, 4 * row + 2
    assert targets.distances[0, :, row, column].tolist() == [x - 16, y - 16, 48 - x, 32 - y]
    assert targets.distances[1, :, row, column].tolist() == [x - 24, y - 20, 40 - x, 28 - y]


def test_outside_of_everything_there_is_nothing() -> None:
    targets = targets_of(PAGE, SIZE)
    assert targets.present[:, 0, 0].tolist() == [0, 0]
    assert targets.told[:, 0, 0].tolist() == [1, 1]


def test_what_nobody_knows_is_asked_of_nobody() -> None:
    targets = targets_of(elements((CARD, 0, False)), SIZE)
    assert targets.told[0, 8, 8] == 0
    assert targets.weights.sum() == 0


def test_a_side_outside_the_crop_is_not_asked_for() -> None:
    targets = targets_of(elements(((-30.0, 8.0, 40.0, 40.0), 0, True)), SIZE)
    assert targets.sides[0, :, 4, 4].tolist() == [0, 1, 1, 1]
    assert targets.whole[0, 4, 4] == 0


def test_a_large_element_counts_more_than_a_small_one_but_not_by_its_area() -> None:
    targets = targets_of(elements((BUTTON, 0, True), ((0.0, 40.0, 64.0, 64.0), 0, True)), SIZE)
    small = targets.weights[0, place(16) : place(32)].sum()
    large = targets.weights[0, place(40) :].sum()
    assert 1 < large / small < 2


def perfect(targets: list[torch.Tensor]) -> torch.Tensor:
    """What a net would say that knows everything."""
    distances, _, _, _, present, _ = targets
    sure = torch.where(present > 0, 12.0, -12.0)[:, :, None]
    parts = torch.cat([torch.log1p(distances), sure, sure], dim=2)
    return parts.flatten(1, 2)


@pytest.fixture(name="targets")
def targets_fixture() -> list[torch.Tensor]:
    return [torch.from_numpy(part)[None] for part in targets_of(PAGE, SIZE).arrays()]


def test_what_is_right_costs_nothing(targets: list[torch.Tensor]) -> None:
    parts = dense_loss(perfect(targets), targets)
    assert float(parts["loss"]) < 1e-3
    assert float(parts["iou"]) == pytest.approx(1, abs=1e-4)


def test_what_is_wrong_costs_and_can_be_learned(targets: list[torch.Tensor]) -> None:
    answer = torch.zeros_like(perfect(targets)).requires_grad_()
    loss = dense_loss(answer, targets)["loss"]
    loss.backward()
    assert float(loss.detach()) > 1
    assert answer.grad is not None
    assert bool(torch.isfinite(answer.grad).all())


def test_a_crop_without_elements_costs_only_what_is_seen_there() -> None:
    nothing = Elements(np.zeros((0, 4)), np.zeros(0, int), np.zeros(0, bool), np.zeros(0))
    targets = [torch.from_numpy(part)[None] for part in targets_of(nothing, SIZE).arrays()]
    parts = dense_loss(torch.zeros(1, 2 * PER_LEVEL, 16, 16), targets)
    assert float(parts["box"]) == 0
    assert float(parts["present"]) == pytest.approx(np.log(2), abs=1e-5)


def test_answers_are_read_as_they_are_taught(targets: list[torch.Tensor]) -> None:
    answer = perfect(targets)
    sight = Sight((SIZE, SIZE), ((1.0, 1.0),), (packed(answer[0].numpy()),))
    boxes, _, _ = sight.at(np.array([[32.0, 24.0]]), 0)
    assert boxes[0, 0] == pytest.approx(BUTTON, abs=1)
    assert boxes[0, 1] == pytest.approx(LABEL, abs=1)
    assert split(answer)[0].shape == (1, 2, 4, 16, 16)


def test_what_is_larger_than_the_crop_teaches_that_its_box_is_unsure() -> None:
    cut = targets_of(elements(((-300.0, 8.0, 300.0, 40.0), 0, True)), SIZE)
    targets = [torch.from_numpy(part)[None] for part in cut.arrays()]
    short = perfect(targets)
    short[:, [0, 2]] = 2.0  # sides that it cannot see, guessed far too near
    sure, unsure = short.clone(), short.clone()
    sure[:, 5], unsure[:, 5] = 6.0, -6.0
    told = [float(dense_loss(answer, targets)["quality"]) for answer in (sure, unsure)]
    assert told[0] > 10 * told[1]
