"""The state of a session on disk, and the one before."""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Self, TypeVar

from src.core import InputError
from src.data.files.whole import put_in_place
from src.tracking.record.resuming import NotResumableError

log = logging.getLogger(__name__)

Read = TypeVar("Read")

ASIDE = ".unusable"
"""Ends the name of a state that was passed over."""


class RefusedError(NotResumableError):
    """A session that no state of it can go on with; nothing in its folder was touched."""

    @classmethod
    def to_go_on(cls, folder: Path, reasons: Iterable[str]) -> Self:
        """With what differs and what can be done about it."""
        differing = ", and ".join(dict.fromkeys(reasons))
        return cls(
            f"the session in {folder} does not go on, since {differing}: put it back as it was, or "
            f"teach a new run from what is painted there with start={folder}, or begin anew "
            "without resume; nothing was overwritten"
        )


def newest(folder: Path, names: tuple[str, str], read: Callable[[Path], Read]) -> Read | None:
    """The last state or, where it cannot be used, the one before; ``None`` where there is none.

    Nothing is moved or written before a state is found that can be used. Where there are states
    and none can be used, the session is refused: it never begins again by itself.

    Args:
        names: the files of the last state and of the one before.
    """
    reasons: dict[Path, str] = {}
    for file in (folder / name for name in names):
        if not file.exists():
            continue
        try:
            found = read(file)
        except RefusedError:
            raise
        except InputError as error:
            reasons[file] = str(error)
        except KeyError as error:
            reasons[file] = f"{file.name} was kept by another version, without {error}"
        except Exception as error:  # torch raises many kinds for a torn file
            reasons[file] = f"{file.name} is damaged ({complaint(error)})"
        else:
            _set_aside(reasons)
            return found
    if reasons:
        raise RefusedError.to_go_on(folder, reasons.values())
    return None


def complaint(error: Exception) -> str:
    """An error in few words; torch's own speak at length of other things."""
    said = str(error).strip().splitlines()
    return said[0][:100] if said else type(error).__name__


def _set_aside(reasons: dict[Path, str]) -> None:
    """Out of the way of the states to come, which would push out the good one else."""
    for file, reason in reasons.items():
        log.warning("%s is not used, since %s: going back further", file, reason)
        put_in_place(file, file.with_name(file.name + ASIDE))
