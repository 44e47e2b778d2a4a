"""The one error that is meant for the person at the keyboard."""


class InputError(ValueError):
    """Something the user gave cannot be used; the message names it and says what to do."""
