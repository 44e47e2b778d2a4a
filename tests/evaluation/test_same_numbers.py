"""Two processes give what one gives, to the last bit but for time."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from src.core import Detector, Prediction, Row, Sample, Scorecard, Scorer
from src.data.synthetic.nuclei import Nuclei
from src.detectors.forest import Forest
from src.detectors.neural import NeuralDetector
from src.detectors.otsu import Otsu
from src.detectors.unet import UNet
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors import Executor, Local
from src.geometry.masks import foreground
from src.scoring.objects import Objects
from src.scoring.pixels import Pixels
from tests.evaluation.same import differences

NUCLEI = Nuclei(count=6, size=(150, 131), seed=3)


def net() -> Detector:
    """A small net as it is before it learns: noise, which no digit of its numbers is lost on."""
    return NeuralDetector(UNet(width=8, depth=2, seed=1), threshold=0.5)


def forest() -> Detector:
    """A forest that learned from one picture."""
    sample = NUCLEI.read(NUCLEI.entries[0])
    truth = foreground(sample.truth)
    return Forest(trees=5).fit([(sample.picture.pixels, truth, ~truth)])


CASES: dict[str, tuple[Callable[[], Detector], Callable[[], Scorer]]] = {
    "otsu, pixels": (Otsu, Pixels),
    "otsu, objects": (Otsu, partial(Objects, features=("area", "intensity"), surfaces=2.0)),
    "net, pixels": (net, Pixels),
    "forest, pixels": (forest, Pixels),
}


def everything(
    detector: Detector, scorer: Scorer, executor: Executor
) -> tuple[list[Any], dict[str, Any]]:
    """What is seen of every sample, and the card; without time."""
    seen: list[Any] = []

    def observe(sample: Sample, prediction: Prediction, row: Row) -> None:
        seen.append((sample.picture, sample.truth, prediction, replace(row, seconds=0.0)))

    card = evaluate_dataset(NUCLEI, None, detector, scorer, observe=observe, executor=executor)
    return seen, whole(card)


def whole(card: Scorecard) -> dict[str, Any]:
    tables = {name: dict(columns) for name, columns in card.tables.items()}
    return {
        "metrics": dict(card.metrics),
        "rows": dict(card.rows),
        "intervals": dict(card.intervals),
        "slices": dict(card.slices),
        "tables": tables,
    }


@pytest.mark.parametrize("case", CASES)
def test_two_processes_give_the_same_bytes_as_one(case: str) -> None:
    make_detector, make_scorer = CASES[case]
    detector, scorer = make_detector(), make_scorer()
    one = everything(detector, scorer, Local(1))
    two = everything(detector, scorer, Local(2))
    assert len(one[0]) == 6
    assert np.isfinite(one[1]["metrics"][scorer.ranks_by])
    assert differences(one, two) == []
