"""A real PostgreSQL of one's own, on loopback, for as long as a test or a benchmark needs it."""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import quote

from tests.servers import free_port

PATIENCE_SECONDS = 120
USER, PASSWORD = "brushwork", "p:ss w@rd/%"


@dataclass
class Postgres:
    """Where a server listens, the process that does, and how another is begun in its place."""

    port: int
    begin: Callable[[], subprocess.Popen[bytes]]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Listen."""
        self.process = self.begin()
        _wait_for(self.port, self.process, self.log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End: by PostgreSQL's fast shutdown, or with ``SIGQUIT`` as if it had crashed."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE_SECONDS)
            self.process = None

    def url(self, database: str, password: str = PASSWORD) -> str:
        """The address of a database, password included."""
        return f"postgresql+psycopg://{USER}:{quote(password, safe='')}@{self.place}/{database}"

    def count(self, database: str, table: str) -> int:
        """Rows of a table."""
        with connection(self.port, database) as server:
            return int(server.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])  # noqa: S608

    @property
    def place(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.port}"

    def create(self, database: str) -> str:
        """An empty database, and its address."""
        with connection(self.port) as server:
            server.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)


def connection(port: int, database: str = "postgres") -> Any:
    """To a database; ``postgres`` is the one that every server has."""
    import psycopg

    login = {"host": "127.0.0.1", "port": str(port), "user": USER, "password": PASSWORD}
    return psycopg.connect(**login, dbname=database, autocommit=True)  # type: ignore[arg-type]


def programs() -> Path | None:
    """The folder of initdb and postgres; ``None`` where PostgreSQL is not installed."""
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    for folder in [*packaged, *([Path(found).resolve().parent] if found else [])]:
        if all((folder / name).exists() for name in ("initdb", "postgres")):
            return folder
    return None


@contextmanager
def postgres(*settings: str) -> Iterator[Postgres]:
    """A new server that asks for a password; ended, and its data removed, in every case.

    Args:
        settings: in place of postgresql.conf, such as ``fsync=off``.
    """
    home = programs()
    assert home is not None, "PostgreSQL is not installed"
    folder = Path(mkdtemp(prefix="postgres", dir="/tmp"))  # a folder that another user can reach
    log, port = folder / "log.txt", free_port()
    options = (f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=")
    flags = [word for option in (*options, *settings) for word in ("-c", option)]
    who = _other_user(folder)

    def begin() -> subprocess.Popen[bytes]:
        with log.open("a") as own:
            words = [home / "postgres", "-D", folder / "data", *flags]
            return subprocess.Popen(words, stdout=own, stderr=own, cwd=folder, **who)

    server = Postgres(port, begin, log)
    try:
        secret = folder / "secret"
        secret.write_text(PASSWORD)
        words = ["--no-sync", "--auth=scram-sha-256", f"--pwfile={secret}", f"--username={USER}"]
        with log.open("a") as own:
            output: dict[str, Any] = {"stdout": own, "stderr": own, "cwd": folder, **who}
            subprocess.run([home / "initdb", *words, "-D", folder / "data"], check=True, **output)
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _other_user(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to be root; somebody else gets the folder."""
    if os.getuid() != 0:
        return {}
    known = {user.pw_name: user for user in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _wait_for(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection(port).close()
        except psycopg.OperationalError:
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.1)
        else:
            return
