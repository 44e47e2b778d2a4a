"""Which samples teach, which choose, which judge."""

import csv
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from src.core import SPLITS, InputError

BY_DEFAULT = {"train": 0.6, "val": 0.2, "test": 0.2}


@dataclass(frozen=True)
class Split:
    """Assigns a split by content hash, or reads it from a file.

    A sample keeps its split when others come or go, because only its own hash decides.

    Args:
        fractions: train, val and test, summing to 1.
        file: CSV with the columns ``name,split``; every sample must be in it.
        salt: another salt gives another, equally stable, assignment.
    """

    fractions: Mapping[str, float] = field(default_factory=lambda: dict(BY_DEFAULT))
    file: str | None = None
    salt: str = ""

    def __post_init__(self) -> None:
        if set(self.fractions) != set(SPLITS):
            raise InputError(f"split.fractions needs {SPLITS}, got {sorted(self.fractions)}")
        total = sum(self.fractions.values())
        if min(self.fractions.values()) < 0 or abs(total - 1) > 1e-9:
            raise InputError(f"split.fractions must be >= 0 and sum to 1, got {total:g}")
        object.__setattr__(self, "_listed", _read(self.file) if self.file else None)

    def of(self, id: str, name: str) -> str:
        """The split of one sample."""
        listed: Mapping[str, str] | None = getattr(self, "_listed", None)
        if listed is not None:
            if name not in listed:
                raise InputError(f"{self.file}: no split for {name!r}; add a line for it")
            return listed[name]
        digest = hashlib.sha256(f"{self.salt}{id}".encode()).digest()
        position = int.from_bytes(digest[:8], "big") / 2**64
        for split in SPLITS:
            position -= self.fractions[split]
            if position < 0:
                return split
        return SPLITS[-1]


def _read(file: str) -> Mapping[str, str]:
    path = Path(file)
    if not path.is_file():
        raise InputError(f"split.file: {file} does not exist")
    with path.open(newline="", encoding="utf-8") as stream:
        reader = csv.DictReader(stream)
        if not {"name", "split"} <= set(reader.fieldnames or ()):
            raise InputError(f"{file}: needs the columns name,split, has {reader.fieldnames}")
        splits = {row["name"]: row["split"] for row in reader}
    wrong = sorted({split for split in splits.values() if split not in SPLITS})
    if wrong:
        raise InputError(f"{file}: {wrong[0]!r} is not a split; use one of {SPLITS}")
    return splits
