"""One run while it lasts: what it tells MLflow."""

import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from src.core.passwords import without_passwords
from src.data.files.tables import table_text
from src.tracking import keys
from src.tracking.record.claims import Claim
from src.tracking.record.headlines import Headlines, is_result
from src.tracking.record.model import log_model
from src.tracking.record.names import LONGEST_TAG, Names, accepted, shortened
from src.tracking.record.numbers import Numbers
from src.tracking.record.parameters import parameters
from src.tracking.store import opening_command, run_page, store_errors
from src.tracking.store.addresses import local_folder
from src.tracking.store.left_overs import passing_folder

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Metric, RunInfo

BATCH = 1000
"""MLflow's limit of metrics per request."""

PATIENCE_SECONDS = 3.0
"""How long a number may wait; one request per number would cost ~10 ms each."""


class Run:
    """Numbers, tags, tables, pictures and files of one run; numbers leave in batches.

    Telling anything again changes nothing: the same number at the same step is kept once.

    Args:
        claim: the right to work on it; ``None`` for whoever adds something afterwards.
        new: whether the store cannot have a number of it yet.
    """

    resumable = True

    def __init__(
        self,
        client: "MlflowClient",
        uri: str,
        info: "RunInfo",
        claim: Claim | None = None,
        *,
        new: bool = False,
    ) -> None:
        self.id: str = info.run_id
        self.name: str = info.run_name
        self.experiment_id: str = info.experiment_id
        self._artifacts: str = info.artifact_uri
        self._client = client
        self._uri = uri
        self._claim = claim
        self._names = Names()
        self._new = new
        attempt = claim.number if claim else 0
        self._numbers = Numbers(info.start_time, self._history, attempt)
        self._headlines = Headlines(lambda: self._stored)
        self._results: dict[str, float] = {}
        self._waiting: list[Metric] = []
        self._flushed = time.monotonic()
        self._lock = threading.RLock()

    @property
    def link(self) -> str:
        """The page of the run."""
        return run_page(self._uri, self.experiment_id, self.id)

    @property
    def command(self) -> str:
        """The one command that opens the page."""
        return opening_command(self._uri, self.link)

    def configuration(self, config: Mapping[str, Any], kept: Mapping[str, str]) -> None:
        """Keep the configuration, whole as an artifact and flat as parameters; then it has begun.

        Args:
            kept: the parameters that a process before has kept, which nobody can change.
        """
        import yaml
        from mlflow.entities import Param

        # Which run to go on with is no part of what it is.
        shown = without_passwords(
            {key: None if key == "resume" else value for key, value in config.items()}
        )
        self.text(keys.CONFIG_FILE, yaml.safe_dump(shown, sort_keys=False, allow_unicode=True))
        flat = [Param(*own) for own in parameters(shown).items() if own[0] not in kept]
        with store_errors(self._uri):
            self._client.log_batch(self.id, params=flat)
        self.tags({keys.BEGUN: "true"})

    def metrics(self, numbers: Mapping[str, float], step: int = 0) -> None:
        """Queue the numbers that are not known at this step; ``nan`` is kept as ``nan``.

        Of results the first ones told are metrics, and all of them a table when the run ends.
        """
        with self._lock:
            for name, number in numbers.items():
                own = self._names[name]
                if is_result(own, step):
                    self._results[own] = float(number)
                elif step:
                    self._results.pop(own, None)  # the first point of a curve, it turns out
                if self._headlines.shows(own, step):
                    news = self._numbers.news(own, float(number), step)
                    self._waiting += [] if news is None else [news]
            waited = time.monotonic() - self._flushed
            if len(self._waiting) >= BATCH or waited >= PATIENCE_SECONDS:
                self.flush()

    def quote(self, names: Sequence[str]) -> None:
        """Make metrics of these numbers, however many others there are."""
        self._headlines.quote(accepted(name) for name in names)

    def flush(self) -> None:
        """Send the numbers that wait."""
        with self._lock, store_errors(self._uri):
            if self._claim and self._waiting:
                self._claim.check()
            while self._waiting:
                self._client.log_batch(self.id, metrics=self._waiting[:BATCH])
                del self._waiting[:BATCH]
            self._flushed = time.monotonic()

    def keep_results(self) -> None:
        """Keep all that the run came to as a table, and say how much of it is no metric."""
        with self._lock:
            results = dict(self._results)
        # Apart, since of all tables that of the times alone differs from run to run.
        timed = {name: own for name, own in results.items() if name.startswith(keys.TIME)}
        lasting = {name: own for name, own in results.items() if name not in timed}
        if lasting:
            self.table(keys.RESULTS, results_table(lasting))
        more = [name for name in results if not self._headlines.shows(name, 0)]
        if set(more) & timed.keys():
            self.table(keys.TIMES, results_table(timed))
        if more:
            self.tags({keys.MORE_RESULTS: str(len(more))})

    def tags(self, tags: Mapping[str, str]) -> None:
        """Set tags; a later value replaces an earlier one."""
        from mlflow.entities import RunTag

        own = [RunTag(*tag) for tag in fitting_tags(tags).items()]
        with store_errors(self._uri):
            self._client.log_batch(self.id, tags=own)

    def table(self, name: str, columns: Mapping[str, npt.ArrayLike]) -> None:
        """Keep equally long columns as ``tables/<name>.parquet``, and as CSV for people."""
        import pyarrow
        import pyarrow.parquet

        arrays = {title: np.asarray(column) for title, column in columns.items()}
        artifact = PurePosixPath(keys.table_file(name))
        with passing_folder() as folder:
            file = folder / artifact.name
            pyarrow.parquet.write_table(pyarrow.table(arrays), file)
            file.with_suffix(".csv").write_text(table_text(arrays), encoding="utf-8", newline="")
            with store_errors(self._uri):
                self._client.log_artifacts(self.id, str(folder), str(artifact.parent))

    def picture(self, path: str, pixels: npt.NDArray[np.uint8]) -> None:
        """Keep (height, width) or (height, width, 3) uint8 as a PNG."""
        from PIL import Image

        with self._new_file(path) as file:
            Image.fromarray(pixels).save(file, format="PNG")

    def text(self, path: str, text: str) -> None:
        """Keep a text."""
        with self._new_file(path) as file:
            file.write_text(text, encoding="utf-8")

    def model(self, folder: Path) -> None:
        """Keep what was taught, a folder of ``save_model``, as a model that MLflow can serve."""
        with store_errors(self._uri):
            log_model(self._client, self.experiment_id, self.id, folder)

    def file(self, local: Path, folder: str | None = None) -> None:
        """Keep a copy of a file or of a whole folder, below ``folder`` of the artifacts."""
        with store_errors(self._uri):
            self._client.log_artifact(self.id, str(local), folder)

    def place(self, path: str) -> str:
        """Where a person finds an artifact: on this disk, or on the page of the run."""
        folder = local_folder(self._artifacts)
        return str(folder / path) if folder else f"{self.link}/artifacts/{path}"

    @contextmanager
    def kept(self, folder: str) -> Iterator[Path | None]:
        """A folder of its artifacts, to be read for a while; ``None`` where it has none."""
        local = local_folder(self._artifacts)
        if local is not None:
            yield local / folder if (local / folder).is_dir() else None
            return
        with store_errors(self._uri), passing_folder() as place:
            there = any(own.path == folder for own in self._client.list_artifacts(self.id))
            yield (
                Path(self._client.download_artifacts(self.id, folder, str(place)))
                if there
                else None
            )

    @cached_property
    def _stored(self) -> frozenset[str]:
        """The names that have a history worth a request each."""
        return frozenset(() if self._new else self._client.get_run(self.id).data.metrics)

    def _history(self, name: str) -> Sequence["Metric"]:
        return self._client.get_metric_history(self.id, name) if name in self._stored else ()

    @contextmanager
    def _new_file(self, path: str) -> Iterator[Path]:
        """A file to fill, kept as the artifact ``path`` once it is filled."""
        artifact = PurePosixPath(path)
        with passing_folder() as folder:
            file = folder / artifact.name
            yield file
            self.file(file, None if artifact.parent == PurePosixPath() else str(artifact.parent))


def fitting_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Tags with names that MLflow accepts and values that it does not refuse as too long."""
    names = Names()
    return {
        names[name]: shortened(str(value), LONGEST_TAG, "the artifacts")
        for name, value in tags.items()
    }


def results_table(results: Mapping[str, float]) -> dict[str, list[Any]]:
    """A line per number with the ends of its interval beside it; ``nan`` where it has none."""
    ends = {name + end for name in results for end in (keys.LOW, keys.HIGH)}
    names = [name for name in results if name not in ends]
    columns: dict[str, list[Any]] = {"metric": names, "value": [results[name] for name in names]}
    for title, end in (("low", keys.LOW), ("high", keys.HIGH)):
        columns[title] = [results.get(name + end, np.nan) for name in names]
    return columns
