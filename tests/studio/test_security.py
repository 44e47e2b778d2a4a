"""A hundred hostile requests to a real studio: none is taken, none shows where it failed."""

import base64
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from src.data.refsets import ReferenceSet
from src.studio.asking import Studio
from src.studio.routes import overview
from src.studio.serving import Address
from tests.conftest import ROOT
from tests.data.refsets.making import label, new_set, one_runner, photo, png
from tests.studio.asked import Answer, Asker, served
from tests.studio.test_server_masks import bomb

SCRIPT = "<script>alert(1)</script>"
SECRET = "Ann Nobody"
PATIENCE_SECONDS = 120


@pytest.fixture(name="home", scope="module")
def home_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sets") / "race"
    with new_set(folder, ("bibs", "faces", "links", "masks"), photos=2) as made:
        made.add(photo(9), f"race/{SCRIPT}.png")
        label(made, "0", one_runner(identity=SECRET))
    return folder


@pytest.fixture(name="hostile", scope="module")
def hostile_fixture(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """The door itself, in a process of its own; its log is looked at in the end."""
    log = tmp_path_factory.mktemp("log") / "studio.log"
    store = f"sqlite:///{log.parent / 'none.db'}"
    command = [sys.executable, "-m", "src.studio", "--set", home, "--port", "0", "--runs", store]
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stream, cwd=ROOT, env=dict(os.environ)
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline().decode()
            port = int(re.findall(r":(\d+)/", line)[0])
            yield Asker(Address("127.0.0.1", port))
        finally:
            process.terminate()
            process.wait(PATIENCE_SECONDS)
            process.stdout.close()
    said = log.read_text()
    assert "Traceback" not in said
    assert SECRET not in said


def shas(home: Path) -> list[str]:
    return [one.sha for one in ReferenceSet.open(home).photos()]


def own(asker: Asker, **more: str) -> dict[str, str]:
    return {"Content-Type": "application/json", "Origin": asker.origin, **more}


def refused(answer: Answer) -> None:
    """No answer but a sentence, in JSON, that tells nothing of the machine."""
    assert 400 <= answer.status < 500, answer
    assert "Traceback" not in answer.content.decode()
    assert 'File "' not in answer.content.decode()
    if answer.headers.get("content-type") == "application/json":
        assert next(iter(answer.said)) == "error"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert answer.headers["x-content-type-options"] == "nosniff"


PATHS = [
    "/page/../__main__.py",
    "/page/../../../etc/passwd",
    "/page/..%2f..%2fapp.py",
    "/page/%2e%2e/app.py",
    "/page/%2e%2e%2fapp.py",
    "/page/%252e%252e/app.py",
    "/page/..%5c..%5capp.py",
    "/page/..\\..\\app.py",
    "/page//etc/passwd",
    "/page/%2fetc%2fpasswd",
    "/page/main.js%00.png",
    "/page/%00",
    "/page/",
    "/page/.",
    "/page/....//....//etc/passwd",
    "/page/%c0%ae%c0%ae/app.py",
    "/page/%uff0e%uff0e/app.py",
    "/api/objects/../store.db",
    "/api/objects/..%2f..%2fstore.db",
    "/api/objects/store.db",
    "/api/objects/" + "0" * 63,
    "/api/objects/" + "0" * 65,
    "/api/objects/" + "G" * 64,
    "/api/objects/" + "A" * 64,
    "/api/photos/" + "0" * 64 + "/picture",
    "/api/photos/race/picture",
    "/api/photos/..%2f..%2f/picture",
    "/api/photos/%27%20OR%201=1/bibs",
    "/api/photos?after=-1",
    "/api/photos?after=" + "9" * 40,
    "/api/photos?limit=1000000",
    "/api/photos?step=bibs'%20--",
    "/api/photos?tag=%3Cscript%3E",
    "/api/photos?part='%20OR%20'1'='1",
    "/api/photos?step=bibs&score_below=abc",
    "/api/next?step=;DROP%20TABLE%20photos",
    "/api/beside?sha=%00",
    "/api/frozen/..%2f..%2f",
    "/api/frozen/../photos",
    "/api/frozen/%2e%2e/photos",
    "/api/runs/..%2f",
    "/api/runs/'%20OR%201=1",
    "/api/runs/%25",
    "/api/runs/nobody",
    "/api/faces/" + "0" * 64 + "/1/nearest",
    "/frozen/%2e%2e/",
    "/docs",
    "/openapi.json",
    "/redoc",
    "/.git/config",
    "/store.db",
    "/api",
]


@pytest.mark.parametrize("path", PATHS)
def test_no_path_leads_out(hostile: Asker, path: str) -> None:
    refused(hostile.ask("GET", path))


HOSTS = [
    "example.com",
    "127.0.0.1",
    "127.0.0.1:1",
    "localhost.example.com",
    "127.0.0.1.example.com:{port}",
    "evil@127.0.0.1:{port}",
    "0.0.0.0:{port}",
    "127.0.0.1:{port}.example.com",
    "",
]


@pytest.mark.parametrize("host", HOSTS)
def test_no_other_name_is_ours(hostile: Asker, host: str) -> None:
    given = host.format(port=hostile.address.port)
    answer = hostile.ask("GET", "/api/set", headers={"Host": given})
    assert answer.status in (400, 403)
    refused(answer)


ORIGINS = [
    "http://example.com",
    "null",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:1",
    "http://localhost:{port}",
    "http://127.0.0.1:{port}.example.com",
    "file://",
    "",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_no_other_origin_asks(hostile: Asker, origin: str) -> None:
    given = {"Origin": origin.format(port=hostile.address.port)}
    read = hostile.ask("GET", "/api/set", headers=given)
    said = json.dumps({"name": "theirs"}).encode()
    write = hostile.ask("POST", "/api/freeze", said, {**own(hostile), **given})
    assert (read.status, write.status) == (403, 403)
    refused(write)


def test_a_change_without_an_origin_or_json_is_refused(hostile: Asker) -> None:
    said = b'{"name": "theirs"}'
    for kind in ("text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""):
        refused(hostile.ask("POST", "/api/freeze", said, own(hostile, **{"Content-Type": kind})))
    refused(hostile.ask("POST", "/api/freeze", said, {"Content-Type": "application/json"}))
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert hostile.ask("GET", "/api/set", headers=foreign).status == 403


@pytest.mark.parametrize(
    "method", ["DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "PROPFIND", "CONNECT", "get"]
)
def test_no_other_method_is_answered(hostile: Asker, method: str) -> None:
    assert hostile.ask(method, "/api/set", headers=own(hostile)).status in (400, 405)


def bodies() -> list[tuple[str, str, bytes, int]]:
    """Method, address below a photo, body, and the status it deserves."""
    box = {"x": 0.1, "y": 0.1, "w": 0.1, "h": 0.1}

    def bibs(**said: object) -> bytes:
        document = {"boxes": [box | said]}
        return json.dumps({"revision": 1, "documents": {"bibs": document}}).encode()

    def paint(content: bytes) -> bytes:
        return json.dumps({"revision": 1, "png": base64.b64encode(content).decode()}).encode()

    faces = {"faces": {"boxes": [box | {"identity": SCRIPT}]}}
    big = json.dumps({"revision": 1, "documents": {}, "x": "y" * 2**22}).encode()
    return [
        ("PUT", "bibs", bibs(number=SCRIPT), 422),
        ("PUT", "bibs", bibs(number="\"><img src=x onerror='alert(1)'>"), 422),
        ("PUT", "bibs", bibs(number=["1"]), 422),
        ("PUT", "bibs", bibs(scope=SCRIPT), 422),
        ("PUT", "bibs", bibs(x=1e400), 422),
        ("PUT", "bibs", bibs(x=-5), 422),
        ("PUT", "bibs", bibs(id=10**30), 422),
        ("PUT", "bibs", bibs(id=True), 422),
        ("PUT", "bibs", bibs(ghost="1"), 422),
        ("PUT", "bibs", bibs(number="\ud800"), 422),
        ("PUT", "bibs", b"[" * 100_000, 422),
        ("PUT", "bibs", b'{"a":' * 5_000, 422),
        ("PUT", "bibs", b"", 422),
        ("PUT", "bibs", b"null", 422),
        ("PUT", "bibs", b"\xff\xfe", 422),
        ("PUT", "bibs", b'{"revision": 1' + b"0" * 5000 + b"}", 422),
        ("PUT", "bibs", b'{"revision": "1", "documents": {}}', 422),
        ("PUT", "bibs", b'{"revision": NaN, "documents": {}}', 422),
        ("PUT", "bibs", b'{"revision": 1, "documents": {"../bibs": null}}', 404),
        ("PUT", "bibs", b'{"revision": 1, "documents": {}, "rejected": [99]}', 422),
        ("PUT", "bibs", b'{"revision": 1, "documents": {}, "spent": {"seconds": 1e9}}', 422),
        ("PUT", "bibs", big, 413),
        ("PUT", "faces", json.dumps({"revision": 1, "documents": faces}).encode(), 422),
        ("PUT", "bibs", b'{"revision": 0, "documents": {"bibs": null}}', 409),
        ("PUT", "elements", b'{"revision": 1, "documents": {}}', 404),
        ("PUT", "picture", b'{"revision": 1, "documents": {}}', 404),
        ("PUT", "masks", paint(bomb()), 422),
        ("PUT", "masks", paint(png(np.zeros((40, 60, 4), np.uint8))[:-20]), 422),
        ("PUT", "masks", paint(f"<svg>{SCRIPT}</svg>".encode()), 422),
        ("PUT", "masks", paint(b"GIF89a" + b"\0" * 100), 422),
        ("PUT", "masks", b'{"revision": 1, "png": "%%%%"}', 422),
        ("PUT", "masks", b'{"revision": 1, "png": 5}', 422),
        ("POST", "undo", b'{"revision": -1}', 409),
        ("POST", "../../freeze", b'{"name": "x"}', 404),
        ("POST", "undo", b'{"revision": 1e999}', 422),
    ]  # fmt: skip


def test_no_body_is_taken_that_is_no_label(hostile: Asker, home: Path) -> None:
    with ReferenceSet.open(home) as refset:
        before = [refset.labels(sha) for sha in shas(home)], len(list(refset.objects.all()))
        for method, place, body, status in bodies():
            address = f"/api/photos/{refset.photo('0').sha}/{place}"
            answer = hostile.ask(method, address, body, own(hostile))
            refused(answer)
            assert answer.status == status, (place, body[:80], answer)
        after = [refset.labels(sha) for sha in shas(home)], len(list(refset.objects.all()))
    assert before == after


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("people/rename", {"name": SECRET, "new": SCRIPT}),
        ("people/rename", {"name": SECRET, "new": "  "}),
        ("people/rename", {"name": {"$ne": ""}, "new": "x"}),
        ("people/merge", {"name": SECRET, "into": SECRET}),
        ("people/pair", {"first": 1, "second": 10**30, "kind": "must"}),
        ("people/pair", {"first": 1, "second": 2, "kind": SCRIPT}),
        ("freeze", {"name": SCRIPT}),
        ("freeze", {"name": "../out"}),
        ("freeze", {"name": "a" * 300}),
        ("freeze", {"name": "staging"}),
        ("frozen/first/photos", {}),
    ],
)
def test_no_name_is_taken_that_is_none(hostile: Asker, place: str, said: object) -> None:
    refused(hostile.send("POST", f"/api/{place}", said))


def test_bodies_that_lie_about_their_length_are_cut_off(hostile: Asker, home: Path) -> None:
    place = f"/api/photos/{shas(home)[0]}/bibs"
    long = own(hostile, **{"Content-Length": str(2**40)})
    assert hostile.ask("PUT", place, b"{}", long).status == 413
    head = "".join(f"{name}: {value}\r\n" for name, value in own(hostile).items())
    request = f"PUT {place} HTTP/1.1\r\nHost: 127.0.0.1:{hostile.address.port}\r\n{head}"
    with socket.create_connection(("127.0.0.1", hostile.address.port), 60) as line:
        line.sendall(f"{request}Transfer-Encoding: chunked\r\n\r\n".encode())
        piece = b"100000\r\n" + b" " * 2**20 + b"\r\n"
        try:
            for _ in range(5):
                line.sendall(piece)
            line.sendall(b"0\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert b" 413 " in line.recv(100)


def test_two_hosts_are_none(hostile: Asker) -> None:
    port = hostile.address.port
    request = f"GET /api/set HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: example.com\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        line.sendall(request.encode())
        assert line.recv(100).split()[1] in (b"400", b"403")


def test_a_file_name_is_text_wherever_it_is_told(hostile: Asker, home: Path) -> None:
    sha = shas(home)[2]
    answer = hostile.ask("GET", f"/api/photos/{sha}/bibs")
    assert answer.headers["content-type"] == "application/json"
    assert SCRIPT in answer.said["name"]
    page = hostile.ask("GET", f"/label/bibs/{sha}")
    assert SCRIPT not in page.content.decode()
    assert "unsafe" not in page.headers["content-security-policy"]
    assert hostile.ask("GET", "/api/photos/" + "0" * 64 + "/bibs").status == 404


def test_elsewhere_the_token_is_needed_and_leaves_the_address(home: Path) -> None:
    with ReferenceSet.open(home) as refset, served(Studio(refset), "s3cret") as asker:
        host = f"127.0.0.1:{asker.address.port}"
        assert Address("192.0.2.1", 80, "x").hosts == {"192.0.2.1:80", "192.0.2.1"}
        assert asker.ask("GET", "/").status == 403
        assert asker.ask("GET", "/?token=wrong").status == 403
        assert asker.ask("GET", "/", headers={"Cookie": "studio=wrong"}).status == 403
        welcome = asker.ask("GET", "/?token=s3cret")
        assert (welcome.status, welcome.headers["location"]) == (303, "/")
        cookie = welcome.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie
        known = {"Cookie": cookie.split(";")[0], "Host": host}
        assert asker.ask("GET", "/api/set", headers=known).status == 200


def test_a_fault_of_ours_is_told_without_its_place(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr(overview, "json", fail)
    with served(Studio()) as asker:
        answer = asker.ask("GET", "/api/keys")
    assert (answer.status, list(answer.said)) == (500, ["error"])
    said = answer.content.decode() + caplog.text
    assert SECRET not in said
    assert "Traceback" not in said
    assert "AttributeError at overview.py" in caplog.text


def test_there_are_a_hundred() -> None:
    names = len(PATHS) + len(HOSTS) + 2 * len(ORIGINS) + 6 + 8
    assert names + len(bodies()) + 11 + 3 >= 100
