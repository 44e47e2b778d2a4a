"""What the studio cannot do, each with the status of its answer."""

from src.core import InputError
from src.data.refsets.store.changes import Conflict
from src.data.refsets.store.database import BusyError
from src.training.person.desk import MissedError


class NotThereError(InputError):
    """Something by that name is not there."""


class ReadOnlyError(InputError):
    """What is frozen never changes."""


class TooLargeError(InputError):
    """More was sent than is taken."""


STATUSES: tuple[tuple[type[InputError], int], ...] = (
    (NotThereError, 404),
    (ReadOnlyError, 409),
    (Conflict, 409),
    (MissedError, 409),
    (TooLargeError, 413),
    (BusyError, 503),
)


def status_of(error: InputError) -> int:
    """The status of an answer that tells this error."""
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 422)
