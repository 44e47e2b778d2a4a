"""What every sink promises: what is told to it can be found again."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from src.core import Sink
from src.tracking.archive import Archive
from tests.conformance.options import built, every

CONFIG = {"seed": 1, "dataset": {"count": 3}}
GREY = np.arange(12, dtype=np.uint8).reshape(3, 4)
COLOUR = np.stack([GREY, GREY + 100, GREY + 200], axis=2)
COLUMNS = {
    "name": np.array(["a, b", 'quoted "c"', "ä"]),
    "f1": np.array([0.25, np.nan, 1.0]),
    "count": np.array([1, 2, 3]),
    "right": [True, False, True],
}


class Kept(NamedTuple):
    """What a run left behind."""

    metrics: dict[str, Any]
    tags: dict[str, str]
    table: pd.DataFrame
    folder: Path


def tell(sink: Sink, home: Path) -> None:
    """Something by every verb, some of it twice."""
    local = home / "local"
    (local / "deep").mkdir(parents=True)
    (local / "deep" / "word.txt").write_text("copied", encoding="utf-8")
    sink.metrics({"test/f1": 0.5, "test/undefined": math.nan})
    sink.metrics({"by_image/f1": 0.1}, 1)
    sink.metrics({"by_image/f1": 0.2}, step=2)
    sink.tags({"verdict": "FAIL", "reference": "truth"})
    sink.tags({"verdict": "PASS"})
    sink.table("samples", COLUMNS)
    sink.table("empty", {"name": [], "f1": np.zeros(0)})
    sink.picture("grey.png", GREY)
    sink.picture("deep/er/colour.png", COLOUR)
    sink.text("notes/words.txt", "ä\nö")
    sink.file(local / "deep" / "word.txt")
    sink.file(local / "deep" / "word.txt", "below/here")
    sink.file(local, "whole")


def read_folder(folder: Path, _: str) -> Kept:
    report = json.loads((folder / "report.json").read_text("utf-8"))
    return Kept(
        report["metrics"], report["tags"], pd.read_csv(folder / "tables/samples.csv"), folder
    )


def read_mlflow(folder: Path, run: str) -> Kept:
    past = Archive(f"sqlite:///{folder}/mlflow.db").find(run)
    (artifacts,) = (folder / "artifacts").glob("*/artifacts")
    table = pd.read_parquet(artifacts / "tables" / "samples.parquet")
    return Kept(dict(past.metrics), dict(past.tags), table, artifacts)


READERS: dict[str, Callable[[Path, str], Kept]] = {"folder": read_folder, "mlflow": read_mlflow}


@pytest.fixture(name="told", scope="module", params=every("tracking"))
def told_fixture(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, str, Path]:
    """Option, id of the run and where its files are, after a run that told everything."""
    place = tmp_path_factory.mktemp("sink")
    tracking = built("tracking", request.param, place)
    with tracking.start(CONFIG, "some run", {"dataset": "nuclei"}) as sink:
        assert isinstance(sink, Sink)
        assert sink.name == "some run"
        tell(sink, place)
    return request.param, sink.id, place / request.param


@pytest.fixture(name="kept", scope="module")
def kept_fixture(told: tuple[str, str, Path]) -> Kept:
    option, run, folder = told
    if option not in READERS:
        pytest.skip(f"tracking={option} was told everything; add to READERS how to read it")
    return READERS[option](folder, run)


def test_every_verb_is_taken(told: tuple[str, str, Path]) -> None:
    _, run, folder = told
    assert run
    assert folder.exists()


def test_numbers_are_kept_and_the_last_one_counts(kept: Kept) -> None:
    numbers = dict(kept.metrics)
    undefined = numbers.pop("test/undefined")
    assert undefined is None or math.isnan(undefined)
    assert numbers == {"test/f1": 0.5, "by_image/f1": 0.2}


def test_a_later_tag_replaces_an_earlier_one(kept: Kept) -> None:
    expected = {"verdict": "PASS", "reference": "truth", "dataset": "nuclei"}
    assert kept.tags.items() >= expected.items()


def test_a_table_keeps_its_columns(kept: Kept) -> None:
    assert list(kept.table) == [*COLUMNS]
    for name, column in COLUMNS.items():
        expected = [None if own != own else own for own in np.asarray(column).tolist()]
        assert [None if own != own else own for own in kept.table[name].tolist()] == expected


@pytest.mark.parametrize(("path", "pixels"), [("grey.png", GREY), ("deep/er/colour.png", COLOUR)])
def test_a_picture_keeps_its_pixels(kept: Kept, path: str, pixels: np.ndarray) -> None:
    with Image.open(kept.folder / path) as picture:
        assert np.array_equal(np.asarray(picture), pixels)


def test_texts_and_files_are_kept_as_they_are(kept: Kept) -> None:
    assert (kept.folder / "notes/words.txt").read_text("utf-8") == "ä\nö"
    for path in ("word.txt", "below/here/word.txt", "whole/local/deep/word.txt"):
        assert (kept.folder / path).read_text("utf-8") == "copied"


def test_the_configuration_is_kept_beside(kept: Kept) -> None:
    assert "count: 3" in (kept.folder / "config.yaml").read_text("utf-8")
