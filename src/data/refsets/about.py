"""What a set is, as its ``about.yaml`` says: title, dimensions, where the photos come from."""

import datetime
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

import yaml

from src.core import InputError
from src.data.files.foreign import is_file, read_yaml, spoken
from src.data.files.whole import write_whole
from src.data.refsets.words import BIBS, DIMENSIONS, FACES, LINKS

NAME = "about.yaml"
ADVICE = "correct it by hand, docs/REFERENCE_SETS.md shows one"
SYNTHETIC = "synthetic"
"""The source of photos that show nobody: such a set needs no legal basis."""


@dataclass(frozen=True)
class About:
    """Title, dimensions and rights of a reference set.

    Args:
        dimensions: what is labelled: ``bibs, faces, links``, or ``masks``, or ``elements``.
        source: where the photos come from; ``synthetic`` where they were drawn.
        legal_basis: why people in the photos may be kept, such as a consent.
        contact: whom to ask about the set.
        expiry: the day after which it should be gone.
    """

    title: str
    dimensions: tuple[str, ...]
    source: str = ""
    licence: str = ""
    legal_basis: str = ""
    contact: str = ""
    expiry: datetime.date | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "dimensions", ordered(self.dimensions))

    @classmethod
    def read(cls, folder: Path) -> Self:
        """What the file of a set says."""
        path = folder / NAME
        if not is_file(path):
            raise InputError(
                f"{spoken(folder)} is no reference set: it has no {NAME}; "
                "python -m src.refset prepare PATH --set DIR makes one"
            )
        found = read_yaml(path, ADVICE)
        if not isinstance(found, dict):
            raise InputError(f"{path} must be keys with values, such as title: …; {ADVICE}")
        known = {field.name for field in fields(cls)}
        for key, value in found.items():
            if key not in known:
                raise InputError(f"{path}: {key!r:.80} is no key of it: {', '.join(sorted(known))}")
            _check(path, str(key), value)
        for key in ("title", "dimensions"):
            if not found.get(key):
                raise InputError(f"{path}: {key} is missing; {ADVICE}")
        try:
            return cls(**{key: value for key, value in found.items() if value is not None})
        except InputError as error:
            raise InputError(f"{path}: {error}") from error

    def write(self, folder: Path) -> None:
        """Write the file, whole or not at all."""
        said: dict[str, Any] = asdict(self) | {"dimensions": list(self.dimensions)}
        text = yaml.safe_dump(said, sort_keys=False, allow_unicode=True)
        write_whole(folder / NAME, text.encode())

    def with_rights(self, **said: Any) -> Self:
        """The same with other words about where it comes from."""
        return replace(self, **said)

    @property
    def is_synthetic(self) -> bool:
        """Whether its photos show nobody."""
        return self.source.strip().casefold() == SYNTHETIC

    def expired(self, today: datetime.date | None = None) -> bool:
        """Whether the day has passed on which the set should have gone."""
        return self.expiry is not None and (today or datetime.date.today()) > self.expiry


def ordered(dimensions: Sequence[str]) -> tuple[str, ...]:
    """The dimensions in their own order; links are between bibs and faces and need both."""
    given = [dimensions] if isinstance(dimensions, str) else list(dimensions)
    for dimension in given:
        if dimension not in DIMENSIONS:
            raise InputError(
                f"dimensions: {dimension!r:.80} is none; they are {', '.join(DIMENSIONS)}"
            )
    if not given:
        raise InputError(f"dimensions: name one of {', '.join(DIMENSIONS)} at least")
    if LINKS in given and not {BIBS, FACES} <= set(given):
        raise InputError("dimensions: links are between bibs and faces, name all three")
    return tuple(dimension for dimension in DIMENSIONS if dimension in given)


def _check(path: Path, key: str, value: Any) -> None:
    if key == "dimensions":
        fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
        wanted = "a list such as [masks]"
    elif key == "expiry":
        # A time is a date as well, and cannot be compared with one.
        fits = value is None or type(value) is datetime.date
        wanted = "a day such as 2030-12-31"
    else:
        fits, wanted = value is None or isinstance(value, str), "text"
    if not fits:
        raise InputError(f"{path}: {key} must be {wanted}, got {value!r:.80}")
