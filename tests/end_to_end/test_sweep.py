"""Sweeps through the entry: totals, failures, kills, pruning, and what MLflow keeps of them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import optuna
import pandas as pd
import pytest
from hydra import compose, initialize_config_dir
from PIL import Image

from src.composing.conf import CONF
from src.sweeps.owner import owner_of
from src.sweeps.study import open_storage
from src.tracking.archive import Archive, PastRun
from src.tracking.keys import PARENT
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_teaching import SMALL as TEACHING

Run = Callable[..., Answer]
OWN = {"race": "race_photos"}
"""Sweeps over what the quickstart does not have, and the experiment that they are for."""

SWEEPS = sorted(file.stem for file in (CONF / "sweep").glob("*.yaml"))
CHEAP = ("-m", "dataset.count=2", "dataset.size=64", "pictures=0", "hydra/sweeper=optuna")
SMOOTHING = "detector.smoothing=interval(0.2,4.0)"


def study(name: str = "runs") -> optuna.Study:
    storage = open_storage("sqlite:///mlruns/optuna.db")
    return optuna.load_study(study_name=name, storage=storage)


def states(name: str = "runs") -> list[str]:
    return [trial.state.name for trial in study(name).trials]


def archive() -> Archive:
    return Archive(os.environ["MLFLOW_TRACKING_URI"])


def trials_of(parent: PastRun) -> list[PastRun]:
    """The runs of a sweep's trials, by number."""
    runs = [run for run in archive().newest() if run.tags.get(PARENT) == parent.id]
    return sorted(runs, key=lambda run: int(run.tags["sweep.trial"]))


def artifact(run: PastRun, path: str) -> Path:
    return Path(archive().client.download_artifacts(run.id, path))


@pytest.mark.parametrize("name", SWEEPS)
def test_every_sweep_composes_onto_its_experiment(name: str) -> None:
    experiment = OWN.get(name, "quickstart")
    words = [f"+experiment={experiment}", f"+sweep={name}"]
    with initialize_config_dir(str(CONF)):
        config = compose("config", overrides=words, return_hydra_config=True)
    sweeper = config.hydra.sweeper
    assert sweeper._target_ == "src.sweeps.sweeper.StudySweeper"
    assert sweeper.study_name == f"{experiment}-{name}"
    assert sweeper.storage == "sqlite:///mlruns/optuna.db"
    for key in sweeper.params:
        node = config
        for part in key.split("."):
            assert part in node, f"{key} is no key of the configuration"
            node = node[part]


def test_a_sweep_goes_on_to_its_total_and_is_recorded_whole(run: Run) -> None:
    words = (*CHEAP, SMOOTHING, "detector.min_area=range(5,50)")
    first = run(*words, "hydra.sweeper.n_trials=2")
    assert first.code == 0, first.err
    assert states() == ["COMPLETE"] * 2
    answer = run(*words, "hydra.sweeper.n_trials=3", "seed=1", "pictures=1")
    assert answer.code == 0, answer.err
    assert states() == ["COMPLETE"] * 3

    (parent,) = [one for one in archive().newest() if PARENT not in one.tags]
    runs = trials_of(parent)
    values = [trial.value for trial in study().trials]
    assert [one.metrics["test/f1"] for one in runs] == values
    assert [one.parameters["trial"] for one in runs] == ["0", "1", "2"]
    best = int(np.argmax(values))
    assert [one.tags.get("sweep.best") for one in runs].count("true") == 1
    assert runs[best].tags["sweep.best"] == "true"
    assert (parent.status, parent.name, parent.tags["sweep.best"]) == (
        "FINISHED", "runs", runs[best].name,
    )  # fmt: skip
    assert parent.metrics["best/test/f1"] == max(values)
    assert parent.metrics["sweep/complete"] == 3

    table = pd.read_parquet(artifact(parent, "tables/trials.parquet"))
    assert list(table["run"]) == [one.name for one in runs]
    assert table["test/f1"].tolist() == values
    assert artifact(parent, "tables/trials.csv").read_text().count("\n") == 4
    plots = artifact(parent, "plots")
    names = ("history", "importances", "slices", "contours")
    assert {file.stem for file in plots.glob("*.png")} == {*names}, "none of fewer trials is left"
    for plot in names:
        assert np.asarray(Image.open(plots / f"{plot}.png")).std() > 10
        assert (plots / f"{plot}.svg").read_bytes().startswith(b"<?xml")
        assert (plots / f"{plot}.pdf").read_bytes().startswith(b"%PDF")
    page = artifact(parent, "sweep.html").read_text(encoding="utf-8")
    assert page.count("Plotly.newPlot(") >= 4
    for told in (*(one.name for one in runs), runs[best].id, f"best:  trial {best}", parent.id):
        assert told in answer.out


