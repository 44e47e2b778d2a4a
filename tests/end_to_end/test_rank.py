"""Taught runs ranked: strokes that are timed anew learn as if that clock had timed them."""

import os
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from src.annotators.clocks import KeystrokeLevelClock
from src.runs import app
from src.tracking.archive import Archive
from src.tracking.compare.retiming import RecordedStrokes
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]
FOREST = (
    "+experiment=quickstart",
    "dataset=nuclei",
    "dataset.count=10",
    "dataset.size=64",
    "detector=forest",
    "detector.threads=1",
    "trainer=refit",
    "trainer.rules.images=4",
    "trainer.budget=60",
    "playback.images=0",
    "pictures=0",
)


def test_runs_are_ranked_and_timed_anew(run: Run) -> None:
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    names = []
    for words in (["detector.trees=2"], ["detector.trees=20"], ["detector.trees=20", "clock=klm"]):
        answer = run(*FOREST, *words)
        assert answer.code == 0, answer.err
        names.append(archive.newest(1)[0].id)
    said = CliRunner().invoke(app, ["rank", *names[:2], "--clock", "klm"])
    assert said.exit_code == 0, said.output
    for words in ("detector.trees=2 ", "detector.trees=20 ", "clock=klm", "one seed cannot tell"):
        assert words in said.stdout

    painted, timed = archive.find(names[1]), archive.find(names[2])
    anew = RecordedStrokes.of(archive, painted).curve(KeystrokeLevelClock())
    assert anew.seconds[-1] == pytest.approx(timed.metrics["learning/seconds"])
    assert anew.area(60) == pytest.approx(timed.metrics["learning/aubc"])
    assert timed.metrics["learning/seconds"] > 2 * painted.metrics["learning/seconds"]
