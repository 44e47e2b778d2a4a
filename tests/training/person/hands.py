"""A scripted hand: it repeats simulated annotations, stroke by stroke, over HTTP."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from src.core import Annotation
from src.core.trace import COLUMNS
from tests.annotators.traces.hands import repeated
from tests.studio.asked import Asker

PATIENCE = 120.0

Answers = Mapping[str, Annotation | None]
"""By the name of a picture, what to paint on it; ``None`` to skip it."""


def pieces(columns: Mapping[str, list[Any]]) -> Iterator[dict[str, list[Any]]]:
    """The samples up to the end of every tenth stroke; a page sends them after each."""
    numbers = np.array(columns["stroke"])
    ends = [*(np.flatnonzero(np.diff(numbers) != 0) + 1).tolist()[::10], len(numbers)]
    start = 0
    for end in ends:
        yield {name: values[start:end] for name, values in columns.items()}
        start = end


def paint_one(asker: Asker, offered: Mapping[str, Any], annotation: Annotation | None) -> None:
    """Send what was painted on one picture, then that it is done."""
    begin = offered["samples"]
    empty: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    if annotation is not None:
        wanted = (annotation.foreground + 2 * annotation.background).astype(np.uint8)
        for piece in pieces(repeated(annotation.trajectory, wanted)):
            said = {"sha": offered["sha"], "from": begin, "trace": _plain(piece)}
            begin = asker.send("POST", "/api/teach", said).said["samples"]
    ending = "skip" if annotation is None else "done"
    said = {"sha": offered["sha"], "from": begin, "trace": empty, "ending": ending}
    answer = asker.send("POST", "/api/teach", said)
    assert answer.status == 200, answer


def _plain(piece: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    return {name: [None if one != one else one for one in values] for name, values in piece.items()}


@contextmanager
def painting(
    asker: Asker, answers: Answers, most: int | None = None
) -> Iterator[list[dict[str, Any]]]:
    """Paint whatever lies on the desk until the run has no more; what was offered is kept."""
    seen: list[dict[str, Any]] = []
    over = threading.Event()

    def work() -> None:
        done: set[int] = set()
        began = time.monotonic()
        while not over.is_set() and time.monotonic() - began < PATIENCE:
            offered = asker.get("/api/teach")
            if offered["state"] == "finished" or (most is not None and len(done) >= most):
                return
            if offered["state"] == "paint" and offered["step"] not in done:
                seen.append(offered)
                paint_one(asker, offered, answers[offered["name"]])
                done.add(offered["step"])
            time.sleep(0.03)

    hand = threading.Thread(target=work, daemon=True)
    hand.start()
    try:
        yield seen
    finally:
        over.set()
        hand.join(5)