def test_a_study_that_was_configured_otherwise_is_refused(run: Run) -> None:
    words = (*CHEAP, SMOOTHING, "hydra.sweeper.n_trials=0")
    assert run(*words).code == 0
    refused = run(*words, "dataset.count=3")
    assert refused.code == 2
    assert "runs was configured otherwise: dataset.count=2 (now 3)" in refused.err
    assert "hydra.sweeper.study_name" in refused.err
    assert "now [1, 2]" in run(*words, "seeds=[1,2]").err
    assert "the study runs is about test/f1" in run(*words, "objective=test/iou").err


def test_a_failing_trial_is_kept_and_leaves_the_others_alone(run: Run) -> None:
    words = (*CHEAP, "hydra/sweeper/sampler=grid", "hydra.sweeper.n_trials=9")
    answer = run(*words, "detector.method=choice(global,magic)")
    assert answer.code == 0, answer.err
    assert sorted(states()) == ["COMPLETE", "FAIL"]
    (failed,) = study().get_trials(states=(optuna.trial.TrialState.FAIL,))
    assert "detector.method must be one of" in failed.user_attrs["failure"]
    assert "FAIL" in answer.out
    (parent,) = [one for one in archive().newest() if PARENT not in one.tags]
    assert (parent.status, parent.metrics["sweep/failed"]) == ("FINISHED", 1)

    hopeless = run(
        *words, "detector.method=choice(magic,wizardry)", "hydra.sweeper.study_name=hopeless"
    )
    assert hopeless.code == 1
    assert "error: all 2 trials of this sweep failed, the last with InputError" in hopeless.err
    assert "Traceback" not in hopeless.err
    assert archive().find("hopeless").status == "FAILED"


def test_a_killed_sweep_goes_on_with_the_trials_it_has(run: Run, workplace: Path) -> None:
    total = 4
    words = (*CHEAP, SMOOTHING, f"hydra.sweeper.n_trials={total}")
    storage = open_storage("sqlite:///mlruns/optuna.db")

    def within_a_trial() -> bool:
        """Whether a trial has its process and its values, and others are complete."""
        trials = study().trials if optuna.get_all_study_names(storage) else []
        if len(trials) < 2 or trials[-1].state.name != "RUNNING":
            return False
        return bool(owner_of(trials[-1]) and trials[-1].params)

    def killed() -> int:
        """The process that was killed."""
        with (workplace / "log.txt").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "src.run", *words], cwd=workplace, stdout=log, stderr=log
            )
            while process.poll() is None and not within_a_trial():
                time.sleep(0.02)
            process.send_signal(signal.SIGKILL)
            process.wait()
        return process.pid

    pid = killed()
    while states()[-1] == "COMPLETE" and len(states()) < total:  # ended between look and kill
        pid = killed()
    before = len(states()) - 1
    assert states() == ["COMPLETE"] * before + ["RUNNING"]
    answer = run(*words)
    assert answer.code == 0, answer.err
    assert states() == ["COMPLETE"] * before + ["FAIL"] + ["COMPLETE"] * (total - before)
    trials = study().trials
    assert trials[before + 1].params == trials[before].params
    assert f"process {pid}" in trials[before].user_attrs["failure"]
    parents = [one for one in archive().newest() if PARENT not in one.tags]
    assert [one.status for one in parents] == ["FINISHED"]
    assert len(trials_of(parents[0])) >= total


