"""A process number alone does not name a process."""

import os
import subprocess
import sys

import pytest

from src.tracking.record.process import birth, is_alive


def test_this_process_is_alive() -> None:
    assert is_alive(os.getpid(), birth(os.getpid()))
    assert is_alive(os.getpid())


def test_number_reused_by_a_younger_process_is_not_the_old_one() -> None:
    if birth(os.getpid()) is None:
        pytest.skip("this system does not tell when a process began")
    assert not is_alive(os.getpid(), "another boot:1")


def test_ended_process_is_dead_before_and_after_it_is_reaped() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    born = birth(process.pid)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert birth(process.pid) in (None, "")
    process.wait()
    assert not is_alive(process.pid, born)
