"""When a disk takes no more: it is full, or may not be written to."""

import errno

from src.core.errors import causes

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FORBIDDEN = (errno.EACCES, errno.EPERM)

GOES_ON = "a teaching run goes on where its last finished image ended with resume=RUN"


def advice(error: BaseException) -> str | None:
    """One sentence, where this or what led to it was a disk that refused."""
    for cause in causes(error):
        # SQLite says so in words, inside an exception of SQLAlchemy's inside one of MLflow's.
        said = str(cause)
        number = cause.errno if isinstance(cause, OSError) else None
        file = getattr(cause, "filename", None)
        place = f" ({file})" if file else ""
        if number in FULL or "disk is full" in said:
            return f"the disk is full{place}: free some space; {GOES_ON}"
        if number == errno.EROFS or "readonly database" in said:
            place = place or " (the database of the runs)"
            return f"a file cannot be written{place}: allow it, or set another folder; {GOES_ON}"
        if number in FORBIDDEN:
            return f"permission is denied{place}: allow it, or set another folder; {GOES_ON}"
    return None
