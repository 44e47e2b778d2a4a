"""Which samples teach, which choose, which judge."""

import csv
import hashlib
import io
from collections.abc import Iterator, Mapping
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
        file: CSV with the columns ``name,split``, names without extension; every sample
            must be in it.
        salt: another salt gives another, equally stable, assignment.
    """

    fractions: Mapping[str, float] = field(default_factory=lambda: dict(BY_DEFAULT))
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
    path = Path(file).expanduser()
    if not path.is_file():
        raise InputError(f"split.file: {file} does not exist")
    splits: dict[str, str] = {}
    for name, split in _rows(path):
        if split not in SPLITS:
            raise InputError(f"{file}: {split!r} is not a split; use one of {SPLITS}")
        if splits.setdefault(name, split) != split:
            raise InputError(f"{file}: {name!r} is in {splits[name]} and in {split}; keep one line")
    return splits


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    """Name and split of each line; spreadsheets may put a byte order mark in front."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read as UTF-8 text ({error}); save it so") from error
    reader = csv.DictReader(io.StringIO(text, newline=""), skipinitialspace=True)
    if not {"name", "split"} <= set(reader.fieldnames or ()):
        raise InputError(f"{path}: needs the columns name,split, has {reader.fieldnames}")
    for row in reader:
        yield (row["name"] or "").strip(), (row["split"] or "").strip()
