"""Runs that scored a reference set are found again."""

from src.tracking.archive import Archive
from src.tracking.archive.reference_runs import runs_on
from src.tracking.record.recorder import Tracking


def test_runs_that_may_show_somebody_are_listed(tracking: Tracking, archive: Archive) -> None:
    tags = {"reference.set": "race", "reference.frozen": "v1", "reference.fingerprint": "old"}
    staged = {**tags, "reference.frozen": "staging", "reference.fingerprint": "x"}
    for name, own in (
        ("on v1", tags),
        ("on staging", staged),
        ("on another", {**tags, "reference.fingerprint": "y"}),
        ("on another set", {**staged, "reference.set": "other"}),
        ("on no set", {}),
    ):
        with tracking.start({}, name, own):
            pass
    found = {run.name: why for run, why in runs_on(archive.uri, "race", {"old"})}
    assert found.keys() == {"on v1", "on staging"}
    assert "frozen set v1" in found["on v1"]
    assert "may show" in found["on staging"]
