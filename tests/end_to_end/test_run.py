import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from src.tracking.store import connect
from tests.conftest import real_data
from tests.end_to_end.conftest import Answer

Run = Callable[..., Answer]
SMALL = ("dataset.count=3", "dataset.size=96", "pictures=1")


def only_run():  # type: ignore[no-untyped-def]
    client = connect(os.environ["MLFLOW_TRACKING_URI"])
    experiments = [found.experiment_id for found in client.search_experiments()]
    (found,) = client.search_runs(experiments)
    return client, found


def artifacts(client, run_id: str) -> set[str]:  # type: ignore[no-untyped-def]
    folders, files = [""], set()
    while folders:
        for item in client.list_artifacts(run_id, folders.pop()):
            if item.is_dir:
                folders.append(item.path)
            else:
                files.add(item.path)
    return files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "photos"
    truth = np.zeros((60, 80), np.uint8)
    truth[20:40, 30:60] = 255
    for name in ("one", "two"):
        for kind in ("images", "masks"):
            (root / kind).mkdir(parents=True, exist_ok=True)
            Image.fromarray(truth).save(root / kind / f"{name}.png")
    return root


def test_a_run_is_printed_and_recorded_with_all_its_parts(run: Run) -> None:
    answer = run("+experiment=smoke", *SMALL)
    assert answer.code == 0
    client, record = only_run()
    assert record.info.status == "FINISHED"
    for words in ("f1", "class_mean_iou", record.info.run_name, "runs ui", record.info.run_id):
        assert words in answer.out
    metrics = record.data.metrics
    assert metrics["test/f1_low"] <= metrics["test/f1"] <= metrics["test/f1_high"]
    assert metrics["data/samples"] == 3
    assert record.data.params["dataset.count"] == "3"
    assert {"git.commit", "git.dirty", "dataset.fingerprint", "seed"} <= set(record.data.tags)
    files = artifacts(client, record.info.run_id)
    assert {"config.yaml", "tables/samples.parquet"} <= files
    assert any("worst" in file for file in files)
    assert any("best" in file for file in files)
    local = client.download_artifacts(record.info.run_id, "tables/samples.parquet")
    table = pd.read_parquet(local)
    assert list(table["name"]) == ["nuclei-0000", "nuclei-0001", "nuclei-0002"]
    assert table["f1"].between(0, 1).all()


def test_the_same_seed_gives_the_same_numbers(run: Run) -> None:
    def numbers(answer: Answer) -> str:
        return answer.out.partition("Scorecard")[2].split("run:")[0]

    first, second = run(*SMALL), run(*SMALL)
    assert numbers(first) == numbers(second)
    assert numbers(first) != numbers(run(*SMALL, "seed=2"))


def test_a_folder_of_pictures_is_scored(run: Run, folder: Path) -> None:
    answer = run("dataset=folder", f"dataset.root={folder}", "detector.smoothing=0")
    assert answer.code == 0, answer.err
    assert only_run()[1].data.metrics["test/f1"] == 1.0


def test_a_truncated_picture_is_named_and_nothing_is_recorded(run: Run, folder: Path) -> None:
    file = folder / "images" / "two.png"
    file.write_bytes(file.read_bytes()[:-30])
    answer = run("dataset=folder", f"dataset.root={folder}")
    assert answer.code == 2
    assert "two.png" in answer.err
    assert "Traceback" not in answer.err


def test_what_is_skipped_is_counted(run: Run, folder: Path) -> None:
    file = folder / "images" / "two.png"
    file.write_bytes(file.read_bytes()[:-30])
    answer = run("dataset=folder", f"dataset.root={folder}", "dataset.on_error=skip")
    assert answer.code == 0, answer.err
    client, record = only_run()
    assert record.data.metrics["data/skipped"] == 1
    assert "tables/skipped.parquet" in artifacts(client, record.info.run_id)


def test_a_stored_prediction_is_replayed(run: Run, folder: Path) -> None:
    answer = run(
        "dataset=folder",
        f"dataset.root={folder}",
        "detector=stored",
        f"detector.find.folder={folder / 'masks'}",
    )
    assert answer.code == 0, answer.err
    assert only_run()[1].data.metrics["test/iou"] == 1.0


