"""Bytes by key, and turns, over processes that may be killed."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from src.core import InputError
from src.data.files.drawer import Drawer
from src.data.files.turns import Turns

KEY, OTHER = "ab" * 32, "cd" * 32


def test_what_was_put_is_there_for_everybody(tmp_path: Path) -> None:
    Drawer(str(tmp_path)).put(KEY, b"one")
    assert Drawer(str(tmp_path)).get(KEY) == b"one"
    Drawer(str(tmp_path)).put(KEY, b"two")
    assert Drawer(str(tmp_path)).get(KEY) == b"two"
    assert Drawer(str(tmp_path)).get(OTHER) is None


def test_it_lies_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    Drawer(name="http").put(KEY, b"one")
    assert (tmp_path / "http" / KEY[:2] / KEY[2:]).read_bytes() == b"one"


def test_a_user_who_wants_no_cache_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", "")
    drawer = Drawer()
    drawer.put(KEY, b"one")
    assert drawer.get(KEY) is None


def test_a_folder_that_cannot_be_written_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    drawer = Drawer(str(tmp_path / "file"))
    drawer.put(KEY, b"one")
    assert drawer.get(KEY) is None
    assert "cannot be kept" in caplog.text


def test_many_may_put_the_same_key_at_once(tmp_path: Path) -> None:
    drawer = Drawer(str(tmp_path))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: drawer.put(KEY, b"x" * 10_000), range(40)))
    assert drawer.get(KEY) == b"x" * 10_000


@pytest.mark.parametrize("key", ["", "../../etc", "AB" * 16, "xyz"])
def test_a_key_is_a_hash(tmp_path: Path, key: str) -> None:
    with pytest.raises(ValueError, match="a key is a hash"):
        Drawer(str(tmp_path)).get(key)


def test_a_name_is_no_path() -> None:
    with pytest.raises(InputError, match="name must be letters and digits"):
        Drawer(name="../elsewhere")


HOLDER = """
import sys, time
from src.data.files.turns import Turns
with Turns("it", 1).turn():
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_turn_of_a_process_that_was_killed_is_free_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRUSHWORK_CACHE", str(tmp_path))
    holder = subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    taken: list[float] = []
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: _noted(taken))
        with Turns("another", 1).turn():
            time.sleep(0.2)
        assert taken == []
        holder.kill()
        waiting.result(timeout=30)
    holder.wait()
    holder.stdout.close()
    assert len(taken) == 1


def _noted(taken: list[float]) -> None:
    with Turns("it", 1).turn():
        taken.append(time.monotonic())


def test_fewer_than_one_turn_is_none() -> None:
    with pytest.raises(InputError, match="most must be 1 or more"):
        Turns("it", 0)
