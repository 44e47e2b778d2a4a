"""What is done to a team's store and its workers; each says what was wrong afterwards."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Protocol

from src.composing.entry import UNUSABLE_INPUT
from tests.attack.moments import ANSWERED, STATEMENT
from tests.attack.processes import Ended
from tests.attack.team_store.cases import SWEEP, Case, Worker
from tests.attack.team_store.team import Team


class Restartable(Protocol):
    """A server that can be taken away and come back."""

    def start(self) -> None:
        """Come back."""

    def stop(self, how: signal.Signals) -> None:
        """Go."""


Away = Callable[[], AbstractContextManager[None]]
"""Takes something away for as long as it is entered."""

IMPATIENT = (
    "src.tracking.store.patience:PATIENCE_SECONDS=4 src.tracking.store.patience:HUNG_SECONDS=2 "
    "src.tracking.store.patience:SILENCE_SECONDS=1 src.tracking.store.connection:HUNG_SECONDS=2"
)
"""For a worker that gives up soon."""

LEASE = 5
SHORT_LEASE = (
    f"src.tracking.record.holder:LEASE_SECONDS={LEASE} "
    f"src.tracking.record.claims:LEASE_SECONDS={LEASE} src.tracking.record.claims:RENEWAL_SECONDS=1"
)
"""For a worker that another machine takes for dead soon."""


@dataclass
class Attacks:
    """The attacks on one team, each under a name of its own."""

    team: Team
    random: Random = field(default_factory=lambda: Random(3))  # noqa: S311 - it chooses moments
    numbers: Iterator[int] = field(default_factory=count)
    undisturbed: dict[tuple[str, bool], tuple[Case, Ended]] = field(default_factory=dict)

    def case(self, scenario: str, *, straight: bool = False, settings: str = "") -> Case:
        """A new one."""
        return Case(self.team, scenario, f"{scenario}-{next(self.numbers)}", straight, settings)

    def whole(self, scenario: str, *, straight: bool = False) -> tuple[Case, Ended]:
        """The scenario as nobody disturbed it, by the same way to the store."""
        if (scenario, straight) not in self.undisturbed:
            case = self.case(scenario, straight=straight)
            end = case.start().ended()
            assert end.code == 0, end.said
            assert not case.faults(case)
            self.undisturbed[scenario, straight] = case, end
        return self.undisturbed[scenario, straight]

    def moment(self, scenario: str, kind: str, *, straight: bool = False) -> tuple[str, int]:
        """Any moment of this kind that the undisturbed one had."""
        moments = self.whole(scenario, straight=straight)[1].moments
        return kind, 1 + int(self.random.random() * moments[kind])

    def kill(
        self, scenario: str, kind: str, *, straight: bool = False, twice: bool = False
    ) -> list[str]:
        """Kill a worker at any moment of this kind, and go on."""
        case = self.case(scenario, straight=straight)
        moments = [self.moment(scenario, kind, straight=straight) for _ in range(1 + twice)]
        first, *rest = moments
        ends = [case.start(killed=first).ended()]
        for moment in rest:
            if not case.finished:
                ends.append(case.go_on(killed=moment).ended())
        codes = [end.code for end in ends]
        found = [f"{codes}: {ends[-1].said}"] if set(codes) - {0, -signal.SIGKILL} else []
        return [*found, *self.finish(case)]

    def finish(self, case: Case) -> list[str]:
        """Go on where there is something to go on with; what is wrong in the end."""
        if not case.finished:
            end = case.go_on().ended()
            if end.code != 0:
                return [f"to go on ended with {end.code}: {end.said}"]
        return case.faults(self.whole(case.scenario, straight=case.straight)[0])

    def survive(
        self,
        scenarios: Sequence[tuple[str, bool]],
        away: Away,
        seconds: float,
        kind: str,
        *,
        first: bool = False,
    ) -> list[str]:
        """Take something away from workers in the middle of a request: they wait, and end well.

        Args:
            scenarios: of workers that are there at the same time, and whether they go straight.
            kind: of the moment at which it happens.
            first: whether that is the first of its kind, the creation of a run, rather than any.
        """
        cases = [self.case(name, straight=straight) for name, straight in scenarios]
        moments = [
            (kind, 1) if first else self.moment(name, kind, straight=straight)
            for name, straight in scenarios
        ]
        workers = _interrupted(cases, moments, away, seconds)
        pairs = zip(cases, workers, strict=True)
        return [fault for pair in pairs for fault in self._ended_well(*pair)]

    def _ended_well(self, case: Case, worker: Worker) -> list[str]:
        end = worker.ended()
        if end.code != 0:
            return [f"it ended with {end.code}: {end.said}"]
        return case.faults(self.whole(case.scenario, straight=case.straight)[0])

    def outlast(
        self, scenario: str, away: Away, seconds: float, kind: str, *, straight: bool = False
    ) -> list[str]:
        """Take something away for longer than workers wait: one sentence, and it goes on later."""
        case = self.case(scenario, straight=straight, settings=IMPATIENT)
        moment = self.moment(scenario, kind, straight=straight)
        (worker,) = _interrupted([case], [moment], away, seconds)
        end = worker.ended()
        found = [] if end.code == 0 else list(_no_sentence(end))
        case.settings = ""
        return [*found, *self.finish(case)]

    def meet(self, scenario: str, twins: Sequence[bool]) -> list[str]:
        """Have several workers go on with one run at the same moment: one does.

        Args:
            twins: which of them are on the other machine.
        """
        case = self.case(scenario, settings=SHORT_LEASE)
        case.start(killed=self.moment(scenario, ANSWERED)).ended()
        if case.finished:
            return self.finish(case)
        meeting = case.folder / "meeting"
        meeting.mkdir()
        time.sleep(LEASE)
        workers = [case.go_on(meeting=meeting, twin=twin) for twin in twins]
        ends = sorted((worker.ended() for worker in workers), key=lambda end: end.code)
        codes = [end.code for end in ends]
        if codes != [0, *(2 for _ in ends[1:])]:
            return [f"{codes}: {[end.said for end in ends]}"]
        found = [fault for end in ends[1:] for fault in _no_sentence(end)]
        return [*found, *self.finish(case)]

    def intrude(self, scenario: str, kind: str) -> list[str]:
        """While a worker works, have a machine of the same name take it for dead in every way."""
        case = self.case(scenario)
        worker = case.start(paused=self.moment(scenario, kind))
        if not worker.pauses():
            return self.finish(case)
        found, before = [], _states(case)
        if before:
            found += _no_sentence(case.go_on(twin=True).ended())
        end = case.start("clean", "--failed", "--yes", door="runs", twin=True).ended()
        if end.code != 0 or _states(case) != before:
            found.append(f"cleaning ended with {end.code}, {before} are {_states(case)}")
        worker.let_go()
        return [*found, *self._ended_well(case, worker)]

    def overtake(self, scenario: str, kind: str) -> list[str]:
        """Stop a worker for longer than its lease, so that another machine goes on; wake it up."""
        case = self.case(scenario, settings=SHORT_LEASE)
        sleeper = case.start(paused=self.moment(scenario, kind))
        if not sleeper.pauses() or not case.runs:
            sleeper.let_go()
            return self._ended_well(case, sleeper)
        sleeper.child.send(signal.SIGSTOP)
        time.sleep(LEASE + 1)
        second = case.go_on(paused=self.moment(scenario, ANSWERED), twin=True)
        second.pauses()
        sleeper.child.send(signal.SIGCONT)
        sleeper.let_go()
        found = [] if sleeper.ended().code == 0 else list(_no_sentence(sleeper.ended()))
        second.let_go()
        end = second.ended()
        if end.code != 0:
            found.append(f"whoever took over ended with {end.code}: {end.said}")
        return [*found, *self.finish(case)]

    def share(self) -> list[str]:
        """Have two machines work on one study."""
        case = self.case(SWEEP)
        workers = [case.start(twin=twin) for twin in (False, True)]
        ends = [worker.ended() for worker in workers]
        found = [f"it ended with {end.code}: {end.said}" for end in ends if end.code != 0]
        return [*found, *case.study_faults(1)]

    def hold_rows(self) -> list[str]:
        """Stop a worker inside a transaction: another one gets the rows after a while."""
        case = self.case(SWEEP, settings=f"src.tracking.store.lines:IDLE_SECONDS={LEASE}")
        sleeper = case.start(paused=self.moment(SWEEP, STATEMENT))
        sleeper.pauses()
        second = case.start()
        second.until(lambda: len(case.runs) > 1, seconds=10 * LEASE)
        sleeper.let_go()
        ends = [worker.ended() for worker in (sleeper, second)]
        found = [f"it ended with {end.code}: {end.said}" for end in ends if end.code != 0]
        return [*found, *case.study_faults(1)]


def _states(case: Case) -> list[tuple[str, str]]:
    return [(run.id, run.status) for run in case.runs]


def _interrupted(
    cases: Sequence[Case], moments: Sequence[tuple[str, int]], away: Away, seconds: float
) -> list[Worker]:
    """Workers from which something was taken away for a while, each at its moment."""
    workers = [case.start(paused=moment) for case, moment in zip(cases, moments, strict=True)]
    for worker in workers:
        worker.pauses()
    with away():
        for worker in workers:
            worker.let_go()
        time.sleep(seconds)
    return workers


def _no_sentence(end: Ended) -> Iterator[str]:
    """What is wrong with the way in which a worker refused to go on."""
    sentences = [line for line in end.said.splitlines() if line.startswith("error: ")]
    if end.code != UNUSABLE_INPUT or len(sentences) != 1 or "Traceback" in end.said:
        yield f"it ended with {end.code} and {len(sentences)} sentences: {end.said}"


@contextmanager
def stopped(server: Restartable, how: signal.Signals) -> Iterator[None]:
    """A server that is not there."""
    server.stop(how)
    try:
        yield
    finally:
        server.start()
