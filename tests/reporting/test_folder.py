"""A folder keeps what MLflow would."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import InputError, Sink
from src.reporting.folder import FolderSink, FolderTracking


def test_everything_is_there_when_the_run_has_ended(tmp_path: Path) -> None:
    local = tmp_path / "local.txt"
    local.write_text("local")
    with FolderTracking(str(tmp_path / "out")).start({"seed": 1}, "run", {"a": "b"}) as sink:
        assert isinstance(sink, Sink)
        sink.metrics({"test/f1": 0.5, "test/nan": np.nan})
        sink.metrics({"by_image/f1": 0.1}, 1)
        sink.metrics({"by_image/f1": 0.2}, 2)
        sink.table("samples", {"name": ["x, y", "z"], "f1": np.array([0.5, np.nan])})
        sink.picture("deep/er/grey.png", np.zeros((2, 3), np.uint8))
        sink.text("word.txt", "ö")
        sink.file(local, "copied")
    out = tmp_path / "out"
    report = json.loads((out / "report.json").read_text())
    assert report["metrics"] == {"test/f1": 0.5, "test/nan": None, "by_image/f1": 0.2}
    assert report["steps"] == {"by_image/f1": [[1, 0.1], [2, 0.2]]}
    assert (report["run"], report["tags"]) == ("run", {"a": "b"})
    with (out / "tables" / "samples.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [["name", "f1"], ["x, y", "0.5"], ["z", ""]]
    with Image.open(out / "deep" / "er" / "grey.png") as picture:
        assert picture.size == (3, 2)
    assert (out / "word.txt").read_text("utf-8") == "ö"
    assert (out / "copied" / "local.txt").read_text() == "local"
    assert "seed: 1" in (out / "config.yaml").read_text()


@pytest.mark.parametrize("taken", ["report.json", "tables/samples.csv"])
def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).mkdir(parents=True)

    def write() -> None:
        sink = FolderSink(tmp_path, "run")
        sink.table("samples", {"name": ["a"]})
        sink.flush()

    with pytest.raises(InputError, match=f"{Path(taken).name} cannot be written"):
        write()


def test_a_folder_has_nothing_to_resume(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match="tracking=mlflow"),
        FolderTracking(str(tmp_path)).start({}, "run", resume="other"),
    ):
        pass


def test_passwords_are_neither_kept_nor_told(tmp_path: Path) -> None:
    config = {"tracking": {"uri": "postgresql://u:se@cret@h/db"}}
    tracking = FolderTracking(str(tmp_path / "out"))
    with pytest.raises(ValueError, match="cret"), tracking.start(config, "run"):
        raise ValueError("no answer from http://u:se@cret@h")
    for file in (tmp_path / "out").rglob("*"):
        assert "cret" not in file.read_text("utf-8"), file
