"""Frozen labels as objects: those of photos whose hashes begin alike lie in one.

A label of its own takes a file, a block of the disk and 100 µs; of 50,000 photos that is a quarter
of a minute and 600 MB. Packs are a 256th of a set each, so a set that is frozen again after a few
edits shares most of them with the one before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from src.core import InputError
from src.data.refsets.canonical import sha256
from src.data.refsets.frozen.manifest import Line
from src.data.refsets.store.objects import Objects

Labels = Mapping[str, bytes]
"""Hash of a label to its bytes."""


def pack_name(photo: str) -> str:
    """The pack in which the labels of a photo lie."""
    return photo[:2]


def pack_content(labels: Labels) -> bytes:
    """One label to a line, in the order of hashes: equal labels, equal packs."""
    return b"".join(labels[sha] + b"\n" for sha in sorted(labels))


def unpacked(content: bytes) -> dict[str, bytes]:
    """The labels of a pack, whatever has become of it."""
    return {sha256(line): line for line in content.split(b"\n") if line}


@dataclass
class Packing:
    """Gathers the labels of a set that is being frozen."""

    labels: dict[str, dict[str, bytes]] = field(default_factory=dict)

    def keep(self, photo: str, content: bytes) -> str:
        """Take a label in; tells its hash."""
        sha = sha256(content)
        self.labels.setdefault(pack_name(photo), {})[sha] = content
        return sha

    def put(self, objects: Objects) -> dict[str, str]:
        """Make objects of all packs: name to hash."""
        return {
            name: objects.put(pack_content(labels), durable=False)
            for name, labels in sorted(self.labels.items())
        }


@dataclass
class FrozenLabels:
    """Reads labels out of packs; the last pack stays open, since photos come in their order."""

    objects: Objects
    packs: Mapping[str, str]
    _open: tuple[str, dict[str, bytes]] = ("", {})

    def read(self, photo: str, sha: str) -> bytes:
        """The bytes of a label, which are those that its hash says."""
        name = pack_name(photo)
        if self._open[0] != name:
            self._open = (name, unpacked(self.objects.read(self.packs[name])))
        if sha not in self._open[1]:
            raise InputError(f"the label {sha[:12]} of photo {photo[:12]} is not in its pack")
        return self._open[1][sha]


def without(labels: Labels, lines: Iterable[Line]) -> dict[str, bytes]:
    """The labels that these lines still name."""
    named = {sha for line in lines for sha in line.labels.values() if sha}
    return {sha: content for sha, content in labels.items() if sha in named}
