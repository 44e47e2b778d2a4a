"""Files that are there whole or not at all: after a kill, and after a power cut."""

from pathlib import Path

import pytest

from src.data.files.whole import make_folder, partial_of, write_whole
from tests.power import Disk

OLD, NEW = b"old " * 5000, b"new " * 7000


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    root = tmp_path / "root"
    root.mkdir()
    (root / "file").write_bytes(OLD)
    return Disk(root, monkeypatch)


def test_at_every_moment_the_old_or_the_new_is_there(disk: Disk) -> None:
    write_whole(disk.root / "file", NEW)
    assert len(disk.moments) >= 3
    for left in disk.moments:
        assert left["file"] in (OLD, NEW)


def test_what_was_written_survives_a_power_cut(disk: Disk) -> None:
    write_whole(disk.root / "file", NEW)
    write_whole(disk.root / "deep" / "down" / "file", NEW)
    assert disk.after_a_power_cut() == {"file": NEW, "deep/down/file": NEW}


def test_a_folder_survives_a_power_cut(disk: Disk) -> None:
    make_folder(disk.root / "a" / "b")
    make_folder(disk.root / "a" / "b")
    assert disk.folders_after_a_power_cut() == {"a", "a/b"}


def test_the_disk_of_these_tests_loses_what_is_not_synced(disk: Disk) -> None:
    (disk.root / "file").write_bytes(NEW)
    (disk.root / "other").write_bytes(NEW)
    assert disk.after_a_power_cut() == {"file": OLD}
    (disk.root / "other").replace(disk.root / "file")
    assert disk.after_a_power_cut() == {"file": OLD}
    assert disk.with_every_name()["file"] == b"", "its name may be on the disk before its content"


def test_what_a_killed_process_left_goes_and_nothing_else_does(tmp_path: Path) -> None:
    for name in ("a.png", "b.png", "*.png", "[ab].png"):
        left = partial_of(tmp_path / name).with_suffix(".partial")
        left.write_bytes(OLD)
    write_whole(tmp_path / "*.png", NEW)
    assert len([*tmp_path.glob(".*.partial")]) == 3


@pytest.mark.parametrize("name", ["x" * 255, "根" * 85, "\udcff"])
def test_whatever_can_be_a_name_can_be_written(tmp_path: Path, name: str) -> None:
    write_whole(tmp_path / name, NEW)
    assert (tmp_path / name).read_bytes() == NEW


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").mkdir()
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path / "file", NEW)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
