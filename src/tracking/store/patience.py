"""Waiting for a store that is away: locked, being restarted, or at the end of a lost line.

What was asked for is asked again until there is an answer. It is not known whether the store kept
what nobody heard the answer of, so only what may be told twice is repeated; for the rest whoever
asks says what to ask instead.
"""

import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from threading import Event, Thread, get_ident
from typing import Any, TypeVar
from urllib.error import URLError

from src.core import InputError
from src.core.errors import causes
from src.core.passwords import masked
from src.tracking.store.lines import cut

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 120.0
"""For how long a store is waited for: more than the restart of a server takes, less than after
which another machine takes this process for dead."""

SILENCE_SECONDS = 10.0
"""After which it is said that an answer takes long."""

HUNG_SECONDS = 60.0
"""After which an answer is given up, and asked for again."""

PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Between two tries; the last is repeated."""

LOCKED = "database is locked"
UNANSWERED = re.compile(r"API request to \S+ failed with (timeout )?exception")
"""How MLflow says that a server did not answer, or answered that it cannot just now."""

SIGNS = {
    "refused": "the connection is refused",
    "timed out": "there is no answer",
    "resolve": "its host has no address",
    "unreachable": "its host cannot be reached",
    "reset by peer": "the connection was lost",
    "aborted": "the connection was lost",
    "closed connection": "the connection was lost",
    "closed the connection": "the connection was lost",
    "broken pipe": "the connection was lost",
}
"""By which words of a library it is known what happened."""

LOST = (URLError, HTTPException, ConnectionError, TimeoutError)

Answer = TypeVar("Answer")


class StoreAwayError(InputError):
    """A store did not answer for longer than it is waited for.

    Args:
        store: what it is called.
        complaint: what is wrong with it.
        advice: what to do about it.
    """

    def __init__(self, store: str, complaint: str, advice: str = "") -> None:
        sentence = f"{store} cannot be used: {complaint}"
        super().__init__(f"{sentence}; {advice}" if advice else sentence)
        self.store, self.complaint, self.advice = store, complaint, advice

    def __reduce__(self) -> tuple[Any, ...]:
        # A launcher's process sends it home.
        return type(self), (self.store, self.complaint, self.advice)


@dataclass(frozen=True)
class Patience:
    """Repeats what is asked of a store while that is away, and says so.

    Args:
        store: what it is called in a sentence, fit to be shown.
        advice: what to do when it was waited for in vain.
        seconds: for how long; ``None`` as long as ``PATIENCE_SECONDS``, 0 not at all.
    """

    store: str
    advice: str = ""
    seconds: float | None = None

    def __call__(
        self,
        request: Callable[..., Answer],
        *args: Any,
        again: Callable[..., Answer] | None = None,
        **words: Any,
    ) -> Answer:
        """The answer; ``StoreAwayError`` where there was none for too long.

        Args:
            again: what is asked when it is not known whether the request was kept.
        """
        limit = PATIENCE_SECONDS if self.seconds is None else self.seconds
        began, tries = time.monotonic(), 0
        while True:
            try:
                with self._watched():
                    answer = request(*args, **words)
            except Exception as error:
                reason, waited = absence(error), time.monotonic() - began
                if reason is None or limit == 0:
                    raise
                if waited > limit:
                    complaint = f"{masked(reason)}, for {waited:.0f} s now"
                    raise StoreAwayError(self.store, complaint, self.advice) from error
                if tries == 0:
                    log.warning(
                        "%s cannot be used: %s; waiting for up to %.0f s",
                        self.store, masked(reason), limit,
                    )  # fmt: skip
            else:
                if tries:
                    log.warning("%s can be used again", self.store)
                return answer
            time.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries, request = tries + 1, again or request

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Say that an answer takes long, and give it up when it takes too long."""
        done, thread, tells = Event(), get_ident(), self.seconds != 0

        def watch() -> None:
            if done.wait(SILENCE_SECONDS):
                return
            if tells:
                log.warning("%s has not answered for %.0f s; waiting", self.store, SILENCE_SECONDS)
            if not done.wait(HUNG_SECONDS - SILENCE_SECONDS):
                cut(thread)

        Thread(target=watch, name="patience", daemon=True).start()
        try:
            yield
        finally:
            done.set()


def absence(error: BaseException) -> str | None:
    """Why a store cannot be used just now, in words; ``None`` where waiting would not help."""
    from requests import RequestException
    from sqlalchemy.exc import DBAPIError, OperationalError

    if isinstance(error, InputError):
        return None
    for cause in causes(error):
        said = (str(cause).splitlines() or [""])[0]
        if LOCKED in said:
            return f"{LOCKED} by another process"
        if isinstance(cause, DBAPIError):
            file = type(cause.orig).__module__.startswith("sqlite3")
            lost = isinstance(cause, OperationalError) or cause.connection_invalidated
            return None if file or not lost else _in_words(said)
        if isinstance(cause, (RequestException, *LOST)) or UNANSWERED.search(str(cause)):
            return _in_words(said or type(cause).__name__)
    return None


def _in_words(said: str) -> str:
    """What happened, without the names of the libraries that say so."""
    status = re.search(r"too many (\d+) error responses", said)
    if status:
        return f"it answers {status[1]}"
    known = (words for sign, words in SIGNS.items() if sign in said.lower())
    return next(known, re.sub(r"^\([\w.]+\) ", "", said))
