"""Recordings by what they are: traces, trajectories, RootPainter's log, public data."""

from pathlib import Path

from src.calibrating import of_traces, of_trajectories
from src.calibrating.evidence import Evidence
from src.calibrating.of_rootpainter import is_client_log, read_client_log
from src.core import InputError
from src.core.trace import COLUMNS
from src.data.files.columns import read_columns
from src.data.formats.traces import load_trace
from src.data.formats.trajectories import load_trajectory

SUFFIXES = (".parquet", ".jsonl")


def read_recordings(places: list[Path]) -> list[Evidence]:
    """Files, or folders of them; the files of one folder are one person's."""
    return [_read(file, person) for place in places for file, person in _files(place)]


def _files(place: Path) -> list[tuple[Path, str]]:
    if place.is_file():
        return [(place, place.resolve().parent.name)]
    if not place.is_dir():
        raise InputError(f"{place} does not exist: give files or folders of recordings")
    found = sorted(
        file
        for file in place.rglob("*")
        if file.is_file() and (file.suffix in SUFFIXES or is_client_log(file))
    )
    if not found:
        raise InputError(f"{place} holds no recording ({', '.join(SUFFIXES)}, client.csv)")
    return [(file, file.resolve().parent.name) for file in found]


def _read(file: Path, person: str) -> Evidence:
    if is_client_log(file):
        return read_client_log(file, person)
    if file.suffix not in SUFFIXES:
        raise InputError(f"{file} is no recording: give {', '.join(SUFFIXES)} or client.csv")
    if file.suffix == ".parquet" and set(COLUMNS) <= set(read_columns(file).column_names):
        return of_traces.evidence_of(load_trace(file), person)
    return of_trajectories.evidence_of(load_trajectory(file), person)
