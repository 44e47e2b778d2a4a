"""Several processes open a database that none of them has seen before."""

import subprocess
import sys
from pathlib import Path

import pytest

from src.core import InputError
from src.core.passwords import masked
from src.data.files.lock import alone
from src.tracking.store import connect

OPEN = """
import sys
from src.sweeps.study import open_storage
print("ready", flush=True)
sys.stdin.readline()
open_storage(sys.argv[1])
"""


def test_a_study_file_may_be_created_by_several_processes_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/new/optuna.db"
    command = [sys.executable, "-c", OPEN, url]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    processes = [subprocess.Popen(command, text=True, **pipes) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, complaint = process.communicate()
        assert process.returncode == 0, complaint


def test_a_folder_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), alone(tmp_path):
        raise ZeroDivisionError
    with alone(tmp_path):
        pass


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("postgresql+psycopg://me:p%40ss@host:5432/runs", "postgresql+psycopg://me:***@host:5432/runs"),
        ("postgresql://host/runs?user=me&password=p%40ss", "postgresql://host/runs?user=me&password=***"),
        ("postgresql+psycopg://me@host/runs", "postgresql+psycopg://me@host/runs"),
    ],
)  # fmt: skip
def test_a_password_is_never_shown(uri: str, shown: str) -> None:
    assert masked(uri) == shown


@pytest.mark.parametrize(
    "uri", ["postgresql+psycopg://me:secret@127.0.0.1:9/runs", "mysql+nodriver://me:secret@host/x"]
)
def test_a_server_that_cannot_be_reached_is_named_without_its_password(uri: str) -> None:
    with pytest.raises(InputError, match=r"me:\*\*\*@.* cannot be used") as refused:
        connect(uri)
    assert "secret" not in str(refused.value)
