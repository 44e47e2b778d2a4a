"""The file in which a set keeps what is said."""

import logging
import os
import pickle
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.store.database import Database
from src.data.refsets.store.network import network_kind
from src.data.refsets.store.spent import Spent, efforts
from tests.data.refsets.making import RACE, label, new_set, one_runner, photo


def pragma(database: Database, name: str) -> object:
    return database.connection.execute(f"PRAGMA {name}").fetchone()[0]


def test_writes_go_to_a_synced_log_and_rows_refer_to_rows(race: ReferenceSet) -> None:
    settings = {name: pragma(race.database, name) for name in ("journal_mode", "synchronous")}
    assert settings == {"journal_mode": "wal", "synchronous": 2}
    assert pragma(race.database, "foreign_keys") == 1


def test_without_shared_memory_it_falls_back_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        database = Database(tmp_path / "store.db", options="vfs=unix-dotfile")
        assert pragma(database, "journal_mode") == "delete"
        assert pragma(database, "synchronous") == 3
    (said,) = caplog.messages
    assert said.startswith(f"{tmp_path / 'store.db'} lies on this file system, which cannot have")
    database.close()


def test_a_network_is_known_by_its_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "22 1 8:1 / / rw - ext4 /dev/vda rw\n"
        f"23 22 0:44 / {tmp_path}/far\\040away rw shared:1 - nfs4 host:/x rw\n"
    )
    assert network_kind(tmp_path / "store.db", mounts) is None
    assert network_kind(tmp_path / "far away" / "store.db", mounts) == "nfs4"
    assert network_kind(tmp_path, tmp_path / "no such file") is None


def test_a_network_file_system_has_a_rollback_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("src.data.refsets.store.database.network_kind", lambda _: "nfs4")
    refset = new_set(tmp_path / "set", photos=1)
    label(refset, "0")
    assert pragma(refset.database, "journal_mode") == "delete"
    assert "a file system of the network (nfs4)" in caplog.messages[0]


def test_a_newer_database_is_refused(race: ReferenceSet) -> None:
    race.database.connection.execute("PRAGMA user_version = 3")
    race.close()
    with pytest.raises(InputError, match=r"store.db is of version 3, this program knows 2"):
        ReferenceSet.open(race.folder)


def test_another_program_s_database_is_refused(race: ReferenceSet) -> None:
    race.database.connection.execute("PRAGMA application_id = 7")
    race.close()
    with pytest.raises(InputError, match="no database of a reference set"):
        ReferenceSet.open(race.folder)


def test_a_file_that_is_no_database_is_refused(race: ReferenceSet) -> None:
    race.close()
    (race.folder / "store.db").write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(InputError, match=r"store.db is damaged \(file is not a database\)"):
        ReferenceSet.open(race.folder)


def test_a_set_that_stays_locked_is_refused_and_unchanged(tmp_path: Path) -> None:
    refset = new_set(tmp_path / "set", photos=1, patience=0.2)
    other = sqlite3.connect(refset.folder / "store.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(InputError, match=r"locked by another process for over 0.2 s"):
        label(refset, "0")
    assert refset.state("0") == "unlabelled"  # readers do not wait
    other.execute("ROLLBACK")
    other.close()
    label(refset, "0")


def test_people_wait_half_a_minute_for_each_other() -> None:
    assert Database(Path("store.db")).patience == 30


def test_a_set_can_be_sent_to_another_process(race: ReferenceSet) -> None:
    sha = label(race, "0")
    copy = pickle.loads(pickle.dumps(race))  # noqa: S301
    assert copy.labels(sha) == race.labels(sha)
    child = os.fork()
    if not child:
        # A connection must not cross a fork; the child makes its own.
        os._exit(race.labels(sha).revision != 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.fixture(name="small_disk")
def small_disk_fixture(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", str(place)]
    if os.geteuid() or subprocess.run(words, check=False).returncode:
        pytest.skip("a disk cannot be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def test_a_full_disk_is_one_sentence_and_loses_nothing(small_disk: Path) -> None:
    refset = new_set(small_disk / "set", RACE)
    kept: list[str] = []

    def fill() -> None:
        for number in range(1000):
            sha = refset.add(photo(number, (60, 60)), f"{number}.png")
            refset.save(sha, one_runner(), began=None)
            kept.append(sha)

    with pytest.raises(InputError, match=r"disk.* is full.*free some space"):
        fill()
    assert kept
    refset.close()
    again = ReferenceSet.open(refset.folder)
    assert {again.state(sha) for sha in kept} == {"complete"}
    assert all(again.content(sha) for sha in kept)
    assert again.database.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    again.close()


def test_a_folder_with_other_things_does_not_become_a_set(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="holds other files: name a new or empty folder"):
        new_set(tmp_path)
    new_set(tmp_path / "set")
    with pytest.raises(InputError, match="is a reference set already"):
        new_set(tmp_path / "set")


def test_a_torn_object_is_made_anew(race: ReferenceSet) -> None:
    sha = race.photo("0").sha
    place = race.objects.path(sha)
    place.chmod(0o644)
    place.write_bytes(b"half")
    with pytest.raises(InputError, match="its bytes are not those of its name"):
        race.content(sha)
    race.add(photo(0), "race/0.png")
    assert race.content(sha) == photo(0)


def test_an_older_set_is_brought_up_to_date(race: ReferenceSet) -> None:
    race.database.connection.execute("DROP TABLE spent")
    race.database.connection.execute("PRAGMA user_version = 1")
    race.close()
    sha = race.photo("0").sha
    with race.batch() as batch:
        batch.spend(sha, "bibs", Spent(2.5, 3, 1, ghosts=True))
    with race.database.reading() as connection:
        assert efforts(connection)["bibs", True].per_photo()["seconds"] == 2.5
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
