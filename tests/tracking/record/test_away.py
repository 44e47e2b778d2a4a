"""A run whose store goes away for too long ends with one sentence, and goes on later."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from mlflow import MlflowClient
from mlflow.exceptions import MlflowException

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.store import StoreAwayError, patience

LOST = "API request to http://store failed with exception refused"


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PAUSES", (0.001,))
    monkeypatch.setattr(patience, "PATIENCE_SECONDS", 0.05)


@contextmanager
def away() -> Iterator[list[str]]:
    """No request gets an answer; gives the requests."""
    asked: list[str] = []
    names = ("log_batch", "set_terminated", "set_tag", "get_run", "log_artifact", "search_runs")
    with pytest.MonkeyPatch.context() as patch:
        for name in names:

            def request(*_args: Any, _name: str = name, **_words: Any) -> None:
                asked.append(_name)
                raise MlflowException(LOST)

            patch.setattr(MlflowClient, name, request)
        yield asked


def test_it_is_left_as_it_is(tracking: Tracking, archive: Archive) -> None:
    def stops() -> None:
        with tracking.start({"seed": 1}, "works") as run, away() as asked:
            told.append(asked)
            run.metrics({"effort/seconds": 1.0}, 1)
            run.flush()

    told: list[list[str]] = []
    with pytest.raises(StoreAwayError, match=r"cannot be used: .* go on with resume=works once it"):
        stops()
    assert set(told[0]) == {"log_batch"}
    past = archive.find("works")
    assert (past.status, "failure" in past.tags) == ("RUNNING", False)


def test_a_parent_names_itself_and_its_child_has_not_failed(
    tracking: Tracking, archive: Archive
) -> None:
    def stops() -> None:
        with tracking.start({}, "parent"), tracking.start({}, "child") as run, away():
            run.tags({"a": "b"})

    with pytest.raises(StoreAwayError, match="resume=parent once it can be") as said:
        stops()
    assert "child" not in str(said.value)
    assert {past.status for past in archive.newest()} == {"RUNNING"}


def test_another_store_that_is_away_is_an_error_like_others(
    tracking: Tracking, archive: Archive
) -> None:
    def stops() -> None:
        with tracking.start({}, "works"):
            raise StoreAwayError("The study store", "refused", "try later")

    with pytest.raises(StoreAwayError, match="The study store cannot be used: refused; try later"):
        stops()
    past = archive.find("works")
    assert (past.status, "try later" in past.tags["failure"]) == ("FAILED", True)


def test_the_end_of_an_interrupted_run_is_waited_for_once(
    tracking: Tracking, caplog: pytest.LogCaptureFixture
) -> None:
    patch = away()

    def stops() -> None:
        with tracking.start({}, "interrupted"):
            patch.__enter__()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stops()
    patch.__exit__(None, None, None)
    assert caplog.text.count("is not recorded") == 1


def test_a_store_that_never_answered_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="No MLflow server answers"):
        Archive("http://127.0.0.1:9").newest()
