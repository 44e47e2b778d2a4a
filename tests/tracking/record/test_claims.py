"""One process works on a run, and nobody disturbs it."""

import time
from contextlib import suppress
from threading import Barrier, Thread

import pytest

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.record import claims
from src.tracking.record.abandoned import close_abandoned
from src.tracking.record.claims import CLOSING, Claim, HeldError, attempts, claim, holder_of
from src.tracking.record.recorder import Tracking
from src.tracking.store import cleaning, connect


def stopped(tracking: Tracking) -> str:
    """The id of a run that somebody stopped."""
    with suppress(KeyboardInterrupt), tracking.start({}, "stopped") as run:
        raise KeyboardInterrupt
    return run.id


def test_of_many_that_claim_at_once_one_has_it(tracking: Tracking) -> None:
    run_id = stopped(tracking)
    begin, had, held = Barrier(6), [], []
    clients = [connect(tracking.uri) for _ in range(6)]

    def attempt(number: int) -> None:
        begin.wait()
        try:
            had.append(claim(clients[number], run_id))
        except HeldError as error:
            held.append(error.holder)

    threads = [Thread(target=attempt, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(had), len(held)) == (1, 5)
    had[0].release()
    assert claim(clients[0], run_id).number == 2


def test_a_claimed_run_is_neither_closed_nor_deleted(tracking: Tracking, archive: Archive) -> None:
    run_id = stopped(tracking)
    own = claim(archive.client, run_id)
    archive.client.update_run(run_id, status="RUNNING")
    assert close_abandoned(archive.client, archive.find(run_id).experiment_id) == []
    archive.client.update_run(run_id, status="KILLED")
    past = archive.find(run_id)
    assert cleaning.delete(archive, [past]) == []
    own.release()
    assert cleaning.delete(archive, [past]) == [past]


def test_a_claim_is_no_parameter_of_the_configuration(tracking: Tracking, archive: Archive) -> None:
    run_id = stopped(tracking)
    claim(archive.client, run_id).release()
    assert archive.find(run_id).parameters == {}
    with tracking.start({}, "again", None, run_id):
        assert holder_of(archive.client.get_run(run_id)) is not None
    assert holder_of(archive.client.get_run(run_id)) is None
    assert list(attempts(archive.client.get_run(run_id))) == [0, 1, 2]


def test_a_process_that_was_silent_for_long_notices_that_another_took_over(
    tracking: Tracking, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work() -> None:
        with tracking.start({}, "silent") as run:
            silent = run._claim
            assert isinstance(silent, Claim)
            silent.release()
            claim(archive.client, run.id, mark=CLOSING).release()
            silent._renew(archive.client)
            assert not silent.lost, "to be marked as KILLED is no reason to stop"
            silent.release()
            archive.client.set_tag(run.id, "mine", str(claim(archive.client, run.id).number))
            later = time.time() + claims.LEASE_SECONDS
            monkeypatch.setattr(claims.time, "time", lambda: later)
            run.metrics({"effort/seconds": 1.0})
            run.flush()

    with pytest.raises(InputError, match="another goes on with the run"):
        work()
    past = archive.find("silent")
    assert (past.status, past.tags["mine"], past.metrics) == ("RUNNING", "2", {})
