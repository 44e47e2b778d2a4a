"""The public sets at hand, read as they are."""

import json
from collections import Counter

import numpy as np

from src.core import element_of
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.clicks import Clicks
from src.data.ui.osworld_g import OsworldG
from src.data.ui.screenspot import ScreenSpot
from tests.conftest import real_data

PICTORIAL = ("Image", "PageIndicator", "UpperTaskBar")
"""Leaves of the phones on which nobody has a reason to click."""


def test_osworld_has_42_targets_and_9_refusals_on_17_screenshots() -> None:
    home = str(real_data("ui_osworld_g"))
    samples = [*OsworldG(home, click=Clicks(repeats=3)).samples()]
    kinds = Counter(kind for one in samples for kind in one.truth.extra["box_type"].tolist())
    assert len(samples) == 17
    assert kinds == {"bbox": 40, "polygon": 2, "refusal": 9}
    assert sum(len(one.picture.questions) for one in samples) == 126
    for refined in ("original", "refined"):
        said = OsworldG(home, ask="instruction", instructions=refined)
        assert sum(len(one.picture.questions) for one in said.samples()) == 51


def test_a_click_on_osworld_lies_on_its_element() -> None:
    dataset = OsworldG(str(real_data("ui_osworld_g")), click=Clicks(repeats=3))
    for sample in dataset.samples():
        assert sample.truth.boxes is not None
        rows = {name: n for n, name in enumerate(sample.truth.extra["element"].tolist())}
        for question in sample.picture.questions:
            x1, y1, x2, y2 = sample.truth.boxes[rows[element_of(question.id)]]
            assert question.click is not None
            assert x1 <= question.click[0] < x2
            assert y1 <= question.click[1] < y2


def test_phones_have_510_elements_of_which_400_are_leaves() -> None:
    home = str(real_data("ui_mobile_roboflow19"))

    def clicks(**settings: object) -> int:
        dataset = AnnotatedScreens(home, **settings)  # type: ignore[arg-type]
        assert len(dataset) == 36
        return sum(len(dataset.asking.questions(own)) for own in dataset._files.values())

    assert clicks() == 510
    assert clicks(targets="leaves") == 400
    assert clicks(targets="leaves", without=PICTORIAL) == 320


def test_no_click_on_a_phone_lies_on_a_nested_element() -> None:
    dataset = AnnotatedScreens(str(real_data("ui_mobile_roboflow19")))
    for sample in dataset.samples():
        boxes = sample.truth.boxes
        assert boxes is not None
        sizes = (boxes[:, 2:] - boxes[:, :2]).prod(axis=1)
        for row, question in enumerate(sample.picture.questions):
            x, y = question.click or (-1, -1)
            hit = (boxes[:, :2] <= [x, y]).all(axis=1) & (boxes[:, 2:] > [x, y]).all(axis=1)
            inner = (boxes[:, :2] >= boxes[row, :2]).all(axis=1)
            inner &= (boxes[:, 2:] <= boxes[row, 2:]).all(axis=1)
            assert hit[row]
            assert not (hit & inner & (sizes < sizes[row])).any()


def test_screenspot_pro_has_1581_tasks_without_pictures() -> None:
    home = real_data("ui_screenspot_pro_preds")
    tasks = json.loads((home / "ground_truth.json").read_text())
    dataset = ScreenSpot(str(home), absent_pictures="accept")
    samples = {}
    for sample in dataset.samples():
        (question,) = sample.picture.questions
        assert not any(sample.picture.pixels.strides)
        samples[int(element_of(question.id))] = (sample, question.instruction)
    assert sorted(samples) == list(range(1581))
    for number, (sample, instruction) in samples.items():
        task = tasks[number]
        assert sample.truth.boxes is not None
        assert sample.truth.boxes.tolist() == [task["bbox"]]
        assert instruction == task["instruction"]
        assert sample.truth.extra["ui_type"].tolist() == [task["ui_type"]]
        assert sample.picture.entry.tags["application"] == task["application"]
    sizes = np.concatenate([one.truth.boxes for one, _ in samples.values()])
    longer = (sizes[:, 2:] - sizes[:, :2]).max(axis=1)
    assert round(100 * float((longer < 32).mean())) == 28
