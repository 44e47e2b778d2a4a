"""The one client of all servers: patient, never hasty, and asking nothing twice."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Protocol, runtime_checkable

from annotated_types import Ge, Gt

from src.core import InputError
from src.detectors.grounding.http.address import checked_url, checked_variable, key_in
from src.detectors.grounding.http.bill import Prices
from src.detectors.grounding.http.request import Reply, Request
from src.detectors.grounding.http.session import Session
from src.detectors.grounding.http.trouble import Trouble, content_of, pause
from src.detectors.grounding.method import UnansweredError

log = logging.getLogger(__name__)

Seconds = Annotated[float, Gt(0)]


@runtime_checkable
class Cache(Protocol):
    """Keeps bytes by key."""

    def get(self, key: str) -> bytes | None:
        """What was put; ``None`` where nothing was."""

    def put(self, key: str, content: bytes) -> None:
        """Keep it."""


class Turns(Protocol):
    """Lets so many at a server at once."""

    def turn(self) -> AbstractContextManager[None]:
        """Wait for one and hold it."""


@dataclass(frozen=True)
class Client:
    """Asks one server.

    Every answer is kept by the hash of the exact request, so that an evaluation that was stopped
    goes on where it was. The key is part of no request's hash and of nothing that is written.

    Args:
        url: where the server is, such as ``http://127.0.0.1:8000``; must be given.
        connect_seconds: to be let in.
        read_seconds: without a byte of the answer.
        retries: of one request at most, after 429, 502 to 504, a broken connection or a time-out.
        backoff_seconds: before the first retry; doubled each time.
        longest_wait: seconds; a server that asks for more is not waited for.
        connections: at once, over all processes of this machine.
        key_variable: the environment variable that holds the key; ``None`` for no key.
        prices: of requests and tokens.
        cache: keeps answers; ``None`` to ask anew each time.
        turns: from a name and a number to turns; ``None`` for no limit beyond this process.
    """

    url: str | None = None
    connect_seconds: Seconds = 5.0
    read_seconds: Seconds = 120.0
    retries: Annotated[int, Ge(0)] = 4
    backoff_seconds: Seconds = 0.5
    longest_wait: Seconds = 120.0
    connections: Annotated[int, Ge(1)] = 1
    key_variable: str | None = None
    prices: Prices = field(default_factory=Prices)
    cache: Cache | None = None
    turns: Callable[..., Turns] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", checked_url(self.url))
        checked_variable(self.key_variable)
        key_in(self.key_variable)

    def __getstate__(self) -> dict[str, Any]:
        # A connection cannot be sent to another process; that one makes its own.
        return {name: value for name, value in self.__dict__.items() if name != "_session"}

    @property
    def address(self) -> str:
        """Where the server is, without a slash at the end."""
        return str(self.url)

    def post(self, request: Request) -> Reply:
        """What the server answers, or has answered before.

        Raises:
            UnansweredError: this request has no answer, after all retries.
            InputError: no request could have one.
        """
        reply = self._kept(request)
        if reply is None:
            with self._turn():
                # Who had the turn before may have asked the same.
                reply = self._kept(request) or self._fetched(request)
        return reply

    def without_key(self, words: str) -> str:
        """A server may repeat the key that it was given."""
        key = key_in(self.key_variable)
        return words.replace(key, "…") if key else words

    def _turn(self) -> AbstractContextManager[None]:
        turns = self.turns(name=self.address, most=self.connections) if self.turns else None
        return turns.turn() if turns else nullcontext()

    def _kept(self, request: Request) -> Reply | None:
        content = self.cache.get(request.key(self.address)) if self.cache else None
        try:
            kept = json.loads(content) if content is not None else {}
            requests, seconds = int(kept["requests"]), float(kept["seconds"])
            answer = kept["content"]
        except (ValueError, TypeError, KeyError):
            return None  # nothing was kept, or it is damaged: ask anew
        return Reply(answer, self.prices.bill(answer, requests, seconds))

    def _fetched(self, request: Request) -> Reply:
        session = self._session
        session.meet(request.probe)
        begin, sent = time.perf_counter(), 1
        exchange = session.send(request)
        while (found := exchange.trouble) and sent <= found.retries:
            wait = pause(sent - 1, self.backoff_seconds, found.wait)
            if wait > self.longest_wait:
                break
            reason = self.without_key(found.reason)
            log.info("%s: %s; asked again in %.1f s", self.address, reason, wait)
            time.sleep(wait)
            exchange, sent = session.send(request), sent + 1
        seconds = time.perf_counter() - begin
        if exchange.trouble or exchange.response is None:
            # Without the seconds, which are another number each time; an answer tells its own.
            raise self._refusal(exchange.trouble, self.prices.bill(None, sent))
        answer = request.slim(content_of(exchange.response))
        if self.cache:
            kept = {"content": answer, "requests": sent, "seconds": seconds}
            self.cache.put(request.key(self.address), json.dumps(kept).encode())
        return Reply(answer, self.prices.bill(answer, sent, seconds))

    def _refusal(self, found: Trouble | None, spent: Mapping[str, float]) -> Exception:
        reason = self.without_key(found.reason if found else "no answer")
        if found and found.setting:
            return InputError(f"{self.address}: {reason}")
        return UnansweredError(reason, spent)

    @cached_property
    def _session(self) -> Session:
        return Session(self)
