"""What a disk refuses is said in one sentence, wherever in a chain of errors it stands."""

import errno

import pytest

from src.data.files.disk import advice


def chained(cause: BaseException) -> BaseException:
    """As libraries wrap it."""
    try:
        try:
            raise cause
        except type(cause) as inner:
            raise RuntimeError("a library failed") from inner
    except RuntimeError as error:
        return error


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (OSError(errno.ENOSPC, "No space left", "a.png"), "the disk is full (a.png)"),
        (OSError(errno.EDQUOT, "Quota"), "the disk is full:"),
        (OSError(errno.EROFS, "Read-only", "a.png"), "a file cannot be written (a.png)"),
        (PermissionError(errno.EACCES, "Denied", "a.png"), "permission is denied (a.png)"),
        (ValueError("database or disk is full"), "the disk is full:"),
        (ValueError("attempt to write a readonly database"), "(the database of the runs)"),
    ],
)
def test_the_first_cause_is_told(cause: BaseException, words: str) -> None:
    sentence = advice(chained(cause))
    assert sentence is not None
    assert words in sentence
    assert "resume=RUN" in sentence


@pytest.mark.parametrize(
    "cause", [ValueError("a"), FileNotFoundError(errno.ENOENT, "no"), KeyError(1)]
)
def test_what_no_disk_refused_is_left_to_others(cause: BaseException) -> None:
    assert advice(chained(cause)) is None
