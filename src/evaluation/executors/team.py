"""Worker processes of this machine.

Not those of ``concurrent.futures``: they outlive a parent that is killed, do not say which item
one of them died of, and stop for Ctrl-C only with what they are doing.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess

from src.evaluation.executors.surroundings import surroundings
from src.evaluation.executors.threads import torch_threads
from src.evaluation.executors.worker import serve

AHEAD = 2
"""Places that a worker knows at once, so that it has one at hand while this process is busy."""

UNDER_WAY = 4
"""Results per worker that may be under way or wait for their turn: a slow sample must not hold up
the others at once, and each may hold a picture."""

PATIENCE_SECONDS = 5.0
"""For a process to end by itself."""


class WorkerDiedError(Exception):
    """A worker ended by itself.

    Args:
        place: of the item it was busy with.
        how: "killed by SIGKILL", "exit code 1".
    """

    def __init__(self, place: int | None, how: str) -> None:
        super().__init__(how)
        self.place, self.how = place, how


class Worker:
    """A process, the way to it, and what it was asked and has not answered."""

    def __init__(self, number: int, threads: int | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.asked: deque[int] = deque()
        # A daemon, so that the interpreter ends it should nobody else have done so.
        self.process: SpawnProcess = context.Process(
            target=serve,
            args=(theirs, threads, torch_threads()),
            name=f"brushwork-worker-{number}",
            daemon=True,
        )
        self.process.start()
        theirs.close()

    def give(self, parcel: bytes) -> None:
        """Send the task."""
        with self._alive():
            self.connection.send_bytes(parcel)

    def ask(self, place: int) -> None:
        """Ask for the item at this place; a number always fits into the pipe."""
        self.asked.append(place)
        with self._alive():
            self.connection.send(place)

    def answer(self) -> tuple[int, bytes]:
        """The next answer and its place."""
        with self._alive():
            content = self.connection.recv_bytes()
        return self.asked.popleft(), content

    def end(self, *, at_once: bool) -> None:
        """See the process off: an idle one goes by itself when its connection is closed."""
        if not at_once:
            self.process.join(PATIENCE_SECONDS)
        self.process.terminate()
        self.process.join(PATIENCE_SECONDS)
        self.process.kill()
        self.process.join()
        self.process.close()

    @contextmanager
    def _alive(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, OSError) as error:
            self.process.join(PATIENCE_SECONDS)
            place = self.asked[0] if self.asked else None
            raise WorkerDiedError(place, _how(self.process.exitcode)) from error


def answers(
    parcel: bytes, count: int, workers: int, threads: int | None
) -> Generator[bytes, None, None]:
    """The answers to all places, in their order, of so many processes."""
    team: list[Worker] = []
    finished = False
    try:
        with surroundings(threads), _interrupts_held():
            for number in range(1, workers + 1):
                team.append(Worker(number, threads))
        for worker in team:
            worker.give(parcel)
        del parcel  # it may hold a net, and an evaluation is long
        yield from _in_order(team, count)
        finished = True
    finally:
        for worker in team:
            worker.connection.close()
        for worker in team:
            worker.end(at_once=not finished)


def _in_order(team: list[Worker], count: int) -> Iterator[bytes]:
    waiting: dict[int, bytes] = {}
    asked = 0
    for wanted in range(count):
        asked = _ask(team, asked, min(count, wanted + UNDER_WAY * len(team)))
        while wanted not in waiting:
            for worker in _ready(team):
                place, content = worker.answer()
                waiting[place] = content
            asked = _ask(team, asked, min(count, wanted + UNDER_WAY * len(team)))
        yield waiting.pop(wanted)


def _ask(team: list[Worker], asked: int, most: int) -> int:
    """Give out places, to whoever has the fewest first; the first that is not given out."""
    while asked < most:
        idlest = min(team, key=lambda worker: len(worker.asked))
        if len(idlest.asked) >= AHEAD:
            break
        idlest.ask(asked)
        asked += 1
    return asked


def _ready(team: list[Worker]) -> list[Worker]:
    """Those that have answered, or died."""
    ready = wait([worker.connection for worker in team])
    return [worker for worker in team if worker.connection in ready]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after this; processes that start meanwhile never hear of it.

    It reaches every process of a terminal, and this one ends the others: they would only each
    print where they were.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not on Windows
        yield
        return
    # When it starts, it lets signals through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _how(code: int | None) -> str:
    if code is None:
        return "it does not answer"
    if code >= 0:
        return f"exit code {code}"
    name = signal.Signals(-code).name
    memory = ", as the system does when memory is short" if name == "SIGKILL" else ""
    return f"killed by {name}{memory}"
