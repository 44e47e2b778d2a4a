"""When there is no room left to write."""

import errno

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def disk_is_full(error: BaseException) -> bool:
    """Whether this, or what led to it, was a write without room."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if isinstance(cause, OSError) and cause.errno in FULL:
            return True
        # SQLite says so in words, inside an exception of SQLAlchemy's inside one of MLflow's.
        if "disk is full" in str(cause):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def advice(error: BaseException) -> str:
    """One sentence."""
    file = getattr(error, "filename", None)
    place = f" ({file})" if file else ""
    return (
        f"the disk is full{place}: free some space; a teaching run goes on where its last "
        "finished image ended with resume=RUN"
    )
