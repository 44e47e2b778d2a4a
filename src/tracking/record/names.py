"""Names and values in the form that MLflow accepts."""

import posixpath
import re

LONGEST_NAME = 250
LONGEST_TAG = 5000
LONGEST_PARAMETER = 6000


class Names:
    """Gives every name one that MLflow accepts, always the same, never one to two."""

    def __init__(self) -> None:
        self._accepted: dict[str, str] = {}
        self._taken: set[str] = set()

    def __getitem__(self, name: str) -> str:
        if name not in self._accepted:
            self._accepted[name] = self._free(accepted(name))
            self._taken.add(self._accepted[name])
        return self._accepted[name]

    def _free(self, name: str) -> str:
        number, free = 1, name
        while free in self._taken:
            number += 1
            free = f"{name[: LONGEST_NAME - len(str(number)) - 1]}_{number}"
        return free


def accepted(name: str) -> str:
    """Letters, digits, ``_ - . /`` and blanks; ``size=small`` becomes ``size-small``."""
    plain = re.sub(r"[^\w./\- ]+", "-", name)[:LONGEST_NAME]
    return posixpath.normpath(plain).lstrip("./") or "_"


def shortened(text: str, limit: int, elsewhere: str) -> str:
    """The text, or its beginning and where the whole of it is."""
    if len(text) <= limit:
        return text
    ending = f" … ({len(text)} characters, whole in {elsewhere})"
    return text[: limit - len(ending)] + ending
