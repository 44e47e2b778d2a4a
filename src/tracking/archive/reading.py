"""What a run kept, read back: configuration, tables, verdict, scorecard, strokes, weights."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from src.core import InputError, Scorecard, Table, Trajectory, Verdict
from src.data.files.columns import read_columns
from src.data.files.foreign import MOST_BYTES, MOST_TEXT, read_json, read_yaml
from src.data.formats.trajectories import load_trajectory
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.as_json import scorecard_of, verdict_of
from src.tracking.store import store_errors
from src.tracking.store.left_overs import passing_folder

if TYPE_CHECKING:
    from pyarrow import ChunkedArray

DAMAGED = "the store has it damaged or from elsewhere"


def has(archive: Archive, past: PastRun, path: str) -> bool:
    """Whether the run kept this file or folder."""
    return _size(archive, past, path) is not None


def fetch(archive: Archive, past: PastRun, path: str, into: Path, absent: str) -> Path:
    """Copy a file or a folder of the run below ``into``.

    Args:
        absent: what it means, in words, that the run has none.
    """
    size = _size(archive, past, path)
    if size is None:
        raise InputError(f"{past.name} has no {path}: {absent}")
    if size > MOST_BYTES:
        raise InputError(f"{past.name}/{path} is larger than {MOST_BYTES >> 20} MiB: {DAMAGED}")
    with store_errors(archive.uri):
        return Path(archive.client.download_artifacts(past.id, path, str(into)))


def fetch_detector(archive: Archive, past: PastRun, into: Path) -> None:
    """Copy what describes the detector that a run taught: its configuration and its weights."""
    for path in (keys.CONFIG_FILE, keys.BEST_WEIGHTS):
        fetch(archive, past, path, into, "it taught nothing, or is not done")


def read_config(archive: Archive, past: PastRun) -> dict[str, Any]:
    """The configuration that a run kept."""
    with _fetched(archive, past, keys.CONFIG_FILE, "it cannot be run again") as file:
        config = read_yaml(file, DAMAGED)
        if not isinstance(config, dict):
            raise InputError(f"{file} holds no keys: {DAMAGED}")
    return config


def read_table(archive: Archive, past: PastRun, name: str) -> Table:
    """The columns of one of its tables."""
    path = keys.table_file(name)
    with _fetched(archive, past, path, "what it did leaves no such table") as file:
        table = read_columns(file)
    return {column: _values(table[column]) for column in table.column_names}


def read_verdict(archive: Archive, past: PastRun) -> Verdict | None:
    """What its gate said; ``None`` where it had none."""
    if keys.VERDICT not in past.tags:
        return None
    with _fetched(archive, past, keys.VERDICT_FILE, "its reasons are lost") as file:
        return verdict_of(read_json(file, DAMAGED, MOST_TEXT))


def read_scorecard(archive: Archive, past: PastRun, stage: str = keys.TEST) -> Scorecard:
    """What its detector earned, as the scorer wrote it."""
    path = keys.of_stage(keys.SCORECARD_FILE, stage)
    absent = "nothing was scored there, or by an older version"
    with _fetched(archive, past, path, absent) as file:
        return scorecard_of(
            read_json(file, DAMAGED, MOST_TEXT),
            lambda name: read_table(archive, past, keys.of_stage(name, stage)),
        )


def read_trajectories(archive: Archive, past: PastRun) -> dict[str, Trajectory]:
    """Picture to trajectory, in the order of the file names."""
    with passing_folder() as place:
        if has(archive, past, keys.TRAJECTORIES):
            fetch(archive, past, keys.TRAJECTORIES, place, "")
        files = sorted(place.rglob("*.parquet"))
        if not files:
            raise InputError(
                f"The run {past.name} has no {keys.TRAJECTORIES}/*.parquet: only what was painted "
                "has times"
            )
        return {file.stem: load_trajectory(file) for file in files}


def _size(archive: Archive, past: PastRun, path: str) -> int | None:
    """Bytes of a file that the run kept, 0 of a folder; ``None`` where there is neither."""
    folder = str(PurePosixPath(path).parent)
    with store_errors(archive.uri):
        entries = archive.client.list_artifacts(past.id, None if folder == "." else folder)
    return next((int(entry.file_size or 0) for entry in entries if entry.path == path), None)


@contextmanager
def _fetched(archive: Archive, past: PastRun, path: str, absent: str) -> Iterator[Path]:
    """A file of the run, for as long as it is looked at; it is as foreign as its store is."""
    with passing_folder() as place:
        file = fetch(archive, past, path, place, absent)
        try:
            yield file
        except InputError as error:
            raise InputError(str(error).replace(f"{place}/", f"{past.name}/")) from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(
                f"{past.name}/{path} is not what a run keeps there ({error!r:.100}): {DAMAGED}"
            ) from error


def _values(column: "ChunkedArray") -> npt.NDArray[Any]:
    """A column as numpy has it; texts are no objects."""
    values: npt.NDArray[Any] = column.to_numpy()
    return values if values.dtype != np.object_ else np.array(column.to_pylist())