def test_a_failing_detector_leaves_a_failed_run_with_its_reason(run: Run, folder: Path) -> None:
    (folder / "masks" / "two.png").rename(folder / "elsewhere.png")
    predictions = folder / "predictions"
    predictions.mkdir()
    Image.fromarray(np.full((60, 80), 255, np.uint8)).save(predictions / "one.png")
    (folder / "elsewhere.png").rename(folder / "masks" / "two.png")
    answer = run(
        "dataset=folder", f"dataset.root={folder}",
        "detector=stored", f"detector.find.folder={predictions}",
    )  # fmt: skip
    assert answer.code == 2
    assert "no prediction for two" in answer.err
    _, record = only_run()
    assert record.info.status == "FAILED"
    assert "no prediction for two" in record.data.tags["failure"]


@pytest.mark.parametrize(("limit", "code", "word"), [("0.01", 0, "PASS"), ("1.01", 1, "FAIL")])
def test_a_gate_decides_the_exit_code(run: Run, limit: str, code: int, word: str) -> None:
    answer = run(*SMALL, "dataset.count=6", "gate=limits", f"+gate.minimum.f1={limit}")
    assert answer.code == code
    assert f"verdict: {word}" in answer.out
    assert only_run()[1].data.tags["verdict"] == word


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["+experiment=smok"], "smok"),
        (["detector=otsuu"], "otsu"),
        (["dataset.cuont=3"], "cuont"),
        (["dataset.count=-3"], "dataset.count"),
        (["dataset.count=many"], "count"),
        (["detector.method=magic"], "detector.method must be one of"),
        (["split=tests"], "split must be one of all, train, val, test"),
        (["dataset=folder"], "dataset.root"),
        (["dataset=folder", "dataset.root=nowhere"], "nowhere"),
        (["objective=test/beauty", *SMALL], "test/beauty"),
        (["detector._target_=os.system"], "os.system"),
        (["detector._target_=subprocess.run"], "subprocess.run"),
        (["detector._target_=numpy.zeros"], "numpy.zeros"),
    ],
)
def test_bad_words_get_one_clear_answer_and_code_2(
    run: Run, words: list[str], sentence: str
) -> None:
    answer = run(*words)
    assert answer.code == 2
    assert sentence in answer.err
    assert "Traceback" not in answer.err


def test_a_sweep_runs_each_job(run: Run) -> None:
    answer = run("-m", *SMALL, "seed=1,2")
    assert answer.code == 0, answer.err
    first, second = (line for line in answer.out.splitlines() if line.startswith("seed="))
    assert (first.split()[0], second.split()[0]) == ("seed=1", "seed=2")
    assert "HYDRA" not in answer.out
    client = connect(os.environ["MLFLOW_TRACKING_URI"])
    experiments = [found.experiment_id for found in client.search_experiments()]
    assert {found.data.params["seed"] for found in client.search_runs(experiments)} == {"1", "2"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("roots_segroot_tiles", ["detector.polarity=bright"]),
        ("nuclei_dsb2018_train", ["detector.polarity=minority"]),
        ("vessels_drive", ["dataset.masks=manual1", "detector.polarity=dark"]),
    ],
)
def test_real_pictures_are_scored(run: Run, name: str, words: list[str]) -> None:
    answer = run("dataset=folder", f"dataset.root={real_data(name)}", *words)
    assert answer.code == 0, answer.err
    assert 0 < only_run()[1].data.metrics["test/f1"] < 1


def test_objects_are_scored_with_a_table_of_every_error(run: Run) -> None:
    answer = run(*SMALL, "scorer=objects")
    assert answer.code == 0, answer.err
    client, record = only_run()
    files = artifacts(client, record.info.run_id)
    assert "tables/objects.parquet" in files
    assert any(file.startswith("objects/worst_1") for file in files)


def test_a_misspelt_objective_loses_no_score(run: Run) -> None:
    assert run(*SMALL, "objective=test/beauty").code == 2
    _, record = only_run()
    assert record.info.status == "FAILED"
    assert 0 < record.data.metrics["test/f1"] <= 1
