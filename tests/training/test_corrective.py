import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import Annotation, InputError
from src.data.rootpainter import RootPainter
from src.training.checkpoints import LAST, PREVIOUS, last_checkpoint, load_plain
from src.training.session import Rules
from tests.training.simple import Notes, Painter, classroom, detector, shares_of, trainer


def taught(folder: Path, notes: Notes, **options: object):  # type: ignore[no-untyped-def]
    return trainer(**options).teach(detector(), classroom(folder, notes))  # type: ignore[arg-type]


def numbers(rows: list) -> list[tuple]:  # type: ignore[type-arg]
    return [(r["step"], r["name"], r["val_f1"], r.get("test_f1")) for r in rows]


def test_images_are_shown_one_by_one_and_measured(tmp_path: Path) -> None:
    notes = Notes()
    result = taught(tmp_path, notes, images=6)
    assert [row["step"] for row in notes.rows] == [1, 2, 3, 4, 5, 6]
    assert [row["outcome"] for row in notes.rows][:2] == ["val", "train"]
    assert notes.rows[0].get("test_f1") is None
    assert all(0 <= row["test_f1"] <= 1 for row in notes.rows[1:])
    assert [row["phase"] for row in notes.rows][:2] == ["initial", "initial"]
    assert result.metrics["seconds"] == pytest.approx(sum(r["seconds"] for r in notes.rows))
    assert shares_of(result.times) == pytest.approx(1)
    assert {"load_share", "load_ms", "train_share", "train_ms", "annotate_ms"} <= set(result.times)


def test_the_same_seed_gives_the_same_numbers_and_weights(tmp_path: Path) -> None:
    results = []
    for name in ("one", "two"):
        notes = Notes()
        results.append((taught(tmp_path / name, notes, images=4).detector, numbers(notes.rows)))
    (first, first_rows), (second, second_rows) = results
    # As text, since nan is no equal of itself.
    assert str(first_rows) == str(second_rows)
    for one, other in zip(first.net.parameters(), second.net.parameters(), strict=True):
        assert (one == other).all()


@pytest.mark.parametrize("stop", [1, 2, 4])
def test_an_interrupted_session_ends_with_the_same_numbers(tmp_path: Path, stop: int) -> None:
    whole = Notes()
    expected = taught(tmp_path / "whole", whole)
    with pytest.raises(RuntimeError, match="power cut"):
        taught(tmp_path / "cut", Notes(stop_after=stop))
    resumed = taught(tmp_path / "cut", Notes())
    assert str(numbers(list(resumed.rows))) == str(numbers(list(expected.rows)))
    state, other = expected.detector.net.state_dict(), resumed.detector.net.state_dict()
    assert all((state[name] == other[name]).all() for name in state)


