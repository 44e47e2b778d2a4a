"""Whatever is wrong with a file is one sentence that names the file and the element."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from src.core import InputError
from src.data.ui.annotated import AnnotatedScreens
from src.data.ui.coco import CocoScreens
from src.data.ui.document import read_annotations
from src.data.ui.osworld_g import OsworldG
from src.data.ui.screenspot import ScreenSpot
from src.data.ui.validate import validate
from src.data.ui.yolo import YoloScreens
from tests.data.pictures import cut, save
from tests.data.ui.screens import (
    ABSENT,
    BUTTON,
    FIELD,
    LABEL,
    SIGN,
    coco,
    document,
    element,
    sample,
    task,
    write_document,
    write_labels,
    write_pictures,
    write_set,
)

NAN, INFINITE = float("nan"), float("inf")
HALF = [0.5, 0.5, 0.2, 0.2]

ELEMENTS = {
    "no id": (element(BUTTON, id=...), "number 0", "missing key", "has no 'id'"),
    "no box": (element(BUTTON, bbox=...), "button", "missing key", "has no 'bbox'"),
    "null for a box": (element(BUTTON, bbox=None), "button", "wrong value", "must be four numbers"),
    "three numbers": (element(BUTTON, bbox=[0, 0, 1]), "button", "wrong value", "four numbers"),
    "words": (element(BUTTON, bbox=["0", 0, 1, 1]), "button", "wrong value", "four numbers"),
    "yes and no": (element(BUTTON, bbox=[True, 0, 1, 1]), "button", "wrong value", "four numbers"),
    "endless": (element(BUTTON, bbox=[0, 0, 10**400, 1]), "button", "wrong value", "four numbers"),
    "outside": (element(BUTTON, bbox=[0.1, 0.1, 1.2, 0.4]), "button", "box outside", "leaves 0–1"),
    "negative": (element(BUTTON, bbox=[-0.1, 0.1, 0.2, 0.4]), "button", "box outside", "leaves"),
    "backwards": (element(BUTTON, bbox=HALF), "button", "box reversed", "x2 <= x1 or y2 <= y1"),
    "empty": (element(BUTTON, bbox=[0.1, 0.1, 0.1, 0.4]), "button", "box reversed", "x2 <= x1"),
    "NaN": (element(BUTTON, bbox=[0.1, NAN, 0.6, 0.4]), "button", "not finite", "finite numbers"),
    "infinite": (element(BUTTON, bbox=[0, 0, INFINITE, 1]), "button", "not finite", "finite"),
    "polygon of two": (
        element(SIGN, polygon=[[0.7, 0.1], [0.9, 0.4]], bbox=[0.7, 0.1, 0.9, 0.4]),
        "sign", "polygon too short", "2 corners: give three or more",
    ),
    "polygon of none": (element(SIGN, polygon=...), "sign", "missing key", "no 'polygon'"),
    "polygon of words": (element(SIGN, polygon="round"), "sign", "wrong value", "corners of two"),
    "odd polygon": (element(SIGN, polygon=[0.1] * 7), "sign", "wrong value", "corners of two"),
    "polygon on a line": (
        element(SIGN, polygon=[[0.8, 0.1], [0.8, 0.2], [0.8, 0.4]], bbox=...),
        "sign", "polygon without area", "polygon has no area",
    ),
    "polygon on a diagonal of six digits": (
        element(SIGN, polygon=[[0.7, 0.1], [0.766667, 0.2], [0.9, 0.4]]),
        "sign", "polygon without area", "polygon has no area",
    ),
    "polygon there and back": (
        element(SIGN, polygon=[[0.7, 0.1], [0.9, 0.1], [0.9, 0.4], [0.9, 0.1]]),
        "sign", "polygon without area", "polygon has no area",
    ),
    "pixels on a line": (
        element(SIGN, polygon=..., raw_box_coordinates=[28, 3, 30.67, 6, 36, 12]),
        "sign", "polygon without area", "polygon has no area",
    ),
    "polygon NaN": (
        element(SIGN, polygon=[[0.7, 0.1], [0.9, NAN], [0.7, 0.4]]),
        "sign", "not finite", "not finite numbers",
    ),
    "polygon outside": (
        element(SIGN, bbox=..., polygon=[[0.8, 0.1], [1.9, 0.4], [0.7, 0.4]]),
        "sign", "box outside", "polygon leaves 0–1",
    ),
    "polygon elsewhere": (
        element(SIGN, polygon=[[0.1, 0.1], [0.2, 0.4], [0.15, 0.4]]),
        "sign", "contradiction", "bbox and polygon are 28.0 px apart",
    ),
    "pixels elsewhere": (
        element(BUTTON, raw_box_coordinates=[4, 3, 20, 19]),
        "button", "contradiction", "bbox and raw_box_coordinates are 10.0 px apart",
    ),
    "words for pixels": (
        element(BUTTON, raw_box_coordinates=["4", 3, 20, 9]),
        "button", "wrong value", "raw_box_coordinates must be numbers of pixels",
    ),
    "a number for pixels beside a polygon": (
        element(SIGN, raw_box_coordinates=3.5),
        "sign", "wrong value", "raw_box_coordinates must be numbers of pixels",
    ),
    "words for the pixels of a refusal": (
        element(ABSENT, raw_box_coordinates="none"),
        "absent", "wrong value", "raw_box_coordinates must be numbers of pixels",
    ),
    "unsaid polygon": (element(SIGN, box_type=...), "sign", "wrong value", "set it to 'polygon'"),
    "unknown kind": (element(BUTTON, box_type="round"), "button", "wrong value", "box_type must"),
    "unknown level": (element(BUTTON, level="top"), "button", "wrong value", "level must be one"),
    "number for a text": (element(BUTTON, text=3), "button", "wrong value", "text must be a text"),
    "word for yes": (element(BUTTON, scored="no"), "button", "wrong value", "scored must be true"),
    "refusal with a box": (
        element(ABSENT, bbox=[0.1, 0.1, 0.2, 0.2]),
        "absent", "refusal with a box", "is a refusal, which is not on the screen, but has a bbox",
    ),
    "silent refusal": (element(ABSENT, instruction=...), "absent", "missing key", "'instruction'"),
    "click outside": (
        element(BUTTON, click_point=[0.7, 0.2]),
        "button", "click outside", "click_point [0.7, 0.2] is not on the element",
    ),
    "click beside a polygon": (
        element(SIGN, click_point=[0.71, 0.11]), "sign", "click outside", "is not on the element",
    ),
    "click beside corners in pixels": (
        element(
            SIGN, polygon=..., raw_box_coordinates=[32, 3, 36, 12, 28, 12],
            click_point=[0.71, 0.11],
        ),
        "sign", "click outside", "click_point [0.71, 0.11] is not on the element",
    ),
    "half a click": (element(BUTTON, click_point=[1]), "button", "wrong value", "two numbers"),
    "click NaN": (element(BUTTON, click_point=[NAN, 0]), "button", "not finite", "finite numbers"),
    "no object": (7, "number 0", "not an object", "must be an object, not 7"),
}  # fmt: skip


@pytest.mark.parametrize(("wrong", "name", "kind", "words"), ELEMENTS.values(), ids=ELEMENTS)
def test_a_fault_of_an_element_names_it(
    tmp_path: Path, wrong: Any, name: str, kind: str, words: str
) -> None:
    home = write_set(tmp_path, sample("a", wrong, FIELD, LABEL))
    place = re.escape(f"{home}/annotations.json, sample 'a', element '{name}': ")
    for read in (AnnotatedScreens, OsworldG, read_annotations):
        with pytest.raises(InputError, match=f"^{place}.*{re.escape(words)}") as stopped:
            read(str(home))
        assert "\n" not in str(stopped.value)
    found = validate(home, texts=False)
    assert (name, kind) in [(one.element, one.kind) for one in found if one.severity == "fault"]
    assert words in " ".join(map(str, found))


SAMPLES = {
    "no id": ({"id": ...}, "images/a.png", "missing key", "has no 'id'"),
    "no image": ({"image": ...}, "a", "missing key", "has no 'image'"),
    "no width": ({"width": ...}, "a", "missing key", "has no 'width'"),
    "no elements": ({"elements": ...}, "a", "missing key", "has no 'elements'"),
    "an empty id": ({"id": ""}, "", "wrong value", "id must be a text that is not empty"),
    "a number for the image": ({"image": 3}, "a", "wrong value", "image must be the path"),
    "NaN for the width": ({"width": NAN}, "a", "wrong value", "width must be a number of pixels"),
    "half a pixel": ({"height": 30.5}, "a", "wrong value", "height must be a number of pixels"),
    "an object for the elements": ({"elements": {}}, "a", "wrong value", "elements must be a list"),
    "another size": ({"width": 41}, "a", "width or height", "41×30, but .*a.png is 40×30"),
    "two elements of one id": (
        {"elements": [BUTTON, element(FIELD, id="button")]},
        "a", "duplicate id", "element 'button': another element of this sample has the same id",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changed", "name", "kind", "words"), SAMPLES.values(), ids=SAMPLES)
def test_a_fault_of_a_sample_names_it(
    tmp_path: Path, changed: dict[str, Any], name: str, kind: str, words: str
) -> None:
    write_pictures(tmp_path, "a")
    file = write_document(tmp_path, document(sample("a", **changed)))
    place = re.escape(f"{file}, sample {name!r}") if name else re.escape(str(file))
    with pytest.raises(InputError, match=f"^{place}.*{words}"):
        AnnotatedScreens(str(tmp_path))
    assert kind in [one.kind for one in validate(tmp_path, texts=False)]


FILES = {
    "no version": (document(version=...), "missing key", "has no 'version'"),
    "another version": (document(version="2.0"), "another version", "has version '2.0'; '1.0' is"),
    "a number": (document(version=1.0), "another version", "has version 1.0"),
    "no samples": (document(samples=...), "missing key", "has no 'samples'"),
    "an object for samples": (document(samples={}), "wrong value", "samples must be a list"),
    "a list": ([task()], "not an object", "dataset=ui_screenspot reads a list of tasks"),
    "COCO": (coco("a"), "missing key", "is in COCO's format: dataset=ui_coco reads it"),
    "two samples of one id": (
        document(sample("a"), sample("a")), "duplicate id", "sample 'a': 2 samples have this id",
    ),
    "a word for a sample": (document(samples=["a"]), "not an object", "a sample must be an object"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "kind", "words"), FILES.values(), ids=FILES)
def test_a_fault_of_the_file_names_it(tmp_path: Path, given: Any, kind: str, words: str) -> None:
    write_pictures(tmp_path, "a")
    file = write_document(tmp_path, given)
    for read in (AnnotatedScreens, read_annotations):
        with pytest.raises(InputError, match=f"^{re.escape(str(file))}.*{words}"):
            read(str(tmp_path))
    assert kind in [one.kind for one in validate(tmp_path, texts=False)]


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b""], ids=["cut", "no text", "empty"])
def test_what_is_no_json_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "annotations.json").write_bytes(content)
    for read in (AnnotatedScreens, validate):
        with pytest.raises(InputError, match=r"annotations\.json is not JSON"):
            read(str(tmp_path))


def test_a_folder_without_the_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^dataset\.root: .* has no annotations\.json"):
        AnnotatedScreens(str(tmp_path))
    with pytest.raises(InputError, match=r"^dataset\.root: .*nowhere does not exist"):
        AnnotatedScreens(str(tmp_path / "nowhere"))
    with pytest.raises(InputError, match=r"^PATH: .*nowhere does not exist"):
        validate(tmp_path / "nowhere")


@pytest.mark.parametrize("kind", ["missing", "truncated", "empty", "no picture"])
def test_a_picture_that_cannot_be_used_is_named(tmp_path: Path, kind: str) -> None:
    home = write_set(tmp_path, sample("a"), sample("b"))
    image = home / "images" / "a.png"
    if kind == "missing":
        image.unlink()
    elif kind == "truncated":
        cut(image)
    else:
        image.write_bytes(b"" if kind == "empty" else b"hello")
    words = {"missing": "is missing: copy it there", "truncated": "is truncated or damaged"}
    place = re.escape(f"{home}/annotations.json, sample 'a': ")
    with pytest.raises(InputError, match=f"^{place}.*{image.name}.*{words.get(kind, 'is')}"):
        AnnotatedScreens(str(home))
    (found,) = [one for one in validate(home, texts=False) if one.severity == "fault"]
    assert (found.sample, str(image) in str(found)) == ("a", True)
    assert len(AnnotatedScreens(str(home), on_error="skip")) == 1


def test_fractions_for_pixels_are_no_screenshot(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", image="images/a.tif"))
    save(home / "images" / "a.tif", np.zeros((30, 40), np.float32))
    dataset = AnnotatedScreens(str(home))
    with pytest.raises(InputError, match=r"a\.tif has fractions for pixels"):
        dataset.read(dataset.entries[0])


SIZES = [element(BUTTON, id=str(n), bbox=[0.5 + n / 10, 0.6, 0.2, 0.1]) for n in range(3)]
PIXELS = [element(BUTTON, id=str(n), bbox=[4, 3, 20 + n, 9]) for n in range(3)]
TWICE = [element(BUTTON, id=str(n), bbox=[0.5, 0.6, 1.1 + n / 10, 1.3]) for n in range(3)]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (SIZES, "3 of 4 boxes leave the picture .* as x, y, width, height .xywh. 4 of them fit"),
        (PIXELS, "3 of 4 boxes leave the picture .* they look like pixels"),
        (TWICE, "3 of 4 boxes leave the picture .* may be in another layout"),
    ],
    ids=["sizes", "pixels", "converted"],
)
def test_another_layout_is_suspected_when_more_than_half_would_leave(
    tmp_path: Path, wrong: list[dict[str, Any]], words: str
) -> None:
    home = write_set(tmp_path, sample("a", LABEL, *wrong))
    place = re.escape(f"{home}/annotations.json, sample 'a', element '0': bbox")
    for read in (AnnotatedScreens, read_annotations):
        with pytest.raises(InputError, match=f"^{place}.*{words}"):
            read(str(home))
    with pytest.raises(InputError, match=words):
        AnnotatedScreens(str(home), on_error="skip")  # it is not one sample that is wrong
    kinds = [one.kind for one in validate(home, texts=False)]
    assert kinds[0] == "layout suspected"
    assert len(kinds) == 4


def test_a_few_wrong_boxes_are_no_other_layout(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", LABEL, FIELD, *SIZES[:2]))
    with pytest.raises(InputError) as stopped:
        AnnotatedScreens(str(home))
    assert "leave the picture" not in str(stopped.value)


def test_a_box_may_be_rounded_beyond_the_border(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", element(BUTTON, bbox=[0, 0, 1.0000005, 0.5])))
    (read,) = AnnotatedScreens(str(home)).samples()
    assert read.truth.boxes is not None
    assert read.truth.boxes.tolist() == [[0, 0, 40, 15]]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"ask": "voice"}, r"^dataset\.ask must be one of .*'voice'"),
        ({"instructions": "best"}, r"^dataset\.instructions must be one of"),
        ({"targets": "roots"}, r"^dataset\.targets must be one of"),
        ({"ask": "instruction"}, "no element has an instruction to ask by"),
        ({"types": ["knob"]}, r"no element can be clicked .*dataset\.types=\['knob'\]"),
    ],
)
def test_a_question_that_nobody_can_ask_is_refused(
    tmp_path: Path, settings: dict[str, Any], words: str
) -> None:
    home = write_set(tmp_path)
    with pytest.raises(InputError, match=words):
        AnnotatedScreens(str(home), **settings)


def test_an_original_instruction_does_not_stand_in_for_a_refined_one(tmp_path: Path) -> None:
    home = write_set(tmp_path, sample("a", element(BUTTON, instruction="log in")))
    words = r"sample 'a', element 'button' has no refined_instruction: set dataset\.instructions"
    with pytest.raises(InputError, match=words):
        AnnotatedScreens(str(home), ask="instruction", instructions="refined")


TASKS: dict[str, tuple[Any, str]] = {
    "no image": ([element(task(), image=...)], "task a-0 has no 'image' or 'img_filename'"),
    "no box": ([task(bbox=...)], "task a-0 has no 'bbox'"),
    "NaN": ([task(bbox=[1, 2, NAN, 4])], "task a-0: bbox must be four finite numbers"),
    "backwards": ([task(bbox=[9, 9, 4, 4]), task("a", 1), task("a", 2)], "task a-0: bbox .* ends"),
    "outside": ([task(bbox=[9, 9, 44, 12]), task("a", 1), task("a", 2)], "of 40×30 pixels"),
    "a number for words": ([task(instruction=4)], "task a-0: instruction must be a text"),
    "two of one id": ([task(), task()], "another task of its screenshot has the same id"),
    "another size": ([task(img_size=[41, 30])], "task a-0: img_size is 41×30, but .* is 40×30"),
    "another size later": (
        [task(img_size=[40, 30]), task("a", 1), task("a", 2, img_size=[99, 30])],
        "task a-2: img_size is 99×30, but .* is 40×30",
    ),
    "no size": ([task(), task("a", 1, img_size=[40])], "task a-1: img_size must be width and"),
    "words for a size": ([task(img_size="40x30")], "task a-0: img_size must be width and"),
    "half a pixel": ([task(img_size=[40.5, 30])], "task a-0: img_size must be width and"),
    "a list for refined words": (
        [task(refined_instruction=["a"])],
        "task a-0: refined_instruction must be a text",
    ),
    "an object": ({"tasks": []}, "must hold a list of tasks"),
    "sizes": (
        [task("a", n, bbox=[20 + n, 20, 8, 6]) for n in range(3)],
        r"task a-0: bbox \[20, 20, 8, 6\] ends .*; 3 of 3 boxes .*xywh.*: set dataset\.boxes",
    ),
}


@pytest.mark.parametrize(("tasks", "words"), TASKS.values(), ids=TASKS)
def test_a_fault_of_a_task_names_it(tmp_path: Path, tasks: Any, words: str) -> None:
    write_pictures(tmp_path, "a")
    (tmp_path / "ground_truth.json").write_text(json.dumps(tasks))
    with pytest.raises(
        InputError, match=rf"^{re.escape(str(tmp_path))}/ground_truth\.json.*{words}"
    ):
        ScreenSpot(str(tmp_path))


ENDLESS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "box": ([task(), task("a", 1, bbox=[0, 0, 1e12, 1e12])], "task a-1: bbox .* would need a pict"),
    "long box": ([task(bbox=[0, 0, 1e308, 9])], "task a-0: bbox .* would need a picture of more"),
    "size": ([task(img_size=[10**12, 10**12])], "task a-0: img_size is 1000000000000×"),
    "two sizes": (
        [task(img_size=[40, 30]), task("a", 1), task("a", 2, img_size=[40, 31])],
        r"task a-2: img_size is \[40, 31\], but \[40, 30\] for another task on the same picture",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("tasks", "words"), ENDLESS.values(), ids=ENDLESS)
def test_a_picture_that_is_absent_has_one_size_that_can_be(
    tmp_path: Path, tasks: list[dict[str, Any]], words: str
) -> None:
    (tmp_path / "ground_truth.json").write_text(json.dumps(tasks))
    with pytest.raises(
        InputError, match=rf"^{re.escape(str(tmp_path))}/ground_truth\.json, {words}"
    ):
        ScreenSpot(str(tmp_path), absent_pictures="accept")
    with pytest.raises(InputError, match="no sample is left to read"):
        ScreenSpot(str(tmp_path), absent_pictures="accept", on_error="skip")


def test_corners_that_are_read_as_sizes_are_suspected(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    tasks = [task("a", n, bbox=[25 + n, 20, 36, 28]) for n in range(3)]
    (tmp_path / "ground_truth.json").write_text(json.dumps(tasks))
    with pytest.raises(InputError, match=r"as x1, y1, x2, y2 \(xyxy\) 3 of them fit: set dataset"):
        ScreenSpot(str(tmp_path), boxes="xywh")


def test_a_folder_that_does_not_tell_its_tasks_is_refused(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(json.dumps([task()]))
    with pytest.raises(InputError, match=r"\(a\.json, b\.json\): set dataset\.tasks"):
        ScreenSpot(str(tmp_path))
    with pytest.raises(InputError, match=r"^dataset\.tasks: .*c\.json does not exist"):
        ScreenSpot(str(tmp_path), tasks="c.json")
    with pytest.raises(InputError, match=r"^dataset\.boxes must be one of"):
        ScreenSpot(str(tmp_path), boxes="cxcywh")


def changed(part: str, number: int, **own: Any) -> dict[str, Any]:
    given = coco("a")
    given[part][number] = element(given[part][number], **own)
    return given


def published(**changed: Any) -> dict[str, Any]:
    """One task as OSWorld-G was published."""
    own = {
        "id": "a-0", "image_path": "a.png", "image_size": [40, 30], "instruction": "close it",
        "box_type": "bbox", "box_coordinates": [4, 3, 8, 9],
    }  # fmt: skip
    return element(own, **changed)


def drawn(*corners: Any) -> dict[str, Any]:
    return published(box_type="polygon", box_coordinates=[*corners])


OSWORLD: dict[str, tuple[dict[str, Any], str]] = {
    "outside": (
        published(box_coordinates=[35, 3, 20, 9]),
        r"box_coordinates \[35, 3, 20, 9\], read as x, y, width, height, leaves its picture of 40×",
    ),
    "just beyond": (published(box_coordinates=[40, 3, 1, 9]), "box_coordinates .* leaves its pict"),
    "no size": (published(box_coordinates=[4, 3, 0, 9]), "box_coordinates .* ends before it"),
    "words": (published(box_coordinates="left"), "box_coordinates must be four finite numbers"),
    "another size": (published(image_size=[41, 30]), r"image_size is 41×30, but .*a\.png is 40×30"),
    "less than the box": (published(image_size=[10, 9]), "image_size is 10×9, but .* is 40×30"),
    "words for a size": (published(image_size="40x30"), "image_size must be width and height"),
    "half a pixel": (published(image_size=[40.5, 30]), "image_size must be width and height in"),
    "a number for the picture": (published(image_path=3), "image_path must be the path of a pict"),
    "kind": (published(box_type="round"), "box_type must be one of .*'round'$"),
    "two corners": (drawn(4, 3, 9, 9), "box_coordinates has 2 corners: give three or more"),
    "odd corners": (drawn(4, 3, 9, 9, 1), "box_coordinates must be corners of two finite numbers"),
    "corners NaN": (drawn(4, 3, 9, 9, 1, NAN), "box_coordinates must be corners of two finite"),
    "corners on a line": (drawn(4, 3, 6, 5, 9, 8), "box_coordinates has no area"),
    "corners outside": (drawn(4, 3, 60, 3, 9, 9), "box_coordinates .* leaves its picture of 40×30"),
}  # fmt: skip


@pytest.mark.parametrize(("wrong", "words"), OSWORLD.values(), ids=OSWORLD)
def test_a_fault_of_a_published_task_is_told_by_the_keys_of_its_file(
    tmp_path: Path, wrong: dict[str, Any], words: str
) -> None:
    write_pictures(tmp_path, "a", "b")
    right = [published(id=f"b-{n}", image_path="b.png") for n in range(2)]
    file = tmp_path / "OSWorld-G.json"
    file.write_text(json.dumps([right[0], wrong, right[1]]))
    for root in (tmp_path, file):
        with pytest.raises(InputError, match=f"^{re.escape(str(file))}, task a-0: {words}") as said:
            OsworldG(str(root))
        assert not re.search("bbox |raw_box|width and height are", str(said.value))


def test_a_wrong_published_task_is_skipped_with_its_screenshot(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a", "b")
    tasks = [published(box_coordinates=[35, 3, 20, 9]), published(id="b-0", image_path="b.png")]
    (tmp_path / "OSWorld-G.json").write_text(json.dumps(tasks))
    dataset = OsworldG(str(tmp_path), on_error="skip")
    assert [entry.name for entry in dataset.entries] == ["b"]
    assert "task a-0: box_coordinates" in dataset.skipped["a"]


def test_every_task_on_a_picture_must_give_its_size(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    tasks = [published(), published(id="a-1"), published(id="a-2", image_size=[39, 30])]
    (tmp_path / "OSWorld-G.json").write_text(json.dumps(tasks))
    with pytest.raises(InputError, match=r"task a-2: image_size is 39×30, but .* is 40×30"):
        OsworldG(str(tmp_path))


def test_published_corners_that_are_read_as_sizes_are_suspected(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    tasks = [published(id=str(n), box_coordinates=[25, 20 + n, 36, 28]) for n in range(3)]
    (tmp_path / "OSWorld-G.json").write_text(json.dumps(tasks))
    with pytest.raises(
        InputError, match=r"task 0: box_coordinates .*xyxy.* 3 of them fit: OSWorld"
    ):
        OsworldG(str(tmp_path), on_error="skip")


def test_published_pictures_of_one_name_are_refused(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    tasks = [published(), published(id="a-1", image_path="a.jpg")]
    (tmp_path / "OSWorld-G.json").write_text(json.dumps(tasks))
    with pytest.raises(InputError, match=r"task a-1: image_path 'a\.jpg' differs .* its ending"):
        OsworldG(str(tmp_path))


COCO = {
    "no images": (coco("a", images=...), "has no list 'images'"),
    "no name": (changed("images", 0, file_name=...), "images number 0: has no 'file_name'"),
    "no id": (changed("annotations", 1, id=...), "annotations number 1: has no 'id'"),
    "no box": (changed("annotations", 1, bbox=...), "annotation 2: bbox must be four finite"),
    "no size": (changed("annotations", 1, bbox=[1, 1, 0, 4]), "annotation 2: bbox .* ends before"),
    "no such image": (changed("annotations", 0, image_id=7), "annotation 1: there is no image 7"),
    "no such type": (changed("annotations", 0, category_id=7), "annotation 1: there is no categ"),
    "two of one id": (changed("annotations", 0, id=2), "two annotations have the id 2"),
    "another size": (changed("images", 0, width=41), "41×30, but .* is 40×30"),
    "another width alone": (
        changed("images", 0, width=41, height=...), "width and height are 41×30, but .* is 40×30",
    ),
    "a text for the width": (
        changed("images", 0, width="40"), r"image 'a\.png': width must be a number of pixels",
    ),
    "null for the picture": (changed("images", 0, file_name=None), "number 0: file_name must be"),
    "null for an id": (changed("annotations", 1, id=None), "annotations number 1: id must be"),
    "true for an id": (changed("annotations", 1, id=True), "annotations number 1: id must be"),
    "NaN for an id": (changed("annotations", 1, id=NAN), "annotations number 1: id must be"),
    "true for a type": (
        changed("annotations", 0, category_id=True), "number 0: category_id must be a number, got",
    ),
    "true for an image": (
        changed("annotations", 0, image_id=False), "number 0: image_id must be a number, got False",
    ),
    "two types of one id": (changed("categories", 1, id=1), "two categories have the id 1: give"),
    "null for a name": (changed("categories", 1, name=None), "categories number 1: name must be a"),
    "a number for a text": (changed("annotations", 1, text=5), "annotation 2: text must be a text"),
    "a list for a text": (changed("annotations", 1, text=["a"]), "annotation 2: text must be a te"),
    "a number for words": (
        changed("annotations", 1, instruction=5), "annotation 2: instruction must be a text, got 5",
    ),
    "a text for a crowd": (
        changed("annotations", 1, iscrowd="0"), "annotation 2: iscrowd must be 0 or 1, got '0'",
    ),
    "a list for a crowd": (changed("annotations", 1, iscrowd=[]), "annotation 2: iscrowd must be"),
    "corners": (
        {**coco("a"), "annotations": [
            {"id": n, "image_id": 0, "category_id": 1, "bbox": [25 + n, 20, 36, 28]}
            for n in range(3)
        ]},
        r"annotation 0: bbox .*; 3 of 3 boxes .*xyxy",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "words"), COCO.values(), ids=COCO)
def test_a_fault_of_a_coco_file_names_its_place(tmp_path: Path, given: Any, words: str) -> None:
    write_pictures(tmp_path, "a")
    (tmp_path / "annotations.json").write_text(json.dumps(given))
    with pytest.raises(InputError, match=rf"annotations\.json.*{words}"):
        CocoScreens(str(tmp_path))


YOLO = {
    "words": (["0 a b c d"], r"a\.txt, line 1: '0 a b c d' is not a class and four numbers"),
    "three numbers": (["0 0.5 0.5 0.2 0.2", "0 0.1 0.1 0.1"], r"line 2: .* is not a class"),
    "half a class": (["0.5 0.5 0.5 0.2 0.2"], "line 1: .* is not a class"),
    "NaN": (["0 nan 0.5 0.2 0.2"], "line 1: .* is not a class"),
    "outside": (["0 0.5 0.5 0.2 0.2", "0 0.95 0.5 0.2 0.2"], "line 2: its box leaves the picture"),
    "flat": (["0 0.5 0.5 0.2 0.2", "0 0.5 0.5 0.2 0"], "line 2: its box has no size"),
    "on a line": (["1 0.1 0.1 0.2 0.2 0.3 0.3"], "line 1: its polygon has no area"),
    "no such class": (["2 0.5 0.5 0.2 0.2"], "line 1: data.yaml has no name for class 2"),
    "pixels": (["0 12 12 8 8"], "line 1: its box leaves .*; 1 of 1 boxes .* look like pixels"),
}


@pytest.mark.parametrize(("lines", "words"), YOLO.values(), ids=YOLO)
def test_a_fault_of_a_label_names_its_line(tmp_path: Path, lines: list[str], words: str) -> None:
    write_pictures(tmp_path, "a")
    (tmp_path / "data.yaml").write_text("names: [button, text]\n")
    write_labels(tmp_path, "a", *lines)
    with pytest.raises(InputError, match=words):
        YoloScreens(str(tmp_path))


def test_names_of_classes_must_be_names(tmp_path: Path) -> None:
    write_pictures(tmp_path, "a")
    (tmp_path / "data.yaml").write_text("names: 3\n")
    with pytest.raises(InputError, match=r"data\.yaml: names must be a list"):
        YoloScreens(str(tmp_path))
    (tmp_path / "data.yaml").write_text("names: [")
    with pytest.raises(InputError, match=r"data\.yaml is no YAML"):
        YoloScreens(str(tmp_path))
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match="is no PNG, TIFF or JPEG file"):
        YoloScreens(str(tmp_path / "none"))
