import os
import subprocess
import sys

import pytest
from omegaconf import OmegaConf

from src.running import threads
from src.running.threads import CHOSEN, NUMBER, use_threads, wait_passively
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in CHOSEN:
        monkeypatch.setenv(name, "x")
        monkeypatch.delenv(name)
    monkeypatch.setenv(NUMBER, "1")


def test_threads_sleep_while_they_wait() -> None:
    assert wait_passively()
    assert os.environ["OMP_WAIT_POLICY"] == "PASSIVE"


@pytest.mark.parametrize("name", CHOSEN)
def test_who_has_decided_already_is_not_overruled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "7")
    assert not wait_passively()


def test_a_run_decides_before_torch_is_loaded() -> None:
    code = "import sys, src.run; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def asked(**given: object) -> object:
    """What a configuration says after all."""
    config = OmegaConf.create({"threads": None, "resume": None, **given})
    return use_threads(config).threads


def test_the_number_is_what_was_asked_for_or_what_the_machine_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "SAID", "")
    assert asked(threads=3) == 3
    assert os.environ[NUMBER] == "3"
    assert asked() == len(os.sched_getaffinity(0)), "an earlier run of the process does not count"
    monkeypatch.setattr(threads, "SAID", "5")
    assert asked() == 5


def test_what_is_no_number_is_left_to_whoever_checks() -> None:
    assert asked(threads="many") == "many"
    assert asked(threads=0) == 0
    assert asked(threads=10**20) == 10**20


def test_torch_computes_with_so_many() -> None:
    code = (
        "from omegaconf import OmegaConf; from src.running.threads import tell_torch, use_threads;"
        "use_threads(OmegaConf.create({'threads': 3})); import torch; tell_torch(3);"
        "first = torch.get_num_threads(); use_threads(OmegaConf.create({'threads': 2}));"
        "print(first, torch.get_num_threads())"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert said.stdout.split() == ["3", "2"]