def test_a_torn_checkpoint_is_passed_over(tmp_path: Path) -> None:
    taught(tmp_path, Notes(), images=4)
    assert last_checkpoint(tmp_path) == tmp_path / LAST
    torn = (tmp_path / LAST).read_bytes()
    (tmp_path / LAST).write_bytes(torn[: len(torn) // 2])
    assert last_checkpoint(tmp_path) == tmp_path / PREVIOUS


def test_a_checkpoint_holds_plain_values_alone(tmp_path: Path) -> None:
    taught(tmp_path, Notes(), images=3)
    assert "state_dict" in load_plain(tmp_path / LAST)


def test_the_session_is_a_rootpainter_project(tmp_path: Path) -> None:
    notes = Notes()
    taught(tmp_path, notes, images=3)
    project = RootPainter(str(tmp_path))
    assert [entry.split for entry in project.entries].count("val") == 1
    (sample,) = project.samples("val")
    shown = next(s for s in notes.shows if s.sample.name == sample.name)
    assert shown.annotation is not None
    assert np.array_equal(sample.truth.foreground(), shown.annotation.foreground)
    assert len(list((tmp_path / "trajectories").glob("*.parquet"))) == 3


def test_a_person_can_go_on_by_hand_in_rootpainter(tmp_path: Path) -> None:
    notes = Notes()
    taught(tmp_path, notes, images=3)
    (file,) = tmp_path.glob("*.seg_proj")
    about = json.loads(file.read_text())
    # As RootPainter finds them, its sync directory being the session's folder.
    pictures = [tmp_path / "datasets" / about["dataset"] / name for name in about["file_names"]]
    assert [path.stem for path in pictures[:3]] == [shown.sample.name for shown in notes.shows]
    assert len(pictures) > 3
    assert all(path.is_file() for path in pictures)
    location = tmp_path / about["location"]
    for folder in ("annotations/train", "annotations/val", "models", "messages", "logs"):
        assert (location / folder).is_dir()
    for path in pictures[3:]:
        assert (location / "segmentations" / path.name).is_file()
        assert not list((location / "annotations").rglob(path.name))


def test_the_annotator_is_shown_what_the_threshold_says(tmp_path: Path) -> None:
    notes = Notes()
    strict = replace(detector(), threshold=0.97)
    trainer(images=4).teach(strict, classroom(tmp_path, notes))
    shown = next(one for one in notes.shows if one.prediction is not None)
    seen = np.asarray(Image.open(tmp_path / "segmentations" / f"{shown.sample.name}.png"))
    assert np.array_equal(seen[..., 3] > 0, shown.prediction)
    lax = Notes()
    trainer(images=4).teach(replace(detector(), threshold=0.03), classroom(tmp_path / "lax", lax))
    other = next(one for one in lax.shows if one.prediction is not None)
    assert other.prediction.sum() > shown.prediction.sum()  # type: ignore[union-attr]


def test_a_loss_that_is_never_finite_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"lower trainer\.optimizer\.lr"):
        taught(tmp_path, Notes(), lr=1e30, images=4)


@pytest.mark.parametrize(
    ("rules", "rows"), [(Rules(seconds=9.0), 2), (Rules(target_f1=0.001, images=6), 2)]
)
def test_time_and_target_end_a_session(tmp_path: Path, rules: Rules, rows: int) -> None:
    notes = Notes()
    school = trainer()
    object.__setattr__(school, "rules", rules)
    school.teach(detector(), classroom(tmp_path, notes))
    assert len(notes.rows) >= rows
    assert len(notes.rows) < 8


def test_before_any_model_there_is_no_validation(tmp_path: Path) -> None:
    notes = Notes()
    taught(tmp_path, notes, images=2)
    assert math.isnan(notes.rows[0]["val_f1"])


def test_too_few_images_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="too few images"):
        taught(tmp_path, Notes(), images=1)


class PaintsBackgroundFirst(Painter):
    """Finds no foreground in the first picture, which goes to the validation set."""

    def __init__(self) -> None:
        self.images = 0

    def initial(self, truth: np.ndarray, rng: np.random.Generator) -> Annotation:
        """Background alone on the first picture."""
        self.images += 1
        if self.images > 1:
            return super().initial(truth, rng)
        return super().initial(np.zeros_like(truth), rng)


def test_a_validation_set_without_foreground_leaves_f1_undefined(tmp_path: Path) -> None:
    notes = Notes()
    room = replace(classroom(tmp_path, notes), annotator=PaintsBackgroundFirst())
    result = trainer(images=4, keeps="best").teach(detector(), room)
    assert notes.rows[0]["outcome"] == "val"
    # A net that finds foreground there has found nothing but false alarms: F1 is 0 then.
    assert all(math.isnan(row["val_f1"]) or row["val_f1"] == 0 for row in notes.rows)
    assert any(math.isnan(row["val_f1"]) for row in notes.rows)
    assert [row["phase"] for row in notes.rows] == ["initial"] * 4, "undefined is not good enough"
    assert result.detector is not None
