"""The one client of all servers."""

import json
import logging
import pickle
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from src.core import InputError
from src.data.files.drawer import Drawer
from src.data.files.turns import Turns
from src.detectors.grounding.http.bill import Prices
from src.detectors.grounding.http.client import Client
from src.detectors.grounding.http.request import Request
from src.detectors.grounding.http.trouble import asked_to_wait, pause
from src.detectors.grounding.method import UnansweredError
from tests.detectors.grounding.looking import png
from tests.detectors.grounding.loopback import Loopback
from tests.detectors.grounding.methods import screenshot
from tests.servers import free_port

PICTURE = png(screenshot((60, 40), (10, 10, 30, 20)))
SECRET = "sk-very-secret-0123456789"


def client(server: Loopback, **settings: Any) -> Client:
    quick = {"backoff_seconds": 0.01, "retries": 3, "read_seconds": 5.0, "connect_seconds": 2.0}
    return Client(server.url, **{**quick, **settings})


def parse(picture: str = PICTURE, extra: Mapping[int, int] | None = None) -> Request:
    payload = {"base64_image": picture}
    return Request("/parse/", payload, "/probe/", extra_retries=extra or {})


def chat() -> Request:
    """Answered with tokens."""
    url = {"url": f"data:image/png;base64,{PICTURE}"}
    content = [{"type": "text", "text": "the red square"}, {"type": "image_url", "image_url": url}]
    payload = {"model": "unit", "messages": [{"role": "user", "content": content}]}
    return Request("/v1/chat/completions", payload, "/v1/models")


def test_an_answer_is_fetched_once_and_then_at_hand(server: Loopback, tmp_path: Path) -> None:
    kept = client(server, cache=Drawer(str(tmp_path)))
    first, second = kept.post(parse()), kept.post(parse())
    other = client(server, cache=Drawer(str(tmp_path)), read_seconds=9.0).post(parse())
    assert first == second == other  # what it cost included
    assert first.spent["requests"] == 1
    assert first.spent["seconds"] > 0
    assert len(server.asked) == 1


def test_what_is_at_hand_needs_no_server(server: Loopback, tmp_path: Path) -> None:
    kept = client(server, cache=Drawer(str(tmp_path)))
    first = kept.post(parse())
    server.control(every="500")
    assert replace(kept).post(parse()) == first


def test_without_a_cache_everything_is_asked_anew(server: Loopback) -> None:
    asking = client(server)
    asking.post(parse())
    asking.post(parse())
    assert len(server.asked) == 2


def test_another_request_is_another_answer(server: Loopback, tmp_path: Path) -> None:
    kept = client(server, cache=Drawer(str(tmp_path)))
    kept.post(parse())
    kept.post(parse(png(screenshot((60, 40), (10, 10, 30, 21)))))
    assert len(server.asked) == 2


def test_damage_in_the_cache_is_asked_anew(server: Loopback, tmp_path: Path) -> None:
    kept = client(server, cache=Drawer(str(tmp_path)))
    first = kept.post(parse())
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    for content in (b"", b"{}", b"[1]", file.read_bytes()[:-5], b"\xff\x00"):
        file.write_bytes(content)
        assert kept.post(parse()).content == first.content
    assert len(server.asked) == 6


@pytest.mark.parametrize("fault", ["429", "429_at_once", "503", "reset", "cut"])
def test_what_passes_is_waited_for(server: Loopback, fault: str) -> None:
    server.control(faults=[fault, fault])
    reply = client(server).post(parse())
    assert reply.content["parsed_content_list"]
    assert reply.spent["requests"] == len(server.asked) == 3


def test_a_slow_server_is_asked_again(server: Loopback) -> None:
    server.control(faults=["slow"])
    reply = client(server, read_seconds=0.4).post(parse())
    assert reply.spent["requests"] == 2
    assert reply.spent["seconds"] >= 0.4


def test_retry_after_is_honoured(server: Loopback) -> None:
    server.control(faults=["429"])
    begin = time.monotonic()
    client(server).post(parse())
    assert time.monotonic() - begin >= 0.3  # what the server asks for; the back-off is 0.01


