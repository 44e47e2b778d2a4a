"""Pseudo-labels against masks drawn by hand: the two commands, their verdicts, bad input."""

import csv
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import tifffile
from PIL import Image
from typer.testing import CliRunner, Result

from src.pseudo_labels import app
from src.tracking.archive import Archive
from src.tracking.archive.results import whole
from tests.conftest import ROOT
from tests.data.pictures import cut
from tests.data.studio_tasks import (
    SHAPE,
    brush,
    square,
    task,
    write_image,
    write_tasks,
    write_truth,
)
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import artifacts, only_run

Run = Callable[..., Answer]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two frames: IoU 1 and 0.6 on the one, 0.8 and a miss on the other, which has no image."""
    write_tasks(
        tmp_path / "labels",
        task("frames/one.png", brush(square(0, 0), "a"), brush(square(0, 20)[:, ::-1], "b")),
        task("frames/two.png", brush(square(10, 10, 8), "a"), brush(square(0, 30, 4), "b")),
        task("frames/nobody.png", brush(square(0, 0))),
    )
    write_image(tmp_path / "labels" / "frames" / "one.png")
    half = square(0, 10)
    half[:, 16:] = False
    write_truth(tmp_path / "gt", "one", square(0, 0), half)
    write_truth(tmp_path / "gt", "two", square(10, 10, 8) & (np.arange(40) < 17), square(20, 0))
    return tmp_path


def check(home: Path, *words: str) -> Result:
    """``python -m src.pseudo_labels`` in this process, without the terminal of an earlier run."""
    for handler in [one for one in logging.root.handlers if type(one) is logging.StreamHandler]:
        logging.root.removeHandler(handler)
    folders = ["--pseudo-labels-dir", "labels", "--gt-dir", "gt", "--output-dir", "out"]
    paths = [str(home / word) if word in ("labels", "gt", "out") else word for word in folders]
    return CliRunner().invoke(app, [*paths, *words])


def experiment(run: Run, home: Path, *words: str) -> Answer:
    """``python -m src.run`` on the same folders."""
    folders = f"dataset.pseudo_labels_dir={home / 'labels'}", f"dataset.gt_dir={home / 'gt'}"
    return run("+experiment=pseudo_labels", *folders, *words)


def table(home: Path, name: str) -> list[dict[str, str]]:
    """A table that the door left."""
    with (home / "out" / "tables" / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


MEAN = (1 + 0.6 + 7 / 8 + 0) / 4


def test_the_fixture_has_the_overlaps_it_tells_of(home: Path) -> None:
    assert check(home).exit_code == 1
    masks = table(home, "masks")
    assert [float(mask["iou"]) for mask in masks] == [1, 0.6, 7 / 8, 0, 0]
    assert [mask["kind"] for mask in masks][-2:] == ["missed", "spurious"]


@pytest.mark.parametrize(("threshold", "code", "word"), [("0.61", 0, "PASS"), ("0.70", 1, "FAIL")])
def test_the_experiment_is_recorded_and_its_verdict_is_the_exit_code(
    run: Run, home: Path, threshold: str, code: int, word: str
) -> None:
    answer = experiment(run, home, f"gate.threshold={threshold}")
    assert answer.code == code, answer.err
    client, record = only_run()
    assert record.data.tags["verdict"] == word
    archive = Archive(os.environ["MLFLOW_TRACKING_URI"])
    metrics = whole(archive, archive.find(record.info.run_id)).metrics
    assert metrics["test/mean_true_iou"] == pytest.approx(MEAN)
    assert metrics["test/mean_matched_iou"] == pytest.approx(4 / 3 * MEAN)
    assert (metrics["test/missed"], metrics["test/spurious"]) == (1, 1)
    assert metrics["test/mean_true_iou_low"] <= MEAN <= metrics["test/mean_true_iou_high"]
    files = artifacts(client, record.info.run_id)
    assert {"tables/samples.parquet", "tables/masks.parquet", "verdict.json"} <= files
    assert {"masks/worst_1_two_masks.png", "masks/worst_2_one_masks.png"} <= files
    for words in (f"verdict: {word}", "its interval holds" if code == 0 else "FAIL", "two"):
        assert words in answer.out


@pytest.mark.parametrize(("threshold", "code", "word"), [("0.61", 0, "PASS"), ("0.70", 1, "FAIL")])
def test_the_door_leaves_a_report_and_the_same_verdict(
    home: Path, threshold: str, code: int, word: str
) -> None:
    result = check(home, "--threshold", threshold)
    assert (result.exit_code, f"verdict: {word}" in result.stdout) == (code, True)
    files = {str(file.relative_to(home / "out")) for file in (home / "out").rglob("*.*")}
    assert files == {
        *("report.json", "config.yaml", "scorecard.json", "verdict.json"),
        *("report.html", "gallery.zip"),
        *("tables/samples.csv", "tables/masks.csv", "masks/one_masks.png", "masks/two_masks.png"),
    }
    report = json.loads((home / "out" / "report.json").read_text())
    assert report["tags"]["verdict"] == word
    assert report["metrics"]["test/mean_true_iou"] == pytest.approx(MEAN)
    rows = table(home, "samples")
    assert [(row["name"], row["matched"], row["missed"], row["spurious"]) for row in rows] == [
        ("one", "2", "0", "0"),
        ("two", "1", "1", "1"),
    ]


def test_an_unusable_run_leaves_no_verdict_of_an_earlier_one(home: Path) -> None:
    assert check(home, "--threshold", "0.61").exit_code == 0
    (home / "out" / "notes.txt").write_text("mine")
    spoil(home, "truncated RLE")
    assert check(home, "--threshold", "0.61").exit_code == 2
    left = {str(file.relative_to(home / "out")) for file in (home / "out").rglob("*.*")}
    assert not left & {"verdict.json", "scorecard.json", "tables/samples.csv"}
    assert "notes.txt" in left
    report = home / "out" / "report.json"
    assert not report.exists() or "PASS" not in report.read_text()


def test_people_are_judged_where_asked_for(home: Path) -> None:
    drawn = task("one.png", brush(square(0, 0), "a"), brush(square(0, 20)[:, ::-1], "b"))
    drawn["annotations"] = drawn.pop("predictions")
    two = task("two.png", brush(square(10, 10, 8)))
    two["annotations"] = two.pop("predictions")
    write_tasks(home / "labels", drawn, two)
    refused = check(home)
    assert refused.exit_code == 2
    assert "--source annotations" in refused.stderr
    assert check(home, "--source", "annotations").exit_code == 1


def test_one_version_is_judged_where_there_are_several(home: Path) -> None:
    tasks = json.loads((home / "labels" / "tasks.json").read_text())
    for own in tasks:
        (first,) = own["predictions"]
        own["predictions"] = [{**first, "model_version": version} for version in ("a", "b")]
    (home / "labels" / "tasks.json").write_text(json.dumps(tasks))
    refused = check(home)
    assert refused.exit_code == 2
    assert "--model-version to one of a, b, or --several newest" in refused.stderr
    assert check(home, "--model-version", "b", "--threshold", "0.61").exit_code == 0
    assert check(home, "--several", "newest", "--threshold", "0.61").exit_code == 0


def test_grey_edges_are_named_as_such_and_cut_where_told(home: Path) -> None:
    grey = square(0, 0).astype(np.uint8) * 255
    grey[0, 0], grey[0, 1], grey[1, 0] = 64, 128, 192
    Image.fromarray(grey).save(home / "gt" / "one_gt_0.png")
    refused = check(home)
    assert refused.exit_code == 2
    assert "one_gt_0.png has grey edges or fractions: set --gt-threshold (127" in refused.stderr
    assert check(home, "--gt-threshold", "127").exit_code == 1


def test_masks_of_ones_are_named_as_such_and_taken_where_told(home: Path) -> None:
    encoder = pytest.importorskip("label_studio_sdk.converter.brush")
    tasks = json.loads((home / "labels" / "tasks.json").read_text())
    ones = np.repeat(square(0, 0).astype(np.uint8).ravel(), 4)
    tasks[0]["predictions"][0]["result"][0]["value"]["rle"] = encoder.encode_rle(ones)
    (home / "labels" / "tasks.json").write_text(json.dumps(tasks))
    refused = check(home)
    assert refused.exit_code == 2
    assert "its paint is 0 and 1, not 0 and 255: set --alpha 1" in refused.stderr
    assert check(home, "--alpha", "1", "--threshold", "0.61").exit_code == 0


def test_unusable_frames_are_left_out_where_told(home: Path) -> None:
    spoil(home, "corrupt truth")
    assert check(home).exit_code == 2
    assert check(home, "--on-error", "skip").exit_code == 1
    assert [row["name"] for row in table(home, "samples")] == ["two"]


def test_the_door_is_a_command_with_help_and_its_own_process(home: Path) -> None:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "src.pseudo_labels", *words]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    told = call("--help")
    assert told.returncode == 0
    for option in ("--pseudo-labels-dir", "--gt-dir", "--output-dir", "--threshold"):
        assert option in told.stdout
    empty = home / "nothing"
    empty.mkdir()
    done = call("--pseudo-labels-dir", str(home / "labels"), "--gt-dir", str(empty))
    assert done.returncode == 2
    assert "nothing to compare with" in done.stderr


def spoil(home: Path, how: str) -> None:
    labels, truth = home / "labels", home / "gt" / "one_gt_0.png"
    two = task("two.png")
    if how == "RLE of the wrong length":
        wrong = brush(square(0, 0, shape=(30, 20)), original_width=40)
        write_tasks(labels, task("one.png", wrong), two)
    elif how == "truncated RLE":
        wrong = brush(square(0, 0))
        wrong["value"]["rle"] = wrong["value"]["rle"][:-3]
        write_tasks(labels, task("one.png", wrong), two)
    elif how == "rotated result":
        write_tasks(labels, task("one.png", brush(square(0, 0), image_rotation=90)), two)
    elif how == "truth of another size":
        write_truth(home / "gt", "two", *[square(0, 0, shape=(30, 41))] * 2)
    elif how == "truth without task":
        write_truth(home / "gt", "three", square(0, 0))
    elif how == "empty truth":
        for file in (home / "gt").iterdir():
            file.unlink()
    elif how == "corrupt truth":
        cut(truth)
    elif how == "truth with labels":
        labelled = np.repeat(np.arange(3, dtype=np.uint8), 400).reshape(SHAPE)
        Image.fromarray(labelled).save(truth)
    elif how == "truth of fractions":
        truth.unlink()
        tifffile.imwrite(truth.with_suffix(".tif"), np.linspace(0, 1, 1200).reshape(SHAPE))
    elif how == "broken JSON":
        (labels / "tasks.json").write_text('[{"data": ')
    elif how == "no tasks":
        (labels / "tasks.json").unlink()
    elif how == "corrupt image":
        cut(labels / "frames" / "one.png")


BAD = {
    "RLE of the wrong length": "task 1 (one.png), result a: the RLE holds 2400 values, but 40×30",
    "truncated RLE": "task 1 (one.png), result a: the RLE is cut or damaged",
    "rotated result": "task 1 (one.png), result a is on an image turned by 90°",
    "truth of another size": "two_gt_0.png is 41×30 but",
    "truth without task": "three_gt_0.png is for the frame 'three', which no task",
    "empty truth": "nothing to compare with",
    "corrupt truth": "one_gt_0.png is truncated or damaged",
    "truth with labels": "one_gt_0.png has several labels",
    "truth of fractions": "one_gt_0.tif has grey edges or fractions",
    "broken JSON": "tasks.json is not JSON",
    "no tasks": "holds neither tasks.json nor *_tasks.json",
    "corrupt image": "one.png is truncated or damaged",
}


@pytest.mark.parametrize("how", BAD)
def test_unusable_input_is_one_sentence_and_code_2(home: Path, how: str) -> None:
    spoil(home, how)
    result = check(home, "--threshold", "0")
    assert result.exit_code == 2
    assert BAD[how] in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("how", ["empty truth", "rotated result"])
def test_the_experiment_says_the_same(run: Run, home: Path, how: str) -> None:
    spoil(home, how)
    answer = experiment(run, home)
    assert answer.code == 2
    assert BAD[how] in answer.err
    assert "Traceback" not in answer.err


def test_a_detector_that_looks_needs_the_image(run: Run, home: Path) -> None:
    looks = ("detector=otsu", "dataset.missing_images=error")
    answer = experiment(run, home, *looks)
    assert answer.code == 2
    assert "task 2 (two.png): its image is not below" in answer.err
    write_image(home / "labels" / "frames" / "two.png")
    assert experiment(run, home, *looks).code == 1


def test_an_object_in_pieces_is_scored_and_told(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_truth(home / "gt", "one", square(0, 0) | square(20, 30), square(0, 10))
    assert check(home).exit_code == 1
    assert "one_gt_0.png is one instance in 2 pieces" in caplog.text


@pytest.mark.parametrize("words", [["--threshold", "70"], ["--gt-dir", "nowhere"], ["--gtdir"]])
def test_bad_words_end_with_code_2(home: Path, words: list[str]) -> None:
    assert check(home, *words).exit_code == 2
