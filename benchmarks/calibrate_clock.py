"""Fits the steering clock to people who really moved a mouse.

Reads ``mouse_fitts_xp`` and ``mouse_steering_remoco`` below ``BRUSHWORK_DATA``, by default
``../shared/data``, and prints what belongs into conf/clock/steering.yaml.
"""

import os
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import optimize, special

Numbers = npt.NDArray[np.float64]
DATA = Path(os.environ.get("BRUSHWORK_DATA", Path(__file__).parents[2] / "shared" / "data"))
EFFECTIVE_WIDTH = 4.133
"""Standard deviations that 96 % of normal end points span (MacKenzie 1992)."""


@dataclass(frozen=True)
class Line:
    """Seconds as ``intercept + slope * difficulty``, and how much of the variance that is."""

    intercept: float
    slope: float
    r_squared: float

    def __call__(self, difficulty: Numbers) -> Numbers:
        return self.intercept + self.slope * difficulty


def fit_line(difficulty: Numbers, seconds: Numbers) -> Line:
    """Least squares."""
    slope, intercept = np.polyfit(difficulty, seconds, 1)
    return Line(float(intercept), float(slope), r_squared(seconds, intercept + slope * difficulty))


def r_squared(seen: Numbers, predicted: Numbers) -> float:
    """Share of the variance that is explained; below 0 when the mean would predict better."""
    return float(1 - ((seen - predicted) ** 2).sum() / ((seen - seen.mean()) ** 2).sum())


def gamma_shape(factors: Numbers) -> float:
    """Maximum likelihood of the shape of a Gamma distribution, scaled to mean 1."""
    deficit = np.log(factors / factors.mean()).mean()
    return float(optimize.brentq(lambda k: np.log(k) - special.digamma(k) + deficit, 1e-2, 1e6))


def pointing_trials(file: Path, protocol: str = "fitts") -> pd.DataFrame:
    """Mouse trials; the first of a block of equal targets carries start latency and is left out."""
    trials = pd.read_csv(file)
    trials = trials[(trials.device == "mouse") & (trials.protocol == protocol)]
    block = trials[["Participant", "D", "W"]]
    number = (block != block.shift()).any(axis=1).cumsum()
    return trials[trials.groupby(number).cumcount() > 0]


def within_persons(trials: pd.DataFrame) -> Numbers:
    """Time of each trial divided by what the person's own line says."""
    factors = [
        own.MT.to_numpy() / fit_line(own.ID.to_numpy(), own.MT.to_numpy())(own.ID.to_numpy())
        for _, own in trials.groupby("Participant")
    ]
    return np.concatenate(factors)


@dataclass(frozen=True)
class Laps:
    """Full turns of one person in a circular tunnel; the first of each recording left out.

    Args:
        seconds: of each lap.
        effective: tunnel lengths per effective width, from the scatter across the tunnel.
        difficulty: tunnel length per nominal width, the same for all laps.
    """

    name: str
    seconds: Numbers
    effective: Numbers
    difficulty: float

    @property
    def slope(self) -> float:
        """Seconds for a path as long as the tunnel is wide."""
        return float(self.seconds.mean() / self.difficulty)


def steering_laps(file: Path) -> Laps:
    """Laps from a recording of MouseReMoCo and the marks beside it."""
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    task = dict(pair.split(" ", 1) for pair in header.split(";"))
    events = np.array([line.split(",") for line in lines if re.match(r"\d+,\d", line)], float)
    radius, width = float(task["taskRadius"]), float(task["taskTolerance"])
    across = events[:, 1] - float(task["centerX"]), events[:, 2] - float(task["centerY"])
    seconds, effective = [], []
    for begin, end in recordings(file.with_suffix(".marker.csv")):
        inside = (events[:, 0] >= begin) & (events[:, 0] < end)
        x, y = across[0][inside], across[1][inside]
        turns = np.unwrap(np.arctan2(y, x)) / (2 * np.pi)
        turns = np.abs(turns - turns[0])
        passed = [int(np.argmax(turns >= lap)) for lap in range(int(turns.max()) + 1)]
        for first, last in pairwise(passed[1:]):
            seconds.append((events[inside][last, 0] - events[inside][first, 0]) / 1000)
            distances = np.hypot(x, y)[first:last]
            effective.append(2 * np.pi * distances.mean() / (EFFECTIVE_WIDTH * distances.std()))
    return Laps(file.stem, np.array(seconds), np.array(effective), 2 * np.pi * radius / width)


