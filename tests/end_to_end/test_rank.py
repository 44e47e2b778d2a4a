"""Taught runs ranked: strokes that are timed anew learn as if that clock had timed them."""

import os
from collections.abc import Callable

import numpy as np
import pytest
from typer.testing import CliRunner

from src.annotators.clocks import KeystrokeLevelClock
from src.runs import app
from src.tracking.archive import Archive
from src.tracking.archive.children import children
from src.tracking.archive.reading import read_table
from src.tracking.archive.results import whole
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


def test_a_population_says_how_people_differ_and_whether_they_agree(run: Run) -> None:
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    parents = []
    for trees in (1, 20):
        words = ("annotator=population", "seeds=[1,2]", "dataset.seed=1", "detector.seed=1")
        answer = run(*FOREST, *words, f"detector.trees={trees}")
        assert answer.code == 0, answer.err
        assert "spread between people" in answer.out
        newest = next(own for own in archive.newest() if "repeats" in own.tags)
        parents.append(whole(archive, newest))
    people = children(archive, parents[0])
    areas = [child.metrics["learning/aubc"] for child in people]
    assert parents[0].metrics["learning/aubc_spread"] == pytest.approx(np.std(areas, ddof=1))
    assert parents[0].metrics["learning/aubc_worst_tenth"] == pytest.approx(min(areas))
    assert parents[0].metrics["learning/seconds_worst_tenth"] == pytest.approx(
        max(child.metrics["learning/seconds"] for child in people)
    )
    table = read_table(archive, parents[0], "people")
    assert list(table["seed"]) == [1, 2]
    assert len(set(table["jitter"])) == 2
    assert table["learning/aubc"] == pytest.approx(areas)

    names = [parent.id for parent in parents]
    for words in (["rank", *names, "--clock", "none"], ["compare", *names]):
        said = CliRunner().invoke(app, words)
        assert said.exit_code == 0, said.output
        assert "of 2 people" in said.stdout
        assert "these people cannot tell whether it is so for most" in said.stdout
