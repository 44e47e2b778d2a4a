"""Addresses and configurations without their passwords: fit to be shown and kept."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

FILES, DATABASES = ("sqlite", "file"), ("postgresql", "mysql", "mssql")

SCHEME = re.compile(r"[a-z][\w+.-]*://", re.IGNORECASE)
WITHIN = re.compile(rf"{SCHEME.pattern}\S+", re.IGNORECASE)
ADDRESS = re.compile(r"([a-z][\w+.-]*:)?(/*)(.*)", re.IGNORECASE | re.DOTALL)
PIECES = re.compile(r"[\w~%.-]+")
NAMED = re.compile(r"[?&;#][^=?&;#\s]+=")
SECRET = (
    r"[?&;#][^=?&;#\s]*(?:pass|pwd|secret|token|key|auth|cred|sig|odbc_connect)[^=?&;#\s]*="
    r"|\b(?:ssl)?(?:password|passwd|pwd)="
)
"""Names of settings that nobody should read over a shoulder."""


def masked(text: str) -> str:
    """An address, or a sentence with addresses in it, without passwords: fit to be shown and kept.

    An ``@`` or ``/`` that a password should not have is taken for a part of it, since too little
    would be hidden otherwise.
    """
    alone = SCHEME.match(text) or not re.search(r"\s", text)
    hidden = NAMED.sub(lambda found: unquote(found[0]), text)
    # First, since a password there may have an @ as well.
    value = "[^&]*" if alone else r"[^&\s]*"
    hidden = re.sub(f"({SECRET}){value}", r"\1***", hidden, flags=re.IGNORECASE)
    if alone:
        return _without_login(hidden)
    return WITHIN.sub(lambda found: _without_login(found[0]), hidden)


def about(sentence: str, address: str) -> str:
    """What a driver says of an address, without pieces of its password.

    A password with an ``@`` of its own is taken for a host, and repeated.
    """
    pieces = set(PIECES.findall(address)) - set(PIECES.findall(masked(address)))
    hidden = masked(sentence)
    for piece in sorted(pieces, key=len, reverse=True):
        hidden = re.sub(rf"(?<!\w){re.escape(piece)}(?!\w)", "***", hidden)
    return hidden


def without_passwords(node: Any) -> Any:
    """The same configuration, passwords inside addresses hidden."""
    if isinstance(node, Mapping):
        return {key: without_passwords(child) for key, child in node.items()}
    if isinstance(node, list | tuple):
        return [without_passwords(child) for child in node]
    return masked(node) if isinstance(node, str) else node


def _without_login(address: str) -> str:
    """Without what stands before the last ``@``, but for a user's name."""
    scheme, slashes, rest = ADDRESS.fullmatch(address).groups("")  # type: ignore[union-attr]
    login, at, place = rest.rpartition("@")
    kind = scheme.lower().partition("+")[0].rstrip(":")
    user, colon, _ = login.partition(":")
    # Every text of a configuration comes here, and a folder may well be called me@work.
    path = not scheme and (len(slashes) == 1 or not colon)
    if not at or path or kind in FILES:
        return address
    if colon:
        shown = f"{user}:***"
    else:
        # A database has users; alone before a server stands a token.
        shown = user if kind in DATABASES and "%3a" not in user.lower() else "***"
    return f"{scheme}{slashes}{shown}@{place}"
