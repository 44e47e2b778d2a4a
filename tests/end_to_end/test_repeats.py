"""Several seeds through the entry: a parent, its children, and what compare says of two."""

import os
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from src.runs import app
from src.tracking.archive import Archive, PastRun
from src.tracking.repeats import PARENT, children
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import SMALL as SCORING
from tests.end_to_end.test_teaching import SMALL as TEACHING

Run = Callable[..., Answer]
LESSONS = (*TEACHING, "trainer.rules.images=3", "trainer.budget=60")


def study() -> tuple[Archive, PastRun]:
    """The newest parent."""
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    return archive, next(run for run in archive.newest() if "repeats" in run.tags)


def table(archive: Archive, run: PastRun, name: str) -> pd.DataFrame:
    return pd.read_parquet(archive.client.download_artifacts(run.id, f"tables/{name}.parquet"))


def compare(*names: str) -> str:
    result = CliRunner().invoke(app, ["compare", *names])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_taught_study_is_the_mean_of_its_seeds_and_compares(run: Run) -> None:
    answer = run(*LESSONS, "seeds=[2,1]")
    assert answer.code == 0, answer.err
    archive, parent = study()
    runs = children(archive, parent)
    assert [child.tags["seed"] for child in runs] == ["1", "2"]
    assert (parent.status, parent.tags["repeats"]) == ("FINISHED", "2")
    for name in ("test/f1", "learning/aubc", "learning/seconds"):
        mean = np.mean([child.metrics[name] for child in runs])
        assert parent.metrics[name] == pytest.approx(mean)
        assert parent.metrics[f"{name}_low"] <= mean <= parent.metrics[f"{name}_high"]
    assert f"{parent.metrics['learning/aubc']:.4f}" in answer.out
    assert parent.name in answer.out

    curve = table(archive, parent, "curve")
    assert list(curve) == ["seconds", "mean", "iqm", "low", "high"]
    last = [table(archive, child, "images")["test_f1"].iloc[-1] for child in runs]
    assert curve["mean"].iloc[-1] == pytest.approx(np.mean(last))
    assert "learning_curve.png" in dict(archive.files(parent))

    assert run(*LESSONS, "seed=2").code == 0
    alone = archive.newest(1)[0]
    assert PARENT not in alone.tags
    same = {name for name in alone.metrics if not name.startswith("time/")}
    assert {name: alone.metrics[name] for name in same} == pytest.approx(
        {name: runs[1].metrics[name] for name in same}, abs=0, rel=0, nan_ok=True
    )
    assert alone.parameters == runs[1].parameters

    assert "learn equally fast" in compare(alone.name, runs[1].name)
    told = compare("--across-datasets", alone.name, parent.name)
    assert "one seed cannot tell" in told
    assert "learn equally fast" in compare(parent.name, parent.id)


def test_seeds_without_a_trainer_have_scores_and_no_curve(run: Run) -> None:
    answer = run(*SCORING, "seeds=[1,2,3]", "gate=limits", "+gate.minimum.f1=1.01")
    assert answer.code == 1
    archive, parent = study()
    runs = children(archive, parent)
    assert len(runs) == 3
    assert parent.tags["verdict"] == "FAIL"
    assert parent.metrics["test/f1"] == pytest.approx(np.mean([r.metrics["test/f1"] for r in runs]))
    assert not any(file.endswith("curve.parquet") for file, _ in archive.files(parent))
    assert run(*SCORING, "seeds=[3,2,1]", "detector.smoothing=2").code == 0
    told = compare(parent.name, study()[1].name)
    assert "test/f1_iqm" in told
    assert "AUBC" not in told


def test_a_seed_that_fails_leaves_the_others_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from src.detectors.otsu import Otsu

    detect, pictures = Otsu.detect, []

    def fails_once(self: Otsu, picture: object) -> object:
        pictures.append(picture)
        if len(pictures) == 4:
            raise ArithmeticError("bad luck")
        return detect(self, picture)  # type: ignore[arg-type]

    monkeypatch.setattr(Otsu, "detect", fails_once)
    assert run(*SCORING, "seeds=[1,2,3]").code == 0
    archive, parent = study()
    assert parent.status == "FINISHED"
    assert parent.tags["failure.seed_2"] == "ArithmeticError: bad luck"
    assert [child.tags["seed"] for child in children(archive, parent)] == ["1", "3"]
    (failed,) = archive.newest(status="FAILED")
    assert (failed.tags[PARENT], failed.tags["seed"]) == (parent.id, "2")


def test_a_study_whose_every_seed_fails_has_failed(run: Run) -> None:
    answer = run("dataset.count=-3", "seeds=[1,2]")
    assert answer.code == 2
    assert "dataset.count" in answer.err
    assert "Traceback" not in answer.err
    assert study()[1].status == "FAILED"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["seeds=3"], "seeds must be different whole numbers such as [1,2,3], got 3"),
        (["seeds=[]"], "seeds must be"),
        (["seeds=[1,1]"], "seeds must be"),
        (["seeds=[1,two]"], "seeds must be"),
        (["seeds=[1,2]", "resume=yesterday"], "resume goes on with the run of one seed"),
    ],
)
def test_seeds_that_cannot_be_used_are_refused(run: Run, words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert answer.code == 2
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
