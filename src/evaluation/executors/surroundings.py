"""What a new worker process finds in its environment."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)

HABITS = (
    # Threads that wait for one another must not spin where another process wants the core: two
    # U-Nets with two threads each gave 1.2 pictures per second on two cores, sleeping ones 7.
    {"OMP_WAIT_POLICY": "PASSIVE", "GOMP_SPINCOUNT": None, "KMP_BLOCKTIME": None},
    # glibc keeps what is freed for the next array, as in the first process of a run: Otsu on 512²
    # takes 0.87 of the time.
    {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "2147483647"},
)
"""Variables to what they are set to; whoever has set one of a group has decided already."""


@contextmanager
def surroundings(threads: int | None) -> Iterator[None]:
    """This process's environment with what suits workers, for children that start meanwhile.

    Args:
        threads: of every library; ``None`` for as many as they take by themselves.
    """
    added: dict[str, str] = {} if threads is None else dict.fromkeys(THREADS, str(threads))
    for habit in HABITS:
        if not set(habit) & set(os.environ):
            added |= {name: text for name, text in habit.items() if text is not None}
    before = {name: os.environ.get(name) for name in added}
    os.environ.update(added)
    try:
        yield
    finally:
        for name, text in before.items():
            if text is None:
                del os.environ[name]
            else:
                os.environ[name] = text
