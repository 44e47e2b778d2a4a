"""How a run is stopped from outside, and what that makes of it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from src.core import Pruned


@contextmanager
def terminable() -> Iterator[None]:
    """Let SIGTERM stop the main thread like Ctrl-C does, once; later ones wait for the end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    stopped = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopped
        if not stopped:
            stopped = True
            raise KeyboardInterrupt("SIGTERM")

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)


def status_after(error: BaseException) -> str:
    """MLflow's status of a run that ended with this error.

    Lightning answers Ctrl-C with ``sys.exit(1)``, so what an exit was caused by counts.
    """
    if isinstance(error, Pruned):
        return "FINISHED"
    if isinstance(error, SystemExit):
        if not error.code:
            return "FINISHED"
        return "KILLED" if isinstance(error.__context__, KeyboardInterrupt) else "FAILED"
    return "KILLED" if isinstance(error, KeyboardInterrupt) else "FAILED"
