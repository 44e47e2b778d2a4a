"""Sets of screenshots: what is asked, what is true, and what makes another set."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import InputError, Sample, element_of
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.clicks import Clicks
from src.data.ui.coco import CocoScreens
from src.data.ui.osworld_g import OsworldG
from src.data.ui.screenspot import ScreenSpot
from src.data.ui.yolo import YoloScreens
from tests.data.pictures import save
from tests.data.ui.screens import (
    ABSENT,
    BUTTON,
    FIELD,
    LABEL,
    SHAPE,
    SIGN,
    coco,
    element,
    sample,
    screenshot,
    spoken,
    task,
    write_labels,
    write_pictures,
    write_set,
)


def only(dataset: Any) -> Sample:
    (entry,) = dataset.entries
    return dataset.read(entry)  # type: ignore[no-any-return]


def asked(sample: Sample) -> list[str]:
    return [element_of(question.id) for question in sample.picture.questions]


def test_the_truth_is_every_element_in_pixels(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", BUTTON, LABEL, SIGN, ABSENT, theme="dark", pages=3))
    read = only(AnnotatedScreens(str(home)))
    truth = read.truth
    assert truth.boxes is not None
    assert truth.boxes.tolist() == [
        [4, 3, 24, 12], [8, 6, 20, 9], pytest.approx([28, 3, 36, 12]), [0, 0, 0, 0],
    ]  # fmt: skip
    assert truth.texts == ("Login", "Login", None, None)
    assert truth.scored is not None
    assert truth.scored.tolist() == [True, True, True, False]
    assert truth.ids is not None
    assert truth.ids.tolist() == [0, 1, 2, 3]
    assert truth.extra["element"].tolist() == ["button", "label", "sign", "absent"]
    assert truth.extra["type"].tolist() == ["button", "text", "icon", ""]
    assert truth.extra["box_type"].tolist() == ["bbox", "bbox", "polygon", "refusal"]
    assert truth.extra["level"].tolist() == ["", "leaf", "leaf", ""]
    assert truth.extra["polygon"][0] is None
    assert truth.extra["polygon"][2] == pytest.approx(np.array([[32, 3], [36, 12], [28, 12]]))
    assert read.picture.entry.tags == {"theme": "dark", "pages": "3"}
    assert read.name == "a"
    assert np.array_equal(read.picture.pixels, screenshot("a"))


def test_a_question_tells_nothing_of_the_truth(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", spoken(BUTTON, "the login"), LABEL, SIGN, ABSENT))
    (button, label, sign) = only(AnnotatedScreens(str(home))).picture.questions
    assert [one.id for one in (button, label, sign)] == ["button/0", "label/0", "sign/0"]
    assert button.click is not None
    assert button.instruction is None
    said = only(AnnotatedScreens(str(home), ask="instruction")).picture.questions
    assert [(one.id, one.instruction, one.click) for one in said] == [
        ("button/0", "the login", None),
        ("absent/0", "press the bell", None),
    ]


def test_a_click_on_a_button_is_not_on_its_label(tmp_path: Path) -> None:
    home = write_set(tmp_path)
    read = only(AnnotatedScreens(str(home), click=Clicks(repeats=50)))
    clicks = [one.click for one in read.picture.questions if element_of(one.id) == "button"]
    assert len(clicks) == 50
    assert not any(8 <= x < 20 and 6 <= y < 9 for x, y in clicks)  # type: ignore[misc]


def test_a_grey_picture_is_shown_in_colours(tmp_path: Path) -> None:
    home = write_set(tmp_path)
    deep = np.arange(1200, dtype=np.uint16).reshape(SHAPE) * 50
    for grey in (screenshot("a")[..., 0], deep):
        save(home / "images" / "a.png", grey)
        pixels = only(AnnotatedScreens(str(home))).picture.pixels
        assert (pixels.shape, pixels.dtype) == ((*SHAPE, 3), np.uint8)
        assert np.array_equal(pixels[..., 2], grey if grey.dtype == np.uint8 else grey >> 8)


@pytest.mark.parametrize(
    ("settings", "targets"),
    [
        ({}, ["button", "label", "field", "sign"]),
        ({"targets": "leaves"}, ["label", "field", "sign"]),
        ({"types": ["button", "icon"]}, ["button", "sign"]),
        ({"without": ["field"]}, ["button", "label", "sign"]),
        ({"targets": "leaves", "types": ["text"]}, ["label"]),
    ],
)
def test_a_user_chooses_what_is_asked(
    tmp_path: Path, settings: dict[str, Any], targets: list[str]
) -> None:
    home = write_set(tmp_path)
    read = only(AnnotatedScreens(str(home), **settings))
    assert asked(read) == targets
    assert len(read.truth) == 4  # the screen is the same, whatever is asked


def test_what_does_not_count_is_not_asked(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", BUTTON, element(FIELD, scored=False)))
    read = only(AnnotatedScreens(str(home)))
    assert asked(read) == ["button"]
    assert read.truth.counts.tolist() == [True, False]


def test_levels_of_a_file_are_believed(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", element(BUTTON, level="control"), LABEL))
    assert only(AnnotatedScreens(str(home))).truth.extra["level"].tolist() == ["control", ""]


def test_recorded_clicks_are_asked_as_they_are(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", element(BUTTON, click_point=[0.125, 0.2])))
    (question,) = only(AnnotatedScreens(str(home), click=Clicks(repeats=9))).picture.questions
    assert question.click == (5, 6)


SETTINGS: list[dict[str, Any]] = [
    {},
    {"instructions": "refined"},
    {"ask": "instruction"},
    {"ask": "instruction", "instructions": "refined"},
    {"click": Clicks("centre")},
    {"click": Clicks("uniform")},
    {"click": Clicks("offset")},
    {"click": Clicks("offset", offsets=[0.5])},
    {"click": Clicks(sigma=0.3)},
    {"click": Clicks(repeats=2)},
    {"click": Clicks(recorded=False)},
    {"targets": "leaves"},
    {"types": ["button"]},
    {"without": ["button"]},
]


def test_whatever_is_asked_otherwise_is_another_set(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", spoken(BUTTON, "the login"), spoken(LABEL, "words")))
    sets = [AnnotatedScreens(str(home), **own) for own in SETTINGS]
    assert len({own.fingerprint for own in sets}) == len(SETTINGS)
    assert len({own.entries[0].id for own in sets}) == 1


@pytest.mark.parametrize(
    "other",
    [
        element(BUTTON, bbox=[0.1, 0.1, 0.6, 0.41]),
        element(BUTTON, text="Log in"),
        element(BUTTON, type="link"),
        element(BUTTON, GUI_types=["Icon"]),
        element(BUTTON, click_point=[0.2, 0.2]),
        element(BUTTON, scored=False),
    ],
)
def test_another_truth_is_another_set(tmp_path: Path, other: dict[str, Any]) -> None:
    before = AnnotatedScreens(str(write_set(tmp_path, sample("a", BUTTON, LABEL))))
    after = AnnotatedScreens(str(write_set(tmp_path, sample("a", other, LABEL))))
    assert before.fingerprint != after.fingerprint
    assert before.entries[0].id == after.entries[0].id


def test_settings_of_clicks_do_not_matter_to_words(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", spoken(BUTTON, "the login")))
    sets = [
        AnnotatedScreens(str(home), ask="instruction", click=click)
        for click in (Clicks(), Clicks("centre"))
    ]
    assert sets[0].fingerprint == sets[1].fingerprint


def test_offsets_are_asked_on_every_element(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", FIELD))
    (read,) = AnnotatedScreens(str(home), click=Clicks("offset")).samples()
    assert [one.id for one in read.picture.questions] == [f"field/{n}" for n in range(6)]


def test_osworld_reads_the_pixels_that_were_drawn(tmp_path: Path) -> None:
    raw = element(BUTTON, raw_box_coordinates=[4.25, 3, 20, 9])
    corners = [32, 3, 36, 12, 28, 12]
    sign = element(SIGN, polygon=..., raw_box_coordinates=corners)
    home = write_set(tmp_path, sample("a", raw, sign))
    drawn, rounded = (only(own(str(home))).truth for own in (OsworldG, AnnotatedScreens))
    assert drawn.boxes is not None
    assert rounded.boxes is not None
    assert drawn.boxes[0].tolist() == [4.25, 3, 24.25, 12]
    assert rounded.boxes[0].tolist() == [4, 3, 24, 12]
    for truth in (drawn, rounded):
        assert truth.extra["polygon"][1].ravel().tolist() == corners
    assert drawn.extra["level"].tolist() == ["", ""]  # nobody wrote down what lies on them


def test_corners_in_pixels_may_be_pairs(tmp_path: Path) -> None:
    corners = [[32, 3], [36, 12], [28, 12]]
    sign = element(SIGN, polygon=..., raw_box_coordinates=corners)
    refusals = [
        element(ABSENT, id=str(n), raw_box_coordinates=own) for n, own in enumerate(([], [-1] * 4))
    ]
    home = write_set(tmp_path, sample("a", sign, *refusals))
    for own in (OsworldG, AnnotatedScreens):
        assert only(own(str(home))).truth.extra["polygon"][0].tolist() == corners


def test_osworld_reads_its_published_lists(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a", "b")
    size = {"image_size": [40, 30], "GUI_types": ["Icon"], "instruction": "close it"}
    tasks = [
        {"id": "a-0", "image_path": "a.png", "box_type": "bbox", "box_coordinates": [4, 3, 8, 9]},
        {"id": "a-1", "image_path": "a.png", "box_type": "refusal", "box_coordinates": [-1] * 4},
        {"id": "b-0", "image_path": "b.png", "box_type": "polygon",
         "box_coordinates": [4, 3, 8, 3, 8, 9.5]},
    ]  # fmt: skip
    tasks = [{**one, **size} for one in tasks]
    (tmp_path / "OSWorld-G.json").write_text(json.dumps(tasks))
    refined = [{**one, "instruction": f"close {one['id']}"} for one in tasks]
    (tmp_path / "OSWorld-G_refined.json").write_text(json.dumps(refined))
    dataset = OsworldG(str(tmp_path), ask="instruction", instructions="refined")
    first, second = dataset.samples()
    assert [one.instruction for one in first.picture.questions] == ["close a-0", "close a-1"]
    assert first.truth.boxes is not None
    assert first.truth.boxes.tolist() == [[4, 3, 12, 12], [0, 0, 0, 0]]
    assert first.truth.extra["GUI_types"].tolist() == ["Icon", "Icon"]
    assert second.truth.extra["polygon"][0].tolist() == [[4, 3], [8, 3], [8, 9.5]]


@pytest.mark.parametrize("boxes", ["xyxy", "xywh"])
def test_tasks_are_gathered_by_screenshot(tmp_path: Path, boxes: str) -> None:
    write_pictures(tmp_path, "a", "b")
    size = [8, 6] if boxes == "xywh" else [12, 9]
    tasks = [
        task("a", 0, bbox=[4, 3, *size], ui_type="icon", platform="linux", application="vlc"),
        task("b", 0, bbox=[4, 3, *size], data_type="text"),
        task("a", 1, bbox=[1, 2, *size], ui_type="text", platform="linux", application="gimp"),
    ]
    (tmp_path / "tasks.json").write_text(json.dumps(tasks))
    first, second = ScreenSpot(str(tmp_path), boxes=boxes).samples()
    assert first.truth.boxes is not None
    assert first.truth.boxes[0].tolist() == [4, 3, 12, 9]
    assert [one.instruction for one in first.picture.questions] == ["press key 0", "press key 1"]
    assert [one.id for one in first.picture.questions] == ["a-0/0", "a-1/0"]
    assert first.truth.extra["type"].tolist() == ["icon", "text"]
    assert first.truth.extra["application"].tolist() == ["vlc", "gimp"]
    assert first.picture.entry.tags == {"platform": "linux"}  # what holds for both
    assert second.truth.extra["type"].tolist() == ["text"]


def test_pictures_may_be_absent_where_somebody_says_so(tmp_path: Path) -> None:
    tasks = [task("a", 0), task("a", 1, bbox=[10, 10, 4000, 2160.5]), task("b", img_size=[90, 80])]
    (tmp_path / "ground_truth.json").write_text(json.dumps(tasks))
    with pytest.raises(InputError, match=r"a\.png is missing: .* dataset\.absent_pictures=accept"):
        ScreenSpot(str(tmp_path))
    first, second = ScreenSpot(str(tmp_path), absent_pictures="accept").samples()
    assert first.picture.shape == (2161, 4000)
    assert second.picture.shape == (80, 90)
    assert not any(first.picture.pixels.strides)  # all of it is one byte
    assert first.id != second.id
    write_pictures(tmp_path, "a")
    there = ScreenSpot(str(tmp_path), absent_pictures="accept", on_error="skip")
    assert "leaves its picture" in there.skipped["a"]  # at last somebody can see it
    assert [sample.name for sample in there.samples()] == ["b"]


def test_refined_words_of_tasks_are_another_set(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps([task(refined_instruction="Press the very first key.")]))
    sets = [ScreenSpot(str(tmp_path), instructions=own) for own in ("original", "refined")]
    said = [one.instruction for own in sets for one in only(own).picture.questions]
    assert said == ["press key 0", "Press the very first key."]
    assert sets[0].fingerprint != sets[1].fingerprint
    file.write_text(json.dumps([task()]))
    with pytest.raises(InputError, match=r"element 'a-0' has no refined_instruction: set dataset"):
        ScreenSpot(str(tmp_path), instructions="refined")


def test_a_set_without_refined_words_is_what_it_was(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    (tmp_path / "tasks.json").write_text(json.dumps([task(), task("a", 1, img_size=[40, 30])]))
    assert ScreenSpot(str(tmp_path)).entries[0].truth_id == "a3115b069cd69099"


def test_tasks_may_be_spread_over_files(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a", "b")
    (tmp_path / "annotations").mkdir()
    for name in ("a", "b"):
        tasks = [task(name, id=...)]
        (tmp_path / "annotations" / f"{name}s.json").write_text(json.dumps(tasks))
    dataset = ScreenSpot(str(tmp_path))
    assert [asked(one) for one in dataset.samples()] == [["as-0"], ["bs-0"]]


def test_a_task_without_a_box_is_a_refusal(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    (tmp_path / "tasks.json").write_text(json.dumps([task(bbox=None), task("a", 1)]))
    truth = only(ScreenSpot(str(tmp_path))).truth
    assert truth.extra["box_type"].tolist() == ["refusal", "bbox"]
    assert truth.counts.tolist() == [False, True]


def test_coco_gives_boxes_types_and_levels(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    given = coco("a")
    given["annotations"][0] |= {"instruction": "log in", "text": "Login"}
    given["annotations"].append(
        {"id": 9, "image_id": 0, "category_id": 2, "bbox": [30, 1, 5, 5], "iscrowd": 1}
    )
    given["images"][0]["platform"] = "linux"
    (tmp_path / "_annotations.coco.json").write_text(json.dumps(given))
    read = only(CocoScreens(str(tmp_path)))
    assert read.truth.boxes is not None
    assert read.truth.boxes.tolist() == [[4, 3, 24, 12], [8, 6, 20, 9], [30, 1, 35, 6]]
    assert read.truth.extra["type"].tolist() == ["button", "text", "text"]
    assert read.truth.extra["level"].tolist() == ["", "leaf", "leaf"]
    assert read.truth.counts.tolist() == [True, True, False]
    assert read.truth.texts == ("Login", None, None)
    assert asked(read) == ["1", "2"]
    assert read.picture.entry.tags == {"platform": "linux"}
    assert asked(only(CocoScreens(str(tmp_path), ask="instruction"))) == ["1"]


@pytest.mark.parametrize(("crowd", "asked_for"), [(0, 2), (False, 2), (None, 2), (1, 1), (True, 1)])
def test_a_crowd_of_coco_is_a_number_or_yes_or_no(
    tmp_path: Path, crowd: Any, asked_for: int
) -> None:
    write_pictures(tmp_path, "a")
    given = coco("a")
    given["annotations"][1]["iscrowd"] = crowd
    (tmp_path / "annotations.json").write_text(json.dumps(given))
    assert len(asked(only(CocoScreens(str(tmp_path))))) == asked_for


@pytest.mark.parametrize("other", [lambda own: f"x{own}", lambda own: own + 10**400, float])
def test_ids_of_coco_may_be_texts_and_huge(tmp_path: Path, other: Callable[[int], Any]) -> None:
    write_pictures(tmp_path, "a")
    given = coco("a")
    for one in [*given["images"], *given["annotations"], *given["categories"]]:
        one |= {key: other(one[key]) for key in ("id", "image_id", "category_id") if key in one}
    (tmp_path / "annotations.json").write_text(json.dumps(given))
    assert asked(only(CocoScreens(str(tmp_path)))) == [str(other(1)), str(other(2))]


def test_a_picture_without_annotations_is_a_sample(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a", "b")
    given = coco("a", "b")
    given["annotations"] = given["annotations"][:2]
    (tmp_path / "annotations.json").write_text(json.dumps(given))
    assert [len(one.truth) for one in CocoScreens(str(tmp_path)).samples()] == [2, 0]


def test_yolo_gives_boxes_polygons_and_names(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a", "b")
    write_labels(tmp_path, "a", "0 0.35 0.25 0.5 0.3", "", "1 0.8 0.1 0.9 0.4 0.7 0.4")
    first, second = YoloScreens(str(tmp_path)).samples()
    assert first.truth.boxes is not None
    assert first.truth.boxes == pytest.approx(np.array([[4, 3, 24, 12], [28, 3, 36, 12]]))
    assert first.truth.extra["polygon"][1] == pytest.approx(np.array([[32, 3], [36, 12], [28, 12]]))
    assert first.truth.extra["type"].tolist() == ["0", "1"]
    assert len(second.truth) == 0
    (tmp_path / "data.yaml").write_text("names:\n  0: button\n  1: icon\n")
    assert YoloScreens(str(tmp_path)).read(YoloScreens(str(tmp_path)).entries[0]).truth.extra[
        "type"
    ].tolist() == ["button", "icon"]


@pytest.mark.parametrize("layout", ["{part}/images/{name}.png", "images/{part}/{name}.png"])
def test_folders_of_an_export_are_its_splits(tmp_path: Path, layout: str) -> None:
    for part, name in (("train", "a"), ("valid", "b"), ("test", "c")):
        image = save(tmp_path / layout.format(part=part, name=name), screenshot(name))
        labels = str(image).replace("images", "labels").replace(".png", ".txt")
        Path(labels).parent.mkdir(parents=True, exist_ok=True)
        Path(labels).write_text("0 0.5 0.5 0.5 0.5\n")
    dataset = YoloScreens(str(tmp_path))
    assert {one.name: one.split for one in dataset.entries} == {
        "train_a": "train", "valid_b": "val", "test_c": "test",
    }  # fmt: skip
    assert all(len(one.truth) == 1 for one in dataset.samples())
    assert YoloScreens(str(tmp_path), folders=False).fingerprint != dataset.fingerprint
