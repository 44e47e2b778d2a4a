"""The error that is meant for the person at the keyboard, and the stop that is no error."""

import re
from collections.abc import Iterator

UNSPEAKABLE = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that break a line or are none: a name with one cannot be said or kept as text."""

LONGEST, BEGINNING = 2000, 1500
"""Characters of a sentence, and of its first part where it would be longer."""


class InputError(ValueError):
    """Something the user gave cannot be used; the message names it and says what to do.

    It is said in one line that every terminal and store can take, whatever was given.
    """

    def __str__(self) -> str:
        sentence = spoken(super().__str__())
        if len(sentence) <= LONGEST:
            return sentence
        # What to do stands at the end.
        return f"{sentence[:BEGINNING]} … {sentence[BEGINNING + 3 - LONGEST :]}"


def spoken(name: object) -> str:
    """A name as one line of text, whatever its bytes are."""
    return UNSPEAKABLE.sub(lambda found: ascii(found[0])[1:-1], str(name))


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
