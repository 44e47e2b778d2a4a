"""Tables of columns (parquet) that come from elsewhere: a few bytes may stand for billions."""

import io
from pathlib import Path
from typing import TYPE_CHECKING

from src.core import InputError
from src.data.files.foreign import read_bytes, spoken

if TYPE_CHECKING:
    from pyarrow import Table

MOST_CELLS = 2**28
MOST_UNPACKED = 2**31
"""Bytes of the columns once they are unpacked."""


def read_columns(path: Path) -> "Table":
    """All columns of a file, looked at before room is made for them."""
    return columns_of(read_bytes(path), path)


def columns_of(content: bytes, name: str | Path) -> "Table":
    """The same of bytes that are at hand; ``name`` is only said in errors."""
    import pyarrow
    import pyarrow.parquet

    try:
        with pyarrow.parquet.ParquetFile(io.BytesIO(content)) as file:
            about = file.metadata
            groups = (about.row_group(number) for number in range(about.num_row_groups))
            unpacked = sum(group.total_byte_size for group in groups)
            if about.num_rows * about.num_columns > MOST_CELLS or unpacked > MOST_UNPACKED:
                raise InputError(f"{spoken(name)} is too large: cut it into parts")
            return file.read()
    except (pyarrow.ArrowException, OSError, ValueError, OverflowError, MemoryError) as error:
        if isinstance(error, InputError):
            raise
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(
            f"{spoken(name)} is no table of columns ({spoken(reason):.200}): copy it again"
        ) from error
