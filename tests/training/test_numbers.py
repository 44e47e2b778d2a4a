import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from src.core import InputError
from src.training.acquisition.expected_error_per_second import ExpectedErrorPerSecond
from src.training.augmentation import Augmentation
from src.training.demonstration import Demonstration
from src.training.refit import RefitTrainer
from src.training.session import Rules
from tests.training.simple import trainer


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize(
    ("made", "name"),
    [
        *((Rules(), name) for name in (
            "min_initial_images", "corrective_f1_threshold", "images", "seconds", "target_f1")),
        *((trainer(), name) for name in (
            "tile_in", "batch_size", "epochs_between_images", "min_epoch_tiles", "averaging",
            "background_weight", "gradient_clip", "workers", "budget", "good_f1")),
        *((RefitTrainer(), name) for name in ("budget", "good_f1")),
        *((Demonstration(), name) for name in ("initial_images", "corrective_images")),
        *((ExpectedErrorPerSecond(), name) for name in (
            "candidates", "overhead", "window", "doubt")),
        *((Augmentation(), name) for name in (
            "turn", "elastic_reach", "elastic_spacing", "zoom_reach", "noise_sigma", "brightness",
            "contrast", "specks_share")),
    ],
    ids=lambda one: one if isinstance(one, str) else type(one).__name__,
)  # fmt: skip
def test_what_is_no_finite_number_is_refused_by_its_key(made: Any, name: str, value: float) -> None:
    with pytest.raises(InputError, match=name):
        replace(made, **{name: value})


@pytest.mark.parametrize("value", [2.5, True, "3"])
def test_a_count_is_a_whole_number(value: Any) -> None:
    with pytest.raises(InputError, match="whole number"):
        Rules(images=value)
    assert Rules(images=np.int64(3)).images == 3  # type: ignore[arg-type]
