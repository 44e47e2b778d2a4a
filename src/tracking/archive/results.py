"""All that a run came to: the headlines that MLflow has as metrics, and the rest from a table."""

from collections.abc import Iterable
from dataclasses import replace
from math import isnan

from src.core import Table
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import has, read_table


def whole(archive: Archive, past: PastRun) -> PastRun:
    """The run with every number; as it is where MLflow has all of them."""
    if keys.MORE_RESULTS not in past.tags:
        return past
    numbers: dict[str, float] = {}
    for table in (keys.RESULTS, keys.TIMES):
        if has(archive, past, keys.table_file(table)):
            numbers |= _numbers(read_table(archive, past, table))
    return replace(past, metrics={**numbers, **past.metrics})


def _numbers(table: Table) -> dict[str, float]:
    """A line's number, and the ends of its interval where it has one."""
    numbers: dict[str, float] = {}
    columns = (table[title].tolist() for title in ("metric", "value", "low", "high"))
    for name, value, low, high in zip(*columns, strict=True):
        numbers[name] = value
        if not isnan(low):
            numbers |= {name + keys.LOW: low, name + keys.HIGH: high}
    return numbers


def all_whole(archive: Archive, runs: Iterable[PastRun]) -> list[PastRun]:
    """Each of them with every number."""
    return [whole(archive, run) for run in runs]
