"""Several seeds through the entry: a parent, its children, and what compare says of two."""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PIL import Image
from typer.testing import CliRunner

from src.runs import app
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.children import children
from src.tracking.keys import PARENT
from src.tracking.record.journal import MlflowJournal
from tests.end_to_end.conftest import Answer
from tests.end_to_end.killing import killed_in_second_session
from tests.end_to_end.test_run import SMALL as SCORING
from tests.end_to_end.test_teaching import SMALL as TEACHING

Run = Callable[..., Answer]
Measured = Callable[[MlflowJournal, Mapping[str, Any]], None]
LESSONS = (*TEACHING, "trainer.rules.images=3", "trainer.budget=60")


def study() -> tuple[Archive, PastRun]:
    """The newest parent."""
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    return archive, next(run for run in archive.newest() if "repeats" in run.tags)


def table(archive: Archive, run: PastRun, name: str) -> pd.DataFrame:
    return pd.read_parquet(archive.client.download_artifacts(run.id, f"tables/{name}.parquet"))


def text(archive: Archive, run: PastRun, path: str) -> str:
    return Path(archive.client.download_artifacts(run.id, path)).read_text(encoding="utf-8")


def interrupting_after(count: int, measured: Measured) -> Measured:
    """``measured`` until Ctrl-C is pressed, once, after so many images."""
    seen = []

    def interrupts(journal: MlflowJournal, row: Mapping[str, Any]) -> None:
        measured(journal, row)
        seen.append(row)
        if len(seen) == count:
            raise KeyboardInterrupt

    return interrupts


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
    told = compare("--all", parent.name, study()[1].name)
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
    nothing = "dataset.split.fractions={train: 1, val: 0, test: 0}"
    answer = run("dataset.count=3", nothing, "split=test", "seeds=[1,2]")
    assert answer.code == 2
    assert "split=test has no samples" in answer.err
    assert "Traceback" not in answer.err
    assert study()[1].status == "FAILED"


def test_a_killed_study_goes_on_and_ends_with_the_same_numbers(run: Run, workplace: Path) -> None:
    words = (*LESSONS, "seeds=[1,2,3]", "gate=limits", "+gate.minimum.f1=0", "gate.by=point")
    assert run(*words).code == 0
    archive, whole = study()
    killed_in_second_session("last.ckpt", words, workplace)
    _, killed = study()
    assert killed.id != whole.id
    (first,) = children(archive, killed)

    alone = run(*LESSONS, "gate=limits", "+gate.minimum.f1=0", "gate.by=point",
                f"resume={killed.id}")  # fmt: skip
    assert "configured otherwise: seeds=[1, 2, 3] (now null)" in alone.err
    answer = run(*words, f"resume={killed.id}")
    assert answer.code == 0, answer.err
    _, resumed = study()
    assert (resumed.id, resumed.status) == (killed.id, "FINISHED")
    runs = children(archive, resumed)
    assert [child.tags["seed"] for child in runs] == ["1", "2", "3"]
    assert (runs[0].ended, runs[0].tags) == (first.ended, first.tags)
    assert [child.tags.get("resumed") for child in runs] == [None, "true", None]
    assert resumed.metrics == pytest.approx(whole.metrics, abs=0, rel=0, nan_ok=True)
    assert table(archive, resumed, "curve").equals(table(archive, whole, "curve"))
    verdicts = [text(archive, parent, "verdict.json") for parent in (whole, resumed)]
    assert verdicts[0] == verdicts[1]
    assert "seed 1: " in verdicts[0]


def test_a_study_is_not_finished_by_a_child_that_cannot_go_on(
    run: Run, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (*LESSONS, "seeds=[1,2]")
    monkeypatch.setattr(MlflowJournal, "measured", interrupting_after(5, MlflowJournal.measured))
    assert run(*words).code != 0
    archive, stopped = study()
    (unfinished,) = archive.newest(1)
    assert (unfinished.tags[PARENT], unfinished.status) == (stopped.id, "KILLED")
    shutil.move(workplace / "mlruns" / "sessions", workplace / "moved")
    refused = run(*words, f"resume={stopped.id}")
    assert refused.code == 2
    assert f"{unfinished.name} has finished images" in refused.err
    assert study()[1].status == "FAILED"
    assert run(*words, f"resume={stopped.id}", f"sessions={workplace}/moved").code == 0
    _, resumed = study()
    assert (resumed.status, resumed.metrics["repeats/finished"]) == ("FINISHED", 2)
    assert not [key for key in resumed.tags if key.startswith("failure")]


def test_a_study_does_not_mix_its_seeds_data(run: Run, workplace: Path) -> None:
    picture = np.zeros((60, 80), np.uint8)
    picture[20:40, 30:60] = 255
    for kind in ("images", "masks"):
        (workplace / "photos" / kind).mkdir(parents=True)
        Image.fromarray(picture).save(workplace / "photos" / kind / "one.png")
    words = ("dataset=folder", "dataset.root=photos", "seeds=[1,2]")
    assert run(*words).code == 0
    archive, parent = study()
    archive.client.update_run(parent.id, status="KILLED")
    Image.fromarray(255 - picture).save(workplace / "photos" / "masks" / "one.png")
    refused = run(*words, f"resume={parent.id}")
    assert refused.code == 2
    assert "the dataset has changed since" in refused.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["seeds=3"], "seeds must be a list, not empty, or null, got 3"),
        (["seeds=[]"], "seeds must be"),
        (["seeds=[1,1]"], "seeds must be"),
        (["seeds=[1,two]"], "seeds[1] must be a whole number"),
        (["seeds=[1,2]", "resume=yesterday"], "There is no run 'yesterday'"),
    ],
)
def test_seeds_that_cannot_be_used_are_refused(run: Run, words: list[str], sentence: str) -> None:
    answer = run(*words)
    assert answer.code == 2
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
