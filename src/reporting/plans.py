"""What a goal takes, in words, as a table and as a chart."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from src.reporting.curves import time_words
from src.reporting.drawing.figures import clear_legend, new_axes
from src.reporting.palette import SERIES
from src.scoring.learning.planning import FARTHEST, Estimate, Need

UNREACHABLE = "not reachable from what was seen"
CHOOSING = ("steering", "klm", "seed")
"""By whose hours ways are ordered: the first clock that timed them."""


@dataclass(frozen=True, eq=False)
class Way:
    """A policy and an acquisition that were tried.

    Args:
        label: the words that choose it.
        sessions: mean test F1 after each image, one row per seed.
        computer: wall seconds per image that teaching took here.
    """

    label: str
    need: Need
    sessions: npt.NDArray[np.float64]
    computer: float


@dataclass(frozen=True)
class Stopped:
    """A way that was given up: it cost too much for what it came to.

    Args:
        images: of its session, when it had spent ``seconds`` of the ``limit``.
        f1: what it came to by then.
        standard: what another way came to within a part of the limit.
    """

    label: str
    images: int
    f1: float
    seconds: float
    standard: float
    limit: float

    @property
    def words(self) -> str:
        """Why."""
        came = "no F1 yet" if math.isnan(self.f1) else f"F1 {self.f1:.2f}"
        return (
            f"{self.label} was stopped after {self.images} images: {came} in "
            f"{time_words(self.seconds)} by the run's clock, more than the "
            f"{time_words(self.limit)} of plan.patience, while another way came to "
            f"{self.standard:.2f}."
        )


def ordered(ways: Sequence[Way]) -> list[Way]:
    """Reachable ones by the annotator's time, then the others by how high they came."""
    return sorted(
        ways,
        key=lambda way: (
            not way.need.reachable, _price(way) if way.need.reachable else -way.need.best,
        ),
    )  # fmt: skip


def plan_words(
    ways: Sequence[Way],
    goal: float,
    held_out: int,
    stopped: Sequence[Stopped] = (),
    left_out: int = 0,
) -> str:
    """The answer of a plan, then what it does not rest on.

    Args:
        left_out: sessions that were not begun for want of time.
    """
    sentences = [_answer(ordered(ways)[0], goal, held_out), *(one.words for one in stopped)]
    if left_out:
        were = "session was" if left_out == 1 else "sessions were"
        sentences.append(f"{left_out} {were} not begun within plan.minutes.")
    return " ".join(sentences)


def _answer(best: Way, goal: float, held_out: int) -> str:
    need = best.need
    if not need.reachable:
        return (
            f"F1 {goal:.2f} is {UNREACHABLE}: {best.label} came to {need.best:.2f} after "
            f"{need.seen} images and tends to {_number(need.ceiling)}; in {1 - need.chance:.0%} of "
            f"the draws it does not get there with {FARTHEST:.0f} times as many. More or other "
            "pictures, another detector, or a lower goal."
        )
    hours = ", ".join(f"{_times(own)} by clock={name}" for name, own in need.seconds.items())
    sure = (
        ""
        if need.chance >= 0.975
        else f" In {1 - need.chance:.0%} of the draws it is {UNREACHABLE}."
    )
    return (
        f"F1 {goal:.2f} takes {_counts(need.images)} annotated images with "
        f"{best.label}: {hours} of the annotator's time, and about "
        f"{time_words(best.computer * need.images.value)} of this computer's. {held_out} more "
        f"pictures with complete masks tell whether it was reached.{sure}"
    )


