"""The error that is meant for the person at the keyboard, and the stop that is no error."""


class InputError(ValueError):
    """Something the user gave cannot be used; the message names it and says what to do."""


class Pruned(Exception):  # noqa: N818 - nothing went wrong
    """A run of a sweep was stopped early, since others were better by then."""
