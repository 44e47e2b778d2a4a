"""One process teaches: several are refused, for a reason that can be shown."""

import pytest
import torch

from src.core import InputError
from src.training.loss import annotated_loss
from tests.training.simple import trainer


@pytest.mark.parametrize("option", [{"devices": 2}, {"strategy": "ddp"}])
def test_several_processes_are_refused(option: dict[str, int | str]) -> None:
    with pytest.raises(InputError, match=r"trainer\.devices=.* is refused: .*hydra/launcher"):
        trainer(**option)


def test_the_loss_of_a_batch_is_no_mean_of_the_losses_of_its_parts() -> None:
    random = torch.Generator().manual_seed(0)
    logits = torch.randn(2, 2, 8, 8, generator=random)
    foreground = torch.rand(2, 8, 8, generator=random) < torch.tensor([0.5, 0.1])[:, None, None]
    painted = (logits, foreground, ~foreground)
    parts = [annotated_loss(*(part[one : one + 1] for part in painted)) for one in range(2)]
    assert abs(annotated_loss(*painted) - sum(parts) / 2) > 0.01
