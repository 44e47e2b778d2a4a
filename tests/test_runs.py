"""The command line of recorded runs: quick answers, one sentence on bad input."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from src.core import Directions, Interval, Scorecard
from src.runs import app
from src.tracking.record.recorder import Tracking
from src.tracking.record.run import Run
from src.tracking.record.scorecards import log_scorecard
from tests.tracking.conftest import empty_database_fixture, tracking_fixture

__all__ = ["empty_database_fixture", "tracking_fixture"]


def call(tracking: Tracking, *words: str, answer: str | None = None) -> Result:
    """What a person at the terminal gets."""
    return CliRunner().invoke(app, [*words, "--uri", tracking.uri], input=answer)


def record(tracking: Tracking, name: str, f1: float, data: str = "aa") -> Run:
    """A finished run with a score."""
    config = {"detector": {"_target_": "src.detectors.otsu.Otsu", "sigma": f1}}
    tags = {"dataset": "roots", "dataset.fingerprint": data}
    with tracking.start(config, name, tags) as run:
        spread = Interval(f1 - 0.02, f1 + 0.02)
        numbers = {"f1": f1, "iou": f1 / 2, "rmse": f1}
        ways = Directions.of_names(lower=["rmse"])
        intervals = {"f1": spread, "rmse": spread}
        log_scorecard(run, Scorecard(numbers, intervals=intervals, directions=ways))
    return run


def fail(tracking: Tracking, name: str) -> Run:
    """A failed run."""
    with pytest.raises(ZeroDivisionError), tracking.start({}, name) as run:
        raise ZeroDivisionError("nothing to share")
    return run


def test_list_shows_the_main_columns(tracking: Tracking) -> None:
    run = record(tracking, "first", 0.8)
    fail(tracking, "second")
    result = call(tracking, "list")
    assert result.exit_code == 0
    heading, newest, oldest = result.stdout.splitlines()
    headings = ["run", "name", "status", "started", "took", "dataset", "detector", "f1", "iou"]
    assert heading.split() == headings
    assert newest.split()[1:3] == ["second", "FAILED"]
    words = oldest.split()
    assert words[:3] == [run.id[:8], "first", "FINISHED"]
    assert words[-4:] == ["roots", "Otsu", "0.800", "0.400"]


def test_list_can_be_narrowed(tracking: Tracking) -> None:
    record(tracking, "first", 0.8)
    fail(tracking, "second")
    assert "first" not in call(tracking, "list", "--status", "failed").stdout
    assert "first" not in call(tracking, "list", "--limit", "1").stdout
    assert "second" in call(tracking, "list", "--experiment", "brushwork").stdout
    assert call(tracking, "list", "--status", "running").stdout == "No run is like that\n"


def test_empty_and_absent_stores_say_how_to_make_the_first_run(
    tracking: Tracking, tmp_path: Path
) -> None:
    absent = Tracking(f"sqlite:///{tmp_path}/absent/mlflow.db")
    for store in (tracking, absent):
        for words in (["list"], ["clean"]) if store is absent else (["list"],):
            result = call(store, *words)
            assert (result.exit_code, "make demo" in result.stdout) == (0, True)
    assert not (tmp_path / "absent").exists()


def test_show_tells_everything(tracking: Tracking) -> None:
    run = record(tracking, "first", 0.8)
    shown = call(tracking, "show", "first", "--all").stdout
    for words in (run.id, "0.8  [0.78, 0.82]", "detector.sigma", "config.yaml", run.link):
        assert words in shown
    brief = call(tracking, "show", "first").stdout
    assert "0.8  [0.78, 0.82]" in brief
    assert "detector.sigma" not in brief


def test_show_tells_why_a_run_failed(tracking: Tracking) -> None:
    fail(tracking, "second")
    assert "ZeroDivisionError: nothing to share" in call(tracking, "show", "second").stdout


def test_compare_shows_differences(tracking: Tracking) -> None:
    for name, f1 in (("first", 0.8), ("second", 0.9)):
        record(tracking, name, f1)
    shown = call(tracking, "compare", "first", "second").stdout
    assert "detector.sigma" in shown
    assert "detector._target_" not in shown
    (f1,) = (line for line in shown.splitlines() if line.strip().startswith("test/f1"))
    (rmse,) = (line for line in shown.splitlines() if line.strip().startswith("test/rmse"))
    assert "0.9  +0.1  apart, better" in f1
    assert "0.9  +0.1  apart, worse" in rmse
    last = shown.splitlines()[-1]
    assert last == "second against first: test/f1 +0.1, better by more than chance"


def test_a_report_of_one_run_and_of_two_is_one_file(tracking: Tracking, tmp_path: Path) -> None:
    for name, f1 in (("first", 0.8), ("<b>second", 0.9)):
        record(tracking, name, f1)
    for names in (["first"], ["first", "<b>second"]):
        out = tmp_path / "deep" / f"{len(names)}.html"
        told = call(tracking, "report", *names, "--out", str(out))
        assert told.stdout == f"report: {out}\n"
        page = out.read_text()
        assert "Content-Security-Policy" in page
        assert "<b>second" not in page
    assert "&lt;b&gt;second against first: test/f1 +0.1, better by more than chance" in page
    assert call(tracking, "report", "nobody").exit_code == 2


def test_compare_refuses_different_data_unless_told(tracking: Tracking) -> None:
    record(tracking, "first", 0.8, data="aa")
    record(tracking, "second", 0.9, data="bb")
    refused = call(tracking, "compare", "first", "second")
    assert refused.exit_code == 2
    assert "first ran on dataset aa and second on bb" in refused.stderr
    assert call(tracking, "compare", "first", "second", "--across-datasets").exit_code == 0


def test_rank_takes_the_way_that_is_better_from_the_runs(tracking: Tracking) -> None:
    for name, f1 in (("first", 0.8), ("second", 0.9)):
        record(tracking, name, f1)
    for metric, best in (("test/f1", "0.9"), ("test/rmse", "0.8")):
        shown = call(tracking, "rank", "first", "second", "--metric", metric).stdout
        assert shown.splitlines()[2].split()[1] == f"detector.sigma={best}"


def test_export_refuses_what_it_does_not_know(tracking: Tracking) -> None:
    record(tracking, "first", 0.8)
    refused = call(tracking, "export", "first", "--split", "sunday")
    assert (refused.exit_code, "--split must be all or one of" in refused.stderr) == (2, True)
    assert call(tracking, "export", "first", "--format", "paper").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["show", "nobody"],
        ["export", "nobody"],
        ["rank", "nobody"],
        ["rank", "first", "--metric", "test/iou"],
        ["compare", "nobody", "noone"],
        ["list", "--status", "sleepy"],
        ["list", "--experiment", "elsewhere"],
    ],
)
def test_bad_input_is_answered_in_one_sentence(tracking: Tracking, words: list[str]) -> None:
    record(tracking, "first", 0.8)
    result = call(tracking, *words)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("uri", ["file:./mlruns", "http://127.0.0.1:9"])
def test_unusable_store_is_answered_in_one_sentence(uri: str) -> None:
    result = CliRunner().invoke(app, ["list", "--uri", uri])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


def test_broken_store_is_answered_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "mlflow.db").write_text("a letter")
    result = CliRunner().invoke(app, ["list", "--uri", f"sqlite:///{tmp_path}/mlflow.db"])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)


def test_clean_closes_abandoned_runs(tracking: Tracking) -> None:
    run = record(tracking, "first", 0.8)
    run._client.update_run(run.id, status="RUNNING")
    run._client.set_tag(run.id, "process.born", "another boot:1")
    assert "1 run abandoned" in call(tracking, "clean").stdout
    assert "KILLED" in call(tracking, "list").stdout


def test_clean_deletes_failed_runs_and_their_files_for_good(tracking: Tracking) -> None:
    kept, failed = record(tracking, "first", 0.8), fail(tracking, "second")
    home = Path(tracking.artifacts)
    unclaimed, empty = home / ("0" * 32), home / ("1" * 32)
    (empty / "artifacts").mkdir(parents=True)
    shutil.copytree(home / kept.id, unclaimed)
    refused = call(tracking, "clean", "--failed", answer="n\n")
    assert refused.exit_code == 1
    assert (home / failed.id).exists()
    result = call(tracking, "clean", "--failed", "--yes")
    assert (result.exit_code, "1 run deleted" in result.stdout) == (0, True)
    assert f"{unclaimed} belongs to no run" in result.stdout
    assert {folder.name for folder in home.iterdir()} == {kept.id, unclaimed.name}
    assert call(tracking, "show", failed.id).exit_code == 2
    assert call(tracking, "show", kept.id).exit_code == 0


def baselines(tracking: Tracking) -> list[str]:
    """The names that the list marks."""
    lines = call(tracking, "list").stdout.splitlines()
    return [line.split()[1] for line in lines if "(baseline)" in line]


def test_a_baseline_is_marked_and_is_one_for_the_same_data(tracking: Tracking) -> None:
    for name, data in (("first", "aa"), ("other", "bb"), ("second", "aa")):
        record(tracking, name, 0.8, data)
    assert call(tracking, "baseline").stdout == "second is the baseline of data aa\n"
    call(tracking, "baseline", "other")
    assert baselines(tracking) == ["second", "other"]
    refused = call(tracking, "baseline", "first", answer="n\n")
    assert (refused.exit_code, baselines(tracking)) == (1, ["second", "other"])
    assert "Replace second, the baseline of this data?" in refused.stdout
    assert call(tracking, "baseline", "first", "-f").exit_code == 0
    assert sorted(baselines(tracking)) == ["first", "other"]
    assert call(tracking, "baseline", "first").exit_code == 0


def test_what_cannot_be_a_baseline_is_told(tracking: Tracking) -> None:
    assert "No run can be a baseline yet" in call(tracking, "baseline").stderr
    fail(tracking, "bad")
    assert "bad cannot be a baseline: it is FAILED" in call(tracking, "baseline", "bad").stderr
    with tracking.start({}, "bare", {"dataset.fingerprint": "aa"}):
        pass
    refused = call(tracking, "baseline", "bare")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "bare cannot be a baseline: it has no scorecard.json\n",
    )


def test_clean_keeps_the_latest_and_the_baseline(tracking: Tracking) -> None:
    for number in range(4):
        record(tracking, f"run{number}", 0.8)
    fail(tracking, "bad")
    call(tracking, "baseline", "run0")
    refused = call(tracking, "clean", "--keep-latest", "2", answer="n\n")
    assert "Delete 3 runs that are old (1 run a baseline), with all files?" in refused.stdout
    cleaned = call(tracking, "clean", "--keep-latest", "2", "--keep-baseline", "-f")
    assert "2 runs deleted" in cleaned.stdout
    left = [line.split()[1] for line in call(tracking, "list").stdout.splitlines()[1:]]
    assert left == ["bad", "run3", "run0"]
