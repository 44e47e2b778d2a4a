"""A new kind of score, written here and nowhere else, shows wherever results show."""

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

import src.reporting
import src.scoring
from src.composing.trusted import GROUPS
from src.tracking import keys
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import artifacts, only_run

Run = Callable[..., Answer]

SCORER = '''
"""How many instances there are."""

from src.core import Directions, Row, Scorecard
from src.scoring.rows import sample_columns


class Counting:
    """Compares numbers of instances, wherever they are."""

    ranks_by = "agreement"
    takes_errors = True
    directions = Directions.of_names(lower=["miscounted"])

    def score(self, sample, prediction):
        true, found = len(sample.truth), len(prediction.consensus)
        return Row({"true": true, "found": found, "agreement": -abs(true - found)})

    def summarise(self, rows):
        miscounted = sum(row["true"] != row["found"] for row in rows)
        columns = sample_columns(rows)
        counts = {name: columns[name] for name in ("name", "true", "found")}
        return Scorecard(
            {"miscounted": miscounted},
            columns,
            tables={"counts": counts},
            directions=self.directions,
        )
'''

REPORT = '''
"""Counts as bars."""

import numpy as np


class CountingReport:
    """Draws a bar per sample, as many px long as it has instances."""

    def __init__(self, thickness: int = 4) -> None:
        self.thickness, self.bars = thickness, []

    def observe(self, sample, prediction, row):
        self.bars.append(row["found"])

    def finish(self, card, sink):
        bars = np.arange(max(self.bars)) < np.array(self.bars)[:, None]
        sink.picture("counts.png", np.repeat(bars, self.thickness, axis=0).astype(np.uint8) * 255)

    def printed(self, card):
        return (f"counted {sum(self.bars)} instances",)
'''

YAML = """\
# @package _global_
# Numbers of instances, and bars of them
scorer:
  _target_: src.scoring.counting.Counting
report:
  _target_: src.reporting.counting.CountingReport
  thickness: 5   # px
"""


@pytest.fixture(name="added")
def added_fixture(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The folder of the new option; its code lies as if it were among the project's own."""
    folder = tmp_path_factory.mktemp("added")
    for package, code in ((src.scoring, SCORER), (src.reporting, REPORT)):
        place = folder / package.__name__
        place.mkdir()
        (place / "counting.py").write_text(code, encoding="utf-8")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(place)])
    (folder / "conf" / "scorer").mkdir(parents=True)
    (folder / "conf" / "scorer" / "counting.yaml").write_text(YAML, encoding="utf-8")
    # As if the YAML lay in conf/, whose files alone say what may be built.
    for group, name in (("scorer", "src.scoring.counting.Counting"),
                        ("report", "src.reporting.counting.CountingReport")):  # fmt: skip
        monkeypatch.setitem(GROUPS, group, (*GROUPS[group], name))  # type: ignore[arg-type]
    importlib.invalidate_caches()
    yield str(folder / "conf")
    for package in (src.scoring, src.reporting):
        sys.modules.pop(f"{package.__name__}.counting", None)
        vars(package).pop("counting", None)


def words(added: str) -> list[str]:
    return ["--config-dir", added, "scorer=counting", "dataset.count=3", "dataset.size=96"]


def check(answer: Answer, metric: float, table: pd.DataFrame, picture: Path) -> None:
    """The number, the table and the picture agree with one another and with the terminal."""
    assert answer.code == 0, answer.err
    assert f"counted {table.found.sum()} instances" in answer.out
    assert "miscounted" in answer.out
    assert list(table) == ["name", "true", "found"]
    assert metric == (table.true != table.found).sum()
    with Image.open(picture) as drawn:
        bars = np.asarray(drawn)
    assert bars.shape == (5 * 3, table.found.max())
    assert (np.count_nonzero(bars[::5], axis=1) == table.found).all()


def test_it_appears_in_mlflow_and_on_the_terminal(run: Run, added: str) -> None:
    answer = run(*words(added))
    client, record = only_run()
    files = artifacts(client, record.info.run_id)
    assert {"tables/counts.parquet", "counts.png"} <= files

    def local(path: str) -> Path:
        return Path(client.download_artifacts(record.info.run_id, path))

    table = pd.read_parquet(local("tables/counts.parquet"))
    check(answer, record.data.metrics["test/miscounted"], table, local("counts.png"))
    assert record.data.params["report.thickness"] == "5"
    assert "miscounted" in record.data.tags[keys.LOWER].split(",")


def test_it_appears_in_a_folder_and_on_the_terminal(run: Run, added: str, tmp_path: Path) -> None:
    out = tmp_path / "results"
    answer = run(*words(added), "tracking=folder", f"tracking.folder={out}")
    metrics = json.loads((out / "report.json").read_text(encoding="utf-8"))["metrics"]
    table = pd.read_csv(out / "tables" / "counts.csv")
    check(answer, metrics["test/miscounted"], table, out / "counts.png")
