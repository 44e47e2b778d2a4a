"""Public recordings of people, which lie outside the project: ``BRUSHWORK_DATA``."""

import json
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd

from src.calibrating.evidence import Evidence, Leg, Numbers, Stroke
from src.calibrating.of_traces import FEWEST_SAMPLES
from src.core import InputError

DATA = Path(os.environ.get("BRUSHWORK_DATA", Path(__file__).parents[3] / "shared" / "data"))

PIXELS_PER_MM = 96 / 25.4
"""Of a screen of 96 dots per inch, where a recording has millimetres."""


def read_public(name: str) -> list[Evidence]:
    """The people of a folder of ``DATA``; behind a colon stands which of its protocols."""
    if name not in READERS:
        raise InputError(f"--data {name} is none of {', '.join(READERS)}")
    folder = DATA / name.partition(":")[0]
    if not folder.is_dir():
        raise InputError(f"{folder} is absent: set BRUSHWORK_DATA to where it lies")
    return READERS[name](folder)


def pointing_trials(file: Path, protocol: str = "fitts") -> pd.DataFrame:
    """Mouse trials; the first of a block of equal targets carries start latency and is left out."""
    trials = pd.read_csv(file)
    trials = trials[(trials.device == "mouse") & (trials.protocol == protocol)]
    block = trials[["Participant", "D", "W"]]
    number = (block != block.shift()).any(axis=1).cumsum()
    return trials[trials.groupby(number).cumcount() > 0]


def _fitts(folder: Path, protocol: str = "fitts") -> list[Evidence]:
    trials = pointing_trials(folder / "fitts_trials.csv", protocol)
    return [
        Evidence(
            str(person),
            [
                Leg(seconds, PIXELS_PER_MM * way, PIXELS_PER_MM * width)
                for seconds, way, width in own[["MT", "D", "W"]].itertuples(index=False, name=None)
            ],
        )
        for person, own in trials.groupby("Participant")
    ]


def _steering(folder: Path) -> list[Evidence]:
    files = sorted(file for file in folder.glob("*.csv") if not file.stem.endswith(".marker"))
    return [Evidence(file.stem, strokes=[*_laps(file)]) for file in files]


def _laps(file: Path) -> Iterator[Stroke]:
    """Full turns in a circular tunnel; the first of each recording is left out."""
    header, *lines = file.read_text(encoding="utf-8").splitlines()
    task = dict(pair.split(" ", 1) for pair in header.split(";"))
    events = np.array([line.split(",") for line in lines if re.match(r"\d+,\d", line)], float)
    around = 2 * np.pi * float(task["taskRadius"])
    for begin, end in _recordings(file.with_suffix(".marker.csv")):
        inside = events[(events[:, 0] >= begin) & (events[:, 0] < end)]
        t = inside[:, 0] / 1000
        x, y = inside[:, 1] - float(task["centerX"]), inside[:, 2] - float(task["centerY"])
        turns = np.unwrap(np.arctan2(y, x)) / (2 * np.pi)
        turns = np.abs(turns - turns[0])
        passed = [int(np.argmax(turns >= lap)) for lap in range(int(turns.max()) + 1)]
        for first, last in pairwise(passed[1:]):
            lap = slice(first, last)
            seconds = float(t[last] - t[first])
            path = float(np.hypot(np.diff(x[lap]), np.diff(y[lap])).sum())
            scatter = float(np.hypot(x, y)[lap].std())
            width = float(task["taskTolerance"])
            yield Stroke(seconds, around, path / seconds, width, scatter, endless=True)


def _recordings(file: Path) -> list[tuple[int, int]]:
    """Begin and end, in ms, of the stretches that were recorded to their end."""
    marks = re.findall(r",(\d{13}),DoCycleChange:Do(Record|Pause)", file.read_text("utf-8"))
    return [
        (int(begin), int(end))
        for (begin, kind), (end, after) in pairwise(marks)
        if (kind, after) == ("Record", "Pause")
    ]


def _quickdraw(folder: Path) -> list[Evidence]:
    """All drawings as one person's: whose they are is not told, nor with what they were drawn."""
    legs, strokes = [], []
    for file in sorted(folder.glob("*.ndjson")):
        for line in file.read_text(encoding="utf-8").splitlines():
            drawn = [np.array(stroke, np.float64) for stroke in json.loads(line)["drawing"]]
            strokes += [stroke for one in drawn if (stroke := _freehand(*one)) is not None]
            for (x, y, t), (x2, y2, t2) in pairwise(drawn):
                way = float(np.hypot(x2[0] - x[-1], y2[0] - y[-1]))
                legs.append(Leg(float(t2[0] - t[-1]) / 1000, way))
    return [Evidence("quickdraw", legs, strokes)]


def _freehand(x: Numbers, y: Numbers, t: Numbers) -> Stroke | None:
    seconds = float(t[-1] - t[0]) / 1000
    path = float(np.hypot(np.diff(x), np.diff(y)).sum())
    if len(x) < FEWEST_SAMPLES or seconds <= 0:
        return None
    return Stroke(seconds, path, path / seconds, tunnel=False)


READERS: dict[str, Callable[[Path], list[Evidence]]] = {
    "mouse_fitts_xp": _fitts,
    "mouse_fitts_xp:pvp": partial(_fitts, protocol="pvp"),
    "mouse_steering_remoco": _steering,
    "strokes_quickdraw_raw": _quickdraw,
}
