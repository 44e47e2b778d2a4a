"""A folder of runs that was moved is read where it lies now."""

import shutil
from pathlib import Path

from src.tracking.archive import Archive
from src.tracking.archive.reading import read_table
from src.tracking.record.recorder import Tracking


def recorded(folder: Path, empty_database: Path) -> Tracking:
    """A store below ``folder`` with one run, which keeps a table."""
    folder.mkdir()
    shutil.copyfile(empty_database, folder / "mlflow.db")
    tracking = Tracking(f"sqlite:///{folder / 'mlflow.db'}", artifacts=str(folder / "artifacts"))
    with tracking.start({"seed": 1}, "first") as run:
        run.table("samples", {"name": ["a"]})
    return tracking


def test_artifacts_are_found_after_a_move_and_new_runs_join_them(
    tmp_path: Path, empty_database: Path
) -> None:
    recorded(tmp_path / "here", empty_database)
    (tmp_path / "here").rename(tmp_path / "there % ü")
    uri = f"sqlite:///{tmp_path / 'there % ü' / 'mlflow.db'}"
    archive = Archive(uri)
    past = archive.find("first")
    assert read_table(archive, past, "samples")["name"].tolist() == ["a"]
    with Tracking(uri).start({"seed": 2}, "second") as run:
        run.text("note.txt", "hello")
    assert (tmp_path / "there % ü" / "artifacts" / run.id / "artifacts" / "note.txt").is_file()


def test_a_copy_beside_the_original_reads_what_the_original_reads(
    tmp_path: Path, empty_database: Path
) -> None:
    recorded(tmp_path / "here", empty_database)
    shutil.copytree(tmp_path / "here", tmp_path / "copy")
    past = Archive(f"sqlite:///{tmp_path / 'copy' / 'mlflow.db'}").find("first")
    assert past.artifacts.startswith((tmp_path / "here").as_uri())


def test_artifacts_that_are_nowhere_keep_their_address(
    tmp_path: Path, empty_database: Path
) -> None:
    recorded(tmp_path / "here", empty_database)
    (tmp_path / "alone").mkdir()
    (tmp_path / "here" / "mlflow.db").rename(tmp_path / "alone" / "mlflow.db")
    shutil.rmtree(tmp_path / "here")
    past = Archive(f"sqlite:///{tmp_path / 'alone' / 'mlflow.db'}").find("first")
    assert past.artifacts.startswith((tmp_path / "here").as_uri())
