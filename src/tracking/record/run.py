"""One run while it lasts: what it tells MLflow."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from src.tracking import keys
from src.tracking.record.names import LONGEST_TAG, Names, shortened
from src.tracking.record.parameters import parameters, without_passwords
from src.tracking.store import opening_command, run_page

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import Metric, RunInfo

BATCH = 1000
"""MLflow's limit of metrics per request."""

PATIENCE_SECONDS = 3.0
"""How long a number may wait; one request per number would cost ~10 ms each."""


class Run:
    """Numbers, tags, tables, pictures and files of one run; numbers leave in batches."""

    resumable = True

    def __init__(self, client: "MlflowClient", uri: str, info: "RunInfo") -> None:
        self.id: str = info.run_id
        self.name: str = info.run_name
        self.experiment_id: str = info.experiment_id
        self._client = client
        self._uri = uri
        self._names = Names()
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

    def configuration(self, config: Mapping[str, Any]) -> None:
        """Keep the configuration, flat as parameters and whole as an artifact."""
        import yaml
        from mlflow.entities import Param

        shown = without_passwords(config)
        flat = parameters(shown).items()
        self._client.log_batch(self.id, params=[Param(*parameter) for parameter in flat])
        self.text(keys.CONFIG_FILE, yaml.safe_dump(shown, sort_keys=False, allow_unicode=True))

    def metrics(self, numbers: Mapping[str, float], step: int = 0) -> None:
        """Queue numbers; ``nan`` is kept as ``nan``."""
        from mlflow.entities import Metric

        now = time.time_ns() // 1_000_000
        with self._lock:
            self._waiting += [
                Metric(self._names[name], float(number), now, step)
                for name, number in numbers.items()
            ]
            waited = time.monotonic() - self._flushed
            if len(self._waiting) >= BATCH or waited >= PATIENCE_SECONDS:
                self.flush()

    def flush(self) -> None:
        """Send the numbers that wait."""
        with self._lock:
            while self._waiting:
                self._client.log_batch(self.id, metrics=self._waiting[:BATCH])
                del self._waiting[:BATCH]
            self._flushed = time.monotonic()

    def steps(self, name: str) -> frozenset[int]:
        """At which steps a number is known already, as of a run that goes on."""
        history = self._client.get_metric_history(self.id, self._names[name])
        return frozenset(metric.step for metric in history)

    def tags(self, tags: Mapping[str, str]) -> None:
        """Set tags; a later value replaces an earlier one."""
        from mlflow.entities import RunTag

        self._client.log_batch(self.id, tags=[RunTag(*tag) for tag in fitting_tags(tags).items()])

    def table(self, name: str, columns: Mapping[str, npt.ArrayLike]) -> None:
        """Keep equally long columns as ``tables/<name>.parquet``."""
        import pyarrow
        import pyarrow.parquet

        table = pyarrow.table({title: np.asarray(column) for title, column in columns.items()})
        with self._new_file(keys.table_file(name)) as file:
            pyarrow.parquet.write_table(table, file)

    def picture(self, path: str, pixels: npt.NDArray[np.uint8]) -> None:
        """Keep (height, width) or (height, width, 3) uint8 as a PNG."""
        from PIL import Image

        with self._new_file(path) as file:
            Image.fromarray(pixels).save(file, format="PNG")

    def text(self, path: str, text: str) -> None:
        """Keep a text."""
        with self._new_file(path) as file:
            file.write_text(text, encoding="utf-8")

    def file(self, local: Path, folder: str | None = None) -> None:
        """Keep a copy of a file or of a whole folder, below ``folder`` of the artifacts."""
        self._client.log_artifact(self.id, str(local), folder)

    @contextmanager
    def _new_file(self, path: str) -> Iterator[Path]:
        """A file to fill, kept as the artifact ``path`` once it is filled."""
        artifact = PurePosixPath(path)
        with TemporaryDirectory() as folder:
            file = Path(folder) / artifact.name
            yield file
            self.file(file, None if artifact.parent == PurePosixPath() else str(artifact.parent))


def fitting_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Tags with names that MLflow accepts and values that it does not refuse as too long."""
    names = Names()
    return {
        names[name]: shortened(str(value), LONGEST_TAG, "the artifacts")
        for name, value in tags.items()
    }
