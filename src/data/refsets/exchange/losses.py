"""What a format has no place for, counted while a set is written in it."""

from collections import Counter
from collections.abc import Iterable

ALWAYS = ("the log", "fates of suggestions")
"""What no format but the set itself holds."""


class Losses(Counter[str]):
    """What was left out to how often; only what was really there counts."""

    def note(self, what: str, count: int = 1) -> None:
        """Count something that is not written."""
        if count:
            self[what] += count

    def sentence(self, always: Iterable[str] = ALWAYS) -> str:
        """All of it, the most frequent first."""
        counted = [f"{what} ({count})" for what, count in self.most_common()]
        return f"not in it: {', '.join([*counted, *always])}"
