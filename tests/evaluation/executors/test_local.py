"""One process or several: the same results in the same order, and what may go wrong on the way."""

import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
import torch
from omegaconf import OmegaConf

from src.core import InputError
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors import Executor, Local, RayCluster
from src.evaluation.executors.surroundings import HABITS
from src.evaluation.executors.team import UNDER_WAY
from src.evaluation.executors.threads import torch_threads
from tests.conftest import ROOT
from tests.evaluation.executors import nets, tasks
from tests.evaluation.scenes import Areas, Bright, Deadly, Moody, Squares


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 30])
def test_results_come_in_order(workers: int, count: int) -> None:
    executor = Local(workers)
    assert isinstance(executor, Executor)
    assert [*executor.map(tasks.square, range(count))] == [n * n for n in range(count)]
    assert multiprocessing.active_children() == []


def test_results_larger_than_a_pipe_pass() -> None:
    sums = [int(found.sum()) for found in Local(2).map(tasks.array, range(20))]
    assert sums == [n * 512 * 512 for n in range(20)]


@pytest.mark.parametrize("wrong", [{"workers": 0}, {"threads": 0}])
def test_no_process_and_no_thread_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="must be 1 or more, got 0"):
        Local(**wrong)


def test_one_process_works_only_when_asked(tmp_path: Path) -> None:
    with closing(Local().map(tasks.Traced(tmp_path), range(50))) as results:
        next(results)
        assert len([*tmp_path.iterdir()]) == 1


@pytest.mark.parametrize("workers", [2, 3])
def test_only_so_many_results_are_under_way(tmp_path: Path, workers: int) -> None:
    with closing(Local(workers).map(tasks.Traced(tmp_path), range(50))) as results:
        next(results)
        began = settled(tmp_path)
        assert 1 < began <= 1 + UNDER_WAY * workers
        for _ in range(10):
            next(results)
        assert began < settled(tmp_path) <= 11 + UNDER_WAY * workers


def test_a_slow_item_holds_the_others_up_only_when_many_wait(tmp_path: Path) -> None:
    slow = tasks.Traced(tmp_path, first_seconds=2)
    with closing(Local(2).map(slow, range(50))) as results:
        next(results)
        assert settled(tmp_path) >= UNDER_WAY


def test_a_task_is_sent_once_to_every_worker(tmp_path: Path) -> None:
    workers = set(Local(2).map(tasks.Heavy(tmp_path / "task"), range(40)))
    assert os.getpid() not in workers
    assert len(workers) == len([*tmp_path.glob("came-*")]) == 2


def test_an_error_of_the_task_is_raised_in_its_turn() -> None:
    with closing(Local(2).map(tasks.third_raises, range(9))) as results:
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(LookupError, match="number 2 is bad") as caught:
            next(results)
    assert "in third_raises" in caught.value.__notes__[0]
    assert multiprocessing.active_children() == []


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    moody = Moody(("square-2",))
    with pytest.raises(RuntimeError, match="OddError: cannot look at square-2"):
        evaluate_dataset(Squares(8), None, moody, Areas(), executor=Local(2))


@pytest.mark.parametrize("workers", [2, 3])
def test_a_worker_that_is_killed_is_named_with_its_sample(workers: int) -> None:
    how = r"killed by SIGKILL, as the system does when memory is short"
    said = rf"^a worker process died with square-5 \({how}\): set fewer workers"
    with pytest.raises(InputError, match=said):
        evaluate_dataset(Squares(8), None, Deadly("square-5"), Areas(), executor=Local(workers))
    assert multiprocessing.active_children() == []


def test_a_worker_that_ends_by_itself_is_named_with_its_code() -> None:
    with pytest.raises(InputError, match=r"died with 2 \(exit code 7\)"):
        list(Local(2).map(tasks.third_exits, range(9)))


def test_what_cannot_be_sent_is_named() -> None:
    detector = Bright()
    object.__setattr__(detector, "level", lambda: 60)
    with pytest.raises(
        InputError, match=r"the detector \(Bright\) cannot be sent .*: set workers=1"
    ):
        evaluate_dataset(Squares(8), None, detector, Areas(), executor=Local(2))


def test_what_cannot_be_rebuilt_is_told() -> None:
    with pytest.raises(InputError, match=r"cannot be rebuilt .* No module named 'home'"):
        list(Local(2).map(tasks.Homesick(), range(9)))


def test_workers_are_gone_when_nobody_wants_their_results() -> None:
    began = time.monotonic()
    with closing(Local(2).map(tasks.first_is_fast, range(9))) as results:
        next(results)
    assert time.monotonic() - began < tasks.LONG_SECONDS
    assert multiprocessing.active_children() == []


@pytest.fixture
def three_threads() -> Iterator[None]:
    """A first process whose torch takes three threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("three_threads")
def test_workers_take_as_many_threads_of_torch_as_the_first_process() -> None:
    ((_, of_torch), *_) = Local(2).map(nets.threads, range(3))
    assert of_torch == 3


@pytest.mark.usefixtures("three_threads")
@pytest.mark.parametrize("workers", [1, 2])
def test_threads_can_be_limited(workers: int) -> None:
    before = dict(os.environ)
    assert set(Local(workers, threads=1).map(nets.threads, range(3))) == {(1, 1)}
    assert torch_threads() == 3
    assert dict(os.environ) == before


def test_workers_wait_without_spinning_unless_somebody_decided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for habit in HABITS:
        for name in habit:
            monkeypatch.delenv(name, raising=False)
    names = ["OMP_WAIT_POLICY", "MALLOC_MMAP_MAX_"]
    assert [*Local(2).map(os.getenv, names)] == ["PASSIVE", "0"]
    monkeypatch.setenv("GOMP_SPINCOUNT", "7")
    assert [*Local(2).map(os.getenv, names)] == [None, "0"]


@pytest.mark.parametrize("name", ["local", "ray"])
def test_a_configuration_names_the_arguments(name: str) -> None:
    executor = {"local": Local, "ray": RayCluster}[name]
    content = OmegaConf.load(ROOT / "conf" / "executor" / f"{name}.yaml")
    assert set(content) == {"_target_", *(field.name for field in fields(executor))}
    assert content["_target_"] == f"{executor.__module__}.{executor.__name__}"


def settled(folder: Path) -> int:
    """How many files there are when none has come for a while."""
    count = -1
    while count != len([*folder.iterdir()]):
        count = len([*folder.iterdir()])
        time.sleep(0.5)
    return count
