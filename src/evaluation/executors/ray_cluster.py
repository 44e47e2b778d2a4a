"""A Ray cluster that is there already."""

import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from src.core import InputError
from src.evaluation.executors.base import Item, Result
from src.evaluation.executors.parcel import Answer, opened, packed, unpacked

UNDER_WAY = 4
"""Results per core that may be under way or wait for their turn."""

PATIENCE_SECONDS = 10.0
"""For a cluster to take a connection."""


@dataclass(frozen=True)
class RayCluster:
    """Sends the task to the cluster once; its processes keep it as long as they live.

    The machines need this project's code and, at the same paths, the dataset's files. Ray gives
    numpy and torch as many threads as a detection gets cores.

    Args:
        address: HOST:PORT; ``auto`` for the one of this machine or of ``RAY_ADDRESS``.
        cpus: cores per detection.
        under_way: results at once; ``None`` for four per core of the cluster.
    """

    address: str = "auto"
    cpus: float = 1.0
    under_way: int | None = None

    def __post_init__(self) -> None:
        if not self.cpus > 0:
            raise InputError(f"executor.cpus must be above 0, got {self.cpus}")
        if self.under_way is not None and self.under_way < 1:
            raise InputError(f"executor.under_way must be 1 or more, got {self.under_way}")

    def map(
        self, task: Callable[[Item], Result], items: Sequence[Item]
    ) -> Generator[Result, None, None]:
        """The results in the order of the items."""
        if not items:
            return
        parcel = packed(task, items)
        ray = _installed()
        with _connected(ray, self.address):
            for answer in self._answers(ray, parcel, len(items)):
                yield opened(answer)

    def _answers(self, ray: Any, parcel: bytes, count: int) -> Iterator[bytes]:
        examine = ray.remote(num_cpus=self.cpus)(answer_on_cluster)
        held = ray.put(parcel)
        most = self.under_way or UNDER_WAY * int(ray.cluster_resources().get("CPU", 1))
        asked: deque[Any] = deque()
        given = 0
        try:
            for wanted in range(count):
                while given < min(count, wanted + most):
                    # In a list it stays a reference: as an argument it would come unpacked anew
                    # with every call.
                    asked.append(examine.remote([held], given))
                    given += 1
                yield ray.get(asked[0])
                asked.popleft()
        except ray.exceptions.RayError as error:
            first = str(error).strip().splitlines()[0]
            raise InputError(
                f"the Ray cluster lost a detection ({type(error).__name__}: {first}): the project "
                "must be installed on its machines, and a detection fit into their memory"
            ) from error
        # What is still under way is left to end: cancelling it was seen to abort Ray's process
        # (ray-project/ray, pull request 54798), and leaving the cluster ends it anyway.


_tasks: dict[str, Answer] = {}
"""In a process of the cluster: the last task that came there."""


def answer_on_cluster(held: list[Any], place: int) -> bytes:
    """In a process of the cluster: the answer to one place."""
    import ray

    name = held[0].hex()
    if name not in _tasks:
        _tasks.clear()
        _tasks[name] = unpacked(ray.get(held[0]))
    return _tasks[name](place)


def _installed() -> Any:
    try:
        import ray
    except ImportError as error:
        raise InputError("executor=ray needs Ray: pip install 'brushwork[ray]'") from error
    return ray


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    """Connected for as long as this lasts; who was connected before stays so."""
    if ray.is_initialized():
        yield
        return
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise InputError(
            f"no Ray cluster answers at executor.address={address} ({first}): start one with "
            "'ray start --head', or set the address of one"
        ) from error
    try:
        yield
    finally:
        # This leaves a cluster that was there before; one that init started (local) it ends.
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise an error at once where nobody listens; Ray itself goes on asking for many minutes."""
    asked = os.environ.get("RAY_ADDRESS", "") if address == "auto" else address
    host, _, port = asked.removeprefix("ray://").rpartition(":")
    if port.isdecimal():  # otherwise Ray looks for a cluster on this machine, or starts one
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE_SECONDS).close()
