"""How sure a rate is: by Wilson where targets are alone on their picture, else pictures drawn."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from src.core import Interval
from src.scoring.grounding.sums import COUNTS, MEANS, by_name, fractions, ratio_names, ratios
from src.scoring.intervals import SHARE, Span, drawn_sums, ends_of
from src.scoring.statistics import wilson

Numbers = npt.NDArray[np.float64]
Intervals = Mapping[str, Interval]

MEANT = [COUNTS.index(name) for name in ("iou_sum", "attempts")]

WILSON, DRAWN, NONE = "Wilson", "pictures drawn", ""
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
        resamples: draws of pictures; 0 for none.
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
            found.append((own, DRAWN))
    return found


def pictures_behind(pictures: Numbers, thresholds: Sequence[float]) -> dict[str, int]:
    """Rate to how many pictures have anything that it is a share of."""
    counts = np.count_nonzero(_trials(pictures, thresholds) > 0, axis=0)
    return dict(zip(ratio_names(thresholds), counts.tolist(), strict=True))


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
    """The intervals of some of the parts, from the same draws of pictures."""
    if not chosen:
        return []
    together = np.hstack([parts[place] for place in chosen])
    sums = drawn_sums(together, resamples, np.random.default_rng(0))
    by_part = np.moveaxis(sums.reshape(resamples, len(chosen), -1), 1, 0)
    return [
        _drawn_part(parts[place], own, thresholds, level)
        for place, own in zip(chosen, by_part, strict=True)
    ]


def _drawn_part(
    pictures: Numbers, drawn: Numbers, thresholds: Sequence[float], level: float
) -> dict[str, Interval]:
    """Of the rates that at least two pictures have."""
    names = ratio_names(thresholds)
    ends = ends_of(
        ratios(drawn, thresholds),
        ratios(pictures.sum(axis=0), thresholds),
        _trials(drawn, thresholds),
        _trials(pictures, thresholds),
        [Span(0.0) if name == "mean_attempts" else SHARE for name in names],
        level,
    )
    return {name: own for name, own in zip(names, ends, strict=True) if own is not None}


def _trials(sums: Numbers, thresholds: Sequence[float]) -> Numbers:
    """(…, ratios) what each is a share of."""
    pairs = fractions(by_name(sums, thresholds), thresholds).values()
    return np.stack([whole for _, whole in pairs], axis=-1)
