"""Full and read-only disks end in one sentence, and what was begun goes on elsewhere or later."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from src.core import InputError
from src.running.workplace import check_outputs
from tests.attack.grounds import Ground, Grounds
from tests.attack.processes import Ended
from tests.attack.table import some, whole
from tests.mounts import change, mounted

pytestmark = pytest.mark.attack("full and read-only disks", kind="disks")

Mount = Callable[[Path, str], None]


@pytest.fixture(name="mount")
def mount_fixture() -> Iterator[Mount]:
    """Mounts a file system of its own on a folder, or changes one."""
    own: set[Path] = set()
    with ExitStack() as mounts:

        def mount(folder: Path, options: str) -> None:
            if folder in own:
                change(folder, options)
            else:
                own.add(mounts.enter_context(mounted(folder, options)))

        yield mount


def refused(ended: Ended) -> str:
    """The one sentence of a process that was refused."""
    assert (ended.code, "Traceback" in ended.said) == (2, False), ended.said
    (sentence,) = (line for line in ended.said.splitlines() if line.startswith("error: "))
    return sentence


def left(grounds: Grounds, ground: Ground) -> list[str]:
    """What is wrong with its runs, but for the reason of the first end, which stays."""
    return [fault for fault in grounds.faults(ground) if "['traceback.txt']" not in fault]


@pytest.mark.parametrize(("options", "word"), some([("size=8k", "full"), ("ro", "written")], 2))
def test_artifacts_that_cannot_be_written(
    grounds: Grounds, mount: Mount, options: str, word: str
) -> None:
    ground = grounds.fresh("scored")
    place = ground.folder / "disk"
    mount(place, options)
    assert word in refused(ground.run(f"tracking.artifacts={place}/artifacts"))
    mount(place, "rw,size=9m")
    ended = ground.resume()
    assert ended.code == 0, ended.said
    assert not left(grounds, ground)


@pytest.mark.parametrize(("limit", "word"), some([("ro", "written"), ("size=", "full")], 2))
def test_a_database_that_cannot_be_written(
    grounds: Grounds, empty: Path, mount: Mount, limit: str, word: str
) -> None:
    ground = grounds.fresh("scored")
    place = ground.folder / "disk"
    mount(place, "size=90m")
    (place / "mlflow.db").write_bytes(empty.read_bytes())
    blocks = (empty.stat().st_size + 12_000) // 1024
    mount(place, f"size={blocks}k" if limit == "size=" else limit)
    moved = Ground(ground.bearer, ground.folder, f"sqlite:///{place}/mlflow.db", ground.scenario)
    assert word in refused(moved.run())
    mount(place, "rw,size=90m")
    ended = moved.resume()
    assert ended.code == 0, ended.said
    assert not left(grounds, moved)


@pytest.mark.parametrize(("options", "word"), [("size=4k", "is full"), ("ro", "written")])
def test_hydra_is_not_asked_to_write_where_it_cannot(
    tmp_path: Path, mount: Mount, monkeypatch: pytest.MonkeyPatch, options: str, word: str
) -> None:
    mount(tmp_path / "disk", options)
    monkeypatch.chdir(tmp_path / "disk")
    with pytest.raises(InputError, match=word):
        check_outputs(["seed=1"])
    check_outputs([f"hydra.run.dir={tmp_path}/elsewhere/today"])


@pytest.mark.parametrize(("options", "word"), some([("size=4k", "is full"), ("ro", "written")], 2))
def test_a_working_folder_that_cannot_be_written(
    grounds: Grounds, mount: Mount, options: str, word: str
) -> None:
    ground = grounds.fresh("scored")
    mount(ground.folder / "disk", options)
    for words in ((f"hydra.run.dir={ground.folder}/disk/today",),
                  ("-m", "seed=1,2", f"hydra.sweep.dir={ground.folder}/disk/today")):  # fmt: skip
        assert word in refused(ground.run(*words))
    assert not ground.runs


@whole
def test_a_log_on_a_full_disk_stops_nothing(grounds: Grounds, mount: Mount) -> None:
    ground = grounds.fresh("forest")
    disk = ground.folder / "disk"
    mount(disk, "size=200k")
    going = ground.start(f"hydra.run.dir={disk}")
    while not ground.runs:
        time.sleep(0.01)
    with suppress(OSError), (disk / "filling").open("wb", buffering=0) as filling:
        while True:
            filling.write(bytes(4096))
    ended = going.wait()
    assert (ended.code, "Traceback" in ended.said) == (0, False), ended.said
    assert not left(grounds, ground)
