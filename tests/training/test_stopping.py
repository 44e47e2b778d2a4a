"""A session that is asked to stop keeps the image at hand first, and goes on as if it had not."""

from dataclasses import replace
from pathlib import Path

import pytest

from src.detectors.forest import Forest
from src.training.checkpoints import LAST, load_plain
from src.training.demonstration import Demonstration
from src.training.refit import RefitTrainer
from src.training.session import Rules
from tests.training.simple import Notes, detector, participants, trainer


def asked_after(notes: Notes, images: int):  # type: ignore[no-untyped-def]
    """Somebody asks when so many images are done."""
    return lambda: len(notes.rows) >= images


def net(folder: Path, notes: Notes, images: int = 99):  # type: ignore[no-untyped-def]
    people = replace(participants(folder, notes), stopping=asked_after(notes, images))
    return trainer(images=4).teach(detector(), people)


def forest(folder: Path, notes: Notes, images: int = 99):  # type: ignore[no-untyped-def]
    people = replace(participants(folder, notes), stopping=asked_after(notes, images))
    return RefitTrainer(Rules(images=4)).teach(Forest(trees=20, threads=1), people)


@pytest.mark.parametrize("teach", [net, forest])
@pytest.mark.parametrize("images", [0, 1, 3])
def test_the_image_at_hand_is_kept_and_the_numbers_stay(tmp_path: Path, teach, images) -> None:  # type: ignore[no-untyped-def]
    expected = teach(tmp_path / "whole", Notes())
    stopped = Notes()
    with pytest.raises(KeyboardInterrupt):
        teach(tmp_path / "asked", stopped, images)
    assert len(stopped.rows) == images
    resumed = Notes()
    assert str(teach(tmp_path / "asked", resumed).rows) == str(expected.rows)
    if images == 3:
        assert len(resumed.before) == 3, "no image that was trained on is shown twice"


def test_the_checkpoint_holds_the_image_at_hand(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        net(tmp_path, Notes(), 3)
    (kept,) = load_plain(tmp_path / LAST)["callbacks"].values()
    assert [row["step"] for row in kept["rows"]] == [1, 2, 3]


def test_a_session_that_has_ended_ends(tmp_path: Path) -> None:
    assert len(forest(tmp_path, Notes(), 4).rows) == 4


def test_a_demonstration_stops_too(tmp_path: Path) -> None:
    notes = Notes()
    people = replace(participants(tmp_path, notes), stopping=asked_after(notes, 1))
    with pytest.raises(KeyboardInterrupt):
        Demonstration(initial_images=3, corrective_images=0).teach(None, people)
    assert len(notes.rows) == 1
