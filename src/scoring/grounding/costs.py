"""What answers cost: milliseconds of parsing and of locating, and whatever was spent."""

from collections.abc import Sequence

import numpy as np

from src.core import Row
from src.core.row import joined

TIMES, SPENT = "times", "spent"
"""Tables of a row: milliseconds per question, and amounts by name."""

PERCENTILES = {"p50": 50, "p95": 95}
SLOW = ("_ms", "seconds")
"""How the name of an amount ends that no two runs share."""


def latencies(rows: Sequence[Row]) -> dict[str, float]:
    """Milliseconds: of parsing per screenshot, of locating per question, of both per question.

    A screenshot is parsed once however much is asked of it, so its parsing is the sum over its
    questions; ``mean_answer_ms`` shares it out among them.
    """
    parsing = np.array([_sum(row.tables[TIMES]["parsing_ms"]) for row in rows], float)
    times = joined([row.tables[TIMES] for row in rows])
    locating = times["locating_ms"] if times else np.zeros(0)
    found = _percentiles("parsing", parsing) | _percentiles("locating", locating)
    total = np.nansum(parsing) + np.nansum(locating)
    known = int((~np.isnan(locating)).sum())
    slow = {name: own for name, own in _spent(rows).items() if name.endswith(SLOW)}
    return found | {"mean_answer_ms": float(total / known) if known else np.nan} | slow


def amounts(rows: Sequence[Row]) -> dict[str, float]:
    """What was spent on all pictures, such as ``spent_requests``; no times."""
    return {name: own for name, own in _spent(rows).items() if not name.endswith(SLOW)}


def _spent(rows: Sequence[Row]) -> dict[str, float]:
    total: dict[str, float] = {}
    for row in rows:
        spent = row.tables[SPENT]
        for what, amount in zip(spent["what"].tolist(), spent["amount"].tolist(), strict=True):
            total[f"spent_{what}"] = total.get(f"spent_{what}", 0.0) + amount
    return dict(sorted(total.items()))


def _percentiles(what: str, values: np.ndarray) -> dict[str, float]:
    known = values[~np.isnan(values)]
    ends = np.percentile(known, [*PERCENTILES.values()]) if len(known) else [np.nan, np.nan]
    return {f"{what}_{name}_ms": float(own) for name, own in zip(PERCENTILES, ends, strict=True)}


def _sum(values: np.ndarray) -> float:
    known = values[~np.isnan(values)]
    return float(known.sum()) if len(known) else np.nan
