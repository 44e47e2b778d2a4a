"""Datasets are sent to the processes that read their samples."""

import pickle
from pathlib import Path

import pytest

from src.data.base import LazyDataset
from tests.data.every import DRAWN, FILES, write
from tests.evaluation.same import differences


def made(kind: str, home: Path) -> LazyDataset:
    return DRAWN[kind]() if kind in DRAWN else FILES[kind](write(kind, home))


@pytest.mark.parametrize("kind", [*FILES, *DRAWN])
def test_a_copy_reads_the_same_samples(tmp_path: Path, kind: str) -> None:
    dataset = made(kind, tmp_path)
    copy = pickle.loads(pickle.dumps(dataset))  # noqa: S301
    assert copy.entries == dataset.entries
    assert copy.fingerprint == dataset.fingerprint
    for entry in dataset.entries:
        assert differences(copy.read(entry), dataset.read(entry)) == []


@pytest.mark.parametrize("kind", [*FILES, *DRAWN])
def test_a_copy_is_small(tmp_path: Path, kind: str) -> None:
    assert len(pickle.dumps(made(kind, tmp_path))) < 6000
