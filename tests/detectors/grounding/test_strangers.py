"""Web pages in place of a server, and before one."""

from pathlib import Path

import pytest

from src.core import InputError
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.request import Request
from src.detectors.grounding.method import UnansweredError
from tests.detectors.grounding.sites import files, proxy

PARSE = Request("/parse/", {}, "/probe/")
CHAT = Request("/v1/chat/completions", {}, "/v1/models")


def client(address: str) -> Client:
    return Client(address, backoff_seconds=0.01, retries=3)


@pytest.mark.parametrize("request_", [PARSE, CHAT])
def test_a_server_of_files_is_told_by_the_probe(request_: Request, tmp_path: Path) -> None:
    sentence = r"it answers HTML instead of JSON \(status 404\): no such server is there, look at"
    with files(tmp_path) as address, pytest.raises(InputError, match=f"^{address}: {sentence}"):
        client(address).post(request_)


def test_a_server_of_files_that_knows_the_probe_is_told_by_the_first_request(
    tmp_path: Path,
) -> None:
    (tmp_path / "models").write_text("{}")
    sentence = r"it answers HTML instead of JSON \(status 501\): no such server"
    with files(tmp_path) as address, pytest.raises(InputError, match=sentence):
        client(address).post(Request("/parse/", {}, "/models"))


def test_the_start_page_of_a_site_is_no_server_either(tmp_path: Path) -> None:
    with (
        files(tmp_path) as address,
        pytest.raises(InputError, match="it answers HTML instead of JSON: no such server"),
    ):
        client(address).post(Request("", {}, ""))


@pytest.mark.parametrize("status", [404, 405, 501])
def test_a_page_that_knows_no_such_path_is_a_stranger_at_either_door(status: int) -> None:
    sentence = rf"HTML instead of JSON \(status {status}\)"
    for statuses in ((status,), (503, status)):
        with proxy(*statuses) as address, pytest.raises(InputError, match=sentence):
            client(address).post(PARSE)


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_page_of_a_proxy_before_a_server_passes(status: int) -> None:
    with proxy(*[status] * 3) as address:  # the probe, and two requests
        reply = client(address).post(PARSE)
    assert reply.content == {"parsed_content_list": []}
    assert reply.spent["requests"] == 3


def test_a_proxy_before_a_server_that_never_comes_is_no_answer() -> None:
    with proxy(*[503] * 9) as address, pytest.raises(UnansweredError, match=r"^status 503$"):
        client(address).post(PARSE)
