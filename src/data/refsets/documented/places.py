"""JSON files from elsewhere, read one photo at a time, and the lines at which they are wrong."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from json.decoder import scanstring  # type: ignore[attr-defined]  # there since Python 2.6
from pathlib import Path
from typing import Any

from src.core import InputError
from src.data.files.foreign import MOST_JSON, SURROGATE, read_bytes, spoken
from src.data.refsets.labels.unfit import Unfit, shown, spelt

SPACE = re.compile(r"[ \t\r\n]*")


class JsonFile:
    """A JSON file that came from elsewhere; it is checked whole, and kept as text.

    Values of 100,000 photos take ten times the room that their text takes, so those of one photo
    are made when they are asked for.

    Args:
        advice: what to do about a file that is torn.
    """

    def __init__(self, path: Path, advice: str) -> None:
        self.path, self.advice = path, advice
        content = read_bytes(path, MOST_JSON)
        try:
            self.text = content.decode("utf-8-sig")
            if SURROGATE.search(content):
                json.dumps(json.loads(self.text), ensure_ascii=False).encode()
        except UnicodeError as error:
            raise InputError(f"{spoken(path)} is no UTF-8 text ({error}): {advice}") from error
        except (ValueError, RecursionError):
            pass  # the members will say where

    def members(self, *path: str) -> "Members":
        """The object at a path, whose members are read one by one; empty where it is not there."""
        place = self._find(path)
        return Members(self, place, path)

    def value(self) -> Any:
        """All of it."""
        begin = _skip(self.text, 0)
        found, end = self.decoded(begin)
        self.refuse_more(end)
        return found

    def refuse_more(self, end: int) -> None:
        """Raises where something follows what was the whole file."""
        rest = _skip(self.text, end)
        if rest < len(self.text):
            raise self.torn(rest, "Extra data")

    def decoded(self, place: int) -> tuple[Any, int]:
        """The value that begins at a place, and where it ends."""
        try:
            return DECODER.raw_decode(self.text, place)
        except _TwiceError as twice:
            second = _second(self.text, place, twice.key)
            raise self._complaint(second, f"the key {shown(twice.key)} is there twice") from None
        except json.JSONDecodeError as error:
            raise self.torn(error.pos, error.msg) from error
        except RecursionError as error:
            raise InputError(f"{spoken(self.path)} is nested too deeply: {self.advice}") from error

    def torn(self, place: int, reason: str) -> InputError:
        """A complaint about a file that is no JSON from here on."""
        return self._complaint(place, f"is not JSON ({reason}): {self.advice}")

    def refused(self, unfit: Unfit) -> InputError:
        """A complaint about a value, with the line and the key at which it stands."""
        place = _skip(self.text, 0)
        for key in unfit.path:
            found = _member(self, place, key)
            if found is None:
                break
            place = found
        return self._complaint(place, unfit.reason, unfit.path)

    def _complaint(self, place: int, reason: str, path: Sequence[str | int] = ()) -> InputError:
        line = self.text.count("\n", 0, place) + 1
        key = f", {spoken(spelt(path))}" if path else ""
        return InputError(f"{spoken(self.path)}, line {line}{key}: {reason}")

    def _find(self, path: Sequence[str]) -> int | None:
        place: int | None = _skip(self.text, 0)
        for key in path:
            place = None if place is None else _member(self, place, key)
        return place


class Members(Mapping[str, Any]):
    """The members of one object of a file, each made when it is asked for."""

    def __init__(self, file: JsonFile, place: int | None, path: Sequence[str]) -> None:
        self.file = file
        self._places: dict[str, int] = {}
        if place is None:
            return
        if file.text[place : place + 1] != "{":
            found, _ = file.decoded(place)
            raise file.refused(Unfit(f"must be keys with values, got {shown(found)}", (*path,)))
        ends: list[int] = []
        for key, member in _walk(file, place, ends):
            if key in self._places:
                raise file._complaint(member, f"the key {shown(key)} is there twice")
            self._places[str(key)] = member
        if not path:
            file.refuse_more(ends[0])

    def __getitem__(self, key: str) -> Any:
        # It was checked when the file was walked through.
        return PLAIN.raw_decode(self.file.text, self._places[key])[0]

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _TwiceError(ValueError):
    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that has a key twice would lose the first of them."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for place, key in enumerate(keys) if key in keys[:place]))
    return found


DECODER = json.JSONDecoder(object_pairs_hook=_once)
PLAIN = json.JSONDecoder()


def _walk(
    file: JsonFile, place: int, ends: list[int] | None = None
) -> Iterator[tuple[str | int, int]]:
    """Key, or number, and place of every member of the object or list that begins here.

    Args:
        ends: is told where the object or list ends.
    """
    text, opened = file.text, file.text[place : place + 1]
    number, place = 0, _skip(text, place + 1)
    closing = {"{": "}", "[": "]"}[opened]
    while text[place : place + 1] != closing:
        key: str | int = number
        if opened == "{":
            if text[place : place + 1] != '"':
                raise file.torn(place, "Expecting property name enclosed in double quotes")
            try:
                key, place = scanstring(text, place + 1, True)
            except json.JSONDecodeError as error:
                raise file.torn(error.pos, error.msg) from error
            place = _skip(text, place)
            if text[place : place + 1] != ":":
                raise file.torn(place, "Expecting ':' delimiter")
            place = _skip(text, place + 1)
        yield key, place
        _, place = file.decoded(place)
        place = _skip(text, place)
        if text[place : place + 1] == ",":
            place = _skip(text, place + 1)
            if text[place : place + 1] == closing:
                raise file.torn(place, "Expecting a value after ','")
        elif text[place : place + 1] != closing:
            raise file.torn(place, "Expecting ',' delimiter")
        number += 1
    if ends is not None:
        ends.append(place + 1)


def _member(file: JsonFile, place: int, wanted: str | int) -> int | None:
    """Where a member of an object or a list begins."""
    if file.text[place : place + 1] not in ("{", "["):
        return None
    return next((at for key, at in _walk(file, place) if key == wanted), None)


def _second(text: str, place: int, wanted: str) -> int:
    """Where a key stands for the second time from a place on."""
    pattern = re.compile(re.escape(json.dumps(wanted, ensure_ascii=False)) + r"\s*:")
    starts = [found.start() for found in pattern.finditer(text, place)][:2]
    return starts[-1] if starts else place


def _skip(text: str, place: int) -> int:
    found = SPACE.match(text, place)
    return found.end() if found else place