def test_an_interrupted_sweep_is_recorded_and_goes_on(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from src.detectors.otsu import Otsu

    detect, pictures = Otsu.detect, []

    def stops_once(self: Otsu, picture: object) -> object:
        pictures.append(picture)
        if len(pictures) == 5:
            os.kill(os.getpid(), signal.SIGTERM)
        return detect(self, picture)  # type: ignore[arg-type]

    monkeypatch.setattr(Otsu, "detect", stops_once)
    words = (*CHEAP, SMOOTHING, "hydra.sweeper.n_trials=3")
    answer = run(*words)
    assert answer.code == 143
    assert states() == ["COMPLETE", "COMPLETE", "FAIL", "WAITING"]
    assert study().trials[2].user_attrs["failure"] == "interrupted"
    (parent,) = [one for one in archive().newest() if PARENT not in one.tags]
    assert parent.status == "KILLED"
    assert artifact(parent, "plots/history.png").exists()
    assert len(pd.read_parquet(artifact(parent, "tables/trials.parquet"))) == 3
    assert "Trials of runs" in answer.out
    assert run(*words).code == 0
    assert states() == ["COMPLETE", "COMPLETE", "FAIL", "COMPLETE"]
    assert archive().find(parent.id).status == "FINISHED"


def test_several_objectives_and_seeds_make_a_front_of_means(run: Run) -> None:
    answer = run(
        *CHEAP, SMOOTHING, "objective=[test/f1,test/rmse]", "seeds=[1,2]",
        "hydra/sweeper/sampler=nsgaii", "hydra.sweeper.n_trials=1",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert [direction.name for direction in study().directions] == ["MAXIMIZE", "MINIMIZE"]
    (parent,) = [one for one in archive().newest() if PARENT not in one.tags]
    trials = trials_of(parent)
    for trial, found in zip(trials, study().trials, strict=True):
        seeds = [one for one in archive().newest() if one.tags.get(PARENT) == trial.id]
        assert {one.tags["seed"] for one in seeds} == {"1", "2"}
        for name, value in zip(("test/f1", "test/rmse"), found.values, strict=True):
            assert value == pytest.approx(np.mean([one.metrics[name] for one in seeds]))
    assert "front: trial" in answer.out
    assert artifact(parent, "plots/pareto_front.png").exists()


@pytest.mark.parametrize(
    ("learner", "hopeless"),
    [
        ((), "trainer.optimizer.lr=choice(1e-12,0.005)"),
        (
            ("detector=forest", "trainer=refit", "detector.trees=10", "detector.threads=1"),
            "detector.threshold=choice(0.9999,0.5)",
        ),
    ],
    ids=["unet", "forest"],
)
def test_a_hopeless_trial_is_pruned_with_any_trainer(
    run: Run, learner: tuple[str, ...], hopeless: str
) -> None:
    teaching = [word for word in TEACHING if not learner or not word.startswith(NET)]
    answer = run(
        "-m", *teaching, *learner, hopeless, "hydra/sweeper=optuna", "hydra.sweeper.n_trials=2",
        "hydra/sweeper/sampler=grid", "hydra/sweeper/pruner=asha",
        "hydra.sweeper.pruner.min_resource=2", "trainer.rules.images=3",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    assert states("quickstart") == ["COMPLETE", "PRUNED"]
    whole, stopped = study("quickstart").trials
    assert list(whole.intermediate_values) == [2, 3]
    assert list(stopped.intermediate_values) == [2]
    (parent,) = [one for one in archive().newest() if PARENT not in one.tags]
    done, pruned = trials_of(parent)
    assert "pruned" not in done.tags
    assert pruned.tags["pruned"].startswith("after 2 images at test F1")
    assert (pruned.status, "failure" in pruned.tags) == ("FINISHED", False)
    assert artifact(parent, "plots/images.png").exists()


NET = ("detector.net", "trainer.tile_in", "trainer.min_epoch_tiles", "trainer.progress_bar")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([SMOOTHING, "objective=beauty"], "objective: 'beauty' is no metric"),
        ([], "needs keys to vary"),
        (["detector.smoothness=interval(0.1,1)"], "detector.smoothness"),
        ([SMOOTHING, "hydra/sweeper/sampler=grid"], "list of values for detector.smoothing"),
        ([SMOOTHING, "hydra.sweeper.n_jobs=0"], "hydra.sweeper.n_jobs must be"),
        ([SMOOTHING, "hydra.sweeper.direction=up"], "hydra.sweeper.direction"),
        ([SMOOTHING, "hydra.sweeper.storage=sqlite:////proc/x/y.db"], "OPTUNA_STORAGE"),
        ([SMOOTHING, "hydra.sweeper.pruner._target_=os.system"], "os.system"),
    ],
)
def test_a_sweep_that_cannot_begin_says_why(run: Run, words: list[str], sentence: str) -> None:
    answer = run(*CHEAP, *words)
    assert answer.code == 2
    assert sentence in answer.err
    assert "Traceback" not in answer.err
