"""What is asked of a server, and what it answers."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True, eq=False)
class Request:
    """JSON for one path of a server.

    Args:
        path: below the server's address.
        probe: path that a server which is there knows; asked once, before the first request.
        extra_retries: status to how often it is worth another try, beside the usual ones.
        slim: from an answer to what of it is worth keeping.
    """

    path: str
    payload: Mapping[str, Any]
    probe: str
    extra_retries: Mapping[int, int] = field(default_factory=dict)
    slim: Callable[[Any], Any] = lambda content: content

    @cached_property
    def body(self) -> bytes:
        """Exactly what is sent."""
        return json.dumps(self.payload, separators=(",", ":")).encode()

    def key(self, url: str) -> str:
        """The hash of the exact request to a server at this address; no key or header is in it."""
        return hashlib.sha256(f"POST {url}{self.path}\n".encode() + self.body).hexdigest()


@dataclass(frozen=True)
class Reply:
    """An answer, of now or of earlier, and what it cost when it was fetched."""

    content: Any
    spent: Mapping[str, float]
