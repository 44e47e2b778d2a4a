from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from src.core import Detector, Entry, InputError, Instances, Opinions, Picture, Sample
from src.detectors.committee import Committee, stored_tools
from src.scoring.pixels import Pixels

PICTURE = Picture(Entry("a1", "x", "test"), np.zeros((1, 4), np.uint8))


class Says:
    """A detector that always finds the same."""

    def __init__(self, labels: list[int]) -> None:
        self.labels = labels

    def detect(self, _: Picture) -> Instances:
        return Instances.from_labels(np.array([self.labels]))


def files(folder: Path, **labels: list[list[int]]) -> Mapping[str, Mapping[str, Path]]:
    """Tool to field to file; field ``x``, then ``x1``, and so on."""
    found: dict[str, dict[str, Path]] = {}
    for tool, rows in labels.items():
        (folder / tool).mkdir()
        for number, row in enumerate(rows):
            name = f"x{number or ''}"
            found.setdefault(tool, {})[name] = folder / tool / f"{name}.npy"
            np.save(found[tool][name], np.array([row]))
    return found


def load(path: Path) -> np.ndarray:
    return np.asarray(np.load(path))


def test_a_committee_finds_what_most_of_its_members_see() -> None:
    says = {"a": Says([1, 1, 0, 2]), "b": Says([1, 0, 0, 2]), "c": Says([0, 5, 0, 0])}
    committee = Committee(says)
    assert isinstance(committee, Detector)
    found = committee.detect(PICTURE)
    assert isinstance(found, Opinions)
    assert found.consensus.foreground().tolist() == [[True, True, False, True]]
    assert len(found.consensus) == 2
    assert {tool: len(own) for tool, own in found.by_tool.items()} == {"a": 2, "b": 2, "c": 1}


def test_half_of_the_members_are_no_majority() -> None:
    found = Committee({"a": Says([1, 0, 0, 0]), "b": Says([0, 0, 0, 0])}).detect(PICTURE)
    assert len(found.consensus) == 0


def test_any_scorer_can_score_the_majority() -> None:
    sample = Sample(PICTURE, Instances.from_labels(np.array([[1, 1, 0, 0]])))
    assert (
        Pixels().score(sample, Committee({"a": Says([1, 0, 0, 0])}).detect(PICTURE))["recall"]
        == 0.5
    )


def test_stored_label_images_speak_for_their_tools(tmp_path: Path) -> None:
    found = files(tmp_path, a=[[1, 2, 3, 0]], b=[[0, 0, 0, 9]])
    by_tool = stored_tools(lambda: found, load).detect(PICTURE).by_tool
    assert [len(by_tool[tool]) for tool in ("a", "b")] == [3, 1]
    assert [*stored_tools(lambda: found, load, ["b"]).members] == ["b"]


def test_a_tool_that_lacks_a_field_is_named(tmp_path: Path) -> None:
    found = files(tmp_path, a=[[1, 2, 3, 0]], b=[[0, 0, 0, 9]])
    elsewhere = Picture(Entry("a2", "y", "test"), PICTURE.pixels)
    with pytest.raises(InputError, match=r"a has no label image of the field y in .*a: add it"):
        stored_tools(lambda: found, load).detect(elsewhere)


def test_a_tool_of_another_size_is_named(tmp_path: Path) -> None:
    found = files(tmp_path, a=[[1, 2, 3, 0]], b=[[0, 0, 9]])
    with pytest.raises(InputError, match=r"b: its label image of x is 3×1, the field 4×1"):
        stored_tools(lambda: found, load).detect(PICTURE)


def test_a_tool_without_files_is_named(tmp_path: Path) -> None:
    found = files(tmp_path, a=[[1, 2, 3, 0]])
    with pytest.raises(InputError, match=r"detector\.tools: c has no files; there are a"):
        stored_tools(lambda: found, load, ["a", "c"])


def test_an_empty_committee_is_refused() -> None:
    with pytest.raises(InputError, match=r"detector\.members is empty"):
        Committee({})


def test_opinions_are_of_one_shape() -> None:
    with pytest.raises(ValueError, match=r"a is \(1, 2\), the picture \(1, 4\)"):
        Opinions(Instances.empty((1, 4)), {"a": Instances.empty((1, 2))})
