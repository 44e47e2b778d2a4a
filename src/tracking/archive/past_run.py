"""One run that was recorded."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from src.core import Direction, Directions, Interval
from src.tracking import keys
from src.tracking.directions import read_directions, stored_direction

if TYPE_CHECKING:
    from mlflow.entities import Run


@dataclass(frozen=True)
class PastRun:
    """What the store knows of one run."""

    id: str
    name: str
    experiment: str
    experiment_id: str
    status: str
    started: datetime
    ended: datetime | None
    parameters: Mapping[str, str]
    metrics: Mapping[str, float]
    tags: Mapping[str, str]
    artifacts: str

    @property
    def seconds(self) -> float | None:
        """How long it took so far; ``None`` when nobody saw it end."""
        if self.tags.get(keys.FAILURE, "").startswith(keys.ABANDONED):
            return None
        return ((self.ended or datetime.now(UTC)) - self.started).total_seconds()

    @property
    def seed(self) -> int:
        """Its seed; 0 of a run that does not tell, such as the parent of several."""
        return int(self.tags.get(keys.SEED, "0"))

    @property
    def directions(self) -> Directions:
        """Which of its metrics are better when lower, by the names that its scorer gave them."""
        return read_directions(self.tags)

    def interval(self, metric: str) -> Interval | None:
        """Where one of its metrics probably lies; ``None`` where that is not known."""
        low, high = (self.metrics.get(metric + end) for end in (keys.LOW, keys.HIGH))
        if low is None or high is None or not low <= high:
            return None
        return Interval(low, high)

    def direction(self, metric: str) -> Direction | None:
        """Which way one of its ``metrics`` is better; ``None`` where the run does not tell."""
        return stored_direction(self.tags, metric)

    def choice(self, group: str) -> str | None:
        """What was chosen for a group of the configuration: its tag, else its class."""
        target = self.parameters.get(group + keys.TARGET)
        return self.tags.get(group) or (target and target.rpartition(".")[2])


def without_ends(runs: Sequence[PastRun]) -> list[str]:
    """The metrics of any of these runs, but not the ends of their intervals."""
    names = {name for run in runs for name in run.metrics}
    return sorted(names - {name + end for name in names for end in (keys.LOW, keys.HIGH)})


def past_run(run: "Run", experiment: str) -> PastRun:
    """MLflow's run as ours."""
    info = run.info
    return PastRun(
        id=info.run_id,
        name=info.run_name,
        experiment=experiment,
        experiment_id=info.experiment_id,
        status=info.status,
        started=moment(info.start_time),
        ended=moment(info.end_time) if info.end_time else None,
        parameters=_configured(run.data.params),
        metrics={name: number(value) for name, value in run.data.metrics.items()},
        tags=dict(run.data.tags),
        artifacts=info.artifact_uri,
    )


def _configured(parameters: Mapping[str, str]) -> dict[str, str]:
    """What was configured; who worked on the run is none of it."""
    own = parameters.items()
    return {name: value for name, value in own if not name.startswith(keys.ATTEMPT)}


def moment(milliseconds: int) -> datetime:
    """A time as MLflow keeps it."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def number(value: float) -> float:
    """The number that was logged; SQL stores keep infinity as the largest float."""
    return math.copysign(math.inf, value) if abs(value) == sys.float_info.max else float(value)
