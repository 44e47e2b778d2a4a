"""A list of runs shows what whole runs would, and asks for no more."""

from dataclasses import replace

import pytest

from src.core import InputError
from src.reporting.console import table_console
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.listing import METRICS, PARAMETERS, TAGS, newest_lines
from src.tracking.archive.tables import list_table
from src.tracking.record.recorder import Tracking


def shown(runs: list[PastRun]) -> str:
    console = table_console()
    with console.capture() as captured:
        console.print(list_table(runs))
    return captured.get()


@pytest.fixture(name="runs", autouse=True)
def runs_fixture(tracking: Tracking) -> None:
    target = {"_target_": "src.data.folder.Folder"}
    for number in range(4):
        config = {"seed": number, "dataset": target, "detector": {"_target_": "a.Otsu"}}
        tags = {"dataset": "nuclei"} if number else {}
        with tracking.start(config, f"run {number}", tags) as run:
            run.metrics({"test/f1": number / 4, "test/other": 1.0, "val/iou": float("nan")})
    with pytest.raises(ZeroDivisionError), tracking.start({}, "bad"):
        raise ZeroDivisionError
    with replace(tracking, experiment="other").start({}, "elsewhere"):
        pass


@pytest.mark.parametrize(
    ("limit", "status", "experiment"),
    [(5000, None, None), (2, None, None), (9, "failed", None), (9, "FINISHED", "other")],
)
def test_its_lines_are_those_of_whole_runs(
    archive: Archive, limit: int, status: str | None, experiment: str | None
) -> None:
    lines = newest_lines(archive, limit, status, experiment)
    whole = archive.newest(limit, status, experiment)
    assert [run.id for run in lines] == [run.id for run in whole]
    assert shown(lines) == shown(whole)


def test_it_asks_for_nothing_else(archive: Archive) -> None:
    for run in newest_lines(archive, 9):
        assert run.metrics.keys() <= set(METRICS)
        assert run.tags.keys() <= set(TAGS)
        assert run.parameters.keys() <= set(PARAMETERS)
        assert keys.SEED not in run.tags


def test_what_no_run_is_is_refused(archive: Archive) -> None:
    with pytest.raises(InputError, match="'done' is no status"):
        newest_lines(archive, 9, "done")
    with pytest.raises(InputError, match="no experiment 'nowhere'"):
        newest_lines(archive, 9, None, "nowhere")


def test_a_store_that_does_not_exist_has_none() -> None:
    assert newest_lines(Archive("sqlite:///nowhere/mlflow.db"), 9) == []
