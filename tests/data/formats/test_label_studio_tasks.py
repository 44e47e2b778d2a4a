"""Tasks of every shape that Label Studio and its users write, as masks."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pycocotools import mask as coco

from src.core import Entry, InputError, Instances, Picture
from src.data.formats.label_studio.task_masks import TaskMasks
from src.data.formats.label_studio.tasks import by_name, file_name, read_tasks
from src.geometry.masks import decode, encode, to_rles
from tests.data.studio_tasks import SHAPE, brush, square, task, write_tasks


def picture(name: str, shape: tuple[int, int] = SHAPE) -> Picture:
    return Picture(Entry(name, name, "test"), np.zeros(shape, np.uint8))


def masks(found: Instances | None) -> list[np.ndarray]:
    assert found is not None
    return [decode(rle) for rle in to_rles(found)]


def only_mask(folder: Path, result: dict[str, Any]) -> np.ndarray:
    write_tasks(folder, task("frame.png", result))
    (mask,) = masks(TaskMasks(str(folder))(picture("frame")))
    return mask


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("frame_01.png", "frame_01.png"),
        ("deep/er/frame_01.png", "frame_01.png"),
        ("C:\\pictures\\frame_01.png", "frame_01.png"),
        ("/data/local-files/?d=source_frames/frame_01.png", "frame_01.png"),
        ("/data/local-files/?d=a%20b/frame%2001.png", "frame 01.png"),
        ("https://example.org/pictures/frame%2001.png?size=large", "frame 01.png"),
        ("s3://bucket/frame_01.png", "frame_01.png"),
    ],
)
def test_a_picture_is_known_by_the_name_of_its_file(address: str, name: str) -> None:
    assert file_name(address) == name


def test_all_task_files_of_a_folder_are_read(tmp_path: Path) -> None:
    write_tasks(tmp_path, task("one.png"))
    write_tasks(tmp_path, task("two.png"), task("three.png"), name="more_tasks.json")
    write_tasks(tmp_path, task("four.png"), name="unrelated.json")
    assert [one.name for one in read_tasks(tmp_path)] == ["two", "three", "one"]


def test_one_task_may_stand_without_a_list(tmp_path: Path) -> None:
    file = tmp_path / "tasks.json"
    file.write_text('{"data": {"picture": "one.png"}, "completions": [{"result": []}]}')
    (found,) = read_tasks(file)
    assert (found.name, len(found.annotations), len(found.predictions)) == ("one", 1, 0)


def test_an_uploaded_picture_is_known_by_both_names(tmp_path: Path) -> None:
    write_tasks(tmp_path, task("/data/upload/1/1a2b3c4d-frame.png"))
    assert set(by_name(read_tasks(tmp_path))) == {"1a2b3c4d-frame", "frame"}


def test_two_uploads_of_one_name_keep_their_long_names(tmp_path: Path) -> None:
    write_tasks(tmp_path, task("1a2b3c4d-frame.png"), task("99999999-frame.png"))
    assert set(by_name(read_tasks(tmp_path))) == {"1a2b3c4d-frame", "99999999-frame"}


def test_overlapping_brushes_keep_all_their_pixels(tmp_path: Path) -> None:
    drawn = [square(2, 3), square(5, 6)]
    results = [brush(drawn[0], "a", score=0.9), brush(drawn[1], "b", score=0.8)]
    write_tasks(tmp_path, task("frame.png", *results))
    found = TaskMasks(str(tmp_path))(picture("frame"))
    assert np.array_equal(masks(found), drawn)
    assert found is not None
    assert found.scores is not None
    assert found.scores.tolist() == [0.9, 0.8]


def test_classes_follow_the_names_of_all_labels(tmp_path: Path) -> None:
    results = [brush(square(0, 0), "a", "shark"), brush(square(15, 15), "b", "fish")]
    write_tasks(tmp_path, task("frame.png", *results), task("bare.png"))
    find = TaskMasks(str(tmp_path))
    found = find(picture("frame"))
    assert found is not None
    assert found.class_names == ("fish", "shark")
    assert found.classes is not None
    assert found.classes.tolist() == [1, 0]
    assert found.scores is None
    bare = find(picture("bare"))
    assert bare is not None
    assert len(bare) == 0
    assert bare.class_names == ("fish", "shark")
    assert find(picture("unknown")) is None
    assert str(find) == f"looked for predictions in {tmp_path}"


def test_a_prediction_lends_its_score_to_regions_without_one(tmp_path: Path) -> None:
    one = task("frame.png", brush(square(0, 0)))
    one["predictions"][0]["score"] = 0.6
    write_tasks(tmp_path, one)
    found = TaskMasks(str(tmp_path))(picture("frame"))
    assert found is not None
    assert found.scores is not None
    assert found.scores.tolist() == [0.6]


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("nested", [True, False])
def test_masks_in_cocos_run_lengths_are_read(
    tmp_path: Path, compressed: bool, nested: bool
) -> None:
    mask = square(4, 7)
    flat = mask.ravel(order="F")
    edges = np.flatnonzero(np.diff(flat, prepend=False, append=False))
    counts: Any = np.diff([0, *edges, flat.size]).tolist()
    if compressed:
        counts = encode(mask)["counts"].decode()
    rle = {"size": list(SHAPE), "counts": counts}
    value = {"rle": rle, "brushlabels": ["fish"]} if nested else rle
    assert np.array_equal(only_mask(tmp_path, brush(mask, value=value)), mask)


def test_a_polygon_in_percent_is_filled(tmp_path: Path) -> None:
    points = [[25, 20], [75, 20], [75, 60], [25, 60]]
    result = brush(square(0, 0), type="polygonlabels", value={"points": points})
    expected = np.zeros(SHAPE, bool)
    expected[6:18, 10:30] = True
    assert np.array_equal(only_mask(tmp_path, result), expected)


def test_a_slanted_polygon_is_filled_as_coco_fills_it(tmp_path: Path) -> None:
    points = np.array([[10.0, 5], [90, 30], [40, 95]])
    result = brush(square(0, 0), type="polygonlabels", value={"points": points.tolist()})
    pixels = (points / 100 * (SHAPE[1], SHAPE[0])).ravel().tolist()
    filled = coco.frPyObjects([pixels], *SHAPE)[0]
    assert np.array_equal(only_mask(tmp_path, result), decode(filled))


def test_a_region_told_in_two_results_is_one_mask(tmp_path: Path) -> None:
    whole = brush(square(3, 3))
    stroke = {**whole, "type": "brush", "value": {k: whole["value"][k] for k in ("format", "rle")}}
    named = {**whole, "type": "labels", "value": {**stroke["value"], "labels": ["whale"]}}
    write_tasks(tmp_path, task("frame.png", stroke, named))
    find = TaskMasks(str(tmp_path))
    assert len(masks(find(picture("frame")))) == 1
    assert find.class_names == ("whale",)


def test_two_masks_that_share_an_id_are_refused(tmp_path: Path) -> None:
    write_tasks(tmp_path, task("frame.png", brush(square(0, 0)), brush(square(10, 10))))
    with pytest.raises(InputError, match="result a is drawn twice and differently"):
        TaskMasks(str(tmp_path))(picture("frame"))


@pytest.mark.parametrize("id", [10**30, ["a"], {"a": 1}])
def test_an_id_may_be_anything(tmp_path: Path, id: Any) -> None:
    np.testing.assert_array_equal(only_mask(tmp_path, brush(square(0, 0), id)), square(0, 0))


def test_what_is_no_mask_is_left_out_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    box = brush(square(0, 0), "b", type="rectanglelabels", value={"x": 1, "rectanglelabels": ["a"]})
    choice = {"type": "choices", "value": {"choices": ["blurred"]}}
    write_tasks(tmp_path, task("frame.png", brush(square(0, 0)), box, choice))
    assert len(masks(TaskMasks(str(tmp_path))(picture("frame")))) == 1
    assert [record.message for record in caplog.records] == [
        f"{tmp_path}/tasks.json: task 1 (frame.png): rectanglelabels is no mask and is left out"
    ]


def test_sizes_that_are_not_given_are_those_of_the_picture(tmp_path: Path) -> None:
    result = brush(square(0, 0))
    del result["original_width"], result["original_height"], result["image_rotation"]
    assert np.array_equal(only_mask(tmp_path, result), square(0, 0))


def test_one_of_several_predictions_is_chosen_by_version_or_age(tmp_path: Path) -> None:
    one = task("frame.png")
    one["predictions"] = [
        {"model_version": "new", "created_at": "2024-02-01", "result": [brush(square(0, 0))]},
        {"model_version": "old", "created_at": "2024-01-01", "result": [brush(square(9, 9))]},
    ]
    write_tasks(tmp_path, one)
    with pytest.raises(InputError, match="has 2 predictions: set model_version to one of new, old"):
        TaskMasks(str(tmp_path))(picture("frame"))
    for options, mask in (
        ({"model_version": "old"}, square(9, 9)),
        ({"several": "newest"}, square(0, 0)),
    ):
        assert np.array_equal(masks(TaskMasks(str(tmp_path), **options)(picture("frame")))[0], mask)


def test_annotations_alone_are_not_taken_for_a_model_that_found_nothing(tmp_path: Path) -> None:
    write_tasks(tmp_path, task("frame.png", brush(square(0, 0)), source="annotations"))
    with pytest.raises(InputError, match="annotations but no predictions: set source=annotations"):
        TaskMasks(str(tmp_path))
    assert len(masks(TaskMasks(str(tmp_path), source="annotations")(picture("frame")))) == 1


def test_cancelled_annotations_do_not_count(tmp_path: Path) -> None:
    one = task("frame.png", brush(square(0, 0)), source="annotations")
    one["annotations"].append({"result": [], "was_cancelled": True})
    write_tasks(tmp_path, one)
    assert len(masks(TaskMasks(str(tmp_path), source="annotations")(picture("frame")))) == 1


def broken_coco(**changes: Any) -> dict[str, Any]:
    rle = {"size": list(SHAPE), "counts": encode(square(0, 0))["counts"].decode()} | changes
    return brush(square(0, 0), value={"rle": rle})


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (brush(square(0, 0), image_rotation=90), "turned by 90°"),
        (brush(square(0, 0), original_width=80), "is for 80×30 but the picture is 40×30"),
        (brush(square(0, 0), original_width="wide"), "must be whole pixels"),
        (brush(square(0, 0), original_width=0), "must be whole pixels"),
        (brush(square(0, 0), value={"rle": [0, 0, 1]}), "ends after 3 bytes"),
        (brush(square(0, 0), value={"rle": "AAAA"}), "no list of whole numbers"),
        (broken_coco(size=[40, 30]), r"size \[40, 30\], the picture \[30, 40\]"),
        (broken_coco(counts=[1, 2, 3]), "sum to 6, not 1200"),
        (broken_coco(counts=[0.5, 1199.5]), "whole numbers of 0 or more"),
        (broken_coco(counts=[-5, 1205]), "whole numbers of 0 or more"),
        (broken_coco(counts="52203"), "tells of"),
        (broken_coco(counts="KeU1"), "a run of fewer than 0 pixels"),
        (broken_coco(counts=None), "frame.png"),
        (brush(square(0, 0), type="polygon", value={"points": [[1, 2], [3, 4]]}), "three points"),
        (brush(square(0, 0), type="polygon", value={"points": [[1, 2, 3]] * 3}), "three points"),
        (brush(square(0, 0), type="polygon", value={"points": [[1, 2], [3, 4], [5]]}), "frame.png"),
    ],
)
def test_a_region_that_cannot_be_meant_is_named(
    tmp_path: Path, result: dict[str, Any], sentence: str
) -> None:
    write_tasks(tmp_path, task("frame.png", result))
    with pytest.raises(InputError, match=sentence) as refusal:
        TaskMasks(str(tmp_path))(picture("frame"))
    assert str(refusal.value).startswith(f"{tmp_path}/tasks.json: task 1 (frame.png), result a")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[{", "is not JSON"),
        ("\xff", "is not JSON"),
        ("[7]", "task 1 has no data"),
        ('[{"image": "a.png", "brush": []}]', "not as JSON-MIN"),
        ('[{"data": {"image": 7}}]', "which image"),
        ('[{"data": {"left": "a.png", "right": "b.png"}}]', "which image"),
        ('[{"data": {"image": "http://[a/b.png"}}]', "which image"),
        ("[" * 100_000, "is not JSON"),
        ('[{"data": {"image": "a.png"}, "predictions": 7}]', "predictions is no list"),
        ('[{"data": {"image": "a.png"}, "predictions": [{"score": 1}]}]', "no list result"),
        ('[{"data": {"image": "a.png"}, "predictions": [{"result": [7]}]}]', "no object"),
        ('[{"data": {"image": "a.png"}}, {"data": {"image": "b/a.png"}}]', "the same image"),
    ],
)
def test_a_file_that_holds_no_tasks_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "tasks.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=sentence) as refusal:
        TaskMasks(str(file))
    assert str(file) in str(refusal.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"path": "absent.json"}, "absent.json does not exist"),
        ({"path": "."}, "holds neither tasks.json nor"),
        ({"source": "drafts"}, "source must be one of"),
        ({"several": "oldest"}, "several must be one of"),
    ],
)
def test_bad_options_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=sentence):
        TaskMasks(**{"path": "tasks.json", **options})


def test_a_file_is_parsed_once_for_whoever_asks_and_anew_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tasks(tmp_path, task("one.png", brush(square(0, 0))))
    parsed = []
    loads = json.loads
    monkeypatch.setattr(json, "loads", lambda text: parsed.append(1) or loads(text))
    first, again = read_tasks(tmp_path), read_tasks(tmp_path / "tasks.json")
    assert (len(parsed), first[0] is again[0]) == (1, True)
    write_tasks(tmp_path, task("one.png"), task("another.png"))
    assert len(read_tasks(tmp_path)) == 2


def soft(values: np.ndarray) -> dict[str, Any]:
    """A stroke with soft edges, as Label Studio's own encoder writes any alpha."""
    from label_studio_sdk.converter.brush import encode_rle

    paint = np.repeat(values.ravel(), 4)
    value = {"format": "rle", "rle": encode_rle(paint), "brushlabels": ["fish"]}
    return brush(values > 0, value=value)


