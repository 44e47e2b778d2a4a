"""Traces of a hand as parquet: what the studio keeps beside a mask."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from src.core import InputError
from src.core.trace import COLUMNS, Trace
from src.data.files.columns import columns_of, read_columns

MOST_SAMPLES = 2_000_000
"""Of one trace: an hour of a mouse of 500 Hz."""


def write_trace(columns: Mapping[str, Any]) -> bytes:
    """The bytes of a file, of columns as a page sends them; refuses what is no trace."""
    return trace_parquet(trace_of(columns))


def trace_of(columns: Mapping[str, Any]) -> Trace:
    """Columns by name, ``None`` where a number is missing; others than a trace's are left out."""
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        raise InputError(f"a trace needs the column {missing[0]}")
    given = {name: columns[name] for name in COLUMNS}
    for name, values in given.items():
        if not isinstance(values, list | np.ndarray):
            raise InputError(f"the column {name} of a trace must be a list")
        if len(values) > MOST_SAMPLES:
            raise InputError(f"a trace has at most {MOST_SAMPLES} samples, got {len(values)}")
        if isinstance(values, list) and COLUMNS[name] is np.float64:
            given[name] = [np.nan if value is None else value for value in values]
    return Trace(**given)


def trace_parquet(trace: Trace) -> bytes:
    """The bytes of a parquet file."""
    import pyarrow
    import pyarrow.parquet

    columns = {name: pyarrow.array(column.tolist()) for name, column in trace.columns().items()}
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), buffer, compression="zstd")
    return buffer.getvalue()


def read_trace(content: bytes, name: str = "the trace") -> Trace:
    """The trace in the bytes of a file; ``name`` is only said in errors."""
    return _trace(columns_of(content, name), name)


def load_trace(path: Path) -> Trace:
    """The trace of a file."""
    return _trace(read_columns(path), str(path))


def _trace(table: Any, name: str) -> Trace:
    try:
        return trace_of({one: table[one].to_pylist() for one in table.column_names})
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
