"""The error that is meant for the person at the keyboard, and the stop that is no error."""

from collections.abc import Iterator


class InputError(ValueError):
    """Something the user gave cannot be used; the message names it and says what to do."""


class Pruned(Exception):  # noqa: N818 - nothing went wrong
    """A run of a sweep was stopped early, since others were better by then."""


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what led to it, the first cause last."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__
