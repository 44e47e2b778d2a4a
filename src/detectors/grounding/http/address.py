"""Where a server is, and what opens it."""

import os
import re
from urllib.parse import urlsplit

from src.core import InputError

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LONGEST = 64
"""Characters of a variable's name; a key is often longer."""


def checked_url(url: str | None) -> str:
    """An address without its last slash; one that no client could use is refused."""
    if not url:
        raise InputError(
            "url is not given: set servers.omniparser, servers.chat or servers.planner"
        )
    shown = f"{url:.120}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InputError(f"url cannot be read ({error})") from error
    if parts.username is not None or parts.password is not None:
        raise InputError("url must hold no user and no password: name a variable by key_variable")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(f"url must begin with http:// or https:// and a host, got {shown!r}")
    if parts.query or parts.fragment or port == 0:
        raise InputError(f"url must be an address without ? and #, got {shown!r}")
    return url.rstrip("/")


def is_this_machine(url: str) -> bool:
    """Whether a server is on this machine by its address alone."""
    host = urlsplit(url).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def checked_variable(name: str | None) -> None:
    """Refuse what cannot be a variable's name, without repeating it: it may be the key itself."""
    if name is not None and (not VARIABLE.fullmatch(name) or len(name) > LONGEST):
        raise InputError(
            "key_variable must be the name of an environment variable such as OPENAI_API_KEY, "
            "never the key itself"
        )


def key_in(name: str | None) -> str | None:
    """The key that an environment variable holds; ``None`` where none is named."""
    if name is None:
        return None
    key = os.environ.get(name, "").strip()
    if not key:
        raise InputError(f"key_variable names {name}, which is not set in the environment")
    if not key.isascii() or not key.isprintable():
        raise InputError(f"key_variable names {name}, which holds no key")
    return key
