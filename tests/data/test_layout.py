from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.data.layout import find_files, find_labels
from tests.data.pictures import save


def touch(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()


def found(root: Path, labels: str, *besides: object) -> dict[str, dict[str, str]]:
    """The same with paths as texts below the root."""
    files = find_labels(root, labels, besides)  # type: ignore[arg-type]
    return {
        tool: {name: path.relative_to(root).as_posix() for name, path in own.items()}
        for tool, own in files.items()
    }


def test_a_folder_per_tool(tmp_path: Path) -> None:
    touch(tmp_path, "b10/x.png", "b2/y.tif", "b2/x.npy", "ABOUT.txt", "b2/notes.txt")
    assert found(tmp_path, "{tool}/{name}.*") == {
        "b2": {"x": "b2/x.npy", "y": "b2/y.tif"},
        "b10": {"x": "b10/x.png"},
    }


def test_what_belongs_to_no_tool_is_left_out(tmp_path: Path) -> None:
    touch(tmp_path, "images/x.png", "dna/x.png", "gold/x.png", "a/x.png")
    assert [*found(tmp_path, "{tool}/{name}.*", "images", {"dna": "dna/{name}.png"}, "gold")] == [
        "a"
    ]
    assert [*found(tmp_path, "{tool}/{name}.*", None)] == ["a", "dna", "gold", "images"]


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        ("{tool}_{name}.png", "cell_pose_x1.png"),
        ("{name}/{tool}.png", "x1/cell_pose.png"),
        ("{tool}/{tool}_{name}.png", "cell_pose/cell_pose_x1.png"),
        ("out-*/{tool}.{name}.png", "out-7/cell_pose.x1.png"),
    ],
)
def test_names_of_files_in_many_forms(tmp_path: Path, labels: str, name: str) -> None:
    touch(tmp_path, name)
    assert found(tmp_path, labels) == {"cell_pose": {"x1": name}}


def test_dots_in_the_name_of_a_tool_are_its_own(tmp_path: Path) -> None:
    touch(tmp_path, "Cellpose-0.6.1.png")
    assert [*found(tmp_path, "{tool}.*")] == ["Cellpose-0.6.1"]


def test_a_pattern_without_a_name_is_the_one_field_of_the_folder(tmp_path: Path) -> None:
    touch(tmp_path, "labels/a.png", "labels/b.png")
    assert found(tmp_path, "labels/{tool}.png") == {
        "a": {tmp_path.name: "labels/a.png"},
        "b": {tmp_path.name: "labels/b.png"},
    }


def test_brackets_in_paths_are_only_letters(tmp_path: Path) -> None:
    root = tmp_path / "plate [1]"
    touch(root, "a/x[2].png")
    assert found(root, "{tool}/{name}.*") == {"a": {"x[2]": "a/x[2].png"}}


def test_a_folder_means_its_files_wherever_it_is(tmp_path: Path) -> None:
    touch(tmp_path, "here/a.png", "there/b.png")
    assert [*find_files(tmp_path / "here", "../there")] == ["b"]
    assert [*find_files(tmp_path / "here", str(tmp_path / "there"))] == ["b"]
    assert find_files(tmp_path / "here", "nowhere") == {}


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ("labels/{name}.png", r"dataset\.labels needs \{tool\}"),
        ("{tool}/{name}.tif", r"nothing in .* is called \{tool\}/\{name\}\.tif, it holds a$"),
    ],
)
def test_bad_patterns_are_one_sentence(tmp_path: Path, labels: str, sentence: str) -> None:
    save(tmp_path / "a" / "x.png", np.zeros((2, 2), np.uint8))
    with pytest.raises(InputError, match=sentence):
        find_labels(tmp_path, labels)


def test_two_files_for_one_field_are_refused(tmp_path: Path) -> None:
    touch(tmp_path, "a/x.png", "a/x.tif")
    with pytest.raises(InputError, match=r"x\.tif and x\.png are both x of one tool"):
        find_labels(tmp_path, "{tool}/{name}.*")
    with pytest.raises(InputError, match=r"x\.tif and x\.png are both x: keep one"):
        find_files(tmp_path, "a")
