"""What killed processes leave is removed, and what living ones need is not."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from typer.testing import CliRunner

from src.runs import app
from src.tracking.archive import Archive
from src.tracking.keys import SESSION
from src.tracking.record.claims import claim
from src.tracking.record.recorder import Tracking
from src.tracking.store import cleaning
from src.tracking.store.left_overs import CREATING, WORK, passing_folder, remove_passing
from tests.conftest import ROOT

CHILD = """
import os, sys
from pathlib import Path
from src.tracking.store.left_overs import passing_folder
with passing_folder(sys.argv[1], Path(sys.argv[2])) as folder:
    (folder / "half").write_text("half")
    os._exit(9)
"""


def leave(kind: str, folder: Path) -> None:
    """A process makes a folder and dies in it."""
    words = [sys.executable, "-c", CHILD, kind, str(folder)]
    assert subprocess.run(words, cwd=ROOT, check=False).returncode == 9


@pytest.mark.parametrize("kind", [WORK, CREATING])
def test_folders_of_dead_processes_go_and_those_of_living_ones_stay(
    tmp_path: Path, kind: str
) -> None:
    leave(kind, tmp_path)
    with passing_folder(kind, tmp_path) as own:
        assert len(list(tmp_path.iterdir())) == 2
        (tmp_path / f"{kind}something else").mkdir()
        assert len(remove_passing(kind, tmp_path)) == 1
        assert own.exists()
    assert [folder.name for folder in tmp_path.iterdir()] == [f"{kind}something else"]


def test_clean_removes_what_was_not_uploaded_whole(
    tracking: Tracking, archive: Archive, tmp_path: Path
) -> None:
    with tracking.start({"seed": 1}, "ended") as run:
        pass
    leave(CREATING, tmp_path)
    torn = Path(tracking.artifacts) / run.id / "artifacts" / ".artifact.uploading.abc"
    torn.write_text("half")
    own = claim(archive.client, run.id)
    assert torn not in cleaning.left_overs(archive)
    own.release()
    leave(CREATING, tmp_path)
    said = CliRunner().invoke(app, ["clean", "--uri", tracking.uri]).stdout
    assert "2 files or folders that dead processes left, now removed" in said
    assert not torn.exists()
    assert not list(tmp_path.glob(f"{CREATING}*"))


def test_a_resumed_run_starts_without_torn_uploads(tracking: Tracking) -> None:
    with suppress(KeyboardInterrupt), tracking.start({"seed": 1}, "stopped") as run:
        raise KeyboardInterrupt
    torn = Path(tracking.artifacts) / run.id / "artifacts" / ".artifact.uploading.abc"
    torn.write_text("half")
    with tracking.start({"seed": 1}, "again", None, run.id):
        assert not torn.exists()


def test_sessions_of_deleted_runs_go_with_them(
    tracking: Tracking, archive: Archive, tmp_path: Path
) -> None:
    for name in ("failed", "binned", "foreign"):
        with suppress(KeyboardInterrupt), tracking.start({}, name) as run:
            elsewhere = tmp_path / "sessions" / ("project" if name == "foreign" else run.id)
            elsewhere.mkdir(parents=True)
            run.tags({SESSION: str(elsewhere)})
            raise KeyboardInterrupt
    unclaimed = tmp_path / "sessions" / ("0" * 32)
    unclaimed.mkdir()
    (unclaimed / "picture.png").touch()
    archive.client.delete_run(archive.find("binned").id)
    with tracking.start({}, "kept") as run:
        run.tags({SESSION: str(tmp_path / "sessions" / run.id)})
    said = CliRunner().invoke(app, ["clean", "--failed", "--yes", "--uri", tracking.uri])
    assert "2 runs deleted" in said.stdout, said
    assert f"{unclaimed} belongs to no run" in said.stdout
    assert {folder.name for folder in (tmp_path / "sessions").iterdir()} == {
        "project",
        unclaimed.name,
    }
