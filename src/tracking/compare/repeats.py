"""What the runs of one configuration with several seeds come to."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
import numpy.typing as npt

from src.core import SPLITS
from src.scoring.intervals import Span, mean_intervals
from src.scoring.learning.efficiency import LearningCurve, interquartile_mean
from src.scoring.statistics import mean_defined
from src.tracking import keys
from src.tracking.archive.past_run import PastRun, without_ends

Numbers = npt.NDArray[np.float64]

MEASURED = (keys.LEARNING, *(f"{split}/" for split in SPLITS))


def common_tags(runs: Sequence[PastRun]) -> dict[str, str]:
    """What a parent says of all its runs: their data, and which way their metrics are better."""
    ways = (
        {key: run.tags[key] for key in (keys.LOWER, keys.NEUTRAL) if key in run.tags}
        for run in runs
    )
    return {keys.FINGERPRINT: common_fingerprint(runs), **next(filter(None, ways), {})}


def common_fingerprint(runs: Sequence[PastRun]) -> str:
    """The data of all runs as one hash; of runs on the same data it is theirs."""
    known = sorted({run.tags.get(keys.FINGERPRINT, "") for run in runs})
    if len(known) == 1:
        return known[0]
    return sha256("\n".join(known).encode()).hexdigest()[: max(map(len, known), default=0)]


def mean_curve(curves: Sequence[LearningCurve]) -> dict[str, Numbers]:
    """The mean staircase, which steps wherever one of the curves does, as columns.

    ``low`` and ``high`` bound the mean pointwise; one curve alone leaves them ``nan``.
    """
    seconds = np.unique(np.concatenate([[0.0], *(curve.seconds for curve in curves)]))
    scores = np.stack([curve.at(seconds) for curve in curves])
    low, high = _ends(scores)
    return {
        "seconds": seconds,
        "mean": scores.mean(axis=0),
        "iqm": interquartile_mean(scores),
        "low": low,
        "high": high,
    }


def repeated_metrics(runs: Sequence[PastRun]) -> dict[str, float]:
    """Every score as its mean over seeds, with ``_iqm``, ``_low`` and ``_high``.

    An undefined value takes no part, but a level that only some seeds reached has no mean time,
    since the slow ones are missing; ``_reached`` is the share that did.
    """
    names = [name for name in without_ends(runs) if name.startswith(MEASURED)]
    values = np.array([[run.metrics.get(name, np.nan) for name in names] for run in runs])
    reached = (~np.isnan(values)).mean(axis=0)
    censored = np.array([name.startswith(keys.SECONDS_TO) for name in names], bool)
    values[:, censored & (reached < 1)] = np.nan
    numbers: dict[str, float] = {}
    columns = zip(names, mean_defined(values), values.T, *_ends(values), strict=True)
    for name, mean, column, low, high in columns:
        numbers[name] = float(mean)
        known = column[~np.isnan(column)]
        middle = float(interquartile_mean(known)) if len(known) else np.nan
        numbers[name + keys.MIDDLE] = middle
        if not np.isnan(low):
            numbers |= {name + keys.LOW: float(low), name + keys.HIGH: float(high)}
    shares = zip(names, reached, censored, strict=True)
    return numbers | {name + keys.REACHED: float(share) for name, share, time in shares if time}


def _ends(values: Numbers) -> tuple[Numbers, Numbers]:
    """Where the column means lie, rows drawn again; ``nan`` for fewer than two defined values.

    A seed that was not tried lies no further off than the others let expect, and where they are
    all shares within 0 and 1.
    """
    with np.errstate(invalid="ignore"):
        low, high = np.fmin.reduce(values, initial=0.0), np.fmax.reduce(values, initial=1.0)
    spans = [
        Span(0.0 if least >= 0 else -np.inf, 1.0 if most <= 1 else np.inf)
        for least, most in zip(low, high, strict=True)
    ]
    intervals = mean_intervals(values, spans)
    ends = [(own.low, own.high) if own else (np.nan, np.nan) for own in intervals]
    lows, highs = np.array(ends, np.float64).reshape(-1, 2).T
    return lows, highs
