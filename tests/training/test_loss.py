import pytest
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from src.training.loss import annotated_loss


def example(fraction: float = 0.3, seed: int = 0) -> tuple[Tensor, Tensor, Tensor]:
    """Random logits, and a truth of which a fraction is painted."""
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(2, 2, 40, 40, generator=generator)
    truth = torch.rand(2, 40, 40, generator=generator) < 0.2
    painted = torch.rand(2, 40, 40, generator=generator) < fraction
    return logits.requires_grad_(), truth & painted, ~truth & painted


def perfect(foreground: Tensor, background: Tensor) -> Tensor:
    """Certain and right where painted, undecided elsewhere."""
    certain = 20.0 * foreground - 20.0 * background
    return torch.stack([-certain, certain], dim=1)


@pytest.mark.parametrize("fraction", [0.001, 0.01, 0.1, 1.0])
def test_a_perfect_prediction_costs_nothing_at_any_annotated_fraction(fraction: float) -> None:
    _, foreground, background = example(fraction)
    assert foreground.any() | background.any()
    assert annotated_loss(perfect(foreground, background), foreground, background) < 1e-6


@pytest.mark.parametrize("fraction", [0.01, 0.3])
def test_an_unannotated_pixel_has_no_gradient(fraction: float) -> None:
    logits, foreground, background = example(fraction)
    annotated_loss(logits, foreground, background).backward()
    assert logits.grad is not None
    touched = (logits.grad != 0).any(dim=1)
    assert torch.equal(touched, foreground | background)


def test_an_unannotated_pixel_is_in_no_denominator() -> None:
    logits, foreground, background = example()
    alone = annotated_loss(logits, foreground, background)
    wider = [F.pad(part, (0, 60, 0, 60)) for part in (logits, foreground, background)]
    assert torch.allclose(annotated_loss(*wider), alone)


def test_unannotated_pixels_may_be_anything() -> None:
    logits, foreground, background = example()
    free = ~(foreground | background)
    spoiled = logits.detach().masked_fill(free[:, None], torch.nan).requires_grad_()
    loss = annotated_loss(spoiled, foreground, background)
    loss.backward()
    assert torch.equal(loss, annotated_loss(logits, foreground, background))
    assert spoiled.grad is not None
    assert torch.isfinite(spoiled.grad).all()


def test_nothing_annotated_is_zero_with_a_gradient() -> None:
    logits, foreground, background = example(0.0)
    loss = annotated_loss(logits, foreground, background)
    loss.backward()
    assert loss == 0
    assert logits.grad is not None
    assert not logits.grad.any()


def test_cross_entropy_is_pytorchs_and_dice_is_by_definition() -> None:
    logits, foreground, background = example()
    target = torch.where(foreground, 1, torch.where(background, 0, -100))
    entropy = F.cross_entropy(logits, target, ignore_index=-100)
    known = foreground | background
    found = logits.softmax(dim=1)
    dice = [
        2 * (found[:, place] * truth)[known].sum() / (found[:, place] + truth.float())[known].sum()
        for place, truth in enumerate((background, foreground))
    ]
    expected = 1 - sum(dice) / 2 + 0.5 * entropy
    loss = annotated_loss(logits, foreground, background, cross_entropy_weight=0.5)
    assert torch.allclose(loss, expected, atol=1e-5)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("only", ["both", "foreground", "background"])
def test_huge_logits_and_single_classes_stay_finite(sign: int, only: str) -> None:
    _, foreground, background = example()
    foreground = foreground & (only != "background")
    background = background & (only != "foreground")
    logits = (sign * 500 * perfect(foreground, background)).requires_grad_()
    assert logits.abs().max() == 1e4
    loss = annotated_loss(logits, foreground, background)
    loss.backward()
    assert loss < 1e-6 if sign > 0 else loss > 1e4
    assert logits.grad is not None
    assert torch.isfinite(logits.grad).all()


def test_a_batch_of_one_class_is_learnt_too() -> None:
    logits, _, background = example()
    loss = annotated_loss(logits, torch.zeros_like(background), background)
    loss.backward()
    assert logits.grad is not None
    assert (logits.grad[:, 1][background] > 0).all()


def test_background_of_another_weight_counts_as_if_it_were_painted_so_often() -> None:
    logits, foreground, background = example()
    alone = annotated_loss(logits, foreground & False, background)
    assert torch.allclose(
        annotated_loss(logits, foreground & False, background, background_weight=3.0), alone
    )
    heavier = [
        annotated_loss(logits, foreground, background, background_weight=weight)
        for weight in (1.0, 3.0, 1e6)
    ]
    ones = annotated_loss(logits, foreground, background)
    assert torch.equal(heavier[0], ones)
    assert abs(heavier[1] - alone) < abs(ones - alone)


def test_a_heavier_background_pulls_a_doubtful_pixel_to_its_side() -> None:
    logits = torch.zeros(1, 2, 1, 2, requires_grad=True)
    painted = torch.tensor([[[True, False]]]), torch.tensor([[[False, True]]])
    annotated_loss(logits, *painted, background_weight=3.0).backward()
    assert logits.grad is not None
    even, odd = logits.grad[0, 1, 0].tolist()
    assert abs(odd) > abs(even)
