"""Objects that come and go: what is put on trial stays out of the set."""

from dataclasses import dataclass, field
from pathlib import Path

from src.data.refsets.store.objects import Objects


@dataclass(frozen=True)
class Overlay(Objects):
    """Reads the objects of a set, and puts new ones elsewhere."""

    below: Objects = field(default_factory=lambda: Objects(Path()))

    def has(self, sha: str) -> bool:
        """Whether the set has it, or it was put on trial."""
        return self.below.has(sha) or super().has(sha)

    def path(self, sha: str) -> Path:
        """Where an object is; where it would be put on trial."""
        return self.below.path(sha) if self.below.has(sha) else super().path(sha)
