"""A baseline that can regress; what holds for a scorer of pixels holds for every scorer."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from src.runs import app
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import only_run

Run = Callable[..., Answer]

SMALL = ("dataset.count=4", "dataset.size=64", "scorer.resamples=200", "pictures=0")


def call(*words: str) -> str:
    """What ``python -m src.runs`` prints."""
    result = CliRunner().invoke(app, [*words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_story_of_a_baseline(run: Run) -> None:
    first = run(*SMALL, "note=the first of all")
    assert first.code == 0
    assert "Since the baseline" not in first.out
    call("baseline")
    again = run(*SMALL, "gate=baseline")
    assert again.code == 0
    assert "NO CHANGE" in again.out
    assert "REGRESSED" not in again.out
    worse = run(*SMALL, "detector.smoothing=9", "gate=baseline")
    assert worse.code == 1
    assert "REGRESSED" in worse.out
    shown = run(*SMALL, "detector.smoothing=9")
    assert (shown.code, "REGRESSED" in shown.out) == (0, True)
    assert "(baseline)" in call("list")
    other = run(*SMALL, "dataset.count=5", "gate=baseline")
    assert other.code == 2
    assert "another set or other labels do not compare" in other.err
    assert "not compared: the baseline" in run(*SMALL, "dataset.count=5").out
    scored_otherwise = run(*SMALL, "scorer=masks", "gate=baseline")
    assert (scored_otherwise.code, "was scored otherwise: scorer." in scored_otherwise.err) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("gate=baseline",), "gate=baseline: there is no baseline yet"),
        (("gate=baseline", "gate.by=luck"), "gate.by must be"),
        (("gate=baseline", "gate.tolerance=-1"), "gate.tolerance must be"),
        (
            ("gate=baseline", "tracking=folder", "tracking.folder=out"),
            "gate=baseline: a folder keeps",
        ),
        (("preset=fastest",), "preset=fastest names no option: choose one of"),
        (("note=''",), "note must"),
        (("scorer=race",), "its labels are masks, and scorer=race scores bibs and faces"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    answer = run(*SMALL, *words)
    assert (answer.code, sentence in answer.err) == (2, True), answer.err


def test_a_note_is_kept_with_the_run(run: Run) -> None:
    run(*SMALL, "note=the first of all")
    tags = only_run()[1].data.tags
    assert tags["note"] == "the first of all"
    assert tags["mlflow.note.content"].startswith("the first of all\n")


def test_what_became_of_every_metric_is_a_table(run: Run, workplace: Path) -> None:
    run(*SMALL)
    call("baseline")
    run(*SMALL, "detector.smoothing=9")
    (file,) = workplace.rglob("changes.parquet")
    table = pd.read_parquet(file)
    assert {"card", "metric", "before", "after", "gain", "low", "high"} == {*table.columns}
    f1 = table[table.metric == "f1"].iloc[0]
    assert f1.gain == pytest.approx(f1.after - f1.before)
    assert f1.low <= f1.gain <= f1.high
