"""A plain folder in place of MLflow: what a run says, as files that anybody can open."""

import io
import json
import math
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import numpy.typing as npt
from PIL import Image

from src.core import InputError
from src.core.passwords import masked, without_passwords
from src.data.files.tables import table_text
from src.data.files.whole import write_whole

REPORT, CONFIG = "report.json", "config.yaml"


class FolderSink:
    """Numbers, tags and steps in ``report.json``, tables as CSV, everything else as it is."""

    resumable = False

    def __init__(self, folder: Path, name: str) -> None:
        self.name, self.folder, self.id = name, folder, uuid4().hex
        self._numbers: dict[str, dict[int, float]] = {}
        self._tags: dict[str, str] = {}
        with _writing(folder):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def link(self) -> str:
        """Where the results lie."""
        return str(self.folder)

    @property
    def command(self) -> str:
        """The same: a folder needs no command."""
        return str(self.folder)

    def metrics(self, numbers: Mapping[str, float], step: int = 0) -> None:
        """Keep numbers; with several steps all of them."""
        for name, number in numbers.items():
            self._numbers.setdefault(name, {})[step] = float(number)

    def quote(self, names: Sequence[str]) -> None:
        """Nothing to do: a folder shows every number."""

    def steps(self, name: str) -> frozenset[int]:
        """At which steps a number is known already."""
        return frozenset(self._numbers.get(name, {}))

    def flush(self) -> None:
        """Write what is known so far."""
        report = {
            "run": self.name,
            "tags": self._tags,
            "metrics": {name: plain([*own.values()][-1]) for name, own in self._numbers.items()},
            "steps": {
                name: [[step, plain(number)] for step, number in own.items()]
                for name, own in self._numbers.items()
                if len(own) > 1
            },
        }
        self.text(REPORT, json.dumps(report, indent=2, ensure_ascii=False) + "\n")

    def tags(self, tags: Mapping[str, str]) -> None:
        """Keep words by name."""
        self._tags |= {name: str(value) for name, value in tags.items()}

    def table(self, name: str, columns: Mapping[str, npt.ArrayLike]) -> None:
        """Keep equally long columns as ``tables/<name>.csv``."""
        self.text(f"tables/{name}.csv", table_text(columns))

    def picture(self, path: str, pixels: npt.NDArray[np.uint8]) -> None:
        """Keep pixels as a PNG."""
        content = io.BytesIO()
        Image.fromarray(pixels).save(content, format="PNG")
        self._write(path, content.getvalue())

    def text(self, path: str, text: str) -> None:
        """Keep a text."""
        self._write(path, text.encode())

    def file(self, local: Path, folder: str | None = None) -> None:
        """Keep a copy of a file or of a whole folder."""
        place = self.folder / (folder or "") / local.name
        with _writing(place):
            if local.is_dir():
                shutil.copytree(local, place, dirs_exist_ok=True)
            else:
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(local, place)

    def place(self, path: str) -> str:
        """Where a file of the report lies."""
        return str(self.folder / path)

    @contextmanager
    def kept(self, folder: str) -> Iterator[Path | None]:
        """A folder of the report, to be read; ``None`` where there is none."""
        place = self.folder / folder
        yield place if place.is_dir() else None

    def model(self, folder: Path) -> None:
        """Keep the folder of a taught model."""
        self.file(folder)

    def _write(self, path: str, content: bytes) -> None:
        with _writing(self.folder / path):
            write_whole(self.folder / path, content)


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{place} cannot be written ({error.strerror or error}): "
            "give another folder for the report"
        ) from error


@dataclass(frozen=True)
class FolderTracking:
    """Keeps a run in a folder, without MLflow.

    Args:
        folder: for ``report.json``, ``tables/`` and pictures; files of the same name are replaced.
    """

    folder: str

    @contextmanager
    def start(
        self,
        config: Mapping[str, Any],
        name: str,
        tags: Mapping[str, str] | None = None,
        resume: str | None = None,
    ) -> Iterator[FolderSink]:
        """A sink whose report says how the run ended."""
        import yaml

        if resume:
            raise InputError("resume: a folder keeps no run to go on with; set tracking=mlflow")
        sink = FolderSink(Path(self.folder).expanduser(), name)
        sink.tags(tags or {})
        shown = without_passwords(config)
        sink.text(CONFIG, yaml.safe_dump(shown, sort_keys=False, allow_unicode=True))
        sink.flush()  # in place of an earlier run's, which this folder no longer is about
        try:
            yield sink
        except BaseException as error:
            sink.tags({"failure": masked(f"{type(error).__name__}: {error}")})
            sink.flush()
            raise
        sink.flush()


def remove_earlier(folder: Path) -> None:
    """Remove what a sink left in this folder before, so that no old verdict passes for a new one.

    Only what a report names itself by is touched: a folder without one is left as it is.
    """
    try:
        is_ours = {"run", "tags", "metrics"} <= set(json.loads((folder / REPORT).read_text()))
    except (OSError, ValueError, TypeError):
        return
    if not is_ours:
        return
    own = [folder / name for name in (REPORT, CONFIG, "scorecard.json", "verdict.json")]
    own += [*folder.glob("tables/*.csv"), *folder.glob("masks/*_masks*.png")]
    for file in own:
        with _writing(file):
            file.unlink(missing_ok=True)


def plain(value: Any) -> Any:
    """JSON and spreadsheets have no number for what is undefined."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
