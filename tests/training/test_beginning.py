from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError
from src.data.rootpainter import RootPainter
from src.data.split import Split
from src.data.synthetic.nuclei import Nuclei
from src.detectors.forest import Forest
from src.training.beginning import given_pictures
from src.training.refit import RefitTrainer
from src.training.session import Rules
from src.training.summary import summarise
from tests.training.simple import Notes, detector, participants, trainer


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> RootPainter:
    """What a first session of three images left behind."""
    folder = tmp_path_factory.mktemp("first")
    trainer(images=3).teach(detector(), participants(folder, Notes()))
    return RootPainter(str(folder))


def began(project: RootPainter, folder: Path, images: int, **options: Any) -> Notes:
    notes = Notes(**options)
    people = replace(participants(folder, notes), start=project)
    trainer(images=images).teach(detector(), people)
    return notes


def test_a_project_teaches_before_the_first_image(project: RootPainter, tmp_path: Path) -> None:
    notes = began(project, tmp_path, images=2)
    assert [row["step"] for row in notes.rows] == [0, 1, 2]
    assert notes.shows[0].prediction is not None, "the first image meets a model that has learned"
    before = notes.rows[0]
    assert (before["phase"], before["total_seconds"]) == ("before", 0)
    assert before["test_f1"] > 0, "what a project teaches is there before the first second"
    summary = summarise(notes.rows, budget=600, good_f1=0.9)
    first = summarise(notes.rows[:1], budget=600, good_f1=0.9)
    assert first["aubc"] == pytest.approx(before["test_f1"])
    gained = notes.rows[-1]["test_f1"] - before["test_f1"]
    assert summary["corrective_gain_per_second"] == pytest.approx(gained / summary["seconds"])


def test_pictures_of_the_project_are_not_shown_again(project: RootPainter, tmp_path: Path) -> None:
    notes = began(project, tmp_path, images=9)
    given = {entry.name for entry in project.entries}
    assert not given & {shown.sample.name for shown in notes.shows}


def test_the_allocation_goes_on_from_the_project(project: RootPainter, tmp_path: Path) -> None:
    notes = began(project, tmp_path, images=1)
    given = [entry.split for entry in project.entries]
    assert sorted(given) == ["train", "train", "val"]
    assert notes.rows[1]["outcome"] == "train"


def test_a_stopped_run_goes_on_with_its_start(project: RootPainter, tmp_path: Path) -> None:
    whole = began(project, tmp_path / "whole", images=3)
    with pytest.raises(RuntimeError, match="power cut"):
        began(project, tmp_path / "cut", images=3, stop_after=2)
    rest = began(project, tmp_path / "cut", images=3)
    assert rest.rows[-1] == whole.rows[-1]


def test_a_stopped_run_refuses_another_start(project: RootPainter, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="power cut"):
        began(project, tmp_path, images=3, stop_after=2)
    with pytest.raises(InputError, match="start is not what the run began with"):
        trainer(images=3).teach(detector(), participants(tmp_path, Notes()))


def test_a_forest_begins_with_a_project_too(project: RootPainter, tmp_path: Path) -> None:
    notes = Notes()
    people = replace(participants(tmp_path, notes), start=project)
    RefitTrainer(Rules(images=1)).teach(Forest(trees=10, threads=1), people)
    assert notes.shows[0].prediction is not None


def test_a_project_with_a_test_picture_is_refused(project: RootPainter) -> None:
    tested = Nuclei(
        count=10, size=64, seed=1, split=Split(fractions={"train": 0.0, "val": 0.0, "test": 1.0})
    )
    with pytest.raises(InputError, match="is in the test split"):
        given_pictures(project, tested)
