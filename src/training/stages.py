"""Where the wall time goes."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Stages:
    """Seconds by stage; a stage inside another counts for itself alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._open: list[str] = []
        self._since = time.perf_counter()

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Everything inside belongs to this stage."""
        self._settle()
        self._open.append(name)
        try:
            yield
        finally:
            self._settle()
            self._open.remove(name)

    def _settle(self) -> None:
        now = time.perf_counter()
        self.seconds[self._open[-1] if self._open else "other"] += now - self._since
        self._since = now

    def shares(self) -> dict[str, float]:
        """Stage to its share of all the time since this object was made."""
        self._settle()
        total = sum(self.seconds.values())
        return {name: spent / total for name, spent in self.seconds.items()}