def plan_rows(ways: Sequence[Way]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows: a column for every way, the best one first."""
    own = ordered(ways)
    rows = [["images", *(_or_not(way, _counts(way.need.images)) for way in own)]]
    for clock in own[0].need.seconds:
        times = [_or_not(way, _times(way.need.seconds[clock])) for way in own]
        rows.append([f"annotator, {clock}", *times])
    computer = [_or_not(way, time_words(way.computer * way.need.images.value)) for way in own]
    rows.append(["this computer", *computer])
    rows.append(
        ["reached so far", *(f"{way.need.best:.2f}, {way.need.seen} images" for way in own)]
    )
    rows.append(["tends to", *(_number(way.need.ceiling) for way in own)])
    return ["", *(_short(way.label) for way in own)], rows


def plan_columns(ways: Sequence[Way]) -> dict[str, Any]:
    """The same as numbers; infinite where a goal is not reached."""
    own = ordered(ways)
    columns: dict[str, Any] = {"way": np.array([way.label for way in own])}
    estimates: dict[str, list[Estimate]] = {"images": [way.need.images for way in own]}
    for name in own[0].need.seconds:
        estimates[f"seconds_{name}"] = [way.need.seconds[name] for way in own]
    estimates["ceiling"] = [way.need.ceiling for way in own]
    for name, numbers in estimates.items():
        columns[name] = np.array([one.value for one in numbers])
        columns[f"{name}_low"] = np.array([one.interval.low for one in numbers])
        columns[f"{name}_high"] = np.array([one.interval.high for one in numbers])
    columns["reachable"] = np.array([way.need.reachable for way in own])
    columns["chance"] = np.array([way.need.chance for way in own])
    columns["computer_seconds_per_image"] = np.array([way.computer for way in own])
    return columns


def plan_figure(ways: Sequence[Way], goal: float, title: str) -> Any:
    """What was seen, dots, and the law beyond it with its interval."""
    axes = new_axes(title)
    axes.axhline(goal, color="0.4", linewidth=1, linestyle="--", label=f"goal {goal:g}")
    for way, colour in zip(ordered(ways), SERIES, strict=False):
        need = way.need
        far = max(2 * need.seen, min(1.2 * need.images.interval.high, FARTHEST * need.seen))
        images = np.geomspace(2, far if math.isfinite(far) else 2 * need.seen, 120)
        drawn = need.laws.at(images)
        low, high = np.quantile(drawn[1:], [0.025, 0.975], axis=0)
        axes.fill_between(images, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.plot(images, drawn[0], color=colour, linewidth=1.6, label=way.label)
        steps = np.arange(1, way.sessions.shape[1] + 1)
        for session in way.sessions:
            axes.scatter(steps, session, s=9, color=colour, alpha=0.6)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_minor_formatter(lambda value, _: f"{value:g}" if value in (2, 5, 20, 50) else "")
    axes.set(xlabel="annotated images", ylabel="test F1", ylim=(0, 1))
    clear_legend(axes)
    return axes.figure


def _price(way: Way) -> float:
    seconds: Mapping[str, Estimate] = way.need.seconds
    name = next(name for name in (*CHOOSING, *seconds) if name in seconds)
    return seconds[name].value


def _counts(estimate: Estimate) -> str:
    ends = (estimate.interval.low, estimate.interval.high)
    low, high = (f"{own:.0f}" if math.isfinite(own) else "?" for own in ends)
    return f"{estimate.value:.0f} [{low}–{high}]"


def _times(estimate: Estimate) -> str:
    """A time and its ends in one unit; a question mark for an end that is not known."""
    size, unit = next(
        (own for own in ((3600, "h"), (60, "min")) if estimate.value >= own[0]), (1, "s")
    )
    numbers = (estimate.value, estimate.interval.low, estimate.interval.high)
    value, low, high = (
        (f"{own / size:.2g}" if own < 10 * size else f"{own / size:.0f}")
        if math.isfinite(own) else "?" for own in numbers
    )  # fmt: skip
    return f"{value} [{low}–{high}] {unit}"


def _or_not(way: Way, words: str) -> str:
    return words if way.need.reachable else "not reachable"


def _short(label: str) -> str:
    """The options alone: ``rootpainter, random``."""
    return ", ".join(word.partition("=")[2] for word in label.split())


def _number(estimate: Estimate) -> str:
    return f"{estimate.value:.2f} [{estimate.interval.low:.2f}–{estimate.interval.high:.2f}]"
