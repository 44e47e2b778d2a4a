"""A run that was killed while it began can be begun again."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest

from src.tracking.archive import Archive
from src.tracking.archive.reading import read_config
from src.tracking.record.recorder import Tracking
from src.tracking.record.resuming import NotResumableError
from src.tracking.record.run import Run

CONFIG = {"seed": 1, "resume": None, **{f"group{number}": number for number in range(150)}}


class Killed(BaseException):
    """Stands for a process that is gone: nothing is told afterwards."""


def killed_while_beginning(
    tracking: Tracking, monkeypatch: pytest.MonkeyPatch, config: Mapping[str, Any], after: int
) -> str:
    """A run whose process wrote its file and ``after`` batches of its parameters."""
    begun = []

    def configuration(self: Run, config: Mapping[str, Any], kept: Mapping[str, str]) -> None:
        begun.append(self.id)
        store = self._client._tracking_client.store
        write, batches = store.log_batch, []

        def log_batch(**words: Any) -> None:
            if len(batches) >= after:
                raise Killed
            batches.append(write(**words))

        with monkeypatch.context() as context:
            context.setattr(store, "log_batch", log_batch)
            original(self, config, kept)

    original = Run.configuration
    with monkeypatch.context() as context:
        context.setattr(Run, "configuration", configuration)
        context.setattr("src.tracking.record.recorder._end_badly", lambda *_: None)
        with suppress(Killed), tracking.start(config, "killed"):
            pass
    return begun[0]


@pytest.mark.parametrize("after", [0, 1, 2])
def test_it_ends_as_if_it_had_never_been_killed(
    tracking: Tracking, archive: Archive, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    run_id = killed_while_beginning(tracking, monkeypatch, CONFIG, after)
    assert len(archive.find(run_id).parameters) == (0, 100, 152)[after]
    with tracking.start({**CONFIG, "resume": run_id}, "again", None, run_id):
        pass
    past = archive.find(run_id)
    assert (past.status, past.tags["begun"]) == ("FINISHED", "true")
    assert past.parameters == {key: str(value) for key, value in CONFIG.items()} | {
        "resume": "null"
    }
    assert read_config(archive, past) == CONFIG


def test_what_it_kept_still_counts(tracking: Tracking, monkeypatch: pytest.MonkeyPatch) -> None:
    run_id = killed_while_beginning(tracking, monkeypatch, CONFIG, 1)
    with (
        pytest.raises(NotResumableError, match=r"configured otherwise: seed=1 \(now 2\)"),
        tracking.start({**CONFIG, "seed": 2}, "again", None, run_id),
    ):
        pass


def test_a_run_has_begun_when_all_is_kept(tracking: Tracking, archive: Archive) -> None:
    with tracking.start(CONFIG, "whole") as run:
        assert archive.find(run.id).tags["begun"] == "true"
