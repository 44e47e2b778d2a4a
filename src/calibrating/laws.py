"""The laws that are fitted: Fitts', steering, jitter over speed, pauses, looks."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from scipy import special

from src.calibrating.bootstrap import FEWEST, Drawn
from src.calibrating.evidence import Columns, Evidence, Leg, Numbers, Stroke
from src.calibrating.fits import Law, Rows, coefficients, line_of, mean_of, median_of

LEAST_BITS, LEAST_RATIO = 0.5, 1.2
"""Of difficulties, and of widths: closer ones are one and the same to a fit."""

EXTRAS = ("switched", "resized", "looked")
LACKING = {
    "switched": "class_switch_seconds: no strokes of another class than the one before",
    "resized": "brush_change_seconds: no strokes with another brush than the one before",
    "looked": "inspection_seconds: nobody is seen to begin on a picture",
}
POINTING = "no ways to targets of known size, at distances that differ"
STEERING = "no strokes in a tunnel of known width"
FREE = "no strokes along a line that they had to follow"


def legs_of(evidence: Evidence) -> Columns:
    """Ways to targets whose size is known."""
    legs = Columns.table(evidence.legs, Leg)
    return legs.where(np.isfinite(legs["width"]))


def strokes_of(evidence: Evidence) -> Columns:
    """All strokes that took time."""
    strokes = Columns.table(evidence.strokes, Stroke)
    return strokes.where(strokes["seconds"] > 0)


def difficulty(legs: Columns) -> Numbers:
    """Bits (Shannon's form)."""
    return np.asarray(np.log2(legs["distance"] / legs["width"] + 1), np.float64)


def told_apart(legs: Columns, name: str) -> bool:
    """Whether there are legs with it and without."""
    count = int(np.count_nonzero(legs[name]))
    return FEWEST <= count <= len(legs[name]) - FEWEST


def plain(legs: Columns) -> Columns:
    """Without those few that bear something whose cost cannot be told."""
    odd = np.zeros(len(legs["seconds"]), bool)
    for name in EXTRAS:
        odd |= legs[name] & (not told_apart(legs, name))
    return legs.where(~odd)


def pointing(evidence: Evidence) -> Rows | str:
    """``a + b log2(D / W + 1)``, and what else a leg had to bear."""
    legs = legs_of(evidence)
    bits = difficulty(legs)
    if len(bits) < FEWEST or np.ptp(bits) < LEAST_BITS:
        return POINTING
    legs = plain(legs)
    bits = difficulty(legs)
    if len(bits) < FEWEST or np.ptp(bits) < LEAST_BITS:
        return POINTING
    return line_of(_design(legs, bits), legs["seconds"], 2)


def _design(legs: Columns, bits: Numbers) -> Numbers:
    extras = [legs[name].astype(np.float64) for name in EXTRAS if told_apart(legs, name)]
    return np.stack([np.ones(len(bits)), bits, *extras], axis=1)


def extra(name: str) -> Law:
    """What a leg costs more that also changes the class, the brush, or comes after a look."""
    parameter, lacking = LACKING[name].split(": ")

    def told(evidence: Evidence) -> Rows | str:
        legs = legs_of(evidence)
        if not told_apart(legs, name):
            return lacking
        bits = difficulty(legs)
        varied = np.ptp(bits) >= LEAST_BITS
        own = legs[name].astype(np.float64)
        others = [other for other in EXTRAS if other != name and told_apart(legs, other)]
        design = [own, np.ones(len(own)), *([bits] if varied else [])]
        design += [legs[other].astype(np.float64) for other in others]
        stacked = np.stack(design, axis=1)
        if np.linalg.matrix_rank(stacked) < stacked.shape[1]:
            return f"{lacking} that did not change something else too"
        rows = line_of(stacked, legs["seconds"], 1)
        return replace(rows, telling=int(min(own.sum(), (1 - own).sum())))

    return Law({parameter: "s"}, told)


def steering(evidence: Evidence) -> Rows | str:
    """``a + b L / W``; laps have no beginning, so their line goes through the origin."""
    strokes = strokes_of(evidence)
    strokes = strokes.where(np.isfinite(strokes["width"]))
    if len(strokes["width"]) < FEWEST:
        return STEERING
    ratio, seconds = strokes["path"] / strokes["width"], strokes["seconds"]
    if _endless([evidence]) or np.ptp(ratio) < 1:
        return Rows(
            len(ratio),
            lambda rows: np.stack(
                [np.full(len(rows), np.nan), seconds[rows].mean(1) / ratio[rows].mean(1)], axis=1
            ),
        )
    return line_of(np.stack([np.ones(len(ratio)), ratio], axis=1), seconds, 2)


def steering_caution(people: Sequence[Evidence]) -> dict[str, str]:
    """What the tunnels leave open."""
    strokes = [stroke for one in people for stroke in one.strokes if np.isfinite(stroke.width)]
    widths = np.array([stroke.width for stroke in strokes])
    caution = {}
    if len(widths) and widths.max() < LEAST_RATIO * widths.min():
        caution["steering_slope"] = (
            f"a single tunnel width ({np.median(widths):.0f} px) says nothing about 1/width"
        )
    if len(widths) and not all(stroke.tunnel for stroke in strokes):
        caution["steering_slope"] = "the width is the brush's own, for nobody drew in a tunnel"
    if _endless(people):
        caution["steering_intercept"] = "laps have no beginning"
    return caution


def _endless(people: Sequence[Evidence]) -> bool:
    return any(stroke.endless for one in people for stroke in one.strokes)


def jitter(evidence: Evidence) -> Rows | str:
    """Scatter across the line, per speed; the median over strokes."""
    strokes = strokes_of(evidence)
    scatter, speed = strokes["scatter"], strokes["speed"]
    known = np.isfinite(scatter) & (speed > 0)
    scatter, speed = scatter[known], speed[known]
    together = len(speed) >= FEWEST and np.ptp(speed) > 0 and np.ptp(scatter) > 0
    r2 = float(np.corrcoef(speed, scatter)[0, 1] ** 2) if together else np.nan
    return median_of(scatter / speed, FREE, r2)


def paint_speed(evidence: Evidence) -> Rows | str:
    """The median over strokes."""
    return median_of(strokes_of(evidence)["speed"], "no strokes")


def speed_at(edge: str) -> Law:
    """How fast strokes are in the narrowest or the widest tunnel; the median."""

    def rows(evidence: Evidence) -> Rows | str:
        strokes = strokes_of(evidence)
        width = strokes["width"]
        known = strokes["tunnel"] & np.isfinite(width)
        if not known.any() or width[known].max() < LEAST_RATIO * width[known].min():
            return "tunnels of several widths are needed"
        end = width[known].min() if edge == "min" else width[known].max()
        return median_of(strokes["speed"][known & (width == end)], "too few strokes")

    return Law({f"{edge}_paint_speed": "px/s"}, rows)


def travel_speed(evidence: Evidence) -> Rows | str:
    """Px per second on the way, rests and first looks left out; the median."""
    legs = Columns.table(evidence.legs, Leg)
    moving = legs["seconds"] - np.nan_to_num(legs["rest"])
    plain = ~(legs["looked"] | legs["switched"] | legs["resized"])
    plain &= (moving > 0) & (legs["distance"] > 0)
    return median_of(legs["distance"][plain] / moving[plain], "no ways between strokes")


def pause(evidence: Evidence) -> Rows | str:
    """From one stroke to the next on a picture; the median."""
    legs = Columns.table(evidence.legs, Leg)
    return median_of(legs["seconds"][~legs["looked"]], "no strokes after one another")


def rest(evidence: Evidence) -> Rows | str:
    """From when the hand stands still to when it presses; the median."""
    legs = Columns.table(evidence.legs, Leg)
    return median_of(legs["rest"], "nobody is seen to stand still before a stroke")


def skip(evidence: Evidence) -> Rows | str:
    """From seeing a picture to leaving it as it is; the mean, as clocks take it."""
    return mean_of(evidence.skips, "no picture was skipped")


def spread(evidence: Evidence) -> Rows | str:
    """The shape of a Gamma distribution of mean 1 around Fitts' law."""
    told = pointing(evidence)
    if isinstance(told, str):
        return told
    legs = legs_of(evidence)
    legs = plain(legs)
    design = _design(legs, difficulty(legs))
    seconds = legs["seconds"]
    # A line that was fitted to the times lies closer to them than the true one does.
    freedom = 1 - design.shape[1] / len(seconds)

    def estimate(rows: Drawn) -> Numbers:
        drawn, taken = design[rows], seconds[rows]
        fitted = np.einsum("dni,di->dn", drawn, coefficients(drawn, taken))
        sound = (fitted > 0).all(axis=1, keepdims=True)
        factors = taken / np.where(sound, fitted, np.nan)
        return np.asarray(log_deficit(factors)[:, None] / freedom, np.float64)

    return Rows(len(seconds), estimate)


def log_deficit(factors: Numbers) -> Numbers:
    """By how much the logarithm of the mean exceeds the mean of logarithms, for each row."""
    return np.asarray(np.log(factors.mean(axis=-1)) - np.log(factors).mean(axis=-1), np.float64)


def gamma_shape(given: npt.ArrayLike) -> Numbers:
    """Maximum likelihood of the shape of a Gamma distribution, from its ``log_deficit``."""
    deficit = np.asarray(given, np.float64)
    deficit = np.where(deficit > 1e-12, deficit, np.nan)
    # A good first guess, then Newton's method (Minka, "Estimating a Gamma distribution", 2002).
    shape = (3 - deficit + np.sqrt((deficit - 3) ** 2 + 24 * deficit)) / (12 * deficit)
    for _ in range(4):
        surplus = np.log(shape) - special.digamma(shape) - deficit
        shape = shape - surplus / (1 / shape - special.polygamma(1, shape))
    return np.asarray(shape, np.float64)


LAWS = (
    Law({"jitter_rate": "s"}, jitter),
    Law({"paint_speed": "px/s"}, paint_speed),
    speed_at("min"),
    speed_at("max"),
    Law({"travel_speed": "px/s"}, travel_speed),
    Law({"fitts_intercept": "s", "fitts_slope": "s/bit"}, pointing),
    Law({"steering_intercept": "s", "steering_slope": "s"}, steering, steering_caution),
    Law({"pause_seconds": "s"}, pause),
    Law({"rest_seconds": "s"}, rest),
    extra("switched"),
    extra("resized"),
    extra("looked"),
    Law({"skip_seconds": "s"}, skip),
    Law({"spread_shape": ""}, spread, result=gamma_shape),
)
"""In the order in which they are shown."""
