"""The runs of a store: listed, found, searched."""

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from src.core import InputError
from src.core.passwords import masked
from src.tracking.archive.past_run import PastRun, past_run
from src.tracking.store import check_uri, connect, database_file, run_page, store_errors

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import FileInfo

STATUSES = ("RUNNING", "SCHEDULED", "FINISHED", "FAILED", "KILLED")
PAGE = 200
"""Runs of one request; each comes whole, some 200 kB of memory."""


class Archive:
    """The runs of one store; a local store that does not exist has none."""

    def __init__(self, uri: str) -> None:
        check_uri(uri)
        self.uri = uri

    @property
    def exists(self) -> bool:
        """Whether there is a store at all."""
        file = database_file(self.uri)
        return file is None or os.path.exists(file)  # noqa: PTH110 - a Path raises for a long name

    @property
    def first_run(self) -> str:
        """The sentence for a store without runs."""
        return f"{masked(self.uri)} has no runs yet; `make demo` makes the first"

    @cached_property
    def client(self) -> "MlflowClient":
        """The client, connected when first needed."""
        return connect(self.uri)

    def newest(
        self, limit: int | None = None, status: str | None = None, experiment: str | None = None
    ) -> list[PastRun]:
        """Runs from the newest to the oldest."""
        return list(self.found(limit, status, experiment))

    def found(
        self, limit: int | None = None, status: str | None = None, experiment: str | None = None
    ) -> Iterator[PastRun]:
        """The same, one at a time."""
        check_status(status)
        wanted = "" if status is None else f"attributes.status = '{status.upper()}'"
        return self._searched(wanted, limit, experiment)

    def find(self, text: str) -> PastRun:
        """The run of this id, the newest of this name, or the only one whose id begins so."""
        if not text:
            raise InputError("A run is named by its id, the beginning of its id, or its name")
        if not self.exists:
            raise InputError(f"There is no run {text!r}: {self.first_run}")
        quote = '"' if "'" in text else "'"
        named = [] if '"' in text else self.search(f"attributes.run_name = {quote}{text}{quote}")
        begun = self.search(f"attributes.run_id LIKE '{text}%'") if text.isalnum() else []
        if len(text) < 32 and named:
            return named[0]
        if len(begun) > 1:
            names = ", ".join(f"{run.id[: len(text) + 4]} ({run.name})" for run in begun[:5])
            raise InputError(f"{len(begun)} runs begin with {text!r}: {names}; give more of the id")
        if not begun + named:
            raise InputError(
                f"There is no run {text!r} in {masked(self.uri)}: python -m src.runs list"
            )
        return (begun + named)[0]

    def page(self, run: PastRun) -> str:
        """Where a browser finds a run."""
        return run_page(self.uri, run.experiment_id, run.id)

    def files(self, run: PastRun) -> list[tuple[str, int]]:
        """Every artifact with its size in bytes."""
        with store_errors(self.uri):
            return self._files(run, None)

    def _files(self, run: PastRun, folder: str | None) -> list[tuple[str, int]]:
        files: list[tuple[str, int]] = []
        entries: Sequence[FileInfo] = self.client.list_artifacts(run.id, folder)
        for entry in entries:
            if entry.is_dir:
                files += self._files(run, entry.path)
            else:
                files.append((entry.path, entry.file_size or 0))
        return files

    def search(
        self, wanted: str, limit: int | None = None, experiment: str | None = None
    ) -> list[PastRun]:
        """The runs that MLflow's own filter lets through, the newest first."""
        return list(self._searched(wanted, limit, experiment))

    def _searched(
        self, wanted: str, limit: int | None, experiment: str | None
    ) -> Iterator[PastRun]:
        if not self.exists:
            return
        names = self.experiments(experiment)
        left, token = limit, None
        while left is None or left > 0:
            with store_errors(self.uri):
                page = self.client.search_runs(
                    list(names),
                    filter_string=wanted,
                    max_results=PAGE if left is None else min(left, PAGE),
                    page_token=token,
                )
            yield from (past_run(run, names[run.info.experiment_id]) for run in page)
            left, token = None if left is None else left - len(page), page.token
            if not token:
                return

    def experiments(self, name: str | None = None) -> dict[str, str]:
        """Id to name of the experiment of this name, or of all."""
        with store_errors(self.uri):
            experiments = self.client.search_experiments()
        names = {experiment.experiment_id: experiment.name for experiment in experiments}
        if name is None:
            return names
        chosen = {number: name for number, own in names.items() if own == name}
        if not chosen:
            there = ", ".join(sorted(names.values()))
            raise InputError(f"There is no experiment {name!r}: there are {there}")
        return chosen


def check_status(status: str | None) -> None:
    """Refuse what no run ever is."""
    if status is not None and status.upper() not in STATUSES:
        raise InputError(f"{status!r} is no status: choose one of {', '.join(STATUSES)}")
