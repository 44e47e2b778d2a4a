"""Every sample is looked at once: in order, by threads where they help."""

import threading
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError
from src.data.base import LazyDataset
from src.data.files import examining, hashes
from src.data.files.examining import examine_all
from src.data.files.hashes import HashCache
from src.data.files.shelf import Shelf
from src.data.synthetic.nuclei import Nuclei
from tests.data.pictures import cut, photograph, save

NUMBERS = {str(number): number for number in range(300)}


@pytest.fixture(params=[False, True], ids=["one thread", "threads"])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether examining counts as slow."""
    monkeypatch.setattr(examining, "COMPUTING", -1.0 if request.param else 1e9)
    monkeypatch.setattr(examining, "WAITING", 1e9)
    return bool(request.param)


@pytest.fixture
def dataset() -> LazyDataset:
    return Nuclei(count=1, size=32)


def test_answers_come_in_the_order_of_the_items(
    dataset: LazyDataset, threads: bool, tmp_path: Path
) -> None:
    workers = set()

    def double(name: str, number: int, cache: HashCache) -> int:  # noqa: ARG001
        workers.add(threading.current_thread())
        return 2 * number

    answers = examine_all(dataset, tmp_path, NUMBERS, double)
    assert list(answers.items()) == [(name, 2 * number) for name, number in NUMBERS.items()]
    assert (len(workers) > 1) == threads


def refuse_odd(name: str, number: int, cache: HashCache) -> int:  # noqa: ARG001
    if number % 2:
        raise InputError(f"{name} is odd")
    return number


@pytest.mark.usefixtures("threads")
def test_the_first_error_in_order_stops(dataset: LazyDataset, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^1 is odd"):
        examine_all(dataset, tmp_path, NUMBERS, refuse_odd)


@pytest.mark.usefixtures("threads")
def test_errors_are_skipped_and_counted(dataset: LazyDataset, tmp_path: Path) -> None:
    dataset.on_error = "skip"
    assert len(examine_all(dataset, tmp_path, NUMBERS, refuse_odd)) == 150
    assert len(dataset.skipped) == 150


def test_nothing_to_examine_is_nothing(dataset: LazyDataset, tmp_path: Path) -> None:
    empty: dict[str, Any] = {}
    assert examine_all(dataset, tmp_path, empty, refuse_odd) == {}


def test_what_was_seen_before_an_error_is_remembered(
    dataset: LazyDataset, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hashes, "RACY", -(10**9))
    files = {str(n): save(tmp_path / f"{n}.png", photograph(n)) for n in range(3)}
    cut(files["2"])
    with pytest.raises(InputError, match="truncated"):
        examine_all(dataset, tmp_path, files, lambda _, path, known: known.measured(path))
    assert len(Shelf(cache).below(str(tmp_path).encode())) == 2
