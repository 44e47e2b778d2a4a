"""Sweeps in other processes: every run lands in the one store, wherever its process began."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from hydra.core.plugins import Plugins
from omegaconf import OmegaConf

from src.composing.conf import CONF
from src.tracking.archive import Archive, PastRun
from src.tracking.keys import TRIAL
from tests.evaluation.executors.cluster import LOOPBACK, ray_cluster
from tests.servers import PATIENCE_SECONDS

SMALL = ("+experiment=smoke", "dataset.count=3", "dataset.size=96", "pictures=0")

STUDY = (
    "hydra/sweeper=optuna",
    "hydra/sweeper/sampler=random",
    "hydra.sweeper.n_trials=2",
    "hydra.sweeper.n_jobs=2",
    "detector.smoothing=interval(0.0,3.0)",
)


def sweep(workplace: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``python -m src.run -m`` with these words, and a store that only the workplace explains."""
    return subprocess.run(
        [sys.executable, "-m", "src.run", "-m", *SMALL, *words],
        cwd=workplace,
        env={**os.environ, **LOOPBACK, "MLFLOW_TRACKING_URI": "sqlite:///mlflow.db"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def recorded(workplace: Path) -> list[PastRun]:
    return Archive(f"sqlite:///{workplace / 'mlflow.db'}").newest()


def test_processes_share_the_store_and_a_bad_one_fails_alone(workplace: Path) -> None:
    # Only the process that draws the samples can know that none of them is for the test.
    nothing = "dataset.split.fractions={train: 1, val: 0, test: 0}"
    done = sweep(workplace, "hydra/launcher=submitit_local", nothing, "split=all,train,test")
    assert done.returncode == 2
    assert "error: split=test has no samples" in done.stderr
    assert "Traceback" not in done.stderr
    runs = recorded(workplace)
    assert sorted(run.parameters["split"] for run in runs) == ["all", "train"]
    assert {run.status for run in runs} == {"FINISHED"}
    assert len({run.tags["pid"] for run in runs}) == 2


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster of one machine, started in another folder than the sweep."""

    address: str
    started_in: Path


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster that this test starts and ends, and that knows nothing of our store."""
    started_in = tmp_path / "elsewhere"
    started_in.mkdir()
    kept = {name: text for name, text in os.environ.items() if name != "MLFLOW_TRACKING_URI"}
    with ray_cluster(tmp_path, started_in, kept) as address:
        yield Cluster(address, started_in)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc to clean up")
def test_ray_workers_elsewhere_share_the_store_and_the_study(
    workplace: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(workplace))
    monkeypatch.setenv("OPTUNA_STORAGE", "sqlite:///optuna.db")
    address = f"hydra.launcher.ray.init.address={cluster.address}"
    done = sweep(workplace, *STUDY, "hydra/launcher=ray", address)
    assert done.returncode == 0, done.stderr
    runs = [run for run in recorded(workplace) if TRIAL in run.tags]
    assert sorted(run.tags[TRIAL] for run in runs) == ["0", "1"]
    assert {run.status for run in runs} == {"FINISHED"}
    assert (workplace / "mlruns" / "artifacts").is_dir()
    assert (workplace / "optuna.db").exists()
    assert not list(cluster.started_in.rglob("mlruns"))
    assert not list(cluster.started_in.rglob("*.db"))


def test_slurm_is_asked_for_one_core_per_run() -> None:
    from submitit.slurm.slurm import _make_sbatch_string

    Plugins.instance()
    with initialize_config_dir(str(CONF)):
        whole = compose(
            "config", overrides=["hydra/launcher=submitit_slurm"], return_hydra_config=True
        )
        asked = OmegaConf.to_container(OmegaConf.masked_copy(whole.hydra.launcher, WORDS))
    assert isinstance(asked, dict)
    times = {"time": asked.pop("timeout_min"), "job_name": "run"}
    text = _make_sbatch_string("python", folder="jobs", map_count=100, **asked, **times)
    for words in ("--cpus-per-task=1", "--time=240", "--array=0-99%64", "OMP_NUM_THREADS"):
        assert words in text


WORDS = [
    "timeout_min", "array_parallelism", "nodes", "cpus_per_task", "partition", "account",
    "additional_parameters", "setup",
]  # fmt: skip
"""What SLURM itself is told."""
