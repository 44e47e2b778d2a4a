"""Every run ends with a page, and a plan with an answer."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from src.tracking import keys
from src.tracking.archive import Archive
from src.tracking.archive.reading import read_table
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]

PLAN = (
    *("+experiment=plan", "dataset=nuclei", "dataset.count=20", "dataset.size=48"),
    *("plan.seeds=[1,2]", "plan.ways=[{annotator:rootpainter,acquisition:random}]"),
    *("trainer.rules.images=4", "playback.images=0", "pictures=1"),
)


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


def test_a_plan_tells_images_and_hours_by_every_clock(run: Run) -> None:
    answer = run(*PLAN, "goal.f1=0.5")
    assert answer.code == 0, answer.err
    said = " ".join(answer.out.split())
    assert re.search(r"F1 0\.50 (takes \d+ \[|is not reachable from what was seen)", said)
    page = printed_page(answer.out)
    for words in ("Every way that was tried", "rootpainter, random", "annotator, klm", "believe"):
        assert words in page
    archive, runs = newest(3)
    (plan,) = (own for own in runs if keys.PARENT not in own.tags)
    sessions = [own for own in runs if own is not plan]
    assert {own.tags["plan.way"] for own in sessions} == {
        "annotator=rootpainter acquisition=random"
    }
    table = read_table(archive, plan, "plan")
    assert {"images", "images_low", "seconds_seed", "seconds_steering", "seconds_klm"} <= set(table)
    assert table["images"][0] >= 2
    clocks = read_table(archive, sessions[0], keys.CLOCKS)
    assert (np.diff(clocks["seed"]) >= 0).all()
    assert clocks["klm"][-1] > clocks["seed"][-1] > 0

    again = run(f"resume={plan.name}")
    assert again.code == 2, "a plan that is finished is not gone on with"


def test_a_goal_that_is_none_is_refused(run: Run) -> None:
    answer = run(*PLAN, "goal.f1=1.5")
    assert answer.code == 2
    assert "goal.f1" in answer.err
    assert run(*PLAN, "plan.seeds=[1]").code == 2
