"""The moments at which a run can be killed, counted from its start."""

import ctypes
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

ASKING, ANSWERED, STATEMENT, COMMIT, UPLOAD, PLACED, WRITE = KINDS = (
    "asking", "answered", "statement", "commit", "upload", "placed", "write",
)  # fmt: skip
"""Before and after a request to the store, inside a transaction, before a commit, before an
artifact is whole, before a file takes its place, inside one of SQLite's own writes."""

REQUESTS = (
    "create_run", "log_batch", "log_param", "set_tag", "delete_tag", "update_run_info",
)  # fmt: skip

seen: Counter[str] = Counter()


def die() -> None:
    """Without a word."""
    os.kill(os.getpid(), signal.SIGKILL)


reached: list[Callable[[], None]] = [die]
"""What happens at the chosen moment."""


def count_moments(kind: str = "", number: int = 0) -> None:
    """From now on have this process die at the moment of this kind and number; 0 never."""

    def moment(own: str) -> None:
        # A claim is renewed by the clock, so that a slow run would have other moments.
        if threading.current_thread().name == "claim":
            return
        seen[own] += 1
        if own == kind and seen[own] == number:
            for act in reached:
                act()

    _count_requests(moment)
    _count_statements(moment)
    _count_files(moment)
    if "LD_PRELOAD" in os.environ:
        ctypes.CDLL(None).tear_write(number if kind == WRITE else 0)


def meet_before_claiming(folder: str, number: int = 2, patience: float = 5.0) -> None:
    """Let so many processes claim a run at the same moment, whoever comes first waiting."""
    from mlflow import MlflowClient

    real = MlflowClient.log_param

    def log_param(self: MlflowClient, run_id: str, key: str, value: Any, *rest: Any) -> Any:
        if key.startswith("attempt.") and "closing" not in value:
            (Path(folder) / str(os.getpid())).touch()
            end = time.monotonic() + patience
            while len([*Path(folder).iterdir()]) < number and time.monotonic() < end:
                pass
        return real(self, run_id, key, value, *rest)

    MlflowClient.log_param = log_param


def counted() -> dict[str, int]:
    """How many moments of each kind there were."""
    writes = ctypes.CDLL(None).torn_writes() if "LD_PRELOAD" in os.environ else 0
    return {**seen, WRITE: int(writes)}


def _around(owner: Any, name: str, before: Callable[[], None], after: Callable[[], None]) -> None:
    real = getattr(owner, name)

    @wraps(real)
    def call(*args: Any, **words: Any) -> Any:
        before()
        answer = real(*args, **words)
        after()
        return answer

    setattr(owner, name, call)


def _count_requests(moment: Callable[[str], None]) -> None:
    from mlflow.store.tracking.rest_store import RestStore
    from mlflow.store.tracking.sqlalchemy_store import SqlAlchemyStore

    for store in (SqlAlchemyStore, RestStore):
        for name in REQUESTS:
            _around(store, name, lambda: moment(ASKING), lambda: moment(ANSWERED))


def _count_statements(moment: Callable[[str], None]) -> None:
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    @event.listens_for(Engine, "after_cursor_execute")
    def _(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            moment(STATEMENT)

    @event.listens_for(Engine, "commit")
    def _(_connection: Any) -> None:
        moment(COMMIT)


def _count_files(moment: Callable[[str], None]) -> None:
    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "os.rename":
            name = Path(os.fsdecode(arguments[0])).name
            moment(UPLOAD if name.startswith(".artifact.uploading.") else PLACED)

    sys.addaudithook(audit)
