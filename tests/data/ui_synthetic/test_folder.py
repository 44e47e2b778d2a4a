"""A generated set as a folder that other datasets read."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui_rendered.generating import generate
from src.data.ui_synthetic.dataset import UiSynthetic
from src.data.ui_synthetic.folder import write_set
from src.data.ui_synthetic.screen import Drawn


@dataclass(frozen=True)
class Fails:
    """A maker that gives up in the middle."""

    after: int

    @contextmanager
    def ready(self) -> Iterator["Fails"]:
        yield self

    def make(self, name: str) -> Drawn:
        if int(name) >= self.after:
            raise InputError("no more ink")
        return Drawn(np.zeros((8, 8, 3), np.uint8), ())


def test_what_was_written_reads_as_the_same_screens(tmp_path: Path) -> None:
    written = generate("synthetic", 4, tmp_path / "set", seed=3, processes=2)
    drawn, read = UiSynthetic(count=4, seed=3), AnnotatedScreens(str(tmp_path / "set"))
    assert (written.screens, len(read)) == (4, 4)
    assert written.elements == sum(len(sample.truth) for sample in read.samples())
    for ours, theirs in zip(drawn.samples(), read.samples(), strict=True):
        assert ours.name == theirs.name
        assert np.array_equal(ours.picture.pixels, theirs.picture.pixels)
        assert ours.truth.boxes is not None
        assert np.allclose(ours.truth.boxes, theirs.truth.boxes, atol=0.001)
        assert ours.truth.texts == theirs.truth.texts
        for column in ("element", "type", "level"):
            assert ours.truth.extra[column].tolist() == theirs.truth.extra[column].tolist()
        assert ours.picture.entry.tags == theirs.picture.entry.tags


def test_one_process_writes_the_same_file_as_two(tmp_path: Path) -> None:
    for processes in (1, 2):
        generate("synthetic", 3, tmp_path / str(processes), processes=processes)
    one, two = ((tmp_path / name / "annotations.json").read_bytes() for name in "12")
    assert one == two


def test_the_head_of_the_file_tells_how_to_make_it_again(tmp_path: Path) -> None:
    generate("synthetic", 1, tmp_path / "set", seed=7, difficulty="easy", processes=1)
    head = json.loads((tmp_path / "set" / "annotations.json").read_text())
    assert (head["seed"], head["difficulty"], head["version"]) == (7, "easy", "1.0")


def test_a_set_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no more ink"):
        write_set(tmp_path / "set", "none", ["0", "1", "2"], Fails(after=2), {}, processes=1)
    assert [*tmp_path.iterdir()] == []


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("all of it")
    with pytest.raises(InputError, match=r"--out: .* is not empty: name a new folder"):
        generate("synthetic", 1, tmp_path, processes=1)


@pytest.mark.parametrize(
    ("type", "difficulty", "said"),
    [
        ("painted", None, "--type must be one of"),
        ("rendered", "easy", "--difficulty is of --type synthetic"),
        ("synthetic", "easiest", "difficulty must be one of"),
    ],
)
def test_what_cannot_be_generated_is_told(
    tmp_path: Path, type: str, difficulty: str | None, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        generate(type, 1, tmp_path / "set", difficulty=difficulty)
    assert not (tmp_path / "set").exists()
