"""Seconds by a stopwatch: who waits for the net, and who goes on over the old model."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.annotators.clocks import SeedClock, StopwatchClock
from src.core import Annotation
from src.detectors.forest import Forest
from src.training.pace import elapsed
from src.training.participants import Taught
from src.training.refit import RefitTrainer
from src.training.session import Rules
from tests.training.simple import Notes, Painter, detector, participants, trainer

PAINTING = 5.0
"""Seconds that the painter of these tests takes for an image."""


class Tireless(Painter):
    """Never skips, so that the net learns from every image."""

    def correct(
        self, truth: np.ndarray, prediction: np.ndarray, rng: np.random.Generator
    ) -> Annotation | None:
        """Paint again whatever was predicted."""
        assert prediction.shape == truth.shape
        return self.initial(truth, rng)


def taught(folder: Path, notes: Notes, images: int = 5, **clock: Any) -> Taught:
    eyeless = StopwatchClock(picture_pixels=0.0, **clock)
    group = replace(participants(folder, notes), annotator=Tireless(), clock=eyeless)
    return RefitTrainer(Rules(images=images)).teach(Forest(trees=10, threads=1), group)


@pytest.mark.parametrize(
    ("goes_on", "learning", "learns", "seconds"),
    [
        (False, False, False, 5), (False, True, True, 12), (False, True, False, 5),
        (True, False, True, 12), (True, True, True, 7), (True, True, False, 0),
    ],
)  # fmt: skip
def test_a_row_is_the_moment_at_which_its_model_is_there(
    goes_on: bool, learning: bool, learns: bool, seconds: float
) -> None:
    clock = StopwatchClock(training_seconds=7, goes_on=goes_on)
    assert elapsed(clock, PAINTING, learning=learning, learns=learns) == seconds


def test_another_clock_knows_nothing_of_the_net() -> None:
    assert elapsed(SeedClock(), PAINTING, learning=True, learns=True) == PAINTING


def test_whoever_waits_spends_the_seconds_of_the_net(tmp_path: Path) -> None:
    rows = taught(tmp_path, Notes(), training_seconds=7.0).rows
    assert [row["seconds"] for row in rows] == [5, 12, 12, 12, 12]
    assert [row["waited"] for row in rows] == [0, 7, 7, 7, 7]


def test_whoever_goes_on_waits_for_what_is_left_and_sees_the_old_model(tmp_path: Path) -> None:
    waits, goes = Notes(), Notes()
    taught(tmp_path / "waits", waits, training_seconds=3.0)
    result = taught(tmp_path / "goes", goes, training_seconds=3.0, goes_on=True)
    assert [row["seconds"] for row in result.rows] == [5, 8, 5, 5, 5]
    assert result.metrics["waited_seconds"] == 3
    seen = [[shown.prediction is not None for shown in notes.shows] for notes in (waits, goes)]
    # The model of the second image is there for the third, or one image later.
    assert seen == [[False, False, True, True, True], [False, False, False, True, True]]


@pytest.mark.parametrize("stop", [2, 3, 4])
def test_a_session_that_goes_on_is_resumed_with_what_lay_on_the_desk(
    tmp_path: Path, stop: int
) -> None:
    whole = taught(tmp_path / "whole", Notes(), training_seconds=3.0, goes_on=True)
    with pytest.raises(RuntimeError, match="power cut"):
        taught(tmp_path / "cut", Notes(stop), training_seconds=3.0, goes_on=True)
    again = taught(tmp_path / "cut", Notes(), training_seconds=3.0, goes_on=True)
    assert str(again.rows) == str(whole.rows)


def test_a_net_goes_on_with_what_lay_on_the_desk_too(tmp_path: Path) -> None:
    def learned(folder: str, notes: Notes) -> Taught:
        clock = StopwatchClock(picture_pixels=0.0, training_seconds=3.0, goes_on=True)
        group = replace(participants(tmp_path / folder, notes), annotator=Tireless(), clock=clock)
        return trainer(images=4).teach(detector(), group)

    whole = learned("whole", Notes())
    with pytest.raises(RuntimeError, match="power cut"):
        learned("cut", Notes(3))
    assert str(learned("cut", Notes()).rows) == str(whole.rows)
