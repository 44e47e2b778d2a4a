"""What a check of masks shows: pictures of frames, and a line for each on the terminal."""

from dataclasses import replace
from pathlib import Path

import pytest

from src.core import InputError
from src.reporting.folder import FolderSink
from src.reporting.masks import MOST, MaskReport, frames_table
from src.scoring.masks.scorer import Masks
from tests.reporting.drawing.test_masks import scene


def names(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*.png"))


def test_the_extremes_are_kept(tmp_path: Path) -> None:
    sample, prediction = scene()
    report = MaskReport(pictures=1)
    report.observe(sample, prediction, Masks().score(sample, prediction))
    report.finish(Masks().summarise([]), FolderSink(tmp_path, "run"))
    assert names(tmp_path) == ["masks/worst_1_a_b_masks.png", "overlays/worst_1_a_b.png"]


@pytest.mark.parametrize("called", [("a b", "a_b"), ("a" * 90 + "1", "a" * 90 + "2")])
def test_all_frames_keep_a_picture_each_also_where_their_names_are_alike(
    tmp_path: Path, called: tuple[str, str]
) -> None:
    sample, prediction = scene()
    row, report = Masks().score(sample, prediction), MaskReport(pictures=None)
    for name in called:
        entry = replace(sample.picture.entry, name=name)
        own = replace(sample, picture=replace(sample.picture, entry=entry))
        report.observe(own, prediction, row)
    report.finish(Masks().summarise([]), FolderSink(tmp_path, "run"))
    assert len(names(tmp_path / "masks")) == 2


def test_a_terminal_lists_the_worst_of_very_many_frames() -> None:
    row = Masks().score(*scene())
    rows = [replace(row, name=str(number)) for number in range(MOST + 5)]
    table = frames_table(Masks(resamples=0).summarise(rows))
    assert table.row_count == MOST
    assert f"The {MOST} worst of {MOST + 5} frames" in str(table.title)


def test_a_picture_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    sample, prediction = scene()
    (tmp_path / "masks" / "worst_1_a_b_masks.png").mkdir(parents=True)
    report = MaskReport(pictures=1)
    report.observe(sample, prediction, Masks().score(sample, prediction))
    with pytest.raises(InputError, match=r"worst_1_a_b_masks.png cannot be written"):
        report.finish(Masks().summarise([]), FolderSink(tmp_path, "run"))
