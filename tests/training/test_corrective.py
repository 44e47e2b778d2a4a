import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from torch import nn

from src.core import Annotation, Entry, InputError
from src.data.rootpainter import RootPainter
from src.detectors.neural import NeuralDetector
from src.detectors.tiling import Geometry, Tiler
from src.detectors.unet import UNet
from src.training.acquisition._base import Pool
from src.training.acquisition.sequential import Sequential
from src.training.checkpoints import LAST, PREVIOUS, last_checkpoint, load_plain
from src.training.session import Rules
from src.training.states import ASIDE
from tests.training.simple import Notes, Painter, detector, participants, shares_of, trainer


def taught(folder: Path, notes: Notes, **options: object):  # type: ignore[no-untyped-def]
    return trainer(**options).teach(detector(), participants(folder, notes))  # type: ignore[arg-type]


def accept(*_: object) -> None:
    """Everything that belongs to a checkpoint is there."""


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
    assert last_checkpoint(tmp_path, accept) == tmp_path / LAST
    whole = (tmp_path / LAST).read_bytes()
    middle = len(whole) // 2
    for torn in (whole[:middle], whole[: middle - 2000] + bytes(4000) + whole[middle + 2000 :]):
        (tmp_path / LAST).write_bytes(torn)
        assert last_checkpoint(tmp_path, accept) == tmp_path / PREVIOUS
        assert (tmp_path / f"{LAST}{ASIDE}").read_bytes() == torn


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
    assert [shown.prediction is None for shown in notes.shows] == [True, True, False]
    for path in pictures:
        # Without one RootPainter keeps "Next" disabled, on the first images too.
        assert (location / "segmentations" / path.name).is_file()
    for path in pictures[3:]:
        assert not list((location / "annotations").rglob(path.name))


def test_what_the_annotator_was_shown_outlives_the_hand_over(tmp_path: Path) -> None:
    notes = Notes()
    taught(tmp_path, notes, images=5)
    for shown in notes.shows:
        if shown.prediction is not None:
            seen = np.asarray(Image.open(tmp_path / "segmentations" / f"{shown.sample.name}.png"))
            assert np.array_equal(seen[..., 3] > 0, shown.prediction)


def test_the_annotator_is_shown_what_the_threshold_says(tmp_path: Path) -> None:
    notes = Notes()
    strict = replace(detector(), threshold=0.97)
    trainer(images=4).teach(strict, participants(tmp_path, notes))
    shown = next(one for one in notes.shows if one.prediction is not None)
    seen = np.asarray(Image.open(tmp_path / "segmentations" / f"{shown.sample.name}.png"))
    assert np.array_equal(seen[..., 3] > 0, shown.prediction)
    lax = Notes()
    trainer(images=4).teach(
        replace(detector(), threshold=0.03), participants(tmp_path / "lax", lax)
    )
    other = next(one for one in lax.shows if one.prediction is not None)
    assert other.prediction.sum() > shown.prediction.sum()  # type: ignore[union-attr]


def test_a_loss_that_is_never_finite_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"lower trainer\.optimizer\.lr"):
        taught(tmp_path, Notes(), lr=1e30, images=4)


def test_a_loss_that_explodes_at_once_is_said_after_one_epoch(tmp_path: Path) -> None:
    school = replace(trainer(lr=1e30, images=4), epochs_between_images=1, gradient_clip=1.0)
    with pytest.raises(InputError, match=r"exploded.* lower trainer\.optimizer\.lr"):
        school.teach(detector(), participants(tmp_path, Notes()))


class Breaks(Sequential):
    """Spoils the weights when the fourth image is chosen; the checkpointed mean stays sound."""

    def __init__(self, net: nn.Module) -> None:
        self.net = net

    def choose(self, pool: Pool) -> Entry:
        """The first, as ever."""
        if len(pool.lessons) == 3:
            with torch.no_grad():
                next(self.net.parameters()).fill_(math.inf)
        return super().choose(pool)


