"""What every executor promises."""

import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from src.data.synthetic.nuclei import Nuclei
from src.detectors.otsu import Otsu
from src.evaluation.evaluate import evaluate_dataset
from src.evaluation.executors.base import Executor
from src.scoring.objects import Objects
from tests.conformance import tasks
from tests.conformance.options import built, every
from tests.conftest import ROOT
from tests.evaluation.executors.cluster import LOOPBACK, ray_cluster
from tests.evaluation.same import differences
from tests.servers import PATIENCE_SECONDS

RAY, ADDRESS = "ray", "CONFORMANCE_RAY_ADDRESS"
CLUSTER = os.environ.get(ADDRESS)
"""Of the process that ``test_all_of_it_holds_on_a_ray_cluster`` starts."""

MANY = range(60)
WORKERS = 2


@pytest.fixture(
    name="executor",
    scope="module",
    params=[RAY] if CLUSTER else [option for option in every("executor") if option != RAY],
)
def executor_fixture(request: pytest.FixtureRequest, home: Path) -> Executor:
    address = [f"executor.address={CLUSTER}"] if CLUSTER else []
    return built("executor", request.param, home, f"workers={WORKERS}", *address)  # type: ignore[no-any-return]


def settled(folder: Path) -> int:
    """How many files there are when none has come for a while."""
    count = -1
    while count != len([*folder.iterdir()]):
        count = len([*folder.iterdir()])
        time.sleep(0.3)
    return count


def test_it_is_an_executor(executor: Executor) -> None:
    assert isinstance(executor, Executor)


def test_results_come_in_the_order_of_the_items(executor: Executor) -> None:
    expected = [np.arange(number) for number in range(9)]
    assert differences([*executor.map(tasks.first_is_slow, range(9))], expected) == []


@pytest.mark.parametrize("count", [0, 1])
def test_few_items_are_no_error(executor: Executor, count: int) -> None:
    assert [*executor.map(tasks.third_raises, range(count))] == [*range(count)]


def test_nothing_begins_before_it_is_asked_for(executor: Executor, tmp_path: Path) -> None:
    with closing(executor.map(tasks.Traced(tmp_path), MANY)):
        assert settled(tmp_path) == 0


def test_only_so_many_are_under_way(executor: Executor, tmp_path: Path) -> None:
    with closing(executor.map(tasks.Traced(tmp_path), MANY)) as results:
        next(results)
        began = settled(tmp_path)
        assert 1 <= began < len(MANY)
        assert [*results] == [*MANY[1:]]
    assert settled(tmp_path) == len(MANY)


def test_nothing_begins_after_nobody_wants_it(executor: Executor, tmp_path: Path) -> None:
    with closing(executor.map(tasks.Traced(tmp_path), MANY)) as results:
        next(results)
    assert settled(tmp_path) < len(MANY)


def test_an_error_is_raised_in_its_turn(executor: Executor) -> None:
    with closing(executor.map(tasks.third_raises, range(9))) as results:
        assert [next(results), next(results)] == [0, 1]
        with pytest.raises(LookupError, match="number 2 is bad"):
            next(results)


def test_an_evaluation_gives_the_same_bytes_as_in_this_process(executor: Executor) -> None:
    dataset, scorer = Nuclei(count=5, size=64), Objects(resamples=0)
    here, there = (
        evaluate_dataset(dataset, None, Otsu(), scorer, executor=own) for own in (None, executor)
    )
    assert differences(dict(here.rows), dict(there.rows)) == []
    assert differences(dict(here.tables), dict(there.tables)) == []


@pytest.mark.skipif(CLUSTER is not None, reason="this is the process on the cluster")
def test_all_of_it_holds_on_a_ray_cluster(tmp_path: Path) -> None:
    # In a process of its own: a fault inside Ray ends whoever is connected, and his other tests.
    pytest.importorskip(RAY, reason="executor=ray needs Ray (pip install 'brushwork[ray]')")
    with ray_cluster(tmp_path) as address:
        answer = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-s", __file__],
            cwd=ROOT,
            env={**os.environ, **LOOPBACK, ADDRESS: address},
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    assert answer.returncode == 0, f"{answer.stdout[-4000:]}\n{answer.stderr[-4000:]}"
