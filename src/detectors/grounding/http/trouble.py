"""What may be wrong with an exchange, and what is to be done about it."""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

try:
    import httpx
except ImportError as error:
    raise ImportError("httpx is not installed: pip install 'brushwork[grounding]'") from error

BUSY = (429, 502, 503, 504)
"""Answers after which the same question may be answered in a while."""

NO_SUCH_THING = (404, 405, 501)
"""With which a web server says that it knows no such path or method. Pages of other statuses may
come from a proxy before a server that is not ready."""

LONGEST = 200
"""Characters of a server's own words that are worth repeating."""

HTML = "HTML"


@dataclass(frozen=True)
class Trouble:
    """Why there is no answer.

    Args:
        retries: how often the same request may be sent again at most.
        setting: whether no request could succeed before a person changes something.
        wait: seconds that the server asks for.
    """

    reason: str
    retries: int = 0
    setting: bool = False
    wait: float | None = None


def of_error(error: httpx.RequestError, retries: int, read_seconds: float) -> Trouble:
    """Of a request that got no answer, or not all of one."""
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        why = " ".join(str(error).split()) or type(error).__name__
        return Trouble(f"the server is not there ({why:.{LONGEST}})", retries, setting=True)
    if isinstance(error, httpx.TimeoutException):
        return Trouble(f"no answer within {read_seconds:g} s", retries)
    return Trouble(f"the connection broke ({type(error).__name__})", retries)


def of_response(response: httpx.Response, retries: Mapping[int, int]) -> Trouble | None:
    """Of an answer; ``None`` where it is one.

    Args:
        retries: status to how often it is worth another try.
    """
    status = response.status_code
    if status in NO_SUCH_THING and _kind(response) == HTML:
        return _stranger(response)
    if status in retries:
        return Trouble(_told(response), retries[status], wait=asked_to_wait(response))
    if 300 <= status < 400:
        elsewhere = response.headers.get("location", "elsewhere")
        return Trouble(f"it points to {elsewhere:.{LONGEST}}: give that address", setting=True)
    if status in (401, 403):
        return Trouble(f"{_told(response)}: set key_variable to the key's variable", setting=True)
    if status in (404, 405):
        return Trouble(f"{_told(response)}: look at the address and the model", setting=True)
    if not response.is_success:
        return Trouble(_told(response))
    if content_of(response) is None:
        return Trouble(f"it answers {_misread(response)}")
    return None


def of_stranger(response: httpx.Response) -> Trouble | None:
    """Of the answer to a probe, by which a web page or a closed door shows itself.

    A server need not know the probe, which it says in JSON, nor be ready: then the first request
    tells.
    """
    if response.status_code in (401, 403):
        return of_response(response, {})
    page = response.is_success or response.status_code in NO_SUCH_THING
    return _stranger(response) if page and _kind(response) == HTML else None


def content_of(response: httpx.Response) -> Any:
    """The JSON of an answer; ``None`` where it is none."""
    try:
        return response.json()
    except (ValueError, UnicodeDecodeError):
        return None


def asked_to_wait(response: httpx.Response) -> float | None:
    """The seconds of ``Retry-After``, which may be a number or a date."""
    asked = str(response.headers.get("retry-after", "")).strip()
    if not asked:
        return None
    try:
        return max(0.0, float(asked))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(asked)
    except ValueError:
        return None
    left = until.replace(tzinfo=until.tzinfo or UTC) - datetime.now(UTC)
    return max(0.0, left.total_seconds())


def pause(attempt: int, base: float, asked: float | None) -> float:
    """Seconds until the next try: doubled each time, never less than asked, never all at once."""
    jitter = random.uniform(0.5, 1.0)  # noqa: S311 - no secret, and no result depends on it
    planned = base * float(2**attempt) * jitter
    return planned if asked is None else max(planned, asked * (0.95 + 0.1 * jitter))


def _stranger(response: httpx.Response) -> Trouble:
    """Of a web page in place of a server."""
    status = "" if response.is_success else f" (status {response.status_code})"
    return Trouble(
        f"it answers HTML instead of JSON{status}: no such server is there, look at the address",
        setting=True,
    )


def _told(response: httpx.Response) -> str:
    """The status and the server's own words, in one line."""
    content = content_of(response)
    words = content
    for name in ("error", "message", "detail"):
        if isinstance(words, Mapping) and name in words:
            words = words[name]
    if content is None:
        words = "" if _kind(response) == HTML else response.text
    text = words if isinstance(words, str) else json.dumps(words)
    line = " ".join(text.split())
    return f"status {response.status_code}" + (f" ({line:.{LONGEST}})" if line else "")


def _misread(response: httpx.Response) -> str:
    """What came in place of JSON that can be read."""
    kind = _kind(response)
    if kind.endswith(("/json", "+json")):
        return "JSON that cannot be read"
    return f"{kind} instead of JSON"


def _kind(response: httpx.Response) -> str:
    named = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if named == "text/html" or response.content.lstrip()[:1] == b"<":
        return HTML
    return "nothing" if not response.content else named or "something else"