def recordings(file: Path) -> list[tuple[int, int]]:
    """Begin and end, in ms, of the stretches that were recorded to their end."""
    marks = re.findall(r",(\d{13}),DoCycleChange:Do(Record|Pause)", file.read_text("utf-8"))
    return [
        (int(begin), int(end))
        for (begin, kind), (end, after) in pairwise(marks)
        if (kind, after) == ("Record", "Pause")
    ]


def print_pointing(folder: Path) -> None:
    """Fitts' law, on trials and on the means of conditions, for both protocols."""
    for protocol in ("fitts", "pvp"):
        trials = pointing_trials(folder / "fitts_trials.csv", protocol)
        line = fit_line(trials.ID.to_numpy(), trials.MT.to_numpy())
        means = trials.groupby("ID").MT.mean()
        conditions = fit_line(means.index.to_numpy(), means.to_numpy())
        print(
            f"pointing, {protocol}: {len(trials)} trials, {trials.Participant.nunique()} people\n"
            f"  fitts_intercept {line.intercept:.3f} s, fitts_slope {line.slope:.3f} s/bit\n"
            f"  R² {line.r_squared:.3f} of trials, {conditions.r_squared:.3f} of "
            f"{len(means)} condition means\n"
            f"  spread_shape {gamma_shape(within_persons(trials)):.1f} within people, "
            f"{gamma_shape(trials.MT.to_numpy() / line(trials.ID.to_numpy())):.1f} over all"
        )


def print_steering(folder: Path) -> None:
    """The steering law through the origin, for each person and for both."""
    people = [steering_laps(file) for file in steering_files(folder)]
    for laps in people:
        own = fit_line(laps.effective, laps.seconds)
        print(
            f"steering, {laps.name}: {len(laps.seconds)} laps, length / width "
            f"{laps.difficulty:.1f}, {laps.seconds.mean():.2f} s per lap\n"
            f"  steering_slope {laps.slope:.3f} s, spread_shape "
            f"{gamma_shape(laps.seconds):.1f}; lap time on effective difficulty: "
            f"slope {own.slope:.4f} s, R² {own.r_squared:.2f}"
        )
    slope = steering_slope(people)
    seen = np.concatenate([laps.seconds for laps in people])
    predicted = np.concatenate(
        [np.full(len(laps.seconds), slope * laps.difficulty) for laps in people]
    )
    print(
        f"steering, mean of {len(people)} people: steering_slope {slope:.3f} s, "
        f"R² {r_squared(seen, predicted):.2f} of {len(seen)} laps"
    )


def steering_files(folder: Path) -> list[Path]:
    """The recordings, without the marks beside them."""
    return sorted(file for file in folder.glob("*.csv") if not file.stem.endswith(".marker"))


def steering_slope(people: list[Laps]) -> float:
    """Every person counts once, however many laps there are of them."""
    return float(np.mean([laps.slope for laps in people]))


def main() -> None:
    """Print all fits, or which data are absent."""
    for name, fit in (
        ("mouse_fitts_xp", print_pointing),
        ("mouse_steering_remoco", print_steering),
    ):
        if (DATA / name).is_dir():
            fit(DATA / name)
        else:
            print(f"{DATA / name} is absent (set BRUSHWORK_DATA to where it lies)")


if __name__ == "__main__":
    main()
