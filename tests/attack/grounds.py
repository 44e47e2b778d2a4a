"""Places where runs are killed, and the undisturbed runs that they are compared with."""

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from tests.attack.history import faults
from tests.attack.processes import SECONDS, Child, Ended, Nursery
from tests.end_to_end.test_rank import FOREST
from tests.end_to_end.test_teaching import SMALL


@dataclass(frozen=True)
class Scenario:
    """What is run."""

    name: str
    words: tuple[str, ...]


TRIES = 3
SCENARIOS = {
    "net": SMALL,
    "forest": FOREST,
    "seeds": (*FOREST, "seeds=[1,2]", "trainer.rules.images=3"),
    "scored": ("+experiment=smoke", "dataset.count=4", "dataset.size=64", "pictures=1"),
    "sweep": (
        *("-m", "+experiment=smoke", "dataset.count=2", "dataset.size=48", "pictures=0"),
        *("hydra/sweeper=optuna", "hydra.sweeper.n_trials=3"),
        "detector.smoothing=interval(0.2,4.0)",
    ),
}


@dataclass(frozen=True)
class Ground:
    """A folder with a store of its own, in which a scenario is run."""

    bearer: Nursery
    folder: Path
    uri: str
    scenario: Scenario
    experiment: str = "brushwork"

    @property
    def archive(self) -> Archive:
        """Its runs."""
        return Archive(self.uri)

    @property
    def runs(self) -> list[PastRun]:
        """A parent before its children, in the order of their seeds."""
        names = [own.name for own in self.archive.client.search_experiments()]
        found = self.archive.newest(experiment=self.experiment) if self.experiment in names else []
        return sorted(found, key=lambda run: (keys.PARENT in run.tags, run.seed))

    @property
    def finished(self) -> bool:
        """Whether there is nothing to go on with."""
        return bool(self.runs) and all(run.status == "FINISHED" for run in self.runs)

    def start(
        self,
        *words: str,
        killed: tuple[str, int] = ("", 0),
        door: str = "run",
        meeting: Path | None = None,
        seconds: int = SECONDS,
    ) -> Child:
        """A process; of the first door with the scenario's words."""
        (self.folder / "temporary").mkdir(exist_ok=True)
        environment = {"MLFLOW_TRACKING_URI": self.uri, "TMPDIR": str(self.folder / "temporary")}
        own = (*self.scenario.words, f"tracking.experiment={self.experiment}")
        given = (*own, *words) if door == "run" else words
        return self.bearer.start(self.folder, given, killed, door, environment, meeting, seconds)

    def run(self, *words: str, killed: tuple[str, int] = ("", 0), door: str = "run") -> Ended:
        """The same, waited for."""
        return self.start(*words, killed=killed, door=door).wait()

    def resume(self, killed: tuple[str, int] = ("", 0)) -> Ended:
        """Go on with what was begun; where nothing was, begin."""
        runs = self.runs
        return self.run(*([f"resume={runs[0].id}"] if runs else []), killed=killed)


@dataclass
class Grounds:
    """Makes grounds, and keeps one undisturbed run of each scenario."""

    make: Callable[..., Ground]
    undisturbed: dict[str, tuple[Ground, Ended]] = field(default_factory=dict)

    def fresh(self, name: str, uri: str | None = None) -> Ground:
        """An empty place for a scenario."""
        return self.make(Scenario(name, SCENARIOS[name]), uri)

    def whole(self, name: str) -> tuple[Ground, Ended]:
        """The scenario as nobody disturbed it."""
        if name not in self.undisturbed:
            ground = self.fresh(name)
            ended = ground.run()
            assert ended.code == 0, ended.said
            self.undisturbed[name] = ground, ended
        return self.undisturbed[name]

    def killed(self, name: str, kind: str, part: float) -> Ground:
        """A place in which a scenario was killed, after this part of its moments of a kind.

        On a busy machine a run renews its claim and so has moments that a quick one has not: one
        that ended before its moment came is tried again, by its own number of them.
        """
        _, ended = self.whole(name)
        for _ in range(TRIES):
            count = ended.moments.get(kind, 0)
            if not count:
                pytest.skip(f"{name} has no moment of the kind {kind} here")
            ground = self.fresh(name)
            ended = ground.run(killed=(kind, 1 + int(part * count)))
            if ended.code != 0:
                break
        assert ended.code == -signal.SIGKILL, ended.said
        return ground

    def faults(self, ground: Ground) -> list[str]:
        """What is wrong with the runs of a ground, compared with the undisturbed ones."""
        whole, _ = self.whole(ground.scenario.name)
        own, expected = ground.runs, whole.runs
        if len(own) != len(expected):
            return [f"there are {len(own)} runs, not {len(expected)}"]
        pairs = zip(own, expected, strict=True)
        return [
            fault
            for past, other in pairs
            for fault in faults(ground.archive, past.id, other, whole.archive)
        ]
