"""Tables as CSV: those that people write beside their images, and those that people read."""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from src.core import InputError
from src.data.files.finding import expanded
from src.data.files.foreign import UNSPEAKABLE, is_file, read_text, spoken

LINE_BREAK = re.compile(r"[\r\n]")


def read_table(file: str, key: str, needed: Sequence[str]) -> list[dict[str, str]]:
    """The lines of a CSV, column to cell; ``key`` is what the user would have to correct.

    Spaces around cells go, and a byte order mark, which spreadsheets put in front.

    Args:
        needed: columns that must be there.
    """
    path = expanded(file, key)
    if not is_file(path):
        raise InputError(f"{key}: {spoken(file):.300} does not exist")
    try:
        text = read_text(path)
        lines = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True, strict=True)
        header, *cells = [[cell.strip() for cell in line] for line in lines] or [[]]
    except (InputError, csv.Error) as error:
        raise InputError(
            f"{key}: {path} cannot be read as UTF-8 text ({error}); save it so"
        ) from error
    _refuse_open_quote([header, *cells], f"{key}: {path}")
    if not set(needed) <= set(header):
        has = ",".join(header) or "none"
        raise InputError(f"{key}: {path}: needs the columns {','.join(needed)}, has {has}")
    twice = [column for column, count in Counter(filter(None, header)).items() if count > 1]
    if twice:
        raise InputError(f"{key}: {path}: has the column {twice[0]!r} twice; keep one")
    return [_row(header, line, f"{key}: {path}") for line in cells if any(line)]


def _refuse_open_quote(lines: Sequence[Sequence[str]], place: str) -> None:
    """A quote that is never closed takes all that follows for one cell."""
    for number, line in enumerate(lines, start=1):
        for cell in line:
            if UNSPEAKABLE.search(cell):
                what = "a line break" if LINE_BREAK.search(cell) else "a letter that is no text"
                raise InputError(
                    f"{place}: line {number} has {what} in the cell {cell[:40]!a}; close the quote "
                    "before it, or take it out"
                )


def _row(header: Sequence[str], line: Sequence[str], place: str) -> dict[str, str]:
    """A line that is too short has empty cells; one that is too long has lost a quote."""
    if any(line[len(header) :]):
        raise InputError(
            f"{place}: {line[0]!r} has more cells than there are columns; quote commas"
        )
    return dict(zip(header, [*line, *[""] * len(header)], strict=False))


def table_text(columns: Mapping[str, npt.ArrayLike]) -> str:
    """Equally long columns as CSV; what is no finite number is an empty cell."""
    lists = [np.asarray(column).tolist() for column in columns.values()]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(cell) for cell in line] for line in zip(*lists, strict=True))
    return text.getvalue()


def _cell(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value
