"""This process, or several of this machine."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from src.core import InputError
from src.evaluation.executors.base import Item, Result
from src.evaluation.executors.parcel import opened, packed
from src.evaluation.executors.team import WorkerDiedError, answers
from src.evaluation.executors.threads import limited


@dataclass(frozen=True)
class Local:
    """Works in this process, or in so many new ones, which get the task once each.

    A net gives other last digits with another number of threads (torch 2.13: convolutions of one
    pixel), so that by default a worker takes as many as this process would: the numbers do not
    depend on ``workers``.

    Args:
        workers: processes; 1 for this one alone.
        threads: of numpy, OpenMP and torch, in each process, also in this one; ``None`` for as
            many as they take by themselves.
    """

    workers: Annotated[int, Ge(1), Le(256)] = 1
    threads: Annotated[int, Ge(1), Le(1024)] | None = None

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise InputError(f"workers must be 1 or more, got {self.workers}")
        if self.threads is not None and self.threads < 1:
            raise InputError(f"executor.threads must be 1 or more, got {self.threads}")

    def map(
        self, task: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[Result, None, None]:
        """The results in the order of the items."""
        workers = min(self.workers, len(items))
        if workers <= 1:
            with limited(self.threads):
                for item in items:
                    yield task(item)
            return
        team = answers(packed(task, items), len(items), workers, self.threads)
        try:
            with closing(team) as stream:
                for answer in stream:
                    yield opened(answer)
        except WorkerDiedError as death:
            raise InputError(_obituary(death, items)) from death


def _obituary(death: WorkerDiedError, items: Sequence[object]) -> str:
    busy = "before it began"
    if death.place is not None:
        item = items[death.place]
        busy = f"with {getattr(item, 'name', item)}"
    return (
        f"a worker process died {busy} ({death.how}): set fewer workers if memory is short; "
        "workers=1 shows any other reason"
    )
