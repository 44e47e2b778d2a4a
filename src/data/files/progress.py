"""How far a long walk through files is, for a person who waits at a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

PATIENCE = 1.0
"""Seconds after which a person wants to know."""

REFRESH = 0.1
"""Seconds between two looks of the bar."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """What to call after each of ``total`` steps; a bar appears when they take long.

    The bar is on stderr and goes when all is done; nothing is written where that is no terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    with ExitStack() as bar:
        yield _counter(what, total, bar)


def _counter(what: str, total: int, bar: ExitStack) -> Callable[[], None]:
    done, due = 0, time.monotonic() + PATIENCE
    show: Callable[[int], None] | None = None

    def step() -> None:
        nonlocal done, due, show
        done += 1
        if time.monotonic() < due:
            return
        show = show or _shown(what, total, bar)
        show(done)
        due = time.monotonic() + REFRESH

    return step


def _shown(what: str, total: int, bar: ExitStack) -> Callable[[int], None]:
    # Imported when it is needed: most lists are made before rich would be loaded.
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    shown = bar.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = shown.add_task(what, total=total)
    return lambda done: shown.update(task, completed=done)