def test_a_lost_epoch_goes_back_to_the_best_model(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    notes, module = Notes(), detector()
    people = replace(participants(tmp_path, notes), acquisition=Breaks(module.net))
    result = trainer(images=6, averaging=0.9).teach(module, people)
    assert "going back to the best model" in caplog.text
    assert all(torch.isfinite(one).all() for one in result.detector.net.parameters())
    assert notes.rows[-1]["test_f1"] > 0.5


@pytest.mark.parametrize("rules", [Rules(seconds=9.0), Rules(target_f1=0.001)])
def test_time_and_target_end_a_session(tmp_path: Path, rules: Rules) -> None:
    notes = Notes()
    replace(trainer(), rules=rules).teach(detector(), participants(tmp_path, notes))
    assert len(notes.rows) == 2


@pytest.mark.parametrize("averaging", [0.0, 0.9])
def test_a_net_with_batch_norm_learns(tmp_path: Path, averaging: float) -> None:
    module = NeuralDetector(UNet(width=4, depth=2, norm="batch"), Tiler(64))
    notes = Notes()
    trainer(images=6, averaging=averaging).teach(module, participants(tmp_path, notes))
    assert notes.rows[-1]["test_f1"] > 0.7


def test_processes_that_prepare_tiles_change_no_number(tmp_path: Path) -> None:
    alone, helped = Notes(), Notes()
    taught(tmp_path / "alone", alone, images=3)
    taught(tmp_path / "helped", helped, images=3, workers=1)
    assert str(numbers(alone.rows)) == str(numbers(helped.rows))


def test_the_mean_loss_falls(tmp_path: Path) -> None:
    notes = Notes()
    taught(tmp_path, notes, images=5)
    assert "train_loss" not in notes.rows[0], "nothing is trained on the first image"
    assert 0 < notes.rows[-1]["train_loss"] < notes.rows[1]["train_loss"]


@pytest.mark.parametrize(
    ("net", "sentence"),
    [
        (nn.Conv2d(3, 1, 3, padding=1), "two logits per pixel"),
        (nn.Conv2d(1, 2, 3, padding=1), "takes no RGB tile of 48 px"),
        (nn.Conv2d(3, 2, 3), r"gives \(1, 2, 46, 46\)"),
    ],
)
def test_a_net_that_does_not_fit_is_named(tmp_path: Path, net: nn.Module, sentence: str) -> None:
    strange = NeuralDetector(net, Tiler(64), Geometry(context=4, multiple=8))
    with pytest.raises(InputError, match=sentence):
        trainer().teach(strange, participants(tmp_path, Notes()))


def test_a_tile_that_does_not_fit_names_its_key(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"trainer\.tile_in: a tile of 50 px"):
        replace(trainer(), tile_in=50).teach(detector(), participants(tmp_path, Notes()))


@pytest.mark.parametrize(
    ("option", "value"), [("budget", 0), ("good_f1", 5), ("workers", -1), ("batch_size", 0)]
)
def test_options_that_cannot_be_used_are_named_before_teaching(option: str, value: float) -> None:
    with pytest.raises(InputError, match=rf"trainer\.{option}"):
        replace(trainer(), **{option: value})


def test_a_rate_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"trainer\.optimizer cannot be used: .*-1"):
        taught(tmp_path, Notes(), lr=-1.0)


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


def test_a_validation_set_without_foreground_leaves_f1_undefined(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    notes = Notes()
    people = replace(participants(tmp_path, notes), annotator=PaintsBackgroundFirst())
    result = trainer(images=4, keeps="best").teach(detector(), people)
    assert notes.rows[0]["outcome"] == "val"
    assert all(math.isnan(row["val_f1"]) for row in notes.rows), "false alarms or not"
    assert "no foreground is painted for validation" in caplog.text
    assert [row["phase"] for row in notes.rows] == ["initial"] * 4, "undefined is not good enough"
    assert result.detector is not None
