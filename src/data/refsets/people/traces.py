"""Where a name stands in JSON values and texts, and the same without it."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

IDENTITY = "identity"
JOINTS = re.compile(r"[_\-.+/]+")


@dataclass(frozen=True)
class Names:
    """All names of somebody who is to be forgotten."""

    names: frozenset[str]

    @classmethod
    def of(cls, names: Collection[str]) -> "Names":
        """Those that are names at all."""
        return cls(frozenset(name for name in names if name.strip()))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Any of them as a whole word, in capitals or not."""
        found = "|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True))
        return re.compile(rf"(?<!\w)(?:{found})(?!\w)", re.IGNORECASE)

    def call(self, file: str) -> bool:
        """Whether a file is called after them, however its words are joined."""
        return bool(self.pattern.search(file) or self.pattern.search(JOINTS.sub(" ", file)))

    def are_in(self, value: Any) -> bool:
        """Whether a JSON value tells one of them."""
        return bool(self.without(value) != value)

    def without(self, value: Any, key: str | None = None) -> Any:
        """The value, with null in the place of every text that tells one of them.

        An identity is somebody's only as a whole: Ann is not Ann Smith.
        """
        if isinstance(value, dict):
            return {own: self.without(one, own) for own, one in value.items()}
        if isinstance(value, list):
            return [self.without(one) for one in value]
        if not isinstance(value, str):
            return value
        told = value in self.names if key == IDENTITY else self.pattern.search(value)
        return None if told else value
