"""A frozen set, photo by photo, as it is shown."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from src.data.refsets.frozen.frozen_set import FrozenSet, frozen_set
from src.data.refsets.frozen.manifest import Line
from src.data.refsets.frozen.packs import FrozenLabels
from src.data.refsets.reference_set import ReferenceSet
from src.data.refsets.store.photos import Photo
from src.data.refsets.upright import upright_shape


@dataclass(frozen=True)
class FrozenView:
    """The photos of a frozen set that are still in it, by place."""

    refset: ReferenceSet
    frozen: FrozenSet

    @classmethod
    def of(cls, refset: ReferenceSet, name: str) -> "FrozenView":
        """That of a name; one that was withdrawn is refused."""
        return cls(refset, frozen_set(refset.folder, name))

    @cached_property
    def lines(self) -> Sequence[Line]:
        """What it holds, in the order of hashes."""
        return [line for line in self.frozen.lines if line.withdrawn is None]

    @cached_property
    def places(self) -> dict[str, int]:
        """Hash of a photo to its place."""
        return {line.photo: place for place, line in enumerate(self.lines)}

    def photo(self, place: int) -> Photo:
        """What is known of a photo, by the name that it had when the set was frozen."""
        line = self.lines[place]
        names = tuple(self._names.get(line.photo, ()))
        size, width, height = self._measured(line.photo)
        return Photo(place + 1, line.photo, size, width, height, line.part, 0, names)

    def documents(self, place: int) -> dict[str, Any]:
        """What was said of it, as JSON; ``None`` where nobody said anything."""
        line = self.lines[place]
        # Its own reader: one remembers its last pack, and several may ask at once.
        labels = FrozenLabels(self.refset.objects, self.frozen.head.packs)
        return {
            name: json.loads(labels.read(line.photo, sha)) if sha else None
            for name, sha in line.labels.items()
        }

    def _measured(self, sha: str) -> tuple[int, int, int]:
        """Bytes, width and height; the set may have lost the photo, its object is kept."""
        query = "SELECT bytes, width, height FROM photos WHERE sha = ? AND bytes IS NOT NULL"
        with self.refset.database.reading() as connection:
            found = connection.execute(query, (sha,)).fetchone()
        if found is not None:
            size, width, height = found
            return size, width, height
        content = self.refset.objects.read(sha)
        height, width = upright_shape(content, sha[:12])
        return len(content), width, height

    @cached_property
    def _names(self) -> Any:
        return self.frozen.names
