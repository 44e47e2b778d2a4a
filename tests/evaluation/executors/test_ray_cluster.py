"""The same work on a real Ray cluster, which these tests start on this machine and end."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from src.core import InputError
from src.detectors.otsu import Otsu
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors import Executor, Local, RayCluster
from src.scoring.pixels import Pixels
from tests.evaluation.executors import tasks
from tests.evaluation.executors.cluster import ray_cluster
from tests.evaluation.same import differences
from tests.evaluation.scenes import Areas, Bright, Deadly, Moody, Squares
from tests.evaluation.test_same_numbers import everything
from tests.servers import free_port

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/cmdline").exists(), reason="needs /proc to clean up"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster that began in another folder than this process."""
    pytest.importorskip("ray")
    with pytest.MonkeyPatch.context() as patch:
        # What LOOPBACK means to a process; it may have imported ray before.
        patch.setattr("ray._private.ray_constants.ENABLE_RAY_CLUSTER", False)
        with ray_cluster(tmp_path_factory.mktemp("elsewhere")) as found:
            yield found


def test_a_cluster_gives_the_same_bytes_as_this_process(address: str) -> None:
    executor = RayCluster(address)
    assert isinstance(executor, Executor)
    assert (
        differences(everything(Otsu(), Pixels(), executor), everything(Otsu(), Pixels(), Local()))
        == []
    )


def test_results_come_in_order_and_nothing_asks_nobody(address: str) -> None:
    assert [*RayCluster(address).map(tasks.square, range(30))] == [n * n for n in range(30)]
    assert [*RayCluster("127.0.0.1:1").map(tasks.square, [])] == []


def test_only_so_many_results_are_under_way(address: str, tmp_path: Path) -> None:
    executor = RayCluster(address, under_way=5)
    with closing(executor.map(tasks.Traced(tmp_path), range(50))) as results:
        next(results)
        time.sleep(1)
        assert 1 < len([*tmp_path.iterdir()]) <= 6


def test_a_task_is_unpacked_once_in_every_process(address: str, tmp_path: Path) -> None:
    workers = set(RayCluster(address).map(tasks.Heavy(tmp_path / "task"), range(40)))
    assert os.getpid() not in workers
    assert len([*tmp_path.glob("came-*")]) == len(workers)


def test_unreadable_samples_are_refused_here(address: str) -> None:
    dataset = Squares(8, "skip", ["square-1"])
    card = evaluate_dataset(dataset, None, Bright(), Areas(), executor=RayCluster(address))
    assert len(card) == 7
    assert [*dataset.skipped] == ["square-1"]


def test_an_error_of_the_detector_is_raised_here(address: str) -> None:
    with pytest.raises(RuntimeError, match=r"^OddError: cannot look at square-2"):
        evaluate_dataset(
            Squares(8), None, Moody(("square-2",)), Areas(), executor=RayCluster(address)
        )


def test_a_process_that_dies_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(InputError, match=r"the Ray cluster lost a detection \(WorkerCrashedError"):
        evaluate_dataset(
            Squares(8), None, Deadly("square-5"), Areas(), executor=RayCluster(address)
        )


def test_who_is_connected_already_stays_so(address: str) -> None:
    import ray

    ray.init(address=address, log_to_driver=False)
    try:
        assert [*RayCluster("127.0.0.1:1").map(tasks.square, range(3))] == [0, 1, 4]
        assert ray.is_initialized()
    finally:
        ray.shutdown()
    assert [*RayCluster(address).map(tasks.square, range(3))] == [0, 1, 4]
    assert not ray.is_initialized()


def test_an_address_where_nobody_listens_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = f"127.0.0.1:{free_port()}"
    with pytest.raises(InputError, match=f"no Ray cluster answers at executor.address={nobody}"):
        list(RayCluster(nobody).map(tasks.square, range(3)))
    monkeypatch.setenv("RAY_ADDRESS", nobody)
    with pytest.raises(
        InputError, match=r"executor.address=auto .* start one with 'ray start --head'"
    ):
        list(RayCluster().map(tasks.square, range(3)))


def test_without_ray_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError, match=r"executor=ray needs Ray: pip install 'brushwork\[ray\]'"):
        list(RayCluster().map(tasks.square, range(3)))


@pytest.mark.parametrize("wrong", [{"cpus": 0}, {"under_way": 0}])
def test_no_core_and_nothing_under_way_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match=r"executor\.(cpus|under_way) must be .* got 0"):
        RayCluster(**wrong)
