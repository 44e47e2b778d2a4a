"""A plan through the entry: an answer, ways that are given up, killed and gone on with."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from src.runs import app
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_table
from tests.end_to_end.conftest import Answer
from tests.end_to_end.killing import killed_in_second_session
from tests.end_to_end.test_report import printed_page

Run = Callable[..., Answer]

SMALL = (
    *("+experiment=plan", "dataset=nuclei", "dataset.count=20", "dataset.size=48"),
    *("plan.seeds=[1,2]", "trainer.rules.images=4", "pictures=1"),
)
ONE_WAY = (*SMALL, "plan.ways=[{annotator:rootpainter,acquisition:random}]")
DEAR = (
    *SMALL,
    "plan.ways=[{annotator:rootpainter,acquisition:random},{annotator:dense,acquisition:random}]",
)


def recorded() -> tuple[Archive, PastRun, list[PastRun]]:
    """The newest plan and its sessions, in the order in which they began."""
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    runs = archive.search("")
    plan = next(run for run in runs if keys.PARENT not in run.tags)
    sessions = [run for run in runs if run.tags.get(keys.PARENT) == plan.id]
    return archive, plan, sorted(sessions, key=lambda run: run.started)


def test_a_plan_tells_images_and_hours_by_every_clock(run: Run, workplace: Path) -> None:
    answer = run(*ONE_WAY, "goal.f1=0.5")
    assert answer.code == 0, answer.err
    said = " ".join(answer.out.split())
    assert re.search(r"F1 0\.50 (takes \d+ \[|is not reachable from what was seen)", said)
    page = printed_page(answer.out)
    for words in ("Every way that was tried", "rootpainter, random", "annotator, klm", "believe"):
        assert words in page
    archive, plan, sessions = recorded()
    assert {own.tags[keys.WAY] for own in sessions} == {"annotator=rootpainter acquisition=random"}
    table = read_table(archive, plan, keys.PLAN)
    assert {"images", "images_low", "seconds_seed", "seconds_steering", "seconds_klm"} <= set(table)
    assert table["images"][0] >= 2
    clocks = read_table(archive, sessions[0], keys.CLOCKS)
    assert (np.diff(clocks["seed"]) >= 0).all()
    assert clocks["klm"][-1] > clocks["seed"][-1] > 0

    made = CliRunner().invoke(app, ["report", plan.name, "--out", "again.html"])
    assert made.exit_code == 0, made.output
    assert (workplace / "again.html").read_text(encoding="utf-8") == page
    again = run(f"resume={plan.name}")
    assert again.code == 2, "a plan that is finished is not gone on with"


def test_a_way_that_costs_more_and_comes_to_less_is_given_up(run: Run) -> None:
    answer = run(*DEAR, "plan.patience=1")
    assert answer.code == 0, answer.err
    archive, plan, sessions = recorded()
    dense = [own for own in sessions if "dense" in own.tags[keys.WAY]]
    assert len(dense) == 1, "it got no second seed"
    limit, spent = float(dense[0].tags[keys.LIMIT]), dense[0].metrics["learning/seconds"]
    assert spent >= limit >= sessions[0].metrics["learning/seconds"]
    assert len(read_table(archive, dense[0], keys.IMAGES)["step"]) < 4
    assert read_table(archive, plan, keys.PLAN)["way"].tolist() == [
        "annotator=rootpainter acquisition=random"
    ]
    assert "annotator=dense acquisition=random was stopped after" in " ".join(answer.out.split())


def test_a_plan_for_which_there_is_no_time_says_what_it_left_out(run: Run) -> None:
    answer = run(*ONE_WAY, "plan.minutes=0.0001")
    assert answer.code == 0, answer.err
    _, plan, sessions = recorded()
    assert len(sessions) == 1
    assert plan.metrics[keys.LEFT_OUT] == 1
    assert "1 session was not begun within plan.minutes" in " ".join(answer.out.split())


def test_a_killed_plan_repeats_nothing_and_ends_with_the_same_numbers(
    run: Run, workplace: Path
) -> None:
    assert run(*ONE_WAY).code == 0
    archive, whole, _ = recorded()
    killed_in_second_session(keys.LAST_REFIT, ONE_WAY, workplace)
    _, killed, (first, _) = recorded()
    assert killed.id != whole.id
    answer = run(f"resume={killed.name}")
    assert answer.code == 0, answer.err
    _, resumed, sessions = recorded()
    assert (resumed.id, resumed.status) == (killed.id, "FINISHED")
    assert [own.status for own in sessions] == ["FINISHED", "FINISHED"]
    assert (sessions[0].id, sessions[0].ended) == (first.id, first.ended)
    assert [own.tags.get(keys.RESUMED) for own in sessions] == [None, "true"]
    assert resumed.metrics == pytest.approx(whole.metrics, abs=0, rel=0, nan_ok=True)
    tables = [read_table(archive, plan, keys.PLAN) for plan in (whole, resumed)]
    for name in set(tables[0]) - {"computer_seconds_per_image"}:
        assert tables[0][name].tolist() == tables[1][name].tolist(), name


def test_a_goal_that_is_none_is_refused(run: Run) -> None:
    answer = run(*ONE_WAY, "goal.f1=1.5")
    assert answer.code == 2
    assert "goal.f1" in answer.err
    assert run(*ONE_WAY, "plan.seeds=[1]").code == 2
    assert run(*ONE_WAY, "plan.patience=0.5").code == 2
