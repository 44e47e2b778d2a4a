"""Sessions whose folder was tampered with: the same numbers or one sentence, nothing is lost."""

import os
import shutil
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tests.attack.grounds import Ground, Grounds
from tests.attack.processes import LONGEST, Ended
from tests.attack.table import whole
from tests.attack.tampering import LAST, PREVIOUS, TAMPERINGS, Stopped, paint

pytestmark = [
    whole,  # tests/training/test_going_on.py has most of it without processes
    pytest.mark.attack("tampered sessions", kind="sessions"),
]


def session_of(ground: Ground) -> Path:
    (session,) = (ground.folder / "mlruns" / "sessions").iterdir()
    return session


def killed_after_three_images(grounds: Grounds, *words: str) -> Ground:
    """A session that has kept two checkpoints."""
    ground = grounds.fresh("net")
    child = ground.start(*words)
    sessions = ground.folder / "mlruns" / "sessions"
    until = time.monotonic() + LONGEST
    # The last becomes the one before, and is then written anew.
    while not all([*sessions.glob(f"*/{name}")] for name in (PREVIOUS, LAST)):
        assert time.monotonic() < until, child.output.read_text()
        time.sleep(0.002)
    os.kill(child.pid, signal.SIGKILL)
    assert child.wait().code == -signal.SIGKILL, "it was stopped before it ended"
    return ground


@pytest.fixture(name="killed", scope="module")
def killed_fixture(grounds: Grounds) -> Ground:
    return killed_after_three_images(grounds)


@pytest.fixture(name="other", scope="module")
def other_fixture(grounds: Grounds) -> Path:
    """A session of the same configuration but for its seed."""
    return session_of(killed_after_three_images(grounds, "seed=7"))


@pytest.fixture(name="ground")
def ground_fixture(killed: Ground, tmp_path: Path) -> Ground:
    """A place of its own for a session that was killed after three images."""
    folder = shutil.copytree(killed.folder, tmp_path / "ground")
    return replace(killed, folder=folder, uri=f"sqlite:///{folder / 'mlflow.db'}")


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def painted(folder: Path) -> dict[str, bytes]:
    """Trajectories and annotations, which are the same in every run of a configuration."""
    kinds = ("annotations", "trajectories")
    return {name: held for name, held in contents(folder).items() if name.startswith(kinds)}


def refused(ended: Ended, words: str) -> None:
    (sentence,) = [line for line in ended.said.splitlines() if line.startswith("error: ")]
    assert (ended.code, words in sentence) == (2, True), ended.said
    assert "Traceback" not in ended.said


def faults(grounds: Grounds, ground: Ground) -> list[str]:
    """What is wrong with the run, but for the traceback of the time when it was refused."""
    found = grounds.faults(ground)
    return [fault for fault in found if fault != "files differ by ['traceback.txt']"]


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampered_session_ends_with_the_same_numbers_or_one_sentence(
    grounds: Grounds, ground: Ground, tmp_path: Path, name: str, request: pytest.FixtureRequest
) -> None:
    tamper, words = TAMPERINGS[name]
    folder = session_of(ground)
    other = request.getfixturevalue("other") if "another run" in name else folder
    intact = Path(shutil.copytree(folder, tmp_path / "intact"))
    tamper(Stopped(folder, other))
    before = contents(folder)
    ended = ground.resume()
    if words is not None:
        refused(ended, words)
        assert contents(folder) == before, "nothing was touched"
        shutil.rmtree(folder)
        shutil.copytree(intact, folder)
        ended = ground.resume()
    assert ended.code == 0, ended.said
    assert not faults(grounds, ground)
    undisturbed, _ = grounds.whole("net")
    own, expected = painted(folder), painted(session_of(undisturbed))
    assert own.keys() == expected.keys()
    if name != "annotations saved again":
        assert own == expected


def test_what_was_painted_by_hand_starts_a_new_run(ground: Ground) -> None:
    folder = session_of(ground)
    paint(Stopped(folder, folder).first)
    refused(ground.resume(), f"start={folder.relative_to(ground.folder)}")
    before = contents(folder)
    ended = ground.run(f"start={folder}", "trainer.rules.images=1")
    assert ended.code == 0, ended.said
    assert contents(folder) == before


def test_a_read_only_session_is_said_and_goes_on_when_it_is_not(
    grounds: Grounds, ground: Ground
) -> None:
    folder = session_of(ground)
    for words in (["--bind", folder], ["-o", "remount,bind,ro"]):
        mount = ["mount", *words, folder]
        if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
            pytest.skip("nothing can be mounted here")
    before = contents(folder)
    try:
        ended = ground.resume()
    finally:
        subprocess.run(["umount", folder], check=True)
    refused(ended, "cannot be written to")
    assert "set sessions to" in ended.said
    assert contents(folder) == before
    assert ground.resume().code == 0
    assert not faults(grounds, ground)
