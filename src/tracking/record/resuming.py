"""Going on with a run that was stopped."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from src.core import InputError
from src.core.passwords import without_passwords
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.record.claims import Claim, HeldError, claim
from src.tracking.record.parameters import parameters
from src.tracking.store.left_overs import local_folder, remove_uploads

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import RunInfo

log = logging.getLogger(__name__)

SHOWING = (
    *("resume", "tracking.", "playback", "pictures", "report", "sessions", "trial", "note"),
    *("page", "show"),
    *("workers", "executor._target_", "executor.workers", "executor.address", "executor.under_way"),
)
"""What changes no number, only who computes it and how it is shown; it may differ when a run goes
on."""

FREE = (*SHOWING, "seeds", keys.THREADS)
"""What may differ between runs of one configuration."""

CHECKPOINTS = (
    keys.LAST_CHECKPOINT,
    keys.PREVIOUS_CHECKPOINT,
    keys.LAST_REFIT,
    keys.PREVIOUS_REFIT,
)
"""What a session goes on from."""

CLOSING_SECONDS = 1.0
"""How long a run that somebody has is asked for again."""

MEASURED = f"{keys.BY_IMAGE}test/f1"


class NotResumableError(InputError):
    """A run that cannot be gone on with, or not as asked; nothing of it was changed."""


def changed(past: PastRun, config: Mapping[str, Any], free: tuple[str, ...] = SHOWING) -> str:
    """What is configured otherwise than it was, in words; empty where nothing is.

    A run that was killed before all of its configuration was kept is asked for what it has.
    """
    now = parameters(without_passwords(config))
    known = now.keys() | past.parameters.keys() if has_begun(past) else past.parameters.keys()
    if keys.THREADS not in past.parameters:
        known = known - {keys.THREADS}  # an older run does not tell
    names = sorted(name for name in known if not name.startswith(free))
    other = [name for name in names if now.get(name) != past.parameters.get(name)]
    return ", ".join(
        f"{name}={past.parameters.get(name)} (now {now.get(name)})" for name in other[:3]
    )


def has_begun(past: PastRun) -> bool:
    """Whether its configuration was kept whole; runs with numbers are older than the tag."""
    return keys.BEGUN in past.tags or bool(past.metrics)


@dataclass(frozen=True)
class Reopened:
    """A run that this process goes on with.

    Args:
        past: as it was found.
    """

    past: PastRun
    info: "RunInfo"
    claim: Claim


def reopened(
    client: "MlflowClient",
    uri: str,
    name: str,
    config: Mapping[str, Any],
    tags: Mapping[str, str],
    *,
    grows: bool = False,
) -> Reopened:
    """The run, RUNNING again; refused where it would not end as if it had never stopped."""
    from mlflow.entities import RunTag

    archive = Archive(uri)
    past = archive.find(name)
    refuse(past, config, tags, grows=grows)
    own = claimed(client, past, shared=grows)
    try:
        # Somebody may have worked on it since it was looked at.
        past = archive.find(past.id)
        refuse(past, config, tags, grows=grows)
        remove_uploads(local_folder(past.artifacts))
        now = {**tags, **first_commit(past, tags.get(keys.COMMIT)), keys.RESUMED: "true"}
        # The process first: a run that is RUNNING without one would be taken for abandoned.
        client.log_batch(past.id, tags=[RunTag(*tag) for tag in now.items()])
        client.update_run(past.id, status="RUNNING")
        for key in past.tags:
            if key == keys.FAILURE or key.startswith(keys.FAILED_SEED):
                client.delete_tag(past.id, key)
        return Reopened(past, client.get_run(past.id).info, own)
    except BaseException:
        own.release()
        raise


def refuse(
    past: PastRun, config: Mapping[str, Any], tags: Mapping[str, str], *, grows: bool = False
) -> None:
    """Refuse what cannot be gone on with as asked."""
    if past.status == "FINISHED" and not grows:
        raise NotResumableError(f"resume: {past.name} is finished; there is nothing to go on with")
    other = changed(past, config)
    if other:
        raise NotResumableError(f"resume: {past.name} was configured otherwise: {other}")
    refuse_other_data(past, tags.get(keys.FINGERPRINT))
    refuse_lost_session(past, config)


def claimed(client: "MlflowClient", past: PastRun, *, shared: bool = False) -> Claim:
    """The right to go on: two processes in one session would spoil it.

    Whoever marks an abandoned run as KILLED has it for a moment, which is waited for.
    """
    end = monotonic() + CLOSING_SECONDS
    while True:
        try:
            return claim(client, past.id, shared=shared)
        except HeldError as held:
            if monotonic() > end:
                raise NotResumableError(
                    f"resume: {past.name} is still running, as {held.holder.words}: "
                    "wait for its end or stop it first"
                ) from held
        sleep(0.1)


def refuse_other_data(past: PastRun, fingerprint: str | None) -> None:
    """Half a run on one dataset and half on another would be a number about neither."""
    began = past.tags.get(keys.FINGERPRINT)
    if began and fingerprint and began != fingerprint:
        raise NotResumableError(
            f"resume: the dataset has changed since {past.name} began, its fingerprint was {began} "
            f"and is {fingerprint}: give the same dataset"
        )


def refuse_lost_session(past: PastRun, config: Mapping[str, Any]) -> None:
    """A run that has finished images and no checkpoint here would begin again with the first.

    A checkpoint is written before the test score of its image is recorded. Images before the first
    score were too few to learn from: their folder holds no checkpoint, and may begin again.
    """
    finished = any(name.startswith(keys.BY_IMAGE) for name in past.metrics)
    if not finished or "sessions" not in config:
        return
    folder = Path(config["sessions"]) / past.id
    if any((folder / name).exists() for name in CHECKPOINTS):
        return
    if folder.is_dir() and MEASURED not in past.metrics:
        return
    raise NotResumableError(
        f"resume: {past.name} has finished images, but {folder} holds no checkpoint of it: "
        f"set sessions to the folder where it is kept{_last_seen(past)}"
    )


def first_commit(past: PastRun, commit: str | None) -> dict[str, str]:
    """The tag that keeps which code a run began with, where it goes on with another, and a word."""
    first = past.tags.get(keys.FIRST_COMMIT) or past.tags.get(keys.COMMIT)
    if not first or not commit or first == commit:
        return {}
    log.warning(
        "%s began with commit %s and goes on with %s: its numbers may differ from those of one",
        past.name, first[:10], commit[:10],
    )  # fmt: skip
    return {keys.FIRST_COMMIT: first}


def _last_seen(past: PastRun) -> str:
    if keys.SESSION not in past.tags:
        return ""
    return f", which was {Path(past.tags[keys.SESSION]).parent} on {past.tags.get(keys.HOST)}"
