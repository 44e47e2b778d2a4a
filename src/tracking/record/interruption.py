"""How a run is stopped from outside, and what that makes of it.

A cluster sends SIGTERM some time before it takes the machine away. Whoever teaches finishes its
image first: it asks ``stop_requested`` between two images. Everything else stops at once, like
after Ctrl-C.
"""

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from src.core import Pruned
from src.core.passwords import masked
from src.tracking import keys

log = logging.getLogger(__name__)

PREEMPTED = 143
"""What a shell calls the end by SIGTERM."""


KILLED = "KILLED"
"""MLflow's status of a run that was stopped."""


@dataclass
class _State:
    """Of this process, since signals are.

    Args:
        watching: runs, one inside another, that SIGTERM stops.
        finishing: who asks for themselves whether to stop.
        requested: whether SIGTERM came.
        raised: whether it has stopped the run, which is then left to end.
    """

    watching: int = 0
    finishing: int = 0
    requested: bool = False
    raised: bool = False


_state = _State()


@contextmanager
def terminable() -> Iterator[None]:
    """Let SIGTERM stop the main thread: by request where somebody asks for it, else at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    if _state.watching == 0:
        _state.requested = _state.raised = False
    before = signal.signal(signal.SIGTERM, _stop)
    _state.watching += 1
    try:
        yield
    finally:
        _state.watching -= 1
        signal.signal(signal.SIGTERM, signal.SIG_DFL if before is None else before)


@contextmanager
def finishing_first() -> Iterator[None]:
    """Have the first SIGTERM only ask; what is done is kept, and at the end it stops."""
    _state.finishing += 1
    try:
        yield
    finally:
        _state.finishing -= 1
    if _state.requested:
        _state.raised = True
        raise KeyboardInterrupt(keys.PREEMPTED)


def stop_requested() -> bool:
    """Whether to stop as soon as nothing is lost by it."""
    return _state.requested


def status_after(error: BaseException) -> str:
    """MLflow's status of a run that ended with this error.

    Lightning answers Ctrl-C with ``sys.exit(1)``, so what an exit was caused by counts.
    """
    if isinstance(error, Pruned):
        return "FINISHED"
    if isinstance(error, SystemExit):
        if not error.code:
            return "FINISHED"
        return KILLED if isinstance(error.__context__, KeyboardInterrupt) else "FAILED"
    return KILLED if isinstance(error, KeyboardInterrupt) else "FAILED"


def reason_of(error: BaseException) -> str:
    """Why a run ended badly, in words; an error may repeat an address with its password."""
    if _state.requested and status_after(error) == KILLED:
        return f"{keys.PREEMPTED}: SIGTERM"
    return masked(f"{type(error).__name__}: {error}")


def _stop(_number: int, _frame: FrameType | None) -> None:
    first, _state.requested = not _state.requested, True
    if first and _state.finishing:
        log.warning("SIGTERM: stops when this image is done; a second one stops at once")
    elif not _state.raised:
        _state.raised = True
        raise KeyboardInterrupt(keys.PREEMPTED)
