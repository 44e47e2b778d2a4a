"""A wire between two programs of this machine that can be lost, in every way that a wire can."""

import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

RESET = struct.pack("ii", 1, 0)
"""SO_LINGER of a connection that ends without a goodbye."""

SILENT, DROPPED, DEAF, REFUSED = LOSSES = ("silent", "dropped", "deaf", "refused")
"""Nothing gets through, and then all of it does; nothing gets through, and the connections are gone
afterwards with what they held; what is asked arrives, but no answer does, and the connections are
gone afterwards; nobody listens."""


@dataclass
class Proxy:
    """Forwards every connection to a port, until it is told not to."""

    target: int
    port: int = 0
    asks: Event = field(default_factory=Event)
    answers: Event = field(default_factory=Event)
    pairs: list["Pair"] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)
    listener: socket.socket | None = None

    def open(self) -> None:
        """Listen, always on the same port, and forward."""
        self.asks.set()
        self.answers.set()
        self.listener = listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        Thread(target=self._accept, args=[listener], daemon=True).start()

    def close(self) -> None:
        """Listen no more, and end every connection without a goodbye."""
        if self.listener is not None:
            # Closing alone does not wake up whoever waits for a connection.
            with suppress(OSError):
                self.listener.shutdown(socket.SHUT_RDWR)
            self.listener.close()
            self.listener = None
        self._drop()
        self.asks.set()
        self.answers.set()

    @contextmanager
    def lost(self, how: str) -> Iterator[None]:
        """Be lost in one of the ``LOSSES`` for a while."""
        if how == REFUSED:
            self.close()
        else:
            self.answers.clear()
            if how != DEAF:
                self.asks.clear()
        try:
            yield
        finally:
            if how == REFUSED:
                self.open()
            else:
                if how != SILENT:
                    self._drop()
                self.asks.set()
                self.answers.set()

    def lose(self, how: str, seconds: float) -> None:
        """The same, for so long."""
        with self.lost(how):
            time.sleep(seconds)

    def _drop(self) -> None:
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            pair.drop()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            Thread(target=self._forward, args=[near], daemon=True).start()

    def _forward(self, near: socket.socket) -> None:
        pair = Pair(near)
        with self.lock:
            self.pairs.append(pair)
        self.asks.wait()
        if pair.dropped:
            return
        try:
            far = socket.create_connection(("127.0.0.1", self.target), timeout=10)
        except OSError:
            pair.drop()
            return
        far.settimeout(None)
        pair.far = far
        answers = Thread(target=pair.pump, args=[far, near, self.answers], daemon=True)
        answers.start()
        pair.pump(near, far, self.asks)
        answers.join()
        pair.drop()
        with self.lock, suppress(ValueError):
            self.pairs.remove(pair)


@dataclass(eq=False)
class Pair:
    """One connection, and the one that it is forwarded to."""

    near: socket.socket
    far: socket.socket | None = None
    dropped: bool = False

    def pump(self, source: socket.socket, sink: socket.socket, gate: Event) -> None:
        """Forward one way, while the gate is open; what was read before it closed is held."""
        with suppress(OSError):
            while data := source.recv(1 << 16):
                gate.wait()
                if self.dropped:
                    return
                sink.sendall(data)
            gate.wait()
            sink.shutdown(socket.SHUT_WR)

    def drop(self) -> None:
        """End both without a goodbye; what is held is gone."""
        self.dropped = True
        for end in (self.near, self.far):
            if end is not None:
                with suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    end.shutdown(socket.SHUT_RDWR)
                end.close()


@contextmanager
def proxy(target: int) -> Iterator[Proxy]:
    """A wire for as long as it is needed."""
    own = Proxy(target)
    own.open()
    try:
        yield own
    finally:
        own.close()
