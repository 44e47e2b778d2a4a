"""Trajectories as files: parquet, or JSON lines with one mouse event each."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from src.core import InputError, Trajectory
from src.core.trajectory import COLUMNS
from src.data.files.columns import read_columns
from src.data.files.foreign import read_text
from src.data.files.whole import write_whole

EXTENSIONS = (".parquet", ".jsonl")


def save_trajectory(trajectory: Trajectory, path: str | Path) -> None:
    """Write a file that is whole or not there, in the format that its ending names."""
    path = Path(path)
    _check_ending(path)
    if path.suffix == ".parquet":
        content = trajectory_parquet(trajectory)
    else:
        content = "".join(json.dumps(event) + "\n" for event in trajectory.records()).encode()
    write_whole(path, content)


def load_trajectory(path: str | Path) -> Trajectory:
    """The trajectory of a file; columns beyond the format's own are left out."""
    path = Path(path)
    _check_ending(path)
    try:
        columns = _read_parquet(path) if path.suffix == ".parquet" else _read_lines(path)
        return Trajectory(**columns)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise InputError(f"{path} is no trajectory: {_complaint(error)}") from error


def _check_ending(path: Path) -> None:
    if path.suffix not in EXTENSIONS:
        raise InputError(f"{path} must end with {' or '.join(EXTENSIONS)}, got {path.suffix!r}")


def _complaint(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it has no {error}"
    return (str(error).splitlines() or [type(error).__name__])[0]


def trajectory_parquet(trajectory: Trajectory) -> bytes:
    """The bytes of a parquet file."""
    import pyarrow
    import pyarrow.parquet

    table, buffer = pyarrow.table(trajectory.columns()), io.BytesIO()
    pyarrow.parquet.write_table(table, buffer, compression="zstd")
    return buffer.getvalue()


def _read_parquet(path: Path) -> dict[str, Any]:
    table = read_columns(path)
    return {name: table[name].to_numpy() for name in COLUMNS}


def _read_lines(path: Path) -> dict[str, Any]:
    events = [json.loads(line) for line in read_text(path).splitlines()]
    return {
        name: np.array([event[name] for event in events], dtype) for name, dtype in COLUMNS.items()
    }
