"""One server for all tests of this folder, as it began for each of them."""

from collections.abc import Iterator

import pytest

from tests.detectors.grounding.loopback import Loopback, loopback


@pytest.fixture(name="running", scope="package")
def running_fixture() -> Iterator[Loopback]:
    with loopback() as server:
        yield server


@pytest.fixture(name="server")
def server_fixture(running: Loopback) -> Loopback:
    running.reset()
    return running
