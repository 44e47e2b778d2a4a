"""Every run ends with a page."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from src.tracking import keys
from src.tracking.archive import Archive
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]


def newest(count: int = 1):  # type: ignore[no-untyped-def]
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    return archive, archive.newest(count)


def printed_page(out: str) -> str:
    """The page whose path a run printed."""
    (path,) = re.findall(r"^report: (.+report\.html)$", out, re.MULTILINE)
    return Path(path).read_text(encoding="utf-8")


def test_a_run_prints_where_its_page_is(run: Run) -> None:
    answer = run("+experiment=smoke", "dataset.count=3", "dataset.size=64")
    assert answer.code == 0, answer.err
    page = printed_page(answer.out)
    for words in ("otsu on nuclei scores F1", "nuclei-0002", "python -m src.run +experiment=smoke"):
        assert words in page
    assert "of 17 numbers; all: --all" in " ".join(answer.out.split())
    archive, (past,) = newest()
    files = {name for name, _ in archive.files(past)}
    assert {"report.html", "gallery.zip"} <= files
    assert "size=64" not in past.name
    assert past.tags[keys.COMMAND].endswith("dataset.count=3 dataset.size=64")


def test_a_run_into_a_folder_has_its_page_there(run: Run, workplace: Path) -> None:
    answer = run("+experiment=smoke", "dataset.count=2", "dataset.size=64", "tracking=folder",
                 "tracking.folder=out", "--all")  # fmt: skip
    assert answer.code == 0, answer.err
    assert "image_mean_rmse" in answer.out
    assert "nuclei-0001" in (workplace / "out" / "report.html").read_text(encoding="utf-8")


def test_no_page_is_made_where_none_is_wanted(run: Run) -> None:
    assert (
        run("+experiment=smoke", "dataset.count=2", "dataset.size=64", "page.write=false").code == 0
    )
    archive, (past,) = newest()
    files = {name for name, _ in archive.files(past)}
    assert not {"report.html", "gallery.zip"} & files
