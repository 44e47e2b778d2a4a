"""What an image costs, whatever becomes of it."""

import logging
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.annotators.clocks.klm import KeystrokeLevelClock
from src.core import Annotation, Entry, Instances, Picture, Sample, Trajectory
from src.training.session import Rules, Session
from src.training.sight import Sight
from src.training.summary import summarise
from tests.training.simple import Notes, Painter, participants


class Lazy(Painter):
    """Paints nothing at all, though it takes a while to see that."""

    def initial(self, truth: np.ndarray, rng: np.random.Generator) -> Annotation:  # noqa: ARG002
        """A blank sheet."""
        event = Trajectory(*(np.array([value]) for value in (1, 1, False, -1, 0, 2.5)))
        return Annotation(np.zeros((*truth.shape, 4), np.uint8), event)


def session(folder: Path, **changes: Any) -> Session:
    return replace(participants(folder, Notes()), **changes).session(Rules())


def perfect(own: Session) -> Sight:
    """A model that is right about everything."""
    truths = {entry.id: own.dataset.read(entry).truth.foreground() for entry in own.dataset.entries}
    return Sight(lambda picture: truths[picture.entry.id].astype(np.float32), 0.5)


def test_a_blank_annotation_is_timed_and_not_saved(tmp_path: Path) -> None:
    lesson = session(tmp_path, annotator=Lazy()).show_next(None, math.nan).lesson
    assert (lesson.outcome, lesson.seconds, lesson.saved) == ("blank", 2.5, False)
    assert not list((tmp_path / "annotations").rglob("*.png"))


def test_a_skipped_image_is_counted_and_timed(tmp_path: Path) -> None:
    own = session(tmp_path, clock=KeystrokeLevelClock())
    own.corrective = True
    lesson = own.show_next(perfect(own), 1.0).lesson
    assert lesson.outcome == "skipped"
    assert lesson.prediction_f1 == 1
    assert lesson.seconds > 0
    assert own.seconds == lesson.seconds
    assert own.show_next(perfect(own), 1.0).lesson.name != lesson.name
    rows = [one.record() for one in own.lessons]
    summary = summarise(rows, budget=600, good_f1=0.9)
    assert (summary["skip_precision"], summary["skip_recall"]) == (1, 1)
    assert summary["skipped_images"] == 2


def test_what_is_painted_stays_known_by_its_class(tmp_path: Path) -> None:
    own = session(tmp_path)
    shown = own.show_next(None, math.nan)
    assert shown.annotation is not None
    fore, back = own.project.painted(shown.lesson.name, shown.lesson.outcome)
    assert np.array_equal(fore, shown.annotation.foreground)
    assert np.array_equal(back, shown.annotation.background)
    assert shown.lesson.coverage == pytest.approx((fore | back).mean())


class Empty:
    """One picture of nothing."""

    entries = (Entry("1", "desert", "train"),)
    fingerprint = "none"

    def read(self, entry: Entry) -> Sample:
        """Grey, without foreground."""
        nothing = np.zeros((32, 32), np.uint8)
        return Sample(Picture(entry, nothing), Instances.from_labels(nothing.astype(np.uint32)))


def test_an_image_without_foreground_is_said_and_teaches_background(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    lesson = session(tmp_path, dataset=Empty()).show_next(None, math.nan).lesson
    assert "desert has no foreground" in caplog.text
    assert lesson.saved
    assert lesson.foreground_pixels == 0 < lesson.background_pixels
