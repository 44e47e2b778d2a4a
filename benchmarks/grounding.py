"""Five logs of 1581 points scored and compared: ``python -m benchmarks.grounding``.

Points and boxes are drawn, as many and as large as those of ScreenSpot-Pro. Beside the whole way of
a log (hits, rates with intervals by nine kinds of parts, tests of every two logs) stands the least
that anybody does, hits in a loop.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from src.core import Table as Columns
from src.scoring.grounding.comparison import compare_hits
from src.scoring.grounding.judging import hits
from src.scoring.grounding.parts import all_parts

LOGS, TARGETS, TURNS = 5, 1581, 5
BY = (
    "size", "platform", "application", "group", "ui_type", "platform+application",
    "application+ui_type", "group+ui_type", "platform+ui_type",
)  # fmt: skip
VALUES = {"platform": 3, "application": 26, "group": 6, "ui_type": 2}

Numbers = npt.NDArray[np.float64]


def main() -> None:
    """Print the best of a few turns."""
    points, boxes, words = drawn()
    calls: dict[str, Callable[[], Any]] = {
        "hits in a loop": lambda: in_a_loop(points, boxes),
        "hits": lambda: hits(points, boxes),
        "hits, rates by parts, intervals": lambda: rated(points, boxes, words),
        "the same, and McNemar for every two": lambda: compared(points, boxes, words),
    }
    table = Table(title=f"{LOGS} logs of {TARGETS} points, best of {TURNS}", title_justify="left")
    table.add_column("what")
    table.add_column("CPU ms", justify="right")
    for name, call in calls.items():
        times = []
        for _ in range(TURNS):
            start = time.process_time()
            call()
            times.append(1000 * (time.process_time() - start))
        table.add_row(name, f"{min(times):.1f}")
    Console().print(table)


def drawn() -> tuple[Numbers, Numbers, Columns]:
    """Points near and far from their targets, and words by which targets are told apart."""
    rng = np.random.default_rng(1)
    near = rng.uniform(0, 3000, (TARGETS, 2))
    boxes = np.hstack([near, near + rng.uniform(10, 120, (TARGETS, 2))])
    spread = rng.choice([5.0, 400.0], (LOGS, TARGETS, 1), p=[0.3, 0.7])
    points = boxes[:, :2] + rng.normal(20, 1, (LOGS, TARGETS, 2)) + rng.normal(0, spread)
    chosen = {name: rng.integers(0, count, TARGETS) for name, count in VALUES.items()}
    return points, boxes, {name: own.astype(str) for name, own in chosen.items()}


def in_a_loop(points: Numbers, boxes: Numbers) -> list[int]:
    """As published harnesses count."""
    return [
        sum(
            box[0] <= x <= box[2] and box[1] <= y <= box[3]
            for (x, y), box in zip(log, boxes.tolist(), strict=True)
        )
        for log in points.tolist()
    ]


def rated(points: Numbers, boxes: Numbers, words: Columns) -> list[Any]:
    """Every log by every part, with intervals."""
    every = hits(points, boxes)
    numbers = np.arange(TARGETS)
    tables = (judged(own, boxes, words) for own in every)
    return [all_parts(table, numbers, BY, (0.5, 0.7), 2000, 0.95) for table in tables]


def compared(points: Numbers, boxes: Numbers, words: Columns) -> list[Any]:
    """The same, and every two logs on the same targets."""
    every = hits(points, boxes)
    names = [str(number) for number in range(LOGS)]
    return [*rated(points, boxes, words), *compare_hits(names, every, np.zeros_like(every))]


def judged(hit: npt.NDArray[np.bool_], boxes: Numbers, words: Columns) -> Columns:
    """The questions of a log of points."""
    sides = (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    yes, unknown = np.ones(TARGETS, bool), np.full(TARGETS, np.nan)
    return {
        "target": yes, "refusal": ~yes, "outcome": np.full(TARGETS, "found"), "hit": hit,
        "iou": unknown, "top_3_hit": hit, "top_3_iou": unknown, "offset": unknown,
        "attempts": np.ones(TARGETS, int), "longer_side": sides, **words,
    }  # fmt: skip


if __name__ == "__main__":
    main()
