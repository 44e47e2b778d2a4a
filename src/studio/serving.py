"""The server: where it listens, and how long."""

import errno
import ipaddress
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from src.core import InputError
from src.studio.app import studio_app
from src.studio.asking import Studio

LOOPBACK = "127.0.0.1"
PORT = 8420
LONGEST_END = 5.0
"""Seconds that answers which have begun may take when all is over."""

WEB = 80
"""The port that browsers leave out of an address."""


@dataclass(frozen=True)
class Address:
    """Where a studio listens; ``token`` is what browsers elsewhere must know."""

    host: str
    port: int
    token: str | None = None

    @property
    def url(self) -> str:
        """What to open."""
        told = f"?token={self.token}" if self.token else ""
        return f"http://{_spelt(self.host)}:{self.port}/{told}"

    @property
    def hosts(self) -> frozenset[str]:
        """How browsers may call it."""
        names = {self.host} | ({LOOPBACK, "localhost", "::1"} if self.token is None else set())
        called = {_spelt(name).lower() for name in names}
        return frozenset(
            {f"{name}:{self.port}" for name in called} | (called if self.port == WEB else set())
        )


def listening(host: str, port: int) -> tuple[socket.socket, Address]:
    """A socket that is bound, so that a port which is taken is known before anything is shown."""
    own = secrets.token_urlsafe(24) if not _is_loopback(host) else None
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # By its protocol asyncio knows that it may send at once: an answer whose body waits for the
    # browser to acknowledge its head takes 40 ms more.
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen()
    except (OSError, OverflowError) as error:
        made.close()
        raise InputError(_sentence(host, port, error)) from error
    return made, Address(host, int(made.getsockname()[1]), own)


def serve(studio: Studio, made: socket.socket, address: Address) -> None:
    """Answer until somebody ends it."""
    server_of(studio, address).run(sockets=[made])


@contextmanager
def serving(studio: Studio, made: socket.socket, address: Address) -> Iterator[None]:
    """Answer beside other work."""
    server = server_of(studio, address)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [made]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(LONGEST_END)


def server_of(studio: Studio, address: Address) -> uvicorn.Server:
    """What answers at an address."""
    config = uvicorn.Config(
        studio_app(studio, address.hosts, address.token),
        log_level="warning",
        # An address of a photo and a question are nobody's business once they are answered.
        access_log=False,
        server_header=False,
        ws="none",
        lifespan="on",
    )
    return uvicorn.Server(config)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if address.is_unspecified:
        raise InputError(
            f"--host {host} is every address: name the one by which browsers will call the studio"
        )
    return address.is_loopback


def _spelt(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _sentence(host: str, port: int, error: Exception) -> str:
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"--port {port} is taken: end what listens there, or name another"
    if isinstance(error, OSError) and error.errno == errno.EACCES:
        return f"--port {port} may not be used: name one above 1023"
    return f"--host {host!a:.80} --port {port} cannot be listened on ({error}): name another"
