"""One worker's part of the attack: a place of its own, an experiment of its own, a journal."""

import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from src.tracking import keys
from tests.attack.processes import Child, Ended
from tests.attack.team_store.checker import lost_files, lost_or_doubled, lost_trials, unlike
from tests.attack.team_store.journal import Journal
from tests.attack.team_store.nursery import GO, JOURNAL, PAUSE, REACHED, SETTINGS, TWIN
from tests.attack.team_store.store import StoredRun, stored_runs, stored_trials
from tests.attack.team_store.team import RUNS, SERVER, STRAIGHT, STUDIES, Team
from tests.end_to_end.test_rank import FOREST
from tests.end_to_end.test_teaching import SMALL

TAUGHT, SEEDS, NET, SCORED, SWEEP = "taught", "seeds", "net", "scored", "sweep"
TRIALS = 3
SHORT = (*FOREST, "trainer.rules.images=3")
SCENARIOS = {
    TAUGHT: SHORT,
    SEEDS: (*SHORT, "seeds=[1,2]"),
    NET: (*SMALL, "trainer.rules.images=3", "pictures=0"),
    SCORED: ("+experiment=smoke", "dataset.count=4", "dataset.size=64", "pictures=1"),
    SWEEP: (
        *("-m", *SHORT, "trainer.rules.images=2", "hydra/sweeper=optuna"),
        *("hydra/sweeper/sampler=random", "hydra/sweeper/pruner=none"),
        *(f"hydra.sweeper.n_trials={TRIALS}", "detector.trees=range(2,9)"),
    ),
}
HUNG_SECONDS = 400.0
HUNG = 999
"""After how long a worker is taken for one that never ends, and its code then."""


@dataclass
class Worker:
    """A process of a case, which is asked whether it has ended without waiting for it."""

    child: Child
    paused: Path
    end: Ended | None = None

    @property
    def works(self) -> bool:
        """Whether it has not ended yet."""
        if self.end is None:
            self.end = self.child.poll()
        return self.end is None

    def until(self, condition: Callable[[], bool], seconds: float = HUNG_SECONDS) -> bool:
        """Wait; whether it came true before the worker ended."""
        last = time.monotonic() + seconds
        while not condition():
            if not self.works or time.monotonic() > last:
                return False
            time.sleep(0.02)
        return True

    def pauses(self) -> bool:
        """Wait for its moment; whether there was one."""
        return self.until((self.paused / REACHED).exists)

    def let_go(self) -> None:
        """Have it go on after its moment."""
        (self.paused / GO).touch()

    def ended(self, seconds: float = HUNG_SECONDS) -> Ended:
        """How it ended; one that does not is killed, and its code is none that a process has."""
        last = time.monotonic() + seconds
        while self.works:
            if time.monotonic() > last:
                self.child.send(signal.SIGKILL)
                said = self.child.wait().said
                self.end = Ended(HUNG, f"{said}\nit did not end within {seconds:g} s", {})
            time.sleep(0.05)
        assert self.end is not None
        return self.end


