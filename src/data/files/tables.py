"""Tables that people write beside their images, as CSV."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from src.core import InputError


def read_table(file: str, key: str, needed: Sequence[str]) -> list[dict[str, str]]:
    """The lines of a CSV, column to cell; ``key`` is what the user would have to correct.

    Spaces around cells go, and a byte order mark, which spreadsheets put in front.

    Args:
        needed: columns that must be there.
    """
    path = Path(file).expanduser()
    if not path.is_file():
        raise InputError(f"{key}: {file} does not exist")
    try:
        text = path.read_text("utf-8-sig")
        lines = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True)
        header, *cells = [[cell.strip() for cell in line] for line in lines] or [[]]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"{key}: {path} cannot be read as UTF-8 text ({error}); save it so"
        ) from error
    if not set(needed) <= set(header):
        has = ",".join(header) or "none"
        raise InputError(f"{key}: {path}: needs the columns {','.join(needed)}, has {has}")
    twice = [column for column, count in Counter(filter(None, header)).items() if count > 1]
    if twice:
        raise InputError(f"{key}: {path}: has the column {twice[0]!r} twice; keep one")
    return [_row(header, line, f"{key}: {path}") for line in cells if any(line)]


def _row(header: Sequence[str], line: Sequence[str], place: str) -> dict[str, str]:
    """A line that is too short has empty cells; one that is too long has lost a quote."""
    if any(line[len(header) :]):
        raise InputError(
            f"{place}: {line[0]!r} has more cells than there are columns; quote commas"
        )
    return dict(zip(header, [*line, *[""] * len(header)], strict=False))
