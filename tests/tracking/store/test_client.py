"""A request that nobody heard the answer of makes nothing twice."""

from collections.abc import Callable
from typing import Any

import pytest

from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking
from src.tracking.store import patience
from src.tracking.store.client import create_run_once, impatient


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PAUSES", (0.001,))


@pytest.fixture(name="deaf")
def deaf_fixture(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lose the answer, or all, of the first request of this name."""

    def lose(name: str, *, kept: bool = True) -> None:
        client: Any = archive.client
        real, asked = getattr(client.client, name), []

        def request(*args: Any, **words: Any) -> Any:
            asked.append(True)
            answer = real(*args, **words) if kept or len(asked) > 1 else None
            if len(asked) == 1:
                raise ConnectionResetError("the answer was lost")
            return answer

        monkeypatch.setattr(client.client, name, request)

    return lose


@pytest.mark.parametrize("kept", [True, False])
def test_a_run_whose_creation_was_not_answered_is_there_once(
    archive: Archive, deaf: Callable[..., None], kept: bool
) -> None:
    deaf("create_run", kept=kept)
    run, twins = create_run_once(archive.client, "0", "one", ("mark", "1 a:b"), {"seed": "1"})
    assert [past.id for past in archive.newest()] == [run.info.run_id]
    assert run.data.tags["mark"] == "1 a:b"
    assert twins is not None
    assert twins.run_id == run.info.run_id


def test_a_second_one_that_the_store_makes_late_is_deleted(
    archive: Archive, deaf: Callable[..., None]
) -> None:
    deaf("create_run", kept=False)
    mark = ("mark", "1")
    run, twins = create_run_once(archive.client, "0", "one", mark, {})
    archive.client.create_run("0", run_name="one", tags=dict([mark]))
    assert twins is not None
    twins.remove(archive.client)
    assert [past.id for past in archive.newest()] == [run.info.run_id]


def test_a_run_that_was_answered_has_no_twins(archive: Archive) -> None:
    assert create_run_once(archive.client, "0", "one", ("mark", "1"), {})[1] is None


def test_a_tag_is_deleted_once(archive: Archive, deaf: Callable[..., None]) -> None:
    run = archive.client.create_run("0", tags={"failure": "of before"})
    deaf("delete_tag")
    archive.client.delete_tag(run.info.run_id, "failure")
    assert "failure" not in archive.client.get_run(run.info.run_id).data.tags


def test_a_claim_whose_answer_was_lost_is_ones_own(
    tracking: Tracking, archive: Archive, deaf: Callable[..., None]
) -> None:
    from src.tracking.record.claims import claim

    with tracking.start({}, "ended") as run:
        pass
    deaf("log_param")
    own = claim(archive.client, run.id)
    assert own.number == 1


def test_an_impatient_client_asks_once(archive: Archive, deaf: Callable[..., None]) -> None:
    deaf("search_experiments")
    with pytest.raises(ConnectionResetError):
        impatient(archive.client).search_experiments()
    assert archive.client.search_experiments()
