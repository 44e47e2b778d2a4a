"""Attacks on a team's store, with real servers: with ``BRUSHWORK_ATTACK=all``."""

import signal
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from tests.attack.moments import ANSWERED, ASKING
from tests.attack.table import whole
from tests.attack.team_store.attacks import Attacks, stopped
from tests.attack.team_store.cases import SCORED, TAUGHT
from tests.attack.team_store.hosts import can_be_two
from tests.attack.team_store.proxy import DEAF, REFUSED
from tests.attack.team_store.table import PARTS
from tests.attack.team_store.team import SERVER, team
from tests.postgres import programs

pytestmark = [
    whole,  # tests/end_to_end/test_postgres.py has the servers in the ordinary suite
    pytest.mark.skipif(programs() is None, reason="PostgreSQL is absent (initdb, postgres)"),
]
SECONDS = 3.0
"""For which something is away."""

KINDS = {"kills": "kills", "races": "races"}
"""Part of the table to what its attempts count as; the others are losses."""


@pytest.fixture(name="attacks", scope="module")
def attacks_fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacks]:
    with team(tmp_path_factory.mktemp("team")) as own:
        yield Attacks(own)


def line(name: str) -> pytest.MarkDecorator:
    """To which line of the table an attack belongs."""
    return pytest.mark.attack(PARTS[name][0], kind=KINDS.get(name, "losses"))


@pytest.mark.parametrize("name", [pytest.param(name, marks=line(name)) for name in PARTS])
def test_a_teams_store_loses_and_doubles_nothing(
    attacks: Attacks, name: str, record_property: Callable[[str, object], None]
) -> None:
    results = [*PARTS[name][1](attacks)]
    wrong = [faults for faults in results if faults]
    record_property("tried", len(results))
    record_property("did not", len(wrong))
    assert not wrong


@line("kills")
def test_a_killed_worker_goes_on_and_nothing_is_lost_or_doubled(attacks: Attacks) -> None:
    assert attacks.kill(TAUGHT, ANSWERED) == []


@line("restarts")
def test_a_database_that_crashes_is_waited_for(attacks: Attacks) -> None:
    away = partial(stopped, attacks.team.database, signal.SIGQUIT)
    assert attacks.survive([(SCORED, False)], away, SECONDS, ANSWERED) == []


@pytest.mark.attack("connections lost while a run is created", kind="losses")
def test_a_run_whose_creation_was_not_answered_is_there_once(attacks: Attacks) -> None:
    away = partial(attacks.team.wires[SERVER].lost, DEAF)
    assert attacks.survive([(SCORED, False)], away, SECONDS, ASKING, first=True) == []


@line("long_losses")
def test_a_store_that_stays_away_leaves_a_run_that_goes_on(attacks: Attacks) -> None:
    away = partial(attacks.team.wires[SERVER].lost, REFUSED)
    assert attacks.outlast(SCORED, away, 2 * SECONDS, ASKING) == []


@pytest.mark.skipif(not can_be_two(), reason="namespaces are refused here (unshare)")
@line("races")
def test_a_machine_of_the_same_name_leaves_a_living_run_alone(attacks: Attacks) -> None:
    assert attacks.intrude(SCORED, ANSWERED) == []
