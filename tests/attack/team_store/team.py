"""What a team shares: a PostgreSQL, an MLflow server on it, and the wires to both."""

import signal
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from tests.attack.processes import Nursery, nursery
from tests.attack.team_store.proxy import Proxy, proxy
from tests.postgres import Postgres, postgres
from tests.servers import MlflowServer

SERVER, BEHIND, DATABASE = WIRES = ("server", "behind", "database")
"""From a worker to the MLflow server, from that to PostgreSQL, from a worker to PostgreSQL."""

RUNS, STUDIES, STRAIGHT = "runs", "studies", "straight"
"""Databases: behind the server, of Optuna, and of runs that need no server."""


@dataclass
class Team:
    """Everything that a worker needs, and everything that can be taken away from it."""

    database: Postgres
    server: MlflowServer
    wires: Mapping[str, Proxy]
    bearer: Nursery
    place: Path

    @property
    def addresses(self) -> dict[str, str]:
        """Where workers keep runs and studies, over the wires."""
        return {
            SERVER: f"http://127.0.0.1:{self.wires[SERVER].port}",
            STRAIGHT: self.over(DATABASE, STRAIGHT),
            STUDIES: self.over(DATABASE, STUDIES),
        }

    def over(self, wire: str, database: str) -> str:
        """The address of a database over one of the wires."""
        return wired(self.database, self.wires[wire], database)


def wired(database: Postgres, wire: Proxy, name: str) -> str:
    """The address of a database over a wire."""
    return database.url(name).replace(f":{database.port}/", f":{wire.port}/")


@contextmanager
def team(place: Path, workers: int = 2) -> Iterator[Team]:
    """A team's servers for as long as they are needed; PostgreSQL need not survive a power cut."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres("fsync=off"))
        for name in (RUNS, STUDIES, STRAIGHT):
            database.create(name)
        wires = {name: stack.enter_context(proxy(database.port)) for name in (BEHIND, DATABASE)}
        (place / "server").mkdir()
        server = MlflowServer(wired(database, wires[BEHIND], RUNS), place / "server", workers)
        stack.callback(server.stop, signal.SIGKILL)
        starting = Thread(target=server.start)
        starting.start()
        stack.callback(starting.join)
        bearer = stack.enter_context(nursery(place, "tests.attack.team_store.nursery"))
        starting.join()
        wires[SERVER] = stack.enter_context(proxy(server.port))
        yield Team(database, server, wires, bearer, place)
