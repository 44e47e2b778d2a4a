"""Who may ask, and how: looked at before anything else sees a request.

A page of somebody else's can make a browser send requests to the loopback interface. It cannot
forge ``Host`` and ``Origin``, cannot send JSON without asking first, and reads no answer.
"""

import json
import logging
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from src.studio.errors import TooLargeError

log = logging.getLogger(__name__)

METHODS = ("GET", "PUT", "POST")
COOKIE = "studio"
TOKEN = "token"
SMALL, LARGE = 2**22, 2**26
"""Bytes of a body: of labels, and of what was painted with the trace of the hand."""

FAILED = "the studio failed at this: its log says where"
PAINTED = re.compile(r"/api/(photos/[0-9a-f]{64}/masks|teach|calibrate)")
SNEAKY = re.compile(rb"\.\.|%2e|%2f|%5c|%00|\\|//", re.IGNORECASE)
"""What no address of ours has; a path that is decoded twice would become another one."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass(frozen=True)
class Refusal:
    """An answer in place of what was asked for."""

    status: int
    error: str


@dataclass(frozen=True)
class Guard:
    """Lets requests through to an application.

    Args:
        hosts: ``name:port`` by which browsers call this server.
        token: what a browser must know; ``None`` on the loopback interface.
    """

    app: ASGIApp
    hosts: frozenset[str]
    token: str | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = _Answer(send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await answer.refuse(refusal)
        elif self.token is not None and (welcome := self._welcome(scope)) is not None:
            await answer.plain(303, b"", {"location": "/", "set-cookie": welcome})
        else:
            await self._let_through(scope, receive, answer)

    async def _let_through(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        try:
            await self.app(scope, _limited(receive, _most(scope)), answer.send)
        except TooLargeError as error:
            await answer.refuse(Refusal(413, str(error)))
        except Exception as error:
            # Nobody shall see where: the request and the message may tell who is in a photo.
            log.error("a request failed: %s", _place(error))
            await answer.refuse(Refusal(500, FAILED))

    def _refusal(self, scope: Scope) -> Refusal | None:
        headers, method = Headers(scope=scope), scope["method"]
        if not self._is_ours(headers.getlist("host")):
            return Refusal(403, "this is not the address of the studio: open the one it printed")
        if not self._is_same_origin(headers, method):
            return Refusal(403, "another site asks: open the studio's own page")
        if method not in METHODS:
            return Refusal(405, f"{', '.join(METHODS)} are answered, nothing else")
        if SNEAKY.search(scope.get("raw_path") or scope["path"].encode()):
            return Refusal(404, "there is nothing at this address")
        if self.token is not None and not self._knows_token(scope, headers):
            return Refusal(403, "the token is missing: open the address that the studio printed")
        if method != "GET" and not _is_json(headers):
            return Refusal(422, "send JSON, as application/json")
        if _length(headers) > _most(scope):
            return Refusal(413, _too_large(_most(scope)))
        return None

    def _is_ours(self, hosts: list[str]) -> bool:
        return len(hosts) == 1 and hosts[0].lower() in self.hosts

    def _is_same_origin(self, headers: Headers, method: str) -> bool:
        """A browser names where a change comes from, always."""
        origins = headers.getlist("origin")
        foreign = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        # A link on another page may lead here; nothing else of it may.
        if foreign and (method != "GET" or headers.get("sec-fetch-mode") != "navigate"):
            return False
        if not origins:
            return method == "GET"
        host = headers.get("host", "").lower()
        return len(origins) == 1 and origins[0].lower() == f"http://{host}"

    def _knows_token(self, scope: Scope, headers: Headers) -> bool:
        cookies: SimpleCookie = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            return False
        told = cookies[COOKIE].value if COOKIE in cookies else _asked(scope, TOKEN)
        return secrets.compare_digest(told.encode(), (self.token or "").encode())

    def _welcome(self, scope: Scope) -> str | None:
        """The cookie for whoever came with the token, so that it leaves the address bar."""
        if scope["method"] != "GET" or not _asked(scope, TOKEN):
            return None
        return f"{COOKIE}={self.token}; HttpOnly; SameSite=Strict; Path=/"


class _Answer:
    """Sends an answer with our headers, once."""

    def __init__(self, send: Send) -> None:
        self._send, self.begun = send, False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        content = json.dumps({"error": refusal.error}).encode()
        await self.plain(refusal.status, content, {"content-type": "application/json"})

    async def plain(self, status: int, content: bytes, headers: Mapping[str, str]) -> None:
        if self.begun:
            return
        named = {**headers, "content-length": str(len(content))}
        pairs = [(name.encode(), value.encode("latin-1")) for name, value in named.items()]
        await self.send({"type": "http.response.start", "status": status, "headers": pairs})
        await self.send({"type": "http.response.body", "body": content})


def _limited(receive: Receive, most: int) -> Receive:
    """The same body, as long as it does not grow beyond what is taken."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLargeError(_too_large(most))
        return message

    return limited


def _most(scope: Scope) -> int:
    return LARGE if PAINTED.fullmatch(scope["path"]) else SMALL


def _too_large(most: int) -> str:
    return f"more than {most >> 20} MiB came: send less at once"


def _length(headers: Headers) -> int:
    said = headers.get("content-length", "0")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 20 else LARGE + 1


def _is_json(headers: Headers) -> bool:
    return headers.get("content-type", "").split(";")[0].strip().lower() == "application/json"


def _asked(scope: Scope, key: str) -> str:
    query: dict[str, list[str]] = parse_qs(scope["query_string"].decode("latin-1"))
    return query.get(key, [""])[0]


def _place(error: BaseException) -> str:
    """The kind of an error and the line of ours that it came from."""
    trace: Any = error.__traceback__
    place = ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__} at {place}"