def test_a_server_that_asks_for_too_long_is_not_waited_for(server: Loopback) -> None:
    server.control(every="429")
    with pytest.raises(UnansweredError, match=r"status 429 \(slow down\)"):
        client(server, longest_wait=0.1).post(parse())
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("503", "status 503"),
        ("429_at_once", "status 429"),
        ("reset", "the connection broke"),
        ("cut", "the connection broke"),
    ],
)
def test_retries_have_an_end(server: Loopback, fault: str, reason: str) -> None:
    server.control(every=fault)
    with pytest.raises(UnansweredError, match=f"^{reason}") as failed:
        client(server, retries=2).post(parse())
    assert failed.value.spent["requests"] == len(server.asked) == 3


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("400", r"^status 400 \(told 400"),
        ("500", r"^status 500"),
        ("html", "^it answers HTML instead of JSON$"),
        ("no_json", "^it answers JSON that cannot be read$"),
    ],
)
def test_what_does_not_pass_is_asked_once(server: Loopback, fault: str, reason: str) -> None:
    server.control(every=fault)
    with pytest.raises(UnansweredError, match=reason):
        client(server).post(parse())
    assert len(server.asked) == 1


def test_a_status_may_be_worth_one_more_try(server: Loopback) -> None:
    server.control(every="500")
    with pytest.raises(UnansweredError):
        client(server).post(parse(extra={500: 1}))
    assert len(server.asked) == 2


def test_no_error_is_kept(server: Loopback, tmp_path: Path) -> None:
    kept = client(server, cache=Drawer(str(tmp_path)))
    server.control(faults=["500"])
    with pytest.raises(UnansweredError):
        kept.post(parse())
    assert kept.post(parse()).content["parsed_content_list"]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("401", "status 401 .*: set key_variable"),
        ("404", "status 404 .*: look at the address and the model"),
    ],
)
def test_what_no_retry_can_mend_stops_everything(server: Loopback, fault: str, reason: str) -> None:
    asking = client(server)
    asking.post(parse())
    server.control(every=fault)
    with pytest.raises(InputError, match=f"^{server.url}: {reason}"):
        asking.post(parse())


def test_a_server_that_is_not_there_is_told_before_anything_is_asked() -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    begin = time.monotonic()
    with pytest.raises(InputError, match=f"^{nobody}: the server is not there \\(") as told:
        Client(nobody).post(parse())
    assert time.monotonic() - begin < 5
    assert "\n" not in str(told.value)


