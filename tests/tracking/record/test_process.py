"""A process number alone does not name a process."""

import os
import socket
import subprocess
import sys

import pytest

from src.tracking.record.process import birth, is_alive, is_here, place


def test_this_process_is_alive() -> None:
    assert is_alive(os.getpid(), birth(os.getpid()))
    assert is_alive(os.getpid())


def test_number_reused_by_a_younger_process_is_not_the_old_one() -> None:
    if birth(os.getpid()) is None:
        pytest.skip("this system does not tell when a process began")
    assert not is_alive(os.getpid(), "another boot:1")


def test_the_name_of_a_host_says_nothing_where_more_is_known() -> None:
    own = birth(os.getpid())
    assert is_here("renamed since", own)
    assert not is_here(socket.gethostname(), "another boot:1:5")
    assert not is_here(socket.gethostname(), f"{place()}9:5"), "another container of this machine"
    assert is_here(socket.gethostname(), "")
    assert not is_here("elsewhere", None)


def test_a_birth_that_tells_no_namespace_is_understood() -> None:
    own = birth(os.getpid())
    if own is None or own.count(":") != 2:
        pytest.skip("this system has no namespaces")
    boot, _, start = own.split(":")
    assert is_here("anywhere", f"{boot}:{start}")
    assert is_alive(os.getpid(), f"{boot}:{start}")
    assert not is_alive(os.getpid(), f"{boot}:1")


def test_ended_process_is_dead_before_and_after_it_is_reaped() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    born = birth(process.pid)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert birth(process.pid) in (None, "")
    process.wait()
    assert not is_alive(process.pid, born)
