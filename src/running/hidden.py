"""Passwords of the command line, kept from what Hydra writes and says.

Hydra keeps every word of a command line in files and logs, and sends it to other machines. So an
address with a password goes into the environment, and the word names only where it is found.
"""

import os
from collections.abc import Sequence

from src.core.passwords import masked

HIDDEN = "BRUSHWORK_HIDDEN_"
"""Before the number of a hidden value, in the environment."""


def hide_passwords(words: Sequence[str]) -> list[str]:
    """The same words, with ``${oc.env:…}`` in place of values that hold a password."""
    return [_hidden(word, number) for number, word in enumerate(words)]


def _hidden(word: str, number: int) -> str:
    key, equals, value = word.partition("=")
    plain = _unquoted(value)
    if not equals or key.startswith("-") or "${" in value or masked(plain) == plain:
        return word
    os.environ[f"{HIDDEN}{number}"] = plain
    return f"{key}=${{oc.env:{HIDDEN}{number}}}"


def _unquoted(value: str) -> str:
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
    return value[1:-1] if quoted else value
