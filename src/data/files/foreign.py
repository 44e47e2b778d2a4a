"""Files that come from elsewhere, read within limits of size, depth and time."""

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from src.core import InputError
from src.core.errors import UNSPEAKABLE as UNSPEAKABLE
from src.core.errors import spoken as spoken
from src.core.plain_file import MOST_BYTES as MOST_BYTES
from src.core.plain_file import read_bytes as read_bytes

MOST_TEXT = 2**26
MOST_JSON = 2**29
MOST_YAML = 2**20
"""A configuration takes a few thousand."""

DEEPEST = 64
LONGEST = 10_000
"""Characters of one value in YAML; numbers take a time that grows with the square of theirs."""

SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_text(path: Path, most: int = MOST_TEXT) -> str:
    """A text in UTF-8, without the byte order mark that spreadsheets put in front."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{spoken(path)} is no UTF-8 text ({error}): save it so") from error


def read_json(path: Path, advice: str, most: int = MOST_JSON) -> Any:
    """What a JSON file holds.

    Args:
        advice: what to do about a file that cannot be used, with which the complaint ends.
    """
    return json_of(read_bytes(path, most), spoken(path), advice)


def json_of(content: bytes, named: str, advice: str) -> Any:
    """What the bytes of JSON say; ``named`` is what a complaint calls them."""
    try:
        found = json.loads(content)
        # Only an escape can bring half a character in; it could be neither said nor kept.
        if SURROGATE.search(content):
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{named} has half a character (\\ud…): {advice}") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"{named} is not JSON ({_line(error)}): {advice}") from error
    if _is_deep(found):
        raise InputError(f"{named} is nested deeper than {DEEPEST}: {advice}")
    return found


def read_yaml(path: Path, advice: str) -> Any:
    """What a YAML file holds; aliases, by which a few lines become billions, are refused."""
    content = read_bytes(path, MOST_YAML)
    try:
        text = content.decode("utf-8-sig")
        _check_events(yaml.parse(text, Loader))
        return yaml.load(text, Loader)  # noqa: S506 - a safe one
    except InputError as error:
        raise InputError(f"{spoken(path)} {error}: {advice}") from error
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        raise InputError(f"{spoken(path)} is no YAML ({_line(error)}): {advice}") from error


def is_file(path: Path) -> bool:
    """Whether a plain file is there; a name that no file can have is that of none."""
    return os.path.isfile(path)  # noqa: PTH113 - a Path raises where a name is too long


def is_folder(path: Path) -> bool:
    """The same of a folder."""
    return os.path.isdir(path)  # noqa: PTH112


def _check_events(events: Iterable[yaml.Event]) -> None:
    """Refuse, before anything is made of it, what would take too long or too much."""
    depth = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            raise InputError("has an alias, which no configuration of a run has")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.ScalarEvent) and len(event.value) > LONGEST:
            raise InputError(f"has a value of more than {LONGEST} characters")
        if depth > DEEPEST:
            raise InputError(f"is nested deeper than {DEEPEST}")


def _is_deep(found: Any) -> bool:
    level: list[Any] = [[found]]
    for _ in range(DEEPEST + 1):
        inner = (one.values() if isinstance(one, dict) else one for one in level)
        level = [one for part in inner for one in part if isinstance(one, dict | list)]
        if not level:
            return False
    return True


def _line(error: BaseException) -> str:
    return spoken(" ".join((str(error) or type(error).__name__).split()))[:300]
