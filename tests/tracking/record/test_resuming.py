"""A stopped run goes on only where it would end as if it had never stopped."""

import logging
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from src.tracking.archive import Archive, PastRun
from src.tracking.keys import FINGERPRINT, SESSION
from src.tracking.record.abandoned import close_abandoned
from src.tracking.record.recorder import Tracking
from src.tracking.record.resuming import CHECKPOINTS, NotResumableError
from tests.tracking.record.test_recorder import child, first_line

ELSEWHERE = "another-boot:1:5"
LEARNED = {"by_image/val/f1": 0.1, "by_image/test/f1": 0.2}


def stopped(
    tracking: Tracking,
    config: Mapping[str, Any] | None = None,
    tags: Mapping[str, str] | None = None,
    numbers: Mapping[str, float] | None = None,
) -> PastRun:
    """A run that somebody stopped after these numbers."""
    with suppress(KeyboardInterrupt), tracking.start(config or {}, "stopped", tags) as run:
        run.metrics(numbers or {}, 1)
        raise KeyboardInterrupt
    return Archive(tracking.uri).find("stopped")


def refused(
    tracking: Tracking,
    past: PastRun,
    sentence: str,
    config: Mapping[str, Any] | None = None,
    tags: Mapping[str, str] | None = None,
) -> None:
    """Going on is refused in one line, and the run stays as it was."""
    with (
        pytest.raises(NotResumableError, match=sentence) as refusal,
        tracking.start(config or {}, "again", tags, past.id),
    ):
        pass
    assert "\n" not in str(refusal.value)
    assert Archive(tracking.uri).find(past.id) == past


def go_on(
    tracking: Tracking,
    past: PastRun,
    config: Mapping[str, Any] | None = None,
    tags: Mapping[str, str] | None = None,
) -> PastRun:
    with tracking.start(config or {}, "again", tags, past.id):
        pass
    return Archive(tracking.uri).find(past.id)


def test_a_run_goes_on_under_its_own_name(tracking: Tracking) -> None:
    past = stopped(tracking, {"seed": 1}, {"failure.seed_1": "bad luck"})
    assert past.tags["failure"].startswith("KeyboardInterrupt")
    again = go_on(tracking, past, {"seed": 1})
    assert (again.name, again.status, again.tags["resumed"]) == ("stopped", "FINISHED", "true")
    assert not [key for key in again.tags if key.startswith("failure")]
    refused(tracking, again, "stopped is finished; there is nothing to go on with", {"seed": 1})


@pytest.mark.parametrize("seeds", [None, [1, 2]])
def test_another_list_of_seeds_is_another_configuration(
    tracking: Tracking, seeds: list[int] | None
) -> None:
    past = stopped(tracking, {"seeds": [1, 2, 3]})
    refused(tracking, past, r"configured otherwise: seeds=\[1, 2, 3\] \(now ", {"seeds": seeds})


def test_a_dataset_that_has_changed_is_refused(tracking: Tracking) -> None:
    past = stopped(tracking, tags={FINGERPRINT: "aaaa"})
    refused(
        tracking, past, "the dataset has changed since stopped began, .* was aaaa and is bbbb",
        tags={FINGERPRINT: "bbbb"},
    )  # fmt: skip
    assert go_on(tracking, past, tags={FINGERPRINT: "aaaa"}).status == "FINISHED"


def test_a_run_whose_process_is_alive_is_refused(tracking: Tracking, archive: Archive) -> None:
    process = child(tracking, "busy", 60)
    past = archive.find(first_line(process))
    refused(tracking, past, f"busy is still running, as process {process.pid} of this host")
    process.kill()
    process.communicate(timeout=120)
    again = go_on(tracking, past)
    assert (again.status, again.tags["pid"]) == ("FINISHED", str(os.getpid()))


@pytest.mark.parametrize("host", ["another", socket.gethostname()])
def test_a_run_of_another_machine_is_believed_to_live_for_some_time(
    tracking: Tracking, archive: Archive, host: str
) -> None:
    """Also where the other is called like this one, and has no process of that number here."""
    process = child(tracking, "elsewhere", 60)
    run_id = first_line(process)
    process.kill()
    process.communicate(timeout=120)
    until, _, pid, _, mark = archive.client.get_run(run_id).data.tags["attempt.0"].split(" ")
    archive.client.set_tag(run_id, "host", host)
    archive.client.set_tag(run_id, "attempt.0", f"{until} {host} {pid} {ELSEWHERE} {mark}")
    past = archive.find(run_id)
    assert close_abandoned(archive.client, past.experiment_id) == []
    named = "another" if host == "another" else f"another machine called {host}"
    refused(tracking, past, f"as process {pid} of {named}, which is believed for another 1")
    archive.client.set_tag(run_id, "attempt.0", f"1 {host} {pid} {ELSEWHERE} {mark}")
    assert go_on(tracking, past).status == "FINISHED"


def test_a_run_that_several_processes_grow_may_be_alive(tracking: Tracking) -> None:
    with (
        tracking.start({}, "sweep") as first,
        tracking.start({}, "sweep", None, first.id, grows=True) as second,
    ):
        assert second.id == first.id


@pytest.mark.parametrize("file", CHECKPOINTS)
def test_finished_images_need_the_checkpoint_of_their_session(
    tracking: Tracking, tmp_path: Path, file: str
) -> None:
    here, there = ({"sessions": str(tmp_path / name)} for name in ("here", "there"))
    past = stopped(tracking, here, {SESSION: f"{tmp_path}/here/x"}, LEARNED)
    sentence = f"holds no checkpoint of it: set sessions to .* which was {tmp_path}/here on "
    refused(tracking, past, sentence, here)
    (tmp_path / "there" / past.id).mkdir(parents=True)
    refused(tracking, past, sentence, there)
    (tmp_path / "there" / past.id / file).touch()
    assert go_on(tracking, past, there).status == "FINISHED"


def test_without_a_finished_image_there_is_nothing_to_lose(
    tracking: Tracking, tmp_path: Path
) -> None:
    config = {"sessions": str(tmp_path / "sessions")}
    past = stopped(tracking, config, numbers={"effort/seconds": 3.0})
    assert go_on(tracking, past, config).status == "FINISHED"


def test_images_that_were_too_few_to_learn_from_left_no_checkpoint(
    tracking: Tracking, tmp_path: Path
) -> None:
    config = {"sessions": str(tmp_path / "sessions")}
    past = stopped(tracking, config, numbers={"by_image/val/f1": float("nan")})
    with (
        pytest.raises(NotResumableError, match="holds no checkpoint"),
        tracking.start(config, "again", None, past.id),
    ):
        pass
    (tmp_path / "sessions" / past.id).mkdir(parents=True)
    assert go_on(tracking, past, config).status == "FINISHED"


def test_another_commit_is_told_and_the_first_one_kept(
    tracking: Tracking, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def use(commit: str) -> None:
        monkeypatch.setattr(
            "src.tracking.record.recorder.provenance", lambda: {"git.commit": commit}
        )

    use("first")
    past = stopped(tracking)
    for commit in ("first", "second", "third"):
        caplog.clear()
        use(commit)
        with (
            caplog.at_level(logging.WARNING),
            suppress(KeyboardInterrupt),
            tracking.start({}, "again", None, past.id),
        ):
            raise KeyboardInterrupt
        words = f"stopped began with commit first and goes on with {commit}"
        assert (words in caplog.text) == (commit != "first")
    tags = Archive(tracking.uri).find(past.id).tags
    assert (tags["git.commit"], tags["git.commit.first"]) == ("third", "first")
