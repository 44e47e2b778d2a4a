"""The runs of a store: listed, found, searched."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from src.core import InputError
from src.tracking.archive.past_run import PastRun, past_run
from src.tracking.store import check_uri, connect, database_file, masked, run_page, store_errors

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import FileInfo

STATUSES = ("RUNNING", "SCHEDULED", "FINISHED", "FAILED", "KILLED")
PAGE = 1000


class Archive:
    """The runs of one store; a local store that does not exist has none."""

    def __init__(self, uri: str) -> None:
        check_uri(uri)
        self.uri = uri

    @property
    def exists(self) -> bool:
        """Whether there is a store at all."""
        file = database_file(self.uri)
        return file is None or file.exists()

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
        if status is not None and status.upper() not in STATUSES:
            raise InputError(f"{status!r} is no status: choose one of {', '.join(STATUSES)}")
        wanted = "" if status is None else f"attributes.status = '{status.upper()}'"
        return self.search(wanted, limit, experiment)

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
        if not self.exists:
            return []
        with store_errors(self.uri):
            names = self._experiments(experiment)
            runs: list[PastRun] = []
            token = None
            while limit is None or len(runs) < limit:
                page = self.client.search_runs(
                    list(names),
                    filter_string=wanted,
                    max_results=PAGE if limit is None else min(limit - len(runs), PAGE),
                    page_token=token,
                )
                runs += [past_run(run, names[run.info.experiment_id]) for run in page]
                token = page.token
                if not token:
                    break
            return runs

    def _experiments(self, name: str | None) -> dict[str, str]:
        """Id to name of the experiment of this name, or of all."""
        experiments = self.client.search_experiments()
        names = {experiment.experiment_id: experiment.name for experiment in experiments}
        if name is None:
            return names
        chosen = {number: name for number, own in names.items() if own == name}
        if not chosen:
            there = ", ".join(sorted(names.values()))
            raise InputError(f"There is no experiment {name!r}: there are {there}")
        return chosen
