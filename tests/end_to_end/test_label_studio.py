"""Out to Label Studio and back: what a person corrects there is what is learned from here."""

import json
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from src.data.formats.label_studio.encode import encode_mask
from src.data.formats.label_studio.shades import plain_name
from src.data.formats.label_studio.tasks import read_tasks
from src.data.label_studio import LabelStudio
from src.data.synthetic.nuclei import Nuclei
from src.detectors.otsu import Otsu
from src.geometry.masks import decode, to_rles
from src.runs import app
from src.serving import load_detector
from tests.data.studio_tasks import square
from tests.end_to_end.conftest import Answer
from tests.end_to_end.test_run import only_run

Run = Callable[..., Answer]
SMALL = ("dataset.count=6", "dataset.size=96", "pictures=0")
LEARNING = (
    "dataset=label_studio", "detector=forest", "detector.trees=5", "detector.threads=1",
    "annotator=rootpainter", "trainer=refit", "trainer.rules.images=2", "split=test",
    "playback.images=0", "pictures=0", "tracking.run_name=taught",
)  # fmt: skip


def export(*words: str) -> Result:
    """``python -m src.runs export`` in this process, without the terminal of an earlier run."""
    for handler in [one for one in logging.root.handlers if type(one) is logging.StreamHandler]:
        logging.root.removeHandler(handler)
    return CliRunner().invoke(app, ["export", *words])


def masks(found: Any) -> list[Any]:
    return [decode(rle) for rle in to_rles(found)]


def corrected(file: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The file as Label Studio exports it when a person has looked at every prediction."""
    tasks = json.loads(file.read_text())
    for task in tasks:
        change(task)
        task["annotations"] = [{"result": task["predictions"][0]["result"]}]
    exported = file.with_name("corrected_tasks.json")
    exported.write_text(json.dumps(tasks))
    return exported


@pytest.fixture
def tasks(run: Run, workplace: Path) -> Path:
    """The predictions of a recorded run."""
    assert run(*SMALL).code == 0
    file = workplace / "studio" / "tasks.json"
    result = export(only_run()[1].info.run_id, "--output", str(file), "--label", "nucleus")
    assert result.exit_code == 0, result.stderr
    assert str(file) in result.stdout
    return file


def test_what_leaves_comes_back_with_the_same_masks_and_pictures(tasks: Path) -> None:
    back = LabelStudio(str(corrected(tasks, lambda _: None)))
    originals = list(Nuclei(count=6, size=96, seed=1).samples())
    assert [sample.name for sample in back.samples()] == [sample.name for sample in originals]
    for sample, original in zip(back.samples(), originals, strict=True):
        assert np.array_equal(sample.picture.pixels, original.picture.pixels)
        assert sample.id != original.id
        assert np.array_equal(masks(sample.truth), masks(Otsu().detect(original.picture)))


def test_what_a_person_changed_is_the_truth_and_the_rest_stays(tasks: Path) -> None:
    before = [masks(s.truth) for s in LabelStudio(str(tasks), source="predictions").samples()]
    drawn, added = square(10, 20, 30, (96, 96)), square(60, 60, 9, (96, 96))

    def correct(task: dict[str, Any]) -> None:
        regions = task["predictions"][0]["result"]
        new = {"id": "new", "value": {**regions[0]["value"], "rle": encode_mask(added)}}
        regions.append({**regions[0], **new})
        regions[0]["value"]["rle"] = encode_mask(drawn)

    after = LabelStudio(str(corrected(tasks, correct)))
    for sample, old in zip(after.samples(), before, strict=True):
        assert np.array_equal(masks(sample.truth), [drawn, *old[1:], added])


def test_a_person_finds_everything_that_label_studio_needs(tasks: Path) -> None:
    for task in json.loads(tasks.read_text()):
        address = task["data"]["image"]
        assert address.startswith("/data/local-files/?d=images/")
        with Image.open(tasks.parent / address.partition("?d=")[2]) as picture:
            width, height = picture.size
        (prediction,) = task["predictions"]
        assert prediction["model_version"].startswith("nuclei-otsu-s1")
        for region in prediction["result"]:
            assert (region["original_width"], region["original_height"]) == (width, height)
            assert plain_name(region["value"]["brushlabels"][0]) == "nucleus"
    config = ElementTree.parse(tasks.parent / "label_config.xml").getroot()  # noqa: S314 - ours
    brush, image = config.find("BrushLabels"), config.find("Image")
    assert brush is not None
    assert image is not None
    region = json.loads(tasks.read_text())[0]["predictions"][0]["result"][0]
    assert (brush.get("name"), image.get("name")) == (region["from_name"], region["to_name"])
    assert {plain_name(label.get("value", "")) for label in brush} == {"nucleus"}
    colours = [label.get("background") for label in brush]
    assert len({*colours}) == len(colours) >= 2


def test_corrections_can_be_scored_against(run: Run, tasks: Path) -> None:
    file = corrected(tasks, lambda _: None)
    answer = run(
        "dataset=label_studio", f"dataset.tasks={file}", "scorer=masks", "gate=mean_iou",
        "gate.threshold=1", "pictures=0",
    )  # fmt: skip
    assert answer.code == 0, answer.err


def test_corrections_teach_a_model_whose_predictions_go_out_again(run: Run, tasks: Path) -> None:
    learned = f"dataset.tasks={corrected(tasks, lambda _: None)}"
    fractions = "dataset.split.fractions={train: 0.4, val: 0.2, test: 0.4}"
    answer = run(*LEARNING, learned, fractions)
    assert answer.code == 0, answer.err
    file = tasks.parent / "again" / "tasks.json"
    assert export("taught", "--output", str(file), "--split", "test").exit_code == 0
    detector = load_detector("taught", os.environ["MLFLOW_TRACKING_URI"])
    found = list(LabelStudio(str(file), source="predictions").samples())
    assert found
    for sample in found:
        expected = detector.detect(sample.picture)
        assert np.array_equal(masks(sample.truth), masks(expected))
        assert sample.truth.scores == pytest.approx(expected.scores)


def test_names_of_classes_go_out_again(run: Run, tasks: Path) -> None:
    def rename(task: dict[str, Any]) -> None:
        for number, region in enumerate(task["predictions"][0]["result"]):
            region["value"]["brushlabels"] = ["odd" if number % 2 else "even"]

    renamed = corrected(tasks, rename)
    answer = run(
        "dataset=label_studio", f"dataset.tasks={renamed}", "detector=label_studio",
        f"detector.find.path={renamed}", "detector.find.source=annotations", "pictures=0",
        "tracking.run_name=named",
    )  # fmt: skip
    assert answer.code == 0, answer.err
    file = tasks.parent / "again" / "tasks.json"
    assert export("named", "--output", str(file)).exit_code == 0
    names = [
        plain_name(region["value"]["brushlabels"][0])
        for task in read_tasks(file)
        for region in task.predictions[0].results
    ]
    assert names[:3] == ["even", "odd", "even"]


def test_what_cannot_be_exported_is_answered_in_one_sentence(run: Run, workplace: Path) -> None:
    assert run(*SMALL, "seeds=[1,2]", "tracking.run_name=two").code == 0
    (workplace / "file").touch()
    for words, sentence in (
        (["nobody"], "There is no run 'nobody'"),
        (["two"], "two holds no model: it stands for several runs"),
        (["two-s1", "--split", "tests"], "--split must be all or one of"),
        (["two-s1", "--output", "file/tasks.json"], "cannot be written"),
    ):
        result = export(*words)
        assert result.exit_code == 2
        assert sentence in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1
    assert export("two-s1", "--format", "paint").exit_code == 2
