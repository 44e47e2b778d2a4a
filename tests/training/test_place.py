"""Where a session is kept: names that fit, a folder that can be written to."""

import errno
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from src.core import Entry, InputError
from src.training import place
from src.training.place import check_names, check_place, written_to
from src.training.session import Rules
from tests.mounts import mounted
from tests.training.simple import Notes, participants


@pytest.mark.parametrize("name", ["x" * 240, "根" * 80, "a b", "*[1]?", "é\n", ".hidden"])
def test_names_that_can_be_files_are_taken(tmp_path: Path, name: str) -> None:
    check_names([Entry("1", name, "train")])
    people = participants(tmp_path, Notes())
    own = people.session(Rules())
    first = people.dataset.entries[0]
    picture = people.dataset.read(first).picture
    own.project.picture(replace(picture, entry=replace(first, name=name)))
    shown = own.show_next(None, 0.0)
    assert shown.annotation is not None
    own.project.annotation(name, "train", shown.annotation)
    own.project.trajectory(999_999, name, shown.annotation.trajectory)
    own.project.contents([name])


@pytest.mark.parametrize("name", ["x" * 241, "根" * 81, "\udcff", "a/b", "a\0"])
def test_names_that_cannot_are_refused_before_the_first_image(name: str) -> None:
    with pytest.raises(InputError, match="rename its file"):
        check_names([Entry("1", name, "train")])


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own that nobody may write to."""
    with mounted(tmp_path / "disk", "ro") as folder:
        yield folder


def test_a_read_only_disk_is_named_with_its_key(read_only: Path) -> None:
    with pytest.raises(InputError, match=r"sessions/run cannot be written to .*: set sessions to"):
        check_place(read_only / "sessions" / "run")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "sessions").write_text("")
    with pytest.raises(InputError, match="sessions is a file"):
        check_place(tmp_path / "sessions" / "run")


def test_a_folder_that_may_be_made_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_place(tmp_path / "a" / "b")
    monkeypatch.chdir(tmp_path)
    check_place(Path("a/b"))
    assert not any(tmp_path.iterdir())


def test_only_what_the_folder_refuses_is_said_of_it(tmp_path: Path) -> None:
    refused = PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "session" / "file"))
    with pytest.raises(InputError, match="set sessions"), written_to(tmp_path / "session"):
        raise refused
    with pytest.raises(PermissionError), written_to(tmp_path / "elsewhere"):
        raise refused
    full = OSError(errno.ENOSPC, "No space left", str(tmp_path / "session" / "file"))
    with pytest.raises(OSError, match="No space left"), written_to(tmp_path / "session"):
        raise full


def test_the_longest_name_leaves_room_for_a_step_and_an_ending() -> None:
    assert place.LONGEST_NAME + len("000000_.parquet") <= 255
