"""One way to write a JSON value, so that equal values have equal bytes and equal hashes."""

import hashlib
import json
from typing import Any

SHA = 64
"""Letters of a SHA-256 as text."""


ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def canonical(value: Any) -> str:
    """Keys in order, no spaces, every character as itself; what is no number is refused."""
    return ENCODER.encode(value)


def canonical_bytes(value: Any) -> bytes:
    """The same in UTF-8."""
    return canonical(value).encode()


def sha256(content: bytes) -> str:
    """The hash of bytes, as 64 letters."""
    return hashlib.sha256(content).hexdigest()


def is_sha(text: object) -> bool:
    """Whether a text is a SHA-256 as it is written here."""
    return isinstance(text, str) and len(text) == SHA and not set(text) - set("0123456789abcdef")
