import math
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from src.core import InputError, Picture
from src.detectors.forest import Forest
from src.training.best_model import BestModel
from src.training.lesson import Lesson
from src.training.participants import Taught
from src.training.refit import LAST, RefitTrainer, load_state
from src.training.session import Rules
from src.training.tiles import AnnotatedPicture
from tests.conftest import ROOT
from tests.training.simple import Notes, detector, participants, shares_of


def taught(folder: Path, notes: Notes, images: int = 5, **options: Any) -> Taught:
    return RefitTrainer(Rules(images=images), **options).teach(
        Forest(trees=20, threads=1), participants(folder, notes)
    )


def test_images_are_shown_one_by_one_and_measured(tmp_path: Path) -> None:
    notes = Notes()
    result = taught(tmp_path, notes, images=6)
    assert [row["step"] for row in notes.rows] == [1, 2, 3, 4, 5, 6]
    assert [row["outcome"] for row in notes.rows][:2] == ["val", "train"]
    assert list(notes.rows) == list(result.rows)
    names = {field.name for field in fields(Lesson)} | {"val_f1", "test_f1", "test_iou"}
    assert set(notes.rows[-1]) == names
    assert notes.rows[0].get("test_f1") is None
    assert math.isnan(notes.rows[0]["val_f1"])
    assert all(row["test_f1"] > 0.5 for row in notes.rows[1:])
    assert shares_of(result.times) == pytest.approx(1)
    assert result.metrics["aubc"] > 0


def test_the_best_and_the_first_forest_are_given_back(tmp_path: Path) -> None:
    result = taught(tmp_path, Notes())
    for forest in (result.detector, result.first):
        assert isinstance(forest, Forest)
        assert forest.grown is not None
    assert len(result.first.grown.drawn) < len(result.detector.grown.drawn)


def test_the_same_seed_gives_the_same_numbers(tmp_path: Path) -> None:
    first, second = (taught(tmp_path / name, Notes()).rows for name in ("one", "two"))
    assert str(first) == str(second)


@pytest.mark.parametrize("keeps", ["best", "newest"])
@pytest.mark.parametrize("stop", [1, 2, 4])
def test_an_interrupted_session_ends_with_the_same_numbers(
    tmp_path: Path, stop: int, keeps: str
) -> None:
    expected = taught(tmp_path / "whole", Notes(), keeps=keeps)
    with pytest.raises(RuntimeError, match="power cut"):
        taught(tmp_path / "cut", Notes(stop_after=stop), keeps=keeps)
    resumed = taught(tmp_path / "cut", Notes(), keeps=keeps)
    assert str(resumed.rows) == str(expected.rows)
    (picture,) = [sample.picture for sample in participants(tmp_path, Notes()).test_samples()[:1]]
    for name in ("detector", "first"):
        one, other = getattr(expected, name), getattr(resumed, name)
        assert np.array_equal(one.probabilities(picture), other.probabilities(picture))


def test_a_finished_session_is_not_taught_again(tmp_path: Path) -> None:
    expected = taught(tmp_path, Notes())
    again = Notes()
    assert str(taught(tmp_path, again).rows) == str(expected.rows)
    assert again.rows == []


def test_a_torn_state_is_passed_over(tmp_path: Path) -> None:
    expected = taught(tmp_path, Notes())
    torn = (tmp_path / LAST).read_bytes()
    (tmp_path / LAST).write_bytes(torn[: len(torn) // 2])
    again = Notes()
    assert str(taught(tmp_path, again).rows) == str(expected.rows)
    assert again.before, "the state before was used"
    assert len(again.before) + len(again.rows) == len(expected.rows)


def test_the_newest_forest_has_learned_from_all(tmp_path: Path) -> None:
    result = taught(tmp_path, Notes(), keeps="newest")
    painted = [row for row in result.rows if row["outcome"] == "train"]
    assert len(result.detector.cache) == len(painted)
    assert load_state(tmp_path / LAST)["best"] == len(painted)


def test_time_and_target_end_a_session(tmp_path: Path) -> None:
    for name, rules in (("time", Rules(seconds=9.0)), ("target", Rules(target_f1=0.001))):
        notes = Notes()
        RefitTrainer(rules).teach(Forest(trees=20, threads=1), participants(tmp_path / name, notes))
        assert len(notes.rows) == 2


def test_only_forests_are_taught(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="teaches forests, not NeuralDetector"):
        RefitTrainer().teach(detector(), participants(tmp_path, Notes()))  # type: ignore[arg-type]


def test_too_few_images_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="too few images"):
        taught(tmp_path, Notes(), images=1)


def test_an_unknown_choice_is_named() -> None:
    with pytest.raises(InputError, match="keeps"):
        RefitTrainer(keeps="oldest")


class Student:
    """A model that is right about some share of every validation set."""

    threshold = 0.5

    def probabilities(self, picture: Picture) -> np.ndarray:
        """Nothing anywhere."""
        return np.zeros(picture.shape, np.float32)


def test_a_champion_is_scored_again_when_the_validation_set_has_grown() -> None:
    scores = {1: 0.9, 2: 0.4}

    def score(_: Student, val: Sequence[AnnotatedPicture]) -> float:
        return scores[len(val)]

    mask = np.ones((2, 2), bool)
    val = [AnnotatedPicture.of(np.zeros((2, 2), np.uint8), mask, ~mask)] * 2
    best = BestModel[Student](score)
    assert best.loses_to(math.nan, val[:1])
    best.replace_with(Student(), 0.9)
    assert not best.loses_to(0.5, val[:1])
    assert not best.loses_to(math.nan, val[:1])
    assert best.loses_to(0.9, val[:1])
    assert best.loses_to(0.5, val)
    assert best.f1 == 0.4


def test_the_configuration_names_every_argument() -> None:
    described = yaml.safe_load((ROOT / "conf/trainer/refit.yaml").read_text("utf-8"))
    assert set(described) - {"_target_"} == {field.name for field in fields(RefitTrainer)}
    assert set(described["rules"]) - {"_target_"} == {field.name for field in fields(Rules)}
