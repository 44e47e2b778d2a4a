"""The answer in plain words: what stands on top of a page."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from src.core import Interval, Outcome, Scorecard, Verdict
from src.reporting.curves import Clocks
from src.reporting.headline import headline
from src.scoring.intervals import Span, mean_intervals
from src.scoring.learning.efficiency import LearningCurve

LEVELS = (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5)
"""Of F1, from what is wished for to what is least worth a word."""

CLOCK_WORDS = {"seed": "the hand's own", "steering": "the steering", "klm": "the keystroke"}

BELIEVE = {
    "seed": "The hand alone: distance over speed, and its lifts; no thought. Believe it for "
    "comparing policies and acquisitions, and beside the numbers of RootPainter's protocol.",
    "steering": "Fitts' and the steering law, fitted to recorded mouse paths, with a look at every "
    "picture. Believe it for how long a practised hand takes; people differ by a factor of 2.",
    "klm": "The keystroke-level model: a thought and an aimed move before every stroke. Believe it "
    "for an upper end, for careful work or somebody new to the task.",
}
"""Which clock to believe for what."""


def number_words(value: float) -> str:
    """Three digits; a dash where there is no number."""
    if not math.isfinite(value):
        return "–"
    if 0.01 <= abs(value) < 1:
        return f"{value:.3f}"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def time_number(value: float) -> str:
    """Two digits: a simulated time is not known better."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def range_words(interval: Interval | None) -> str:
    """Its ends in brackets; nothing where it is not known."""
    if interval is None:
        return ""
    return f" [{number_words(interval.low)}–{number_words(interval.high)}]"


def learned_words(clocks: Sequence[Clocks]) -> str:
    """How long it took to the highest level that every seed reached, by every clock.

    Args:
        clocks: of each seed, the clock that recorded it first.
    """
    known = [own for own in clocks if own]
    if not known:
        return ""
    recorded, *others = [name for name in known[0] if all(name in own for own in known)]
    level = _level([own[recorded] for own in known])
    if level is None:
        last = [float(own[recorded].scores[-1]) for own in known if len(own[recorded].scores)]
        spent = [float(own[recorded].seconds[-1]) for own in known if len(own[recorded].seconds)]
        if not last:
            return ""
        size, unit = _unit(float(np.mean(spent)))
        return (
            f"F1 {np.mean(last):.2f} after {time_number(float(np.mean(spent)) / size)} {unit} of "
            "annotation: no level from 0.5 on was reached" + _of_seeds(known) + "."
        )
    times = {name: np.array([own[name].seconds_to(level) for own in known]) for name in
             (recorded, *others)}  # fmt: skip
    size, unit = _unit(float(times[recorded].mean()))
    own = time_number(times[recorded].mean() / size)
    words = f"F1 {level:.2f} after {own} {unit} of annotation{_ends(times[recorded], size)}"
    told = [
        f"by {CLOCK_WORDS.get(name, name)} clock {time_number(times[name].mean() / size)}"
        f"{_ends(times[name], size)}"
        for name in others
    ]
    return "; ".join([words + _of_seeds(known), *told]) + "."


def cheaper_words(sessions: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """How the price of a corrected picture relates to that of one painted from nothing."""
    rows = [row for session in sessions for row in session]
    shown = [row["seconds"] for row in rows if row["phase"] == "initial"]
    corrected = [
        row["seconds"]
        for row in rows
        if row["phase"] == "corrective" and row["outcome"] != "skipped"
    ]
    if not shown or not corrected or not np.mean(corrected):
        return ""
    ratio = float(np.mean(shown) / np.mean(corrected))
    price = f"({np.mean(corrected):.0f} s a picture against {np.mean(shown):.0f} s)"
    if ratio >= 1:
        return f"Correcting is {ratio:.1f} × cheaper than showing {price}."
    return f"Correcting is {1 / ratio:.1f} × dearer than showing {price}."


def scored_words(card: Scorecard | None, about: Mapping[str, str]) -> str:
    """The first of the quoted scores, with its interval and on how much it stands."""
    if card is None or not card.metrics:
        return ""
    name = next(iter(headline(card)))
    what = " on ".join(filter(None, (about.get("detector"), about.get("dataset"))))
    count = f"{len(card)} {'image' if len(card) == 1 else 'images'}"
    value = number_words(card.metrics[name]) + range_words(card.intervals.get(name))
    return f"{what or 'It'} scores {metric_words(name)} {value} over {count}."


def verdict_words(verdict: Verdict | None) -> str:
    """What the gate says, with the first reason against it."""
    if verdict is None:
        return ""
    against = [one for one in verdict.reasons if one.outcome is not Outcome.PASS]
    if not against:
        return f"PASS: all {len(verdict.reasons)} criteria hold."
    first = against[0]
    more = f" (and {len(against) - 1} more)" if len(against) > 1 else ""
    return f"{verdict.outcome}: {first.criterion}: {first.sentence}{more}."


def metric_words(name: str) -> str:
    """A metric as a reader says it."""
    return {"f1": "F1", "iou": "IoU"}.get(name, name)


def _level(curves: Sequence[LearningCurve]) -> float | None:
    return next(
        (level for level in LEVELS if all(math.isfinite(c.seconds_to(level)) for c in curves)), None
    )


def _unit(seconds: float) -> tuple[float, str]:
    if seconds >= 5400:
        return 3600.0, "hours"
    return (60.0, "minutes") if seconds >= 90 else (1.0, "seconds")


def _ends(times: Any, scale: float) -> str:
    if len(times) < 2:
        return ""
    between = mean_intervals(times[:, None], [Span(0.0)])[0]
    if between is None:
        return ""
    return f" [{time_number(between.low / scale)}–{time_number(between.high / scale)}]"


def _of_seeds(known: Sequence[Any]) -> str:
    return f" (mean of {len(known)} seeds)" if len(known) > 1 else ""
