"""The few numbers that stand for all: on a terminal, on a page."""

from collections.abc import Sequence

import numpy as np

from src.core import Scorecard
from src.core.directions import plain_name
from src.reporting.curves import Clocks, time_words

DOZEN = 12
LEVELS = (0.7, 0.8, 0.9)
"""Of F1, each with a column in the table of clocks."""

LEARNED = ("aubc", "initial_images", "corrective_images", "skipped_images")
"""What people ask of a session besides its times."""


COUNTED = frozenset(("tp", "fp", "fn", "matched", "missed", "spurious", "splits", "merges"))
"""Numbers of things, whatever they are of."""


def cell(metric: str, value: float) -> str:
    """A number as a table has it: counts whole, everything else with four digits."""
    name = plain_name(metric)
    counts = name in COUNTED or name.endswith(("images", "objects")) or abs(value) > 1
    return f"{value:.0f}" if counts and float(value).is_integer() else f"{value:.4f}"


def headline(card: Scorecard, most: int = DOZEN) -> dict[str, float]:
    """A dozen numbers that people quote: the scorer's own choice, else the first."""
    names = card.main or tuple(card.metrics)
    return {name: card.metrics[name] for name in names[:most]}


def clock_rows(clocks: Sequence[Clocks]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: time to levels of F1, and altogether, by every clock; means over seeds."""
    names = [name for name in clocks[0] if all(name in own for own in clocks)]
    rows = []
    for name in names:
        times = [[own[name].seconds_to(level) for own in clocks] for level in LEVELS]
        times.append([float(own[name].seconds[-1]) for own in clocks])
        # A level that one seed never reached has no mean time.
        rows.append([name, *(_time(float(np.mean(own))) for own in times)])
    return ["clock", *(f"to F1 {level:g}" for level in LEVELS), "altogether"], rows


def _time(seconds: float) -> str:
    return time_words(seconds) if np.isfinite(seconds) else "not reached"
