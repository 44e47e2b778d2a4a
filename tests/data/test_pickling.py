"""Datasets are sent to the processes that read their samples."""

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.data.base import LazyDataset
from tests.data.every import DRAWN, FILES, write


def made(kind: str, home: Path) -> LazyDataset:
    return DRAWN[kind]() if kind in DRAWN else FILES[kind](write(kind, home))


def assert_same(ours: Any, theirs: Any) -> None:
    """The same words, numbers and arrays, whatever they are held in."""
    if isinstance(ours, np.ndarray):
        assert np.array_equal(ours, theirs)
    elif isinstance(ours, Mapping):
        assert ours.keys() == theirs.keys()
        for key in ours:
            assert_same(ours[key], theirs[key])
    elif hasattr(ours, "__dataclass_fields__"):
        assert_same(vars(ours), vars(theirs))
    else:
        assert ours == theirs


@pytest.mark.parametrize("kind", [*FILES, *DRAWN])
def test_a_copy_reads_the_same_samples(tmp_path: Path, kind: str) -> None:
    dataset = made(kind, tmp_path)
    copy = pickle.loads(pickle.dumps(dataset))  # noqa: S301
    assert copy.entries == dataset.entries
    assert copy.fingerprint == dataset.fingerprint
    for entry in dataset.entries:
        assert_same(copy.read(entry), dataset.read(entry))


@pytest.mark.parametrize("kind", [*FILES, *DRAWN])
def test_a_copy_is_small(tmp_path: Path, kind: str) -> None:
    assert len(pickle.dumps(made(kind, tmp_path))) < 6000
