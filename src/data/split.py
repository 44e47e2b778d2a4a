"""Which samples teach, which choose, which judge."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from annotated_types import Ge, Le

from src.core import SPLITS, Entry, InputError
from src.data.files.tables import read_table

BY_DEFAULT = {"train": 0.6, "val": 0.2, "test": 0.2}


@dataclass(frozen=True)
class Split:
    """Assigns a split by content hash, or reads it from a file.

    A hash is a place between 0 and 1. In a large set borders at the fractions decide, so that a
    sample keeps its split when others come or go. Of a few samples too many may lie on one side by
    chance: in a small set they stand in the order of their places, and the borders are drawn
    where the counts are the asked shares. A sample that comes or goes then moves each border by
    one sample at most, and no other changes its split.

    Args:
        fractions: train, val and test, summing to 1.
        small: sets of fewer samples get exactly the asked shares; 0 for none.
        file: CSV with the columns ``name,split``, names without extension; every sample
            must be in it.
        salt: another salt gives another, equally stable, assignment.
    """

    fractions: Mapping[str, Annotated[float, Ge(0), Le(1)]] = field(
        default_factory=lambda: dict(BY_DEFAULT)
    )
    file: str | None = None
    salt: str = ""
    small: Annotated[int, Ge(0), Le(10_000)] = 0

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
        position = self._place(id)
        for split in SPLITS:
            position -= self.fractions[split]
            if position < 0:
                return split
        return SPLITS[-1]

    def shared(self, entries: Sequence[Entry]) -> list[Entry]:
        """The samples of a whole set; those of a small one with exactly the asked shares.

        Equal pictures stay together, so that the last of a split may bring more than its share.
        """
        if self.file is not None or len(entries) >= self.small:
            return list(entries)
        counts = Counter(entry.id for entry in entries)
        ids = iter(sorted(counts, key=lambda own: (self._place(own), own)))
        chosen: dict[str, str] = {}
        quotas, begun, border = shares(len(entries), self.fractions), 0, 0
        for split in SPLITS:
            border += quotas[split]
            while begun < border:
                own = next(ids)
                chosen[own] = split
                begun += counts[own]
        return [replace(entry, split=chosen[entry.id]) for entry in entries]

    def _place(self, id: str) -> float:
        """Of a sample, between 0 and 1."""
        digest = hashlib.sha256(f"{self.salt}{id}".encode()).digest()
        return int.from_bytes(digest[:8], "big") / 2**64


def shares(count: int, fractions: Mapping[str, float]) -> dict[str, int]:
    """Whole numbers in the proportion of the fractions, largest remainders first (Hamilton).

    A split that was asked for has a sample while there is one: train first, then test, then val.
    """
    exact = {split: count * fractions[split] for split in SPLITS}
    found = {split: int(exact[split] + 1e-9) for split in SPLITS}
    by_remainder = sorted(SPLITS, key=lambda split: found[split] - exact[split])
    for split in by_remainder[: count - sum(found.values())]:
        found[split] += 1
    needed = [split for split in ("train", "test", "val") if fractions[split] > 0][:count]
    for split in needed:
        if found[split] == 0:
            found[max(SPLITS, key=lambda one: (found[one] > 1, one not in needed, found[one]))] -= 1
            found[split] = 1
    return found


def _read(file: str) -> Mapping[str, str]:
    splits: dict[str, str] = {}
    for row in read_table(file, "split.file", ["name", "split"]):
        name, split = row["name"], row["split"]
        if split not in SPLITS:
            raise InputError(f"{file}: {split!r} is not a split; use one of {SPLITS}")
        if splits.setdefault(name, split) != split:
            raise InputError(f"{file}: {name!r} is in {splits[name]} and in {split}; keep one line")
    return splits
