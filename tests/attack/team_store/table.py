"""The whole attack on a team's store, as a table: python -m tests.attack.team_store.table."""

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.attack.moments import ANSWERED, ASKING, COMMIT, PLACED, STATEMENT
from tests.attack.team_store.attacks import Attacks, stopped
from tests.attack.team_store.cases import NET, SCORED, SEEDS, SWEEP, TAUGHT
from tests.attack.team_store.hosts import can_be_two
from tests.attack.team_store.proxy import DEAF, DROPPED, REFUSED, SILENT
from tests.attack.team_store.team import BEHIND, DATABASE, SERVER, team
from tests.postgres import programs

Row = tuple[str, int, int, int]
"""What was tried, how often, how often it held and how often it did not."""

LOSS_SECONDS = 30.0
DOWN_SECONDS = 5.0

KILLS = [
    *((TAUGHT, kind, False) for kind in (ASKING, ANSWERED, PLACED)),
    *((NET, kind, False) for kind in (ASKING, ANSWERED, PLACED)),
    *((SEEDS, kind, False) for kind in (ASKING, ANSWERED, PLACED)),
    *((SCORED, kind, False) for kind in (ASKING, ANSWERED, ANSWERED)),
    *((SWEEP, kind, False) for kind in (ASKING, ANSWERED, PLACED, STATEMENT, COMMIT)),
    *((TAUGHT, kind, True) for kind in (STATEMENT, COMMIT)),
    *((SEEDS, kind, True) for kind in (STATEMENT, COMMIT)),
    *((SCORED, kind, True) for kind in (STATEMENT, COMMIT)),
    *((SWEEP, kind, True) for kind in (STATEMENT, COMMIT)),
]
"""What is killed, at moments of which kind, and whether it goes straight to PostgreSQL."""

LOSSES = [
    (SERVER, SILENT, (TAUGHT, SWEEP)),
    (SERVER, DROPPED, (SEEDS, SCORED)),
    (SERVER, DEAF, (TAUGHT, SCORED, SWEEP)),
    (SERVER, REFUSED, (NET, SEEDS)),
    (BEHIND, SILENT, (TAUGHT, SCORED)),
    (BEHIND, DROPPED, (SEEDS, NET)),
    (DATABASE, SILENT, (SWEEP, TAUGHT)),
    (DATABASE, DEAF, (SWEEP, SCORED)),
]
"""Which wire is lost, how, and what goes on over it: straight, where it is the database's."""


class Tally:
    """What held, and what did not with its reasons."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def add(self, what: str, results: Iterator[list[str]]) -> None:
        """A row of the table; what did not hold is said at once."""
        began, tried, wrong = time.monotonic(), 0, 0
        for faults in results:
            tried += 1
            wrong += bool(faults)
            for fault in faults:
                sys.stderr.write(f"{what}, number {tried}: {fault}\n")
        self.rows.append((what, tried, tried - wrong, wrong))
        seconds = time.monotonic() - began
        sys.stderr.write(f"{what}: {tried} tried, {wrong} did not hold, {seconds:.0f} s\n")


def rows(*chosen: str) -> list[Row]:
    """The table, or the chosen parts of it; empty where there is no PostgreSQL."""
    if programs() is None:
        return []
    tally = Tally()
    with ExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory(prefix="team")))
        attacks = Attacks(stack.enter_context(team(place)))
        for name, (what, part) in PARTS.items():
            if name in (chosen or PARTS):
                tally.add(what, part(attacks))
    return tally.rows


def kills(attacks: Attacks) -> Iterator[list[str]]:
    """Every third worker is killed again when it goes on."""
    for number, (scenario, kind, straight) in enumerate(KILLS):
        yield attacks.kill(scenario, kind, straight=straight, twice=number % 3 == 0)


def restarts(attacks: Attacks) -> Iterator[list[str]]:
    """Servers that are told to end, and servers that die."""
    own = attacks.team
    ways = [(own.server, signal.SIGTERM), (own.server, signal.SIGKILL)]
    ways += [(own.database, signal.SIGINT), (own.database, signal.SIGQUIT)]
    for kind, workers in ((ASKING, (TAUGHT, SWEEP)), (ANSWERED, (SEEDS, SCORED))):
        for server, how in ways:
            away = partial(stopped, server, how)
            pairs = [(name, False) for name in workers]
            yield attacks.survive(pairs, away, DOWN_SECONDS, kind)


def losses(attacks: Attacks) -> Iterator[list[str]]:
    """Every wire, in every way."""
    for wire, how, workers in LOSSES:
        away = partial(attacks.team.wires[wire].lost, how)
        pairs = [(name, wire == DATABASE) for name in workers]
        # The answer of a commit says whether there was one.
        kind = COMMIT if wire == DATABASE else ASKING
        yield attacks.survive(pairs, away, LOSS_SECONDS, kind)


def long_losses(attacks: Attacks) -> Iterator[list[str]]:
    """Workers that wait for 4 s, and a store that is away for three times as long."""
    for wire, how, scenario in (
        (SERVER, REFUSED, TAUGHT), (SERVER, SILENT, SEEDS), (BEHIND, REFUSED, SCORED),
        (DATABASE, SILENT, SWEEP), (DATABASE, REFUSED, TAUGHT), (SERVER, DEAF, SWEEP),
    ):  # fmt: skip
        away, straight = partial(attacks.team.wires[wire].lost, how), wire == DATABASE
        kind = COMMIT if straight else ASKING
        yield attacks.outlast(scenario, away, 12.0, kind, straight=straight)


def races(attacks: Attacks) -> Iterator[list[str]]:
    """On this machine, and on another that has its name where there can be one."""
    here, there = False, True
    for scenario in (TAUGHT, SCORED):
        yield attacks.meet(scenario, (here, here))
    yield attacks.hold_rows()
    if not can_be_two():
        return
    for scenario in (TAUGHT, SCORED):
        yield attacks.meet(scenario, (here, there))
        yield attacks.meet(scenario, (there, there, here))
    for scenario, kind in ((TAUGHT, ASKING), (SEEDS, ANSWERED)):
        yield attacks.intrude(scenario, kind)
    for kind in (ASKING, ANSWERED):
        yield attacks.overtake(TAUGHT, kind)
    yield attacks.share()


PARTS: dict[str, tuple[str, Callable[[Attacks], Iterator[list[str]]]]] = {
    "kills": ("workers killed, on the team's store", kills),
    "restarts": ("MLflow or PostgreSQL restarted in mid-run", restarts),
    "losses": (f"connections lost for {LOSS_SECONDS:.0f} s", losses),
    "long_losses": ("connections lost for longer than is waited", long_losses),
    "races": ("races, two hosts with one name", races),
}
"""By a name, what the table calls it."""


def main() -> None:
    """Print the table; the code says whether all of it held."""
    found = rows(*sys.argv[1:])
    for what, tried, held, did_not in found:
        sys.stdout.write(f"| {what} | {tried} | {held} | {did_not} |\n")
    raise SystemExit(any(did_not for *_, did_not in found))


if __name__ == "__main__":
    main()