def test_a_proxy_does_not_stand_before_this_machine(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{free_port()}")
    assert client(server).post(parse()).content["parsed_content_list"]


def test_a_web_page_is_no_such_server(server: Loopback) -> None:
    server.control(every="html_probe")
    with pytest.raises(InputError, match="it answers HTML instead of JSON: no such server"):
        client(server).post(parse())
    assert server.asked == []


def test_a_closed_door_is_told_before_anything_is_asked(server: Loopback) -> None:
    server.control(every="401")
    with pytest.raises(InputError, match="status 401"):
        client(server).post(parse())
    assert server.asked == []


def test_the_key_reaches_the_server_and_nothing_else(
    server: Loopback,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("SOME_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    asking = client(server, key_variable="SOME_KEY", cache=Drawer(str(tmp_path)))
    server.control(faults=["503"])
    asking.post(parse())
    assert {entry["key"] for entry in server.asked} == {SECRET}
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert SECRET.encode() not in kept
    server.control(every="400")
    with pytest.raises(UnansweredError) as failed:
        asking.post(parse(png(screenshot((9, 9)))))
    assert "told 400 with …" in str(failed.value)
    for words in (caplog.text, repr(asking), pickle.dumps(asking).decode("latin-1")):
        assert SECRET not in words


def test_the_same_question_with_another_key_is_the_same(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = client(server, cache=Drawer(str(tmp_path)))
    kept.post(parse())
    monkeypatch.setenv("SOME_KEY", SECRET)
    replace(kept, key_variable="SOME_KEY").post(parse())
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"url": "127.0.0.1:8000"}, "url must begin with http:// or https:// and a host"),
        ({"url": "localhost:8000/v1"}, "url must begin with http:// or https://"),
        ({"url": "http://"}, "url must begin with http:// or https:// and a host"),
        ({"url": "http://me:secret@host"}, "url must hold no user and no password"),
        ({"url": "http://host:99999"}, "url cannot be read"),
        ({"url": "http://host/?a=1"}, "url must be an address without"),
        ({"key_variable": "sk-1234567890"}, "key_variable must be the name of an environment"),
        ({"key_variable": "NOT_SET_ANYWHERE"}, "key_variable names NOT_SET_ANYWHERE, which is not"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError, match=f"^{sentence}") as told:
        Client(**{"url": "http://127.0.0.1:1", **settings})
    for given in ("secret", "sk-1234567890"):
        assert given not in str(told.value)


def test_tokens_and_prices_are_on_the_bill(server: Loopback, tmp_path: Path) -> None:
    prices = Prices(per_request=0.5, per_million_in=2.0, per_million_out=10.0)
    kept = client(server, prices=prices, cache=Drawer(str(tmp_path)))
    spent = kept.post(chat()).spent
    tokens = spent["tokens_out"]
    assert spent["tokens_in"] == 1000
    assert tokens > 0
    assert spent["money"] == pytest.approx(0.5 + 0.002 + tokens * 1e-5)
    dearer = replace(kept, prices=Prices(per_request=2.0)).post(chat()).spent
    assert dearer["money"] == 2.0
    assert "money" not in replace(kept, prices=Prices()).post(chat()).spent
    assert len(server.asked) == 1


@pytest.mark.parametrize("most", [1, 2])
def test_only_so_many_ask_at_once(
    server: Loopback, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    server.control(delay=0.1)
    asking = [client(server, connections=most, turns=partial(Turns)) for _ in range(5)]
    pictures = [png(screenshot((20, 20), (2, 2, 6, 6 + number))) for number in range(5)]
    with ThreadPoolExecutor(5) as pool:
        list(
            pool.map(lambda pair: pair[0].post(parse(pair[1])), zip(asking, pictures, strict=True))
        )
    assert 1 <= server.told["most_busy"] <= most


def test_who_waits_for_a_turn_is_told_what_the_one_before_has_asked(
    server: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    server.control(delay=0.1)
    asking = [client(server, turns=partial(Turns), cache=Drawer()) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(lambda one: one.post(parse()), asking))
    assert len(server.asked) == 1
    assert all(reply == replies[0] for reply in replies)


def test_a_copy_in_another_process_opens_its_own_connection(server: Loopback) -> None:
    asking = client(server)
    asking.post(parse())
    copy = pickle.loads(pickle.dumps(asking))  # noqa: S301
    assert copy.post(parse()).content == asking.post(parse()).content


def test_what_is_kept_may_be_less_than_what_came(server: Loopback, tmp_path: Path) -> None:
    slim = replace(parse(), slim=lambda content: len(content["parsed_content_list"]))
    kept = client(server, cache=Drawer(str(tmp_path)))
    assert kept.post(slim).content == kept.post(slim).content == 1
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert json.loads(file.read_text())["content"] == 1


def test_a_date_is_a_time_to_wait_too() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=40), usegmt=True)
    for said, low, high in (("7", 7, 7), (soon, 30, 41), ("0", 0, 0), ("-3", 0, 0)):
        waited = asked_to_wait(httpx.Response(429, headers={"retry-after": said}))
        assert waited is not None
        assert low <= waited <= high
    for nonsense in ("", "soon"):
        assert asked_to_wait(httpx.Response(429, headers={"retry-after": nonsense})) is None


def test_pauses_double_with_jitter_and_are_never_shorter_than_asked() -> None:
    for attempt in range(5):
        pauses = [pause(attempt, 0.5, None) for _ in range(50)]
        assert 0.25 * 2**attempt <= min(pauses) <= max(pauses) <= 0.5 * 2**attempt
        assert len(set(pauses)) > 1
    assert all(10 <= pause(0, 0.5, 10.0) <= 11 for _ in range(50))
