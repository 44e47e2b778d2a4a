"""Other times for the strokes of a run that was recorded, without painting them again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from src.annotators.clocks import SeedClock
from src.core import Clock, InputError, Trajectory
from src.scoring.learning.efficiency import LearningCurve
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.learning import image_columns
from src.tracking.archive.reading import read_trajectories
from src.tracking.record.run import Run
from src.tracking.store import store_errors


@dataclass(frozen=True, eq=False)
class Retiming:
    """What each picture took by the clock that recorded it, and by another.

    Args:
        names: of the pictures, in the order of their files.
        events: mouse events; 0 for a picture that was skipped.
    """

    names: tuple[str, ...]
    events: npt.NDArray[np.int64]
    recorded_seconds: npt.NDArray[np.float64]
    seconds: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.names)


def retime_all(trajectories: Mapping[str, Trajectory], clock: Clock, seed: int = 1) -> Retiming:
    """Every trajectory by another clock; an empty one is a picture that was skipped.

    Each has its own random numbers, so that the times of one do not depend on the others.
    """
    seconds = []
    for number, trajectory in enumerate(trajectories.values()):
        rng = np.random.default_rng([seed, number])
        taken = clock.retime(trajectory, rng).seconds if len(trajectory) else clock.skipped(rng)
        seconds.append(taken)
    painted = trajectories.values()
    return Retiming(
        names=tuple(trajectories),
        events=np.array([len(trajectory) for trajectory in painted], np.int64),
        recorded_seconds=np.array([trajectory.seconds for trajectory in painted], np.float64),
        seconds=np.array(seconds, np.float64),
    )


def retime_run(archive: Archive, run: PastRun, name: str, clock: Clock, seed: int = 1) -> Retiming:
    """Time the strokes of a run by another clock and add the result to the run.

    ``effort/<name>/seconds`` grows with each picture, so that its last value is the total;
    ``effort/<name>/image_seconds`` is each picture alone; the table ``retimed_<name>`` has
    both clocks, and the tag ``clock.<name>`` what the new one was.
    """
    retiming = retime_all(read_trajectories(archive, run), clock, seed)
    ours = f"{keys.EFFORT}{name}"
    with store_errors(archive.uri):
        record = Run(archive.client, archive.uri, archive.client.get_run(run.id).info)
        totals = np.cumsum(retiming.seconds)
        for step, (alone, total) in enumerate(zip(retiming.seconds, totals, strict=True)):
            record.metrics({f"{ours}/image_seconds": alone, f"{ours}/seconds": total}, step)
        record.flush()
        record.tags({keys.CLOCK + name: f"{clock} seed={seed}"})
        record.table(
            keys.RETIMED + name,
            {
                "name": np.array(retiming.names),
                "events": retiming.events,
                "recorded_seconds": retiming.recorded_seconds,
                "seconds": retiming.seconds,
            },
        )
    return retiming


@dataclass(frozen=True, eq=False)
class RecordedStrokes:
    """The strokes of a taught run, and what it had learned after each image.

    Args:
        erasing: simulated seconds of each image that are in no trajectory: of the eraser, in
            runs from before it left events.
        scores: test F1 after each image, before them of what was taught before the session.
    """

    run: PastRun
    trajectories: Mapping[str, Trajectory]
    erasing: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]

    @classmethod
    def of(cls, archive: Archive, run: PastRun) -> Self:
        """Read back from the artifacts of the run."""
        trajectories, columns = read_trajectories(archive, run), image_columns(archive, run)
        before = len(columns.get("seconds", ())) - len(trajectories)
        if "test_f1" not in columns or before not in (0, 1):
            table = keys.table_file(keys.IMAGES)
            raise InputError(f"The run {run.name} has no {table} with a test F1 for every picture")
        moving = np.array([trajectory.seconds for trajectory in trajectories.values()])
        painted = np.array([len(trajectory) > 0 for trajectory in trajectories.values()])
        erasing = np.where(painted, np.maximum(columns["seconds"][before:] - moving, 0), 0)
        return cls(run, trajectories, erasing, columns["test_f1"])

    def curve(self, clock: Clock) -> LearningCurve:
        """The learning curve of the same strokes by another clock; the seed is the run's own."""
        _check_retimable(self.run, clock)
        retiming = retime_all(self.trajectories, clock, self.run.seed)
        seconds = np.cumsum(retiming.seconds + self.erasing)
        before = np.zeros(len(self.scores) - len(seconds))
        return LearningCurve(np.concatenate([before, seconds]), self.scores)


def _check_retimable(run: PastRun, clock: Clock) -> None:
    """Refuse the clock that keeps recorded times where these are another clock's."""
    recorded = run.parameters.get(keys.CLOCK_CLASS, "")
    if isinstance(clock, SeedClock) and not recorded.endswith(SeedClock.__name__):
        raise InputError(
            f"{run.name} was recorded by {recorded or 'an unknown clock'}, whose times clock=seed "
            "would keep: choose another clock"
        )
