"""Which samples teach, which choose, which judge."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Ge, Le

from src.core import SPLITS, InputError
from src.data.files.tables import read_table

BY_DEFAULT = {"train": 0.6, "val": 0.2, "test": 0.2}


@dataclass(frozen=True)
class Split:
    """Assigns a split by content hash, or reads it from a file.

    A sample keeps its split when others come or go, because only its own hash decides.

    Args:
        fractions: train, val and test, summing to 1.
        file: CSV with the columns ``name,split``, names without extension; every sample
            must be in it.
        salt: another salt gives another, equally stable, assignment.
    """

    fractions: Mapping[str, Annotated[float, Ge(0), Le(1)]] = field(
        default_factory=lambda: dict(BY_DEFAULT)
    )
    file: str | None = None
    salt: str = ""

    def __post_init__(self) -> None:
        fractions = dict(self.fractions)
        if set(fractions) != set(SPLITS):
            raise InputError(f"split.fractions needs {SPLITS}, got {sorted(fractions)}")
        if not all(isinstance(fraction, int | float) for fraction in fractions.values()):
            raise InputError(f"split.fractions must be numbers, got {fractions}")
        total = sum(fractions.values())
        if min(fractions.values()) < 0 or not abs(total - 1) <= 1e-9:
            raise InputError(f"split.fractions must be >= 0 and sum to 1, got {total:g}")
        object.__setattr__(self, "fractions", fractions)
        object.__setattr__(self, "_listed", _read(self.file) if self.file else None)

    def of(self, id: str, name: str) -> str:
        """The split of one sample."""
        listed: Mapping[str, str] | None = getattr(self, "_listed", None)
        if listed is not None:
            if name not in listed:
                raise InputError(f"{self.file}: no split for {name!r:.300}; add a line for it")
            return listed[name]
        digest = hashlib.sha256(f"{self.salt}{id}".encode()).digest()
        position = int.from_bytes(digest[:8], "big") / 2**64
        for split in SPLITS:
            position -= self.fractions[split]
            if position < 0:
                return split
        return SPLITS[-1]


def _read(file: str) -> Mapping[str, str]:
    splits: dict[str, str] = {}
    for row in read_table(file, "split.file", ["name", "split"]):
        name, split = row["name"], row["split"]
        if split not in SPLITS:
            raise InputError(f"{file}: {split!r} is not a split; use one of {SPLITS}")
        if splits.setdefault(name, split) != split:
            raise InputError(f"{file}: {name!r} is in {splits[name]} and in {split}; keep one line")
    return splits
