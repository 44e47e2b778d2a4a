"""Going on through the entry: only with the same data and the session that was stopped."""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from src.tracking.archive import Archive, PastRun
from src.tracking.record.journal import MlflowJournal
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_teaching import SMALL

Run = Callable[..., Answer]


def newest() -> PastRun:
    return Archive(os.environ["MLFLOW_TRACKING_URI"]).newest(1)[0]


def steps(past: PastRun) -> list[int]:
    """The images whose test F1 was recorded, in the order in which it was."""
    client = Archive(os.environ["MLFLOW_TRACKING_URI"]).client
    return [metric.step for metric in client.get_metric_history(past.id, "by_image/test/f1")]


@pytest.fixture
def third_image_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C when the third image of the first session is told."""
    measured = MlflowJournal.measured
    seen = []

    def interrupts(self: MlflowJournal, row: Mapping[str, Any]) -> None:
        measured(self, row)
        seen.append(row)
        if len(seen) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(MlflowJournal, "measured", interrupts)


@pytest.mark.usefixtures("third_image_interrupts")
def test_a_session_goes_on_where_it_was_taken_to_and_nowhere_else(
    run: Run, workplace: Path
) -> None:
    assert run(*SMALL).code != 0
    stopped = newest()
    assert stopped.status == "KILLED"
    home = workplace / "mlruns" / "sessions"
    assert stopped.tags["session"] == str(home / stopped.id)
    assert steps(stopped) == [2, 3]

    moved = workplace / "moved"
    for words in ([f"sessions={moved}"], [f"sessions={workplace}/mlruns"]):
        refused = run(*SMALL, f"resume={stopped.id}", *words)
        assert refused.code == 2
        assert "holds no checkpoint of it: set sessions to the folder" in refused.err
        assert f"which was {home} on " in refused.err
        assert len(refused.err.splitlines()) == 1
    assert (newest().ended, newest().tags) == (stopped.ended, stopped.tags)
    assert not moved.exists()

    shutil.move(home, moved)
    assert run(*SMALL, f"resume={stopped.id}").code == 2
    answer = run(*SMALL, f"resume={stopped.id}", f"sessions={moved}")
    assert answer.code == 0, answer.err
    resumed = newest()
    assert (resumed.id, resumed.status) == (stopped.id, "FINISHED")
    assert resumed.tags["session"] == str(moved / stopped.id)
    assert sorted(set(steps(resumed))) == steps(resumed) == [2, 3, 4]


@pytest.mark.usefixtures("third_image_interrupts")
def test_the_name_of_a_run_is_enough_and_is_printed(run: Run) -> None:
    stopped = run(*SMALL)
    past = newest()
    command = f"python -m src.run resume={past.name}"
    assert stopped.err.rstrip().endswith(f"goes on with\n  {command}")
    refused = run(f"resume={past.name}", "trainer.rules.images=9")
    assert refused.code == 2
    assert "trainer.rules.images=" in refused.err
    assert "(now 9)" in refused.err
    answer = run(*command.split()[3:], "pictures=0")
    assert answer.code == 0, answer.err
    resumed = newest()
    assert (resumed.id, resumed.status) == (past.id, "FINISHED")
    assert resumed.parameters == past.parameters
    groups = ("experiment", "dataset", "detector")
    assert [resumed.tags[name] for name in groups] == [past.tags[name] for name in groups]

    again = run("+experiment=evaluate", f"checkpoint={past.id}")
    assert again.code == 0, again.err
    evaluated = newest()
    assert f"-of-{past.name}-" in evaluated.name
    assert evaluated.tags["dataset"] == past.tags["dataset"]
    assert evaluated.tags["dataset.fingerprint"] == past.tags["dataset.fingerprint"]
    assert evaluated.metrics["test/f1"] == pytest.approx(resumed.metrics["test/f1"])


def test_a_run_that_finished_no_image_begins_with_the_first(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupts(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(MlflowJournal, "shown", interrupts)
        assert run(*SMALL).code != 0
    answer = run(*SMALL, f"resume={newest().id}", "sessions=elsewhere")
    assert answer.code == 0, answer.err
    assert steps(newest()) == [2, 3, 4]


def test_a_dataset_that_has_changed_is_not_gone_on_with(run: Run, workplace: Path) -> None:
    truth = np.zeros((60, 80), np.uint8)
    truth[20:40, 30:60] = 255
    for kind in ("images", "masks"):
        (workplace / "photos" / kind).mkdir(parents=True)
        Image.fromarray(truth).save(workplace / "photos" / kind / "one.png")
    words = ("dataset=folder", "dataset.root=photos", "objective=test/beauty")
    assert run(*words).code == 2
    failed = newest()
    Image.fromarray(255 - truth).save(workplace / "photos" / "masks" / "one.png")
    refused = run(*words, f"resume={failed.name}")
    assert refused.code == 2
    assert f"resume: the dataset has changed since {failed.name} began" in refused.err
    assert (newest().ended, newest().tags) == (failed.ended, failed.tags)


def test_a_run_goes_on_with_as_many_threads_as_it_began(run: Run) -> None:
    words = ("+experiment=smoke", "dataset.count=2", "dataset.size=64", "pictures=0")
    failing = (*words, "objective=test/beauty")
    assert run(*failing, "threads=2").code == 2
    failed = newest()
    assert failed.parameters["threads"] == "2"
    refused = run(*failing, f"resume={failed.id}", "threads=1")
    assert "was configured otherwise: threads=2 (now 1)" in refused.err
    again = run(*failing, f"resume={failed.id}")
    assert (again.code, "configured otherwise" in again.err) == (2, False), "only the objective"
    assert run(*words, "threads=none").code == 2
