import os
import subprocess
import sys

import pytest

from src.running.threads import CHOSEN, wait_passively
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in CHOSEN:
        monkeypatch.setenv(name, "x")
        monkeypatch.delenv(name)


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
