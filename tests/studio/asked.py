"""A real studio on the loopback interface, and the plainest way to ask it."""

import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn

from src.studio.app import studio_app
from src.studio.asking import Studio
from src.studio.serving import LOOPBACK, Address, listening

PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    content: bytes
    headers: Mapping[str, str] = field(repr=False)

    @property
    def said(self) -> Any:
        """Its JSON."""
        return json.loads(self.content)


@dataclass(frozen=True)
class Asker:
    """Asks one studio as its own page would, unless told otherwise."""

    address: Address

    @property
    def origin(self) -> str:
        return f"http://{self.address.host}:{self.address.port}"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request as it is; ``Host`` is our own unless another is given."""
        connection = http.client.HTTPConnection(
            self.address.host, self.address.port, timeout=PATIENCE_SECONDS
        )
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}))
            given = dict(headers or {})
            if body is not None and "Content-Length" not in given:
                given["Content-Length"] = str(len(body))
            for name, value in given.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            response = connection.getresponse()
            return Answer(response.status, response.read(), dict(response.getheaders()))
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """What an address says, which must be there."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.said

    def send(self, method: str, path: str, said: object) -> Answer:
        """JSON, with our origin."""
        headers = {"Content-Type": "application/json", "Origin": self.origin}
        return self.ask(method, path, json.dumps(said).encode(), headers)

    def put(self, path: str, said: object) -> Any:
        """What a change that is taken answers."""
        answer = self.send("PUT", path, said)
        assert answer.status == 200, answer
        return answer.said

    def post(self, path: str, said: object) -> Any:
        """The same of a POST."""
        answer = self.send("POST", path, said)
        assert answer.status == 200, answer
        return answer.said


@contextmanager
def served(studio: Studio, token: str | None = None) -> Iterator[Asker]:
    """A studio for as long as it is needed, in a thread of this process."""
    made, found = listening(LOOPBACK, 0)
    address = Address(found.host, found.port, token)
    app = studio_app(studio, address.hosts, token)
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([made],))
    thread.start()
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not server.started and time.monotonic() < end:
            time.sleep(0.01)
        yield Asker(address)
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)
        made.close()
