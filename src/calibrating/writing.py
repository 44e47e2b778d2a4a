"""A clock of what was measured, as a file of ``conf/clock``."""

from dataclasses import fields
from datetime import date

import numpy as np

from src.annotators.clocks import SteeringClock
from src.annotators.hand import Hand
from src.calibrating.calibration import Calibration
from src.calibrating.fits import Fit

CLOCK = f"{SteeringClock.__module__}.{SteeringClock.__qualname__}"


def clock_yaml(calibration: Calibration, source: str, day: date) -> str:
    """Every setting of the clock with its interval, and the hand's values in the comments.

    What the data do not say keeps the default, and the comment says so.
    """
    counts = max(calibration.fits, key=lambda fit: fit.count)
    lines = [
        f"# A clock fitted to {source}: {_people(counts)}, {day.isoformat()}",
        "# Written by python -m src.calibrate. 95 % intervals in brackets.",
        f"_target_: {CLOCK}",
    ]
    defaults = SteeringClock()
    lines += [
        _setting(setting.name, float(getattr(defaults, setting.name)), calibration)
        for setting in fields(SteeringClock)
    ]
    lines += ["", "# The hand that goes with it, for hand@annotator.hand or annotator.hand.KEY:"]
    hand = {setting.name for setting in fields(Hand)}
    known = [fit for fit in calibration.fits if fit.parameter in hand and fit.value == fit.value]
    lines += [f"#   {fit.parameter}: {fit.value:.4g}   # {_said(fit)}" for fit in known]
    return "\n".join(lines) + "\n"


def _setting(name: str, default: float, calibration: Calibration) -> str:
    fit = next((fit for fit in calibration.fits if fit.parameter == name), None)
    if fit is None or not np.isfinite(fit.value):
        reason = f"; {fit.reason}" if fit and fit.reason else ""
        return f"{name}: {default:g}  # not measured, the default{reason}"
    # A time below zero is no time: the interval holds it, and the clock takes none.
    return f"{name}: {_legal(name, fit.value):.4g}  # {_said(fit)}"


def _legal(name: str, value: float) -> float:
    least = {"spread_shape": 1.0, "fitts_slope": 1e-4, "steering_slope": 1e-4}.get(name, 0.0)
    return max(value, least)


def _said(fit: Fit) -> str:
    told = f"{fit.unit} [{fit.low:.4g}, {fit.high:.4g}], {_people(fit)}".strip()
    told += "" if np.isnan(fit.r2) else f", R² {fit.r2:.2f}"
    return told if fit.identifiable else f"{told}; not identifiable: {fit.reason}"


def _people(fit: Fit) -> str:
    return f"{fit.count} rows of {fit.people} {'person' if fit.people == 1 else 'people'}"