@pytest.fixture
def stroke() -> np.ndarray:
    pytest.importorskip("label_studio_sdk")
    paint = np.zeros(SHAPE, np.uint8)
    paint[5:15, 5:25], paint[6:14, 6:24] = 90, 255
    return paint


def test_soft_edges_of_a_stroke_count_from_half_on(tmp_path: Path, stroke: np.ndarray) -> None:
    assert np.array_equal(only_mask(tmp_path, soft(stroke)), stroke >= 128)
    (every,) = masks(TaskMasks(str(tmp_path), alpha=1)(picture("frame")))
    assert np.array_equal(every, stroke > 0)


def test_what_an_eraser_leaves_is_no_mask(
    tmp_path: Path, stroke: np.ndarray, caplog: pytest.LogCaptureFixture
) -> None:
    write_tasks(tmp_path, task("frame.png", soft(stroke // 4)))
    assert masks(TaskMasks(str(tmp_path))(picture("frame"))) == []
    assert "result a is fainter than alpha=128 everywhere and is left out" in caplog.text


def test_masks_of_ones_are_not_taken_for_faint_paint(tmp_path: Path, stroke: np.ndarray) -> None:
    write_tasks(tmp_path, task("frame.png", soft((stroke > 0).astype(np.uint8))))
    with pytest.raises(InputError, match="0 and 1, not 0 and 255: set alpha=1"):
        TaskMasks(str(tmp_path))(picture("frame"))
    (every,) = masks(TaskMasks(str(tmp_path), alpha=1)(picture("frame")))
    assert np.array_equal(every, stroke > 0)


def test_predictions_that_an_export_only_numbers_are_no_annotations(tmp_path: Path) -> None:
    exported = task("frame.png", brush(square(2, 3)), source="annotations")
    write_tasks(tmp_path, exported | {"predictions": [1, 2]})
    (mask,) = masks(TaskMasks(str(tmp_path), "annotations")(picture("frame")))
    assert np.array_equal(mask, square(2, 3))
    sentence = r"its 2 predictions are only numbered.*source=annotations"
    with pytest.raises(InputError, match=sentence):
        TaskMasks(str(tmp_path))


def test_a_shade_is_no_name(tmp_path: Path) -> None:
    results = [brush(square(0, 0), "a", "fish"), brush(square(0, 10), "b", "fish ·2")]
    write_tasks(tmp_path, task("frame.png", *results))
    found = TaskMasks(str(tmp_path))(picture("frame"))
    assert found is not None
    assert found.class_names == ("fish",)
