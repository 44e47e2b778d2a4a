"""The door of the studio, and what it cannot open: each in one sentence."""

import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.frozen.withdrawing import withdraw
from src.studio.__main__ import app
from src.studio.asking import Studio
from src.studio.serving import LOOPBACK, listening
from tests.data.refsets.making import label, new_set, nothing
from tests.studio.asked import Asker, served


def refusal(*words: str) -> str:
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    return answer.stderr.strip()


def test_a_port_that_is_taken_is_told(race: ReferenceSet) -> None:
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        port = other.getsockname()[1]
        said = refusal("--set", str(race.folder), "--port", str(port))
    assert said == f"--port {port} is taken: end what listens there, or name another"


def test_a_set_that_is_absent_none_or_newer_is_told(tmp_path: Path, race: ReferenceSet) -> None:
    assert "does not exist" in refusal("--set", str(tmp_path / "nowhere"))
    assert "is no reference set" in refusal("--set", str(tmp_path))
    race.close()
    with closing(sqlite3.connect(race.database.path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "is of version 99, this program knows" in refusal("--set", str(race.folder))


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])  # noqa: S104
def test_every_address_is_none(host: str) -> None:
    with pytest.raises(InputError, match="is every address: name the one"):
        listening(host, 0)


def test_an_address_that_others_reach_gets_a_token() -> None:
    with pytest.raises(InputError, match="cannot be listened on"):
        listening("192.0.2.1", 0)
    for host in (LOOPBACK, "localhost", "127.0.0.2"):
        made, address = listening(host, 0)
        made.close()
        assert address.token is None
        assert {f"localhost:{address.port}", f"{host}:{address.port}"} <= address.hosts


def test_a_set_that_is_locked_takes_no_save_now(tmp_path: Path) -> None:
    with (
        new_set(tmp_path / "race", photos=1, patience=0.1) as refset,
        served(Studio(refset)) as own,
    ):
        place = f"/api/photos/{refset.photo('0').sha}/bibs"
        with closing(sqlite3.connect(refset.database.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = own.send("PUT", place, {"revision": 0, "documents": {"bibs": {"boxes": []}}})
            assert answer.status == 503
            assert "has been locked by another process" in answer.said["error"]
            assert own.get(place)["labels"]["bibs"] is None
            other.execute("ROLLBACK")
        own.put(place, {"revision": 0, "documents": {"bibs": {"boxes": []}}})


def test_a_frozen_set_that_was_withdrawn_is_not_shown(studio: Asker, race: ReferenceSet) -> None:
    sha = label(race, "0")
    label(race, "1", nothing())
    folder = freeze(race, "first").frozen.folder
    shutil.copytree(folder, race.folder / "copy")
    withdraw(race, [sha], "somebody asked")
    shutil.rmtree(folder)
    shutil.move(race.folder / "copy", folder)
    answer = studio.ask("GET", "/api/frozen/first/photos")
    assert answer.status == 404
    assert "which was withdrawn: somebody in it asked to be forgotten" in answer.said["error"]


def test_without_a_set_or_a_store_the_pages_say_so() -> None:
    with served(Studio()) as asker:
        assert asker.ask("GET", "/").status == 200
        for place, key in (("/api/set", "--set DIR"), ("/api/runs", "--runs URI")):
            answer = asker.ask("GET", place)
            assert (answer.status, key in answer.said["error"]) == (404, True)
        assert asker.ask("GET", "/labels/").headers["location"] == "/"
