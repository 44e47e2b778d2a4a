"""Other times for the strokes of a run that was recorded, without painting them again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from src.annotators.clocks import SeedClock, keeps_recorded
from src.core import Clock, InputError, Table, Trajectory
from src.scoring.learning.efficiency import LearningCurve
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.learning import image_columns
from src.tracking.archive.reading import read_trajectories
from src.tracking.record.run import Run
from src.tracking.store import store_errors

Numbers = npt.NDArray[np.float64]


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
        name: of the run.
        clock: the class of the clock that recorded them.
        erasing: simulated seconds of each image that are in no trajectory: waiting for a net, and
            the eraser in runs from before it left events.
        recorded: simulated seconds until each image was done, as recorded.
        scores: test F1 after each image, before them of what was taught before the session.
    """

    name: str
    seed: int
    clock: str
    trajectories: Mapping[str, Trajectory]
    erasing: Numbers
    recorded: Numbers
    scores: Numbers

    @classmethod
    def of(cls, archive: Archive, run: PastRun) -> Self:
        """Read back from the artifacts of the run."""
        trajectories, columns = read_trajectories(archive, run), image_columns(archive, run)
        clock = run.parameters.get(keys.CLOCK_CLASS, "")
        return cls.painted(run.name, run.seed, clock, trajectories, columns)

    @classmethod
    def painted(
        cls, name: str, seed: int, clock: str, trajectories: Mapping[str, Trajectory], images: Table
    ) -> Self:
        """Of trajectories in the order of the session, and the table of its images."""
        before = len(images.get("seconds", ())) - len(trajectories)
        if "test_f1" not in images or before not in (0, 1):
            table = keys.table_file(keys.IMAGES)
            raise InputError(f"The run {name} has no {table} with a test F1 for every picture")
        moving = np.array([trajectory.seconds for trajectory in trajectories.values()])
        painted = np.array([len(trajectory) > 0 for trajectory in trajectories.values()])
        erasing = np.where(painted, np.maximum(images["seconds"][before:] - moving, 0), 0)
        times = (images["total_seconds"], images["test_f1"])
        return cls(name, seed, clock, trajectories, erasing, *times)

    def curve(self, clock: Clock) -> LearningCurve:
        """The learning curve of the same strokes by another clock; the seed is the run's own."""
        self._check_retimable(clock)
        retiming = retime_all(self.trajectories, clock, self.seed)
        seconds = np.cumsum(retiming.seconds + self.erasing)
        before = np.zeros(len(self.scores) - len(seconds))
        return LearningCurve(np.concatenate([before, seconds]), self.scores)

    def by_clocks(self, name: str | None, clocks: Mapping[str, Clock]) -> dict[str, LearningCurve]:
        """The curve as recorded, then by every clock that can time these strokes.

        Args:
            name: of the clock that recorded them; ``None`` of one that was described otherwise.
        """
        recorded = {name or "recorded": LearningCurve(self.recorded, self.scores)}
        retimable = {
            own: self.curve(clock)
            for own, clock in clocks.items()
            if own != name and not self._keeps_foreign_times(clock)
        }
        return recorded | retimable

    def _keeps_foreign_times(self, clock: Clock) -> bool:
        return keeps_recorded(clock) and not self.clock.endswith(SeedClock.__name__)

    def _check_retimable(self, clock: Clock) -> None:
        """Refuse the clock that keeps recorded times where these are another clock's."""
        if self._keeps_foreign_times(clock):
            raise InputError(
                f"{self.name} was recorded by {self.clock or 'an unknown clock'}, whose times "
                "this clock would keep: choose another one, or another base"
            )


def clocks_table(curves: Mapping[str, LearningCurve], scores: npt.ArrayLike) -> dict[str, Numbers]:
    """The curves of one session as columns: the scores, then the seconds by every clock."""
    columns = {"test_f1": np.asarray(scores, np.float64)}
    return columns | {name: curve.seconds for name, curve in curves.items()}


def curves_of_table(table: Table) -> dict[str, LearningCurve]:
    """The same, read back."""
    scores = table["test_f1"]
    names = [name for name in table if name != "test_f1"]
    return {name: LearningCurve(table[name], scores) for name in names}
