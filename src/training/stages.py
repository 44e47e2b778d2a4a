"""Where the wall time goes."""

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class Stages:
    """Seconds by stage; a stage inside another counts for itself alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self.visits: dict[str, int] = defaultdict(int)
        self._open: list[str] = []
        self._since = time.perf_counter()

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        """Everything inside belongs to this stage."""
        self.begin(name)
        try:
            yield
        finally:
            self.end(name)

    def begin(self, name: str) -> None:
        """From now on the time belongs to this stage, until it ends or another begins in it."""
        self._settle()
        self._open.append(name)
        self.visits[name] += 1

    def end(self, name: str) -> None:
        """Back to the stage around this one; nothing where it is not open."""
        self._settle()
        if name in self._open:
            self._open.remove(name)

    def report(self) -> dict[str, float]:
        """``train_share`` of all time since this was made, ``train_ms`` of one visit, and so on."""
        self._settle()
        total = sum(self.seconds.values())
        shares = {f"{name}_share": spent / total for name, spent in self.seconds.items()}
        means = {
            f"{name}_ms": 1000 * self.seconds[name] / count for name, count in self.visits.items()
        }
        return shares | means

    def state(self) -> dict[str, dict[str, float]]:
        """Plain values: a run that goes on in another process reports the time of both."""
        self._settle()
        return {"seconds": dict(self.seconds), "visits": dict(self.visits)}

    def restore(self, state: Mapping[str, Mapping[str, float]]) -> None:
        """Add what was spent before ``state`` was taken."""
        for name, seconds in state["seconds"].items():
            self.seconds[name] += seconds
        for name, visits in state["visits"].items():
            self.visits[name] += int(visits)

    def _settle(self) -> None:
        now = time.perf_counter()
        self.seconds[self._open[-1] if self._open else "other"] += now - self._since
        self._since = now