@dataclass
class Case:
    """A scenario in a folder and under a name of its own.

    Args:
        straight: whether the worker writes into PostgreSQL without a server between.
        settings: constants of the worker in place of its own, see ``nursery``.
    """

    team: Team
    scenario: str
    name: str
    straight: bool = False
    settings: str = ""

    @cached_property
    def folder(self) -> Path:
        """Where it works."""
        folder = self.team.place / self.name
        (folder / "temporary").mkdir(parents=True)
        return folder

    @property
    def journal(self) -> Journal:
        """What was told and acknowledged."""
        return Journal(self.folder / "journal.txt")

    @property
    def words(self) -> tuple[str, ...]:
        """The command line."""
        own = (*SCENARIOS[self.scenario], f"tracking.experiment={self.name}")
        return (*own, f"hydra.sweeper.study_name={self.name}") if self.sweeps else own

    @property
    def sweeps(self) -> bool:
        """Whether it is a study rather than a run."""
        return self.scenario == SWEEP

    def start(
        self,
        *words: str,
        killed: tuple[str, int] = ("", 0),
        paused: tuple[str, int] | None = None,
        meeting: Path | None = None,
        twin: bool = False,
        door: str = "run",
    ) -> Worker:
        """A worker; of the first door with the scenario's words.

        Args:
            killed: the moment at which it dies.
            paused: the moment at which it waits instead.
            twin: whether it is one of another machine with the same name.
        """
        place = self.folder / f"pause{len([*self.folder.glob('pause*')])}"
        place.mkdir()
        addresses = self.team.addresses
        environment = {
            "MLFLOW_TRACKING_URI": addresses[STRAIGHT if self.straight else SERVER],
            "OPTUNA_STORAGE": addresses[STUDIES],
            "TMPDIR": str(self.folder / "temporary"),
            JOURNAL: str(self.journal.file),
            PAUSE: str(place) if paused else "",
            SETTINGS: self.settings,
            TWIN: "yes" if twin else "",
        }
        given = (*self.words, *words) if door == "run" else words
        moment, start = paused or killed, self.team.bearer.start
        return Worker(start(self.folder, given, moment, door, environment, meeting), place)

    def go_on(self, **how: Any) -> Worker:
        """Go on with what was begun; where nothing was, begin."""
        runs = [] if self.sweeps else [run for run in self.runs if keys.PARENT not in run.tags]
        return self.start(*([f"resume={runs[0].id}"] if runs else []), **how)

    @property
    def runs(self) -> list[StoredRun]:
        """What the store has of it."""
        return stored_runs(self.team, STRAIGHT if self.straight else RUNS, self.name)

    @property
    def finished(self) -> bool:
        """Whether there is nothing to go on with."""
        parents = [run for run in self.runs if keys.PARENT not in run.tags]
        return bool(parents) and all(run.status == "FINISHED" for run in parents)

    def faults(self, whole: "Case") -> list[str]:
        """What is wrong, compared with the case that nobody disturbed."""
        own, expected = self.runs, whole.runs
        if self.sweeps:
            return self.study_faults()
        found = self._faults_of_history(own)
        if len(own) != len(expected):
            kinds = [(run.status, run.tags.get(keys.FAILURE)) for run in own]
            return [*found, f"there are {len(own)} runs, not {len(expected)}: {kinds}"]
        pairs = zip(sorted(own, key=_seed), sorted(expected, key=_seed), strict=True)
        return [*found, *(fault for pair in pairs for fault in unlike(*pair))]

    def study_faults(self, more: int = 0) -> list[str]:
        """What is wrong with a study.

        Args:
            more: trials than asked for: several that see the last place free at once all take it.
        """
        own, trials = self.runs, stored_trials(self.team, self.name)
        complete = sum(trial.state == "COMPLETE" for trial in trials)
        total = min(max(complete, TRIALS), TRIALS + more)
        return [*self._faults_of_history(own), *lost_trials(self.journal, trials, own, total)]

    def _faults_of_history(self, runs: list[StoredRun]) -> list[str]:
        files = self._files(runs)
        return [*lost_or_doubled(self.journal, runs), *lost_files(self.journal, files)]

    def _files(self, runs: list[StoredRun]) -> dict[str, set[str]]:
        """Run to the files that are kept of it."""
        home = self.folder / "mlruns" if self.straight else self.team.server.folder / "kept"
        held: dict[str, set[str]] = {}
        for run in runs:
            for place in home.rglob(f"{run.id}/artifacts"):
                files = {str(file.relative_to(place)) for file in place.rglob("*")}
                held.setdefault(run.id, set()).update(files)
        return held


def _seed(run: StoredRun) -> tuple[bool, int]:
    return keys.PARENT in run.tags, int(run.tags.get(keys.SEED, "0"))
