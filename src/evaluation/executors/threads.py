"""How many threads numpy, OpenMP and torch take in a process that runs already."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]


@contextmanager
def limited(threads: int | None) -> Iterator[None]:
    """So many threads in this process, then as before; libraries that load later are not reached.

    Args:
        threads: ``None`` leaves them as they are.
    """
    if threads is None:
        yield
        return
    before = torch_threads()
    with threadpool_limits(threads):
        set_torch_threads(threads)
        try:
            yield
        finally:
            set_torch_threads(before)


def torch_threads() -> int | None:
    """As many as torch takes; ``None`` where nobody has imported it."""
    torch = sys.modules.get("torch")
    return None if torch is None else int(torch.get_num_threads())


def set_torch_threads(threads: int | None) -> None:
    """Where torch is imported, and a number is known."""
    torch = sys.modules.get("torch")
    if torch is not None and threads is not None:
        torch.set_num_threads(threads)
