"""A store that is locked or away is waited for, and after a while no longer."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any
from urllib.error import URLError

import psycopg
import pytest
import requests
from mlflow.exceptions import MlflowException
from sqlalchemy.exc import IntegrityError, OperationalError

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.store import StoreAwayError, patience
from src.tracking.store.patience import Patience


@pytest.fixture(name="hasty")
def hasty_fixture() -> Iterator[None]:
    """MLflow waits for a moment only."""
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    def shorten(*event: Any) -> tuple[str, Any]:
        statement, parameters = event[2:4]
        return statement.replace("busy_timeout = 20000", "busy_timeout = 50"), parameters

    event.listen(Engine, "before_cursor_execute", shorten, retval=True)
    yield
    event.remove(Engine, "before_cursor_execute", shorten)


@pytest.mark.usefixtures("hasty")
def test_numbers_arrive_when_the_database_is_free_again(
    tracking: Tracking, archive: Archive, caplog: pytest.LogCaptureFixture
) -> None:
    file = Path(tracking.uri.removeprefix("sqlite:///"))
    with (
        tracking.start({}, "waits") as run,
        closing(sqlite3.connect(file, check_same_thread=False)) as other,
    ):
        other.execute("BEGIN EXCLUSIVE")
        Timer(0.5, other.rollback).start()
        run.metrics({"effort/seconds": 1.0}, 1)
        run.flush()
        history = archive.client.get_metric_history(run.id, "effort/seconds")
    assert [metric.step for metric in history] == [1]
    assert "locked by another process; waiting" in caplog.text


@pytest.mark.usefixtures("hasty")
def test_one_that_stays_locked_is_said(
    tracking: Tracking, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(patience, "PATIENCE_SECONDS", 0.3)
    file = Path(tracking.uri.removeprefix("sqlite:///"))
    with tracking.start({}, "waits") as run, closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN EXCLUSIVE")
        run.metrics({"effort/seconds": 1.0}, 1)
        with pytest.raises(InputError, match=r"cannot be used: .*database is locked") as said:
            run.flush()
        assert "\n" not in str(said.value)
        assert "Traceback" not in capfd.readouterr().err
        other.rollback()
        run.flush()


class Store:
    """One that is away for the first requests, and keeps those that it does not answer."""

    def __init__(self, away: int) -> None:
        self.away, self.kept = away, 0

    def ask(self, word: str) -> str:
        self.kept += 1
        if self.kept <= self.away:
            raise ConnectionResetError("the line was lost")
        return word

    def look(self, word: str) -> str:
        return f"{word} was kept {self.kept} times"


@pytest.fixture(name="quick")
def quick_fixture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tries follow one another at once."""
    monkeypatch.setattr(patience, "PAUSES", (0.001,))


@pytest.mark.usefixtures("quick")
def test_a_store_that_is_away_is_waited_for_and_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert Patience("The store")(Store(away=4).ask, "answer") == "answer"
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        "The store cannot be used: the line was lost; waiting for up to 120 s",
        "The store can be used again",
    ]


@pytest.mark.usefixtures("quick")
def test_what_may_not_be_asked_twice_is_asked_otherwise() -> None:
    store = Store(away=1)
    assert Patience("The store")(store.ask, "it", again=store.look) == "it was kept 1 times"


@pytest.mark.usefixtures("quick")
def test_a_store_that_stays_away_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE_SECONDS", 0.01)
    with pytest.raises(StoreAwayError) as said:
        Patience("The store", "come back later")(Store(away=10**6).ask, "answer")
    sentence = "The store cannot be used: the line was lost, for 0 s now; come back later"
    assert str(said.value) == sentence


def test_what_is_not_worth_waiting_for_is_asked_once() -> None:
    store = Store(away=1)
    with pytest.raises(ConnectionResetError):
        Patience("The store", seconds=0)(store.ask, "answer")
    assert store.kept == 1


def test_an_answer_that_takes_long_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(patience, "SILENCE_SECONDS", 0.05)
    Patience("The store")(time.sleep, 0.3)
    assert "The store has not answered for 0 s; waiting" in caplog.text


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (MlflowException("API request to http://h failed with exception too many 503"), True),
        (MlflowException("API request to http://h failed with timeout exception T"), True),
        (MlflowException("API request to endpoint /a failed with error code 404 != 200"), False),
        (MlflowException("Changing param values is not allowed"), False),
        (URLError(ConnectionRefusedError("refused")), True),
        (requests.exceptions.ChunkedEncodingError("cut off"), True),
        (OperationalError("select", {}, psycopg.OperationalError("server closed")), True),
        (OperationalError("select", {}, sqlite3.OperationalError("disk I/O error")), False),
        (OperationalError("select", {}, sqlite3.OperationalError("database is locked")), True),
        (IntegrityError("insert", {}, psycopg.IntegrityError("double")), False),
        (FileNotFoundError("no such file"), False),
        (InputError("what the user gave"), False),
    ],
    ids=str,
)
def test_only_an_absence_is_waited_for(error: Exception, away: bool) -> None:
    assert (patience.absence(error) is not None) == away


def test_an_absence_that_led_to_another_error_is_seen() -> None:
    error = RuntimeError("a driver's own words")
    error.__cause__ = ConnectionAbortedError("cut off")
    assert patience.absence(error) == "cut off"
