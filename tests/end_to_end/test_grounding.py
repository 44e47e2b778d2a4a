"""Questions about screenshots through the entry and its door: logs replayed, scored, compared."""

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner, Result

from src.grounding import app
from src.tracking import keys
from src.tracking.archive import Archive, PastRun
from src.tracking.archive.reading import read_table
from src.tracking.archive.results import all_whole
from tests.conftest import real_data
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]

LOGS = {"pred_aguvis": "++++-+", "pred_qwen25vl": "+---e+"}
"""What each log gets right, task by task; ``e`` where it has no point."""

PUBLISHED_SLICES = 185


def write_logs(home: Path, tasks: int = 6) -> Path:
    """A ScreenSpot set without its pictures, and two logs of points."""
    home.mkdir(parents=True, exist_ok=True)
    truth = [
        {
            "i": number, "image": f"shot_{number}.png", "instruction": f"find {number}",
            "bbox": [100, 100, 110 + 40 * number, 130], "platform": "linux", "group": "Office",
            "application": ("word", "excel")[number % 2], "ui_type": ("text", "icon")[number % 2],
        }
        for number in range(tasks)
    ]  # fmt: skip
    (home / "ground_truth.json").write_text(json.dumps(truth))
    for name, rights in LOGS.items():
        points = {"+": [105.5, 130], "-": [900, 900], "e": None}
        log = [{"pred": points[letter]} for letter in rights[:tasks]]
        (home / f"{name}.json").write_text(json.dumps({"predictions": log}))
    return home


def door(*words: str) -> Result:
    """``python -m src.grounding``, without the terminal of an earlier run."""
    for handler in [one for one in logging.root.handlers if type(one) is logging.StreamHandler]:
        logging.root.removeHandler(handler)
    return CliRunner().invoke(app, [*words])


def archive(workplace: Path) -> Archive:
    return Archive(f"sqlite:///{workplace / 'mlflow.db'}")


def finished(workplace: Path) -> list[PastRun]:
    """From the oldest to the newest."""
    return all_whole(archive(workplace), archive(workplace).newest()[::-1])


def test_one_command_replays_both_logs(run: Run, workplace: Path) -> None:
    answer = run("+experiment=ui_replay", f"dataset.root={write_logs(workplace / 'set')}")
    assert answer.code == 0, answer.err
    assert "hits: 5 by point, of 6 targets" in answer.out
    assert "hits: 2 by point, of 6 targets" in answer.out
    assert "longer side" in answer.out
    one, two = finished(workplace)
    assert (one.metrics["test/hits"], two.metrics["test/hits"]) == (5, 2)
    assert two.metrics["test/errors"] == 1
    assert two.metrics["test/accuracy"] == pytest.approx(2 / 6)
    assert one.tags[keys.MULTIRUN] == two.tags[keys.MULTIRUN]
    assert one.tags[keys.FINGERPRINT] == two.tags[keys.FINGERPRINT]
    files = {path for path, _ in archive(workplace).files(one)}
    assert files >= {
        "failures.html", "tables/answers.parquet", "tables/questions.parquet",
        "tables/parts.parquet", "plots/by_size.png", "failures/elsewhere_1_shot_4.png",
    }  # fmt: skip
    answers = pd.DataFrame(read_table(archive(workplace), two, "answers"))
    assert answers["outcome"].tolist() == ["found"] * 4 + ["error", "found"]
    assert answers["y"].tolist()[0] == 130


def test_the_door_compares_what_was_run_together(run: Run, workplace: Path) -> None:
    assert door("compare").exit_code == 2
    run("+experiment=ui_replay", f"dataset.root={write_logs(workplace / 'set')}", "pictures=0")
    results = workplace / "results" / "comparison.json"
    answer = door("compare", "--output", str(results))
    assert answer.exit_code == 0, answer.output
    whole = json.loads(results.read_text())
    assert [own["name"] for own in whole["methods"]] == [
        "replay_points (log=pred_aguvis.json)", "replay_points (log=pred_qwen25vl.json)"
    ]  # fmt: skip
    (pair,) = whole["pairs"]
    assert (pair["only_first"], pair["only_second"], pair["errors"], pair["p"]) == (3, 0, 1, 0.25)
    assert whole["methods"][0]["parts"]["application=word"]["hits"] == 2
    assert "Evaluation Results" in answer.output
    assert "PUBLISHED FIGURES" in answer.output
    kept = finished(workplace)[-1]
    assert kept.name.startswith("comparison")
    assert "comparison.json" in {path for path, _ in archive(workplace).files(kept)}


def test_other_sets_are_refused_and_their_common_part_compared(run: Run, workplace: Path) -> None:
    for name, tasks in (("long", 6), ("short", 4)):
        home = write_logs(workplace / name, tasks)
        log = "pred_aguvis.json" if tasks == 6 else "pred_qwen25vl.json"
        words = (f"dataset.root={home}", f"detector.log={log}", "each=null", "pictures=0")
        assert run("+experiment=ui_replay", *words).code == 0
    names = [own.id for own in finished(workplace)]
    refused = door("compare", *names)
    assert refused.exit_code == 2
    assert "pass --common" in refused.output
    answer = door("compare", *names, "--common", "--output", str(workplace / "c.json"))
    assert answer.exit_code == 0, answer.output
    assert "left out" in answer.output
    assert json.loads((workplace / "c.json").read_text())["dataset"]["targets"] == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("run", "--method", "otsu"), "answers no questions"),
        (("run", "--dataset", "nowhere"), "nowhere"),
        (("run", "--crop", "zoom"), "zoom"),
        (("compare", "nobody"), "nobody"),
        (("validate", "nowhere"), "nowhere"),
        (("diff", "nowhere", "here"), "nowhere"),
        (("annotate", "nowhere"), "nowhere"),
        (("record",), "either a URL or --desktop"),
        (("record", "example.org"), "has no scheme"),
    ],
)
def test_bad_input_is_one_sentence(workplace: Path, words: tuple[str, ...], sentence: str) -> None:
    answer = door(*words)
    assert workplace
    assert answer.exit_code == 2, answer.output
    assert sentence in answer.output
    assert "Traceback" not in answer.output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("each=[{dataset.counts:3}]",), "each: the configuration has no dataset.counts"),
        (("each=[{dataset.count:3}]", "seeds=[1,2]"), "no resume, seeds or trial"),
        (("each=[]",), "each"),
    ],
)
def test_runs_that_cannot_go_together_are_refused(
    run: Run, words: tuple[str, ...], sentence: str
) -> None:
    answer = run("+experiment=smoke", *words)
    assert answer.code == 2
    assert sentence in answer.err


def test_an_experiment_may_ask_for_several_runs(run: Run, workplace: Path) -> None:
    answer = run(
        "+experiment=smoke", "dataset.size=64", "pictures=0",
        "each=[{dataset.count:2},{dataset.count:3}]",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    runs = finished(workplace)
    assert [own.parameters["dataset.count"] for own in runs] == ["2", "3"]
    assert len({own.tags[keys.MULTIRUN] for own in runs}) == 1


def test_the_real_logs_earn_what_was_published(run: Run, workplace: Path) -> None:
    folder = real_data("ui_screenspot_pro_preds")
    answer = run("+experiment=ui_replay", f"dataset.root={folder}", "report=none")
    assert answer.code == 0, answer.err
    one, two = finished(workplace)
    assert [own.metrics["test/hits"] for own in (one, two)] == [367, 323]
    assert {own.metrics["test/targets"] for own in (one, two)} == {1581}
    parts = read_table(archive(workplace), one, "parts")
    assert len(parts["by"]) > PUBLISHED_SLICES
