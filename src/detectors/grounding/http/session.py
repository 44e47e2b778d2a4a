"""The connections of one process to one server."""

import logging
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from src.core import InputError
from src.detectors.grounding.http.address import is_this_machine, key_in
from src.detectors.grounding.http.request import Request
from src.detectors.grounding.http.trouble import (
    BUSY,
    Trouble,
    of_error,
    of_response,
    of_stranger,
)

if TYPE_CHECKING:
    from src.detectors.grounding.http.client import Client


@dataclass(frozen=True)
class Exchange:
    """What came of sending a request once: an answer, or trouble."""

    response: httpx.Response | None = None
    trouble: Trouble | None = None


class Session:
    """Connections that stay open from one request to the next, opened when they are needed."""

    def __init__(self, client: "Client") -> None:
        _quieten()
        key = key_in(client.key_variable)
        headers = {"content-type": "application/json", "accept": "application/json"}
        if key:
            headers["authorization"] = f"Bearer {key}"
        most = client.connections
        self.client, self.met = client, False
        self.http = httpx.Client(
            headers=headers,
            timeout=httpx.Timeout(client.read_seconds, connect=client.connect_seconds),
            limits=httpx.Limits(max_connections=most, max_keepalive_connections=most),
            # A proxy of the environment leads away from this machine.
            trust_env=not is_this_machine(client.address),
        )
        # A detector has no end of its own; its connections go with it.
        weakref.finalize(self, self.http.close)

    def meet(self, probe: str) -> None:
        """Say before anything is asked when nobody is there, or somebody else."""
        if self.met:
            return
        client = self.client
        try:
            response = self.http.get(client.address + probe)
        except httpx.RequestError as error:
            found: Trouble | None = of_error(error, 0, client.read_seconds)
        else:
            found = of_stranger(response)
        if found:
            raise InputError(f"{client.address}: {client.without_key(found.reason)}")
        self.met = True

    def send(self, request: Request) -> Exchange:
        """Send a request once."""
        client = self.client
        retries = {**dict.fromkeys(BUSY, client.retries), **request.extra_retries}
        try:
            response = self.http.post(client.address + request.path, content=request.body)
        except httpx.RequestError as error:
            return Exchange(trouble=of_error(error, client.retries, client.read_seconds))
        return Exchange(response, of_response(response, retries))


def _quieten() -> None:
    """httpx tells every request on the level on which a run tells its own steps."""
    logger = logging.getLogger("httpx")
    if logger.level == logging.NOTSET:
        logger.setLevel(logging.WARNING)
