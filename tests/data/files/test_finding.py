from pathlib import Path

import pytest

from src.data.files.finding import existing_folder, image_files, natural_order


def test_numbers_are_ordered_as_numbers() -> None:
    names = ["b1", "a10", "a2", "A2b", "a", "٣", "1", "01"]
    assert sorted(names, key=natural_order) == ["01", "1", "a", "a2", "A2b", "a10", "b1", "٣"]


def test_images_are_visible_files_of_known_endings(tmp_path: Path) -> None:
    for name in ("b10.png", "b9.TIF", ".hidden.png", "notes.txt", "png"):
        (tmp_path / name).touch()
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "link.jpg").symlink_to(tmp_path / "folder.png")
    assert [path.name for path in image_files(tmp_path)] == ["b9.TIF", "b10.png"]


def test_a_folder_stays_the_same_in_a_process_that_works_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "images").mkdir()
    monkeypatch.chdir(tmp_path)
    assert existing_folder("images", "dataset.root") == tmp_path / "images"
