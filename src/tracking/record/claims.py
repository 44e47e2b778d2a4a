"""Who works on a run: one process at a time, as the store itself decides.

A parameter of a run is written once: of two processes that write the same one, MLflow refuses the
second. So the parameter ``attempt.2`` says who went on with a run first, on any store and from any
machine; the tag of the same name says until when to believe that it still does. The process that
created the run is attempt 0 and has the tag alone.
"""

import logging
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Event, Thread
from typing import TYPE_CHECKING

from src.core import InputError
from src.tracking import keys
from src.tracking.record.holder import LEASE_SECONDS, Holder
from src.tracking.record.process import is_here
from src.tracking.store.client import impatient
from src.tracking.store.patience import absence

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Run

log = logging.getLogger(__name__)

RENEWAL_SECONDS = 30.0

CLOSING = "closing"


class HeldError(Exception):
    """Somebody else works on the run."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(holder.words)
        self.holder = holder


def first_tag() -> tuple[str, str]:
    """The tag with which a run is created, and no other is: this process works on it."""
    return f"{keys.ATTEMPT}0", str(Holder.here())


def attempts(run: "Run") -> dict[int, Holder]:
    """Everybody who ever worked on a run, in order."""
    found: dict[int, Holder] = {}
    for texts in (run.data.params, run.data.tags):
        for name, text in texts.items():
            number = re.fullmatch(rf"{re.escape(keys.ATTEMPT)}(\d+)", name)
            holder = Holder.read(text)
            if number and holder:
                found[int(number[1])] = holder
    return dict(sorted(found.items()))


def holder_of(run: "Run") -> Holder | None:
    """Who works on a run just now; ``None`` where nobody does."""
    own = attempts(run)
    if not own and run.info.status == "RUNNING":
        own = _noted(run.data.tags)
    return next((holder for holder in reversed(own.values()) if holder.lives), None)


class Claim:
    """The right to work on a run, renewed for as long as it is held.

    ``lost`` when somebody else has it, ``away`` when the store is not there to be told anything.
    """

    def __init__(
        self, client: "MlflowClient", run_id: str, number: int, holder: Holder, *, shared: bool
    ) -> None:
        self.run_id, self.number = run_id, number
        self._client, self._holder, self._shared = client, holder, shared
        # While others work nobody waits for the store: there will be another time.
        self._hasty = impatient(client)
        self._renewed = time.time()
        self.lost = self.away = False

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Renew it until the end, and let go."""
        stop = Event()

        def renew() -> None:
            while not stop.wait(RENEWAL_SECONDS):
                try:
                    self._renew(self._hasty)
                except Exception as error:
                    log.warning("the claim on a run was not renewed: %s", absence(error) or error)

        thread = Thread(target=renew, name="claim", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            if not self.away:
                thread.join()
                self.release()

    def check(self, client: "MlflowClient | None" = None) -> None:
        """Refuse to go on where another machine took over since this process was not heard of."""
        if time.time() - self._renewed > LEASE_SECONDS / 2:
            self._renew(client or self._client)
        if self.lost:
            raise InputError(
                "this process was not heard of for too long, and another goes on with the run"
            )

    @property
    def held(self) -> bool:
        """Whether it is still this process that works on the run, as far as can be known now."""
        with suppress(Exception):
            self.check(self._hasty)
        return not self.lost

    def release(self) -> None:
        """Let others have it; what cannot be told ends with this process."""
        if not self.lost:
            try:
                self._tell(self._hasty, 0)
            except Exception as error:
                log.warning("the claim on a run was not given back: %s", absence(error) or error)

    def _renew(self, client: "MlflowClient") -> None:
        others = attempts(client.get_run(self.run_id)).items()
        if not self._shared:
            self.lost = self.lost or any(
                number > self.number and not other.mark.startswith(CLOSING)
                for number, other in others
            )
        if not self.lost:
            # As of before the store was asked: it may answer late.
            now = time.time()
            self._tell(client, int(now + LEASE_SECONDS))
            self._renewed = now

    def _tell(self, client: "MlflowClient", until: int) -> None:
        text = str(replace(self._holder, until=until))
        client.set_tag(self.run_id, f"{keys.ATTEMPT}{self.number}", text)


def first_claim(client: "MlflowClient", run: "Run", *, shared: bool = False) -> Claim:
    """Of the process that has just created the run."""
    return Claim(client, run.info.run_id, 0, attempts(run)[0], shared=shared)


def claim(client: "MlflowClient", run_id: str, *, shared: bool = False, mark: str = "") -> Claim:
    """The run for this process alone, or an error where somebody has it.

    Args:
        shared: whether others may work on it too, as on a sweep.
        mark: ``CLOSING`` for whoever only ends it.
    """
    from mlflow.exceptions import MlflowException

    while True:
        run = client.get_run(run_id)
        holder = holder_of(run)
        if holder is not None and not shared:
            raise HeldError(holder)
        number, own = max(attempts(run), default=0) + 1, Holder.here(mark)
        try:
            client.log_param(run_id, f"{keys.ATTEMPT}{number}", str(own))
        except MlflowException:
            # Somebody was faster; should it be something else, nobody has this number.
            if number not in attempts(client.get_run(run_id)):
                raise
            continue
        return Claim(client, run_id, number, own, shared=shared)


def _noted(tags: Mapping[str, str]) -> dict[int, Holder]:
    """The process of a run that was begun before there were attempts, if it is of this host."""
    pid = tags.get(keys.PID, "")
    born = tags.get(keys.BORN)
    if not pid.isdigit() or not is_here(tags.get(keys.HOST, ""), born):
        return {}
    return {0: Holder(1, tags.get(keys.HOST, ""), int(pid), born or "-", "-")}
