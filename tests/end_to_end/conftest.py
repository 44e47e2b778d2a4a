"""Runs the entry as a user would, in a folder of its own."""

import logging
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from src.run import main
from src.tracking.store import connect


@dataclass(frozen=True)
class Answer:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


def _close_logs() -> None:
    """Hydra leaves its log file open for the rest of a process, which here outlives the run."""
    for handler in list(logging.getLogger().handlers):
        if isinstance(handler, logging.FileHandler):
            logging.getLogger().removeHandler(handler)
            handler.close()


@pytest.fixture(scope="session")
def fresh_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty MLflow database; making one takes seconds, copying it does not."""
    file = tmp_path_factory.mktemp("store") / "mlflow.db"
    connect(f"sqlite:///{file}").search_experiments()
    return file


@pytest.fixture
def workplace(tmp_path: Path, fresh_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to run in, with an empty store."""
    shutil.copy(fresh_store, tmp_path / "mlflow.db")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path / 'mlflow.db'}")
    return tmp_path


@pytest.fixture
def run(
    workplace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    """``python -m src.run`` with these words, in the workplace."""

    def call(*words: str) -> Answer:
        assert Path.cwd() == workplace
        monkeypatch.setattr(sys, "argv", ["run", *words])
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        finally:
            _close_logs()
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return call
