"""The list of what a frozen set holds: one canonical line per photo, in the order of hashes."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from src.core import InputError
from src.data.refsets.canonical import canonical, is_sha
from src.data.refsets.store.pairs import Pair
from src.data.refsets.words import DIMENSIONS, PARTS

NAME = "manifest.jsonl"


@dataclass(frozen=True)
class Line:
    """One photo of a frozen set.

    Args:
        labels: dimension to the SHA-256 of its document; ``None`` where nobody labelled it.
        tags: dimension to tags of the whole photo.
        pairs: what people stated of faces, on the line of the face with the smaller id.
        withdrawn: the day on which it was taken out; nothing else is known of it then.
    """

    photo: str
    labels: Mapping[str, str | None] = field(default_factory=dict)
    part: str | None = None
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pairs: tuple[Pair, ...] = ()
    withdrawn: str | None = None

    def text(self) -> str:
        """The line as it stands in the file, without its end."""
        if self.withdrawn is not None:
            return canonical({"photo": self.photo, "withdrawn": self.withdrawn})
        tags = {dimension: list(words) for dimension, words in self.tags.items() if words}
        said: dict[str, Any] = {
            "photo": self.photo,
            "labels": self.labels,
            "part": self.part,
            "tags": tags,
        }
        if self.pairs:
            said["pairs"] = [pair.as_json() for pair in self.pairs]
        return canonical(said)

    @classmethod
    def of(cls, text: str) -> "Line":
        """What a line says; raises ``ValueError`` for what was never written here."""
        said = json.loads(text)
        _check(said)
        if "withdrawn" in said:
            return cls(said["photo"], withdrawn=said["withdrawn"])
        tags = {dimension: tuple(words) for dimension, words in said["tags"].items()}
        stated = ((*one["faces"], one["kind"]) for one in said.get("pairs", ()))
        pairs = tuple(Pair(first, second, kind) for first, second, kind in stated)
        return cls(said["photo"], said["labels"], said["part"], tags, pairs)


def manifest_text(lines: Iterable[Line]) -> Iterator[str]:
    """The file, line by line."""
    for line in lines:
        yield f"{line.text()}\n"


def fingerprint(lines: Iterable[Line]) -> str:
    """SHA-256 over the file: equal photos, labels, parts, tags and pairs, equal fingerprints."""
    digest = hashlib.sha256()
    for text in manifest_text(lines):
        digest.update(text.encode())
    return digest.hexdigest()


def read_lines(content: bytes, place: str) -> list[Line]:
    """The lines of a file; ``place`` is what a complaint names."""
    lines = []
    for number, text in enumerate(content.decode(errors="replace").splitlines(), 1):
        try:
            lines.append(Line.of(text))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise InputError(
                f"{place}, line {number} is no line of a frozen set: it has changed, put the "
                "folder back from a copy"
            ) from error
    return lines


def _check(said: Any) -> None:
    if not is_sha(said["photo"]):
        raise ValueError(said["photo"])
    if "withdrawn" in said:
        return
    for dimension, sha in said["labels"].items():
        if dimension not in DIMENSIONS or not (sha is None or is_sha(sha)):
            raise ValueError(dimension)
    if said["part"] not in (None, *PARTS):
        raise ValueError(said["part"])
