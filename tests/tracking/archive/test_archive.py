"""Runs are found again by id, by the beginning of an id, and by name."""

from pathlib import Path

import pytest

from src.core import InputError
from src.tracking.archive import Archive
from src.tracking.record.recorder import Tracking


def record(tracking: Tracking, name: str) -> str:
    """Record an empty run and give its id."""
    with tracking.start({}, name) as run:
        return run.id


def test_run_is_found_by_id_prefix_and_name(tracking: Tracking, archive: Archive) -> None:
    run_id = record(tracking, "it's a run")
    assert {archive.find(text).id for text in (run_id, run_id[:12], "it's a run")} == {run_id}


def test_newest_run_of_a_name_wins(tracking: Tracking, archive: Archive) -> None:
    _, newer = record(tracking, "same"), record(tracking, "same")
    assert archive.find("same").id == newer


def test_ambiguous_prefix_is_refused(tracking: Tracking, archive: Archive) -> None:
    ids = [record(tracking, f"run{number}") for number in range(17)]
    first = next(own[0] for own in ids if sum(other[0] == own[0] for other in ids) > 1)
    with pytest.raises(InputError, match=f"runs begin with '{first}'"):
        archive.find(first)


@pytest.mark.parametrize("text", ["nobody", "ffff", "%", "'\"", ""])
def test_unknown_run_is_refused_in_a_sentence(archive: Archive, text: str) -> None:
    with pytest.raises(InputError, match="run"):
        archive.find(text)


def test_newest_come_first_and_can_be_chosen(tracking: Tracking, archive: Archive) -> None:
    ids = [record(tracking, f"run{number}") for number in range(3)]
    assert [run.id for run in archive.newest()] == ids[::-1]
    assert [run.id for run in archive.newest(limit=2)] == ids[:0:-1]
    assert archive.newest(status="failed") == []
    assert len(archive.newest(experiment="brushwork")) == 3
    with pytest.raises(InputError, match="FINISHED, FAILED"):
        archive.newest(status="sleepy")
    with pytest.raises(InputError, match="brushwork"):
        archive.newest(experiment="elsewhere")


def test_absent_store_has_no_runs_and_stays_absent(tmp_path: Path) -> None:
    archive = Archive(f"sqlite:///{tmp_path}/mlflow.db")
    assert archive.newest() == []
    with pytest.raises(InputError, match="make demo"):
        archive.find("any")
    assert list(tmp_path.iterdir()) == []
