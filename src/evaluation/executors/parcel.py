"""A task on its way to another process, and what it gave there on the way back."""

import pickle
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from src.core import InputError

Answer = Callable[[int], bytes]
"""In the other process: place of an item to what the task made of it, packed."""


@dataclass(frozen=True)
class _Raised:
    error: Exception


def packed(task: Callable[[Any], Any], items: Sequence[Any]) -> bytes:
    """A task with all its items, so that a place is enough to ask for one.

    In one piece, since items that the task's dataset also holds are then sent once.
    """
    try:
        return pickle.dumps((task, tuple(items)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise InputError(
            f"{_culprit(task)} cannot be sent to another process ({_first_line(error)}): "
            "set workers=1 executor=local"
        ) from error


def unpacked(parcel: bytes) -> Answer:
    """What answers for the task here; where it cannot be rebuilt, every answer says so."""
    try:
        task, items = pickle.loads(parcel)  # noqa: S301 - from our own process
    except Exception as error:
        lost = InputError(
            f"the task cannot be rebuilt in another process ({_first_line(error)}): its code must "
            "be importable there; or set workers=1 executor=local"
        )
        return lambda _: pickle.dumps(_Raised(lost))
    return lambda place: _answer(task, items[place])


def opened(answer: bytes) -> Any:
    """The result, here again; raises what the task raised."""
    result = pickle.loads(answer)  # noqa: S301 - from our own process
    if isinstance(result, _Raised):
        raise result.error
    return result


def _answer(task: Callable[[Any], Any], item: Any) -> bytes:
    try:
        return pickle.dumps(task(item), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps(_Raised(_portable(error)))


def _portable(error: Exception) -> Exception:
    """The error as it can travel; one that is no user's mistake tells where it came from."""
    if not isinstance(error, InputError):
        lines = "".join(traceback.format_exception(error)).rstrip()
        error.add_note(f"in another process:\n{lines}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made in the line itself
    except Exception:  # an error whose constructor wants more than its message
        plain = RuntimeError(f"{type(error).__name__}: {error}")
        for note in error.__notes__ if hasattr(error, "__notes__") else ():
            plain.add_note(note)
        return plain
    return error


def _culprit(task: object) -> str:
    """Which part of a task stays behind."""
    names = [field.name for field in fields(task)] if is_dataclass(task) else []
    for name in names:
        part = getattr(task, name)
        try:
            pickle.dumps(part, pickle.HIGHEST_PROTOCOL)
        except Exception:
            return f"the {name} ({type(part).__name__})"
    return "the task"


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]
