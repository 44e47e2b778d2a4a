"""How sure a rate is: by Wilson where targets are alone on their picture, else by a bootstrap."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.grounding.sums import COUNTS, MEANS, by_name, fractions, ratio_names, ratios
from src.scoring.statistics import percentiles, resample_sums, wilson

Numbers = npt.NDArray[np.float64]
Intervals = Mapping[str, Interval]

MEANT = [COUNTS.index(name) for name in ("iou_sum", "attempts")]

WILSON, BOOTSTRAP, NONE = "Wilson", "bootstrap over pictures", ""
"""Whose intervals they are; none for a single picture."""


def part_intervals(
    parts: Sequence[Numbers], thresholds: Sequence[float], resamples: int, level: float
) -> list[tuple[Intervals, str]]:
    """Of the rates of each part of a set: name to interval, and whose intervals they are.

    Targets on one picture share its look and often its fate, so that pictures are drawn and not
    targets. The draws are the same for all parts. Means, which Wilson knows nothing of, have
    intervals where pictures are drawn, and in the first part always.

    Args:
        parts: (pictures, sums) each, of the same pictures; the first is the whole set.
        resamples: draws of a bootstrap; 0 for none.
    """
    alone = [_is_alone(part, thresholds) for part in parts]
    several = [int(part.any(axis=1).sum()) > 1 for part in parts]
    drawn = [
        place
        for place in range(len(parts))
        if resamples and several[place] and not (alone[place] and (place or _is_even(parts[0])))
    ]
    by_draws = dict(zip(drawn, _drawn(parts, drawn, thresholds, resamples, level), strict=True))
    found: list[tuple[Intervals, str]] = []
    for place, part in enumerate(parts):
        own = by_draws.get(place, {})
        if not several[place] or not (own or alone[place]):
            found.append(({}, NONE))
        elif alone[place]:
            found.append((own | _wilson(part.sum(axis=0), thresholds, level), WILSON))
        else:
            found.append((own | _of_one_mind(part, thresholds, own, level), BOOTSTRAP))
    return found


def _is_alone(pictures: Numbers, thresholds: Sequence[float]) -> bool:
    """Whether no picture has a second question that counts."""
    counts = by_name(pictures, thresholds)
    return bool((counts["targets"] + counts["refusals"] <= 1).all())


def _is_even(pictures: Numbers) -> bool:
    """Whether no mean can vary: all pictures have the same sums of what is averaged."""
    return bool((pictures[:, MEANT] == pictures[0, MEANT]).all())


def _wilson(total: Numbers, thresholds: Sequence[float], level: float) -> dict[str, Interval]:
    parts = fractions(by_name(total, thresholds), thresholds)
    names = [name for name in parts if name not in MEANS]
    hits, trials = np.array([parts[name] for name in names], float).T
    ends = wilson(hits, trials, level).tolist()
    return {name: Interval(*own) for name, own in zip(names, ends, strict=True)}


def _drawn(
    parts: Sequence[Numbers],
    chosen: Sequence[int],
    thresholds: Sequence[float],
    resamples: int,
    level: float,
) -> list[dict[str, Interval]]:
    """The bootstrap's intervals of some of the parts."""
    if not chosen:
        return []
    together = np.hstack([parts[place] for place in chosen])
    sums = resample_sums(together, resamples, np.random.default_rng(0))
    draws = ratios(sums.reshape(resamples, len(chosen), -1), thresholds)
    names = ratio_names(thresholds)
    return [
        dict(zip(names, percentiles(draws[:, place], level), strict=True))
        for place in range(len(chosen))
    ]


def _of_one_mind(
    pictures: Numbers, thresholds: Sequence[float], drawn: Intervals, level: float
) -> dict[str, Interval]:
    """Of rates that no draw varies, since all pictures say the same: each of them is one trial."""
    parts = fractions(by_name(pictures, thresholds), thresholds)
    fixed = {}
    for name, interval in drawn.items():
        if name not in MEANS and interval.low == interval.high:
            trials = int((parts[name][1] > 0).sum())
            ends = wilson(interval.low * trials, trials, level)
            fixed[name] = Interval(*ends.tolist())
    return fixed
