"""A folder of true masks beside a folder of tasks, as a reference set."""

from pathlib import Path

import numpy as np
import pytest
import tifffile
from PIL import Image

from src.core import Dataset, InputError
from src.data.formats.label_studio.tasks import read_tasks
from src.data.pseudo_labels import PseudoLabels
from src.data.task_images import TaskImages
from src.geometry.masks import decode, to_rles
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


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Two frames with two true masks each, one of them with an image."""
    address = "/data/local-files/?d=frames/{}.png"
    tasks = [task(address.format(name), brush(square(2, 3))) for name in ("one", "two", "three")]
    write_tasks(tmp_path / "labels", *tasks)
    write_image(tmp_path / "labels" / "frames" / "one.png")
    for name in ("one", "two"):
        write_truth(tmp_path / "gt", name, square(2, 3), square(5, 6))
    return tmp_path


def opened(home: Path, **options: object) -> PseudoLabels:
    return PseudoLabels(str(home / "labels"), str(home / "gt"), **options)  # type: ignore[arg-type]


def test_every_file_is_one_instance_and_they_may_overlap(home: Path) -> None:
    dataset = opened(home)
    assert isinstance(dataset, Dataset)
    samples = list(dataset.samples("test"))
    assert [sample.name for sample in samples] == ["one", "two"]
    for sample in samples:
        masks = [decode(rle) for rle in to_rles(sample.truth)]
        assert np.array_equal(masks, [square(2, 3), square(5, 6)])


def test_a_picture_is_shown_where_it_lies_and_black_where_it_does_not(home: Path) -> None:
    one, two = (sample.picture.pixels for sample in opened(home).samples())
    assert np.array_equal(one, np.asarray(Image.open(home / "labels/frames/one.png")))
    assert two.shape == SHAPE
    assert not two.any()


@pytest.mark.parametrize("image", ["~nobody.png", f"/{'long' * 99}.png"])
def test_a_name_that_is_no_path_here_is_still_a_name(tmp_path: Path, image: str) -> None:
    write_tasks(tmp_path, task(image, brush(square(0, 0))))
    (found,) = read_tasks(tmp_path)
    assert TaskImages(tmp_path).find(found) is None


def test_a_missing_image_can_be_refused(home: Path) -> None:
    with pytest.raises(InputError, match=r"task 2 \(two.png\): its image is not below"):
        opened(home, missing_images="error")


def test_frames_and_masks_come_in_natural_order(home: Path) -> None:
    write_tasks(home / "labels", task("f10.png"), task("f9_gt_1.png"), name="more_tasks.json")
    for frame in ("f10", "f9_gt_1"):
        write_truth(home / "gt", frame, *[square(0, place) for place in range(11)])
    names = [entry.name for entry in opened(home).entries]
    assert names == ["f9_gt_1", "f10", "one", "two"]
    sample = opened(home).read(opened(home).entries[0])
    assert decode(to_rles(sample.truth)[10])[0].argmax() == 10


def test_an_edited_mask_is_another_truth_of_the_same_picture(home: Path) -> None:
    before = opened(home)
    write_truth(home / "gt", "one", square(2, 4), square(5, 6))
    after = opened(home)
    assert before.entries[0].id == after.entries[0].id
    assert before.fingerprint != after.fingerprint


def test_grey_edges_need_a_threshold(home: Path) -> None:
    soft = np.zeros(SHAPE, np.uint8)
    soft[5:25, 5:25] = 255
    soft[5:25, 4] = np.arange(100, 120)
    Image.fromarray(soft).save(home / "gt" / "one_gt_0.png")
    with pytest.raises(InputError, match=r"one_gt_0\.png has grey edges.*dataset.threshold"):
        opened(home)
    sample = next(iter(opened(home, threshold=127).samples()))
    assert decode(to_rles(sample.truth)[0]).sum() == 400


def test_one_instance_in_pieces_is_told(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    write_truth(home / "gt", "one", square(0, 0) | square(15, 20), square(5, 6))
    list(opened(home).samples())
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == [
        f"{home}/gt/one_gt_0.png is one instance in 2 pieces: is it meant as one?"
    ]


def spoil(home: Path, how: str) -> None:
    file = home / "gt" / "one_gt_0.png"
    labels = np.repeat(np.arange(3, dtype=np.uint8), 400).reshape(SHAPE)
    if how == "no truth at all":
        for path in (home / "gt").iterdir():
            path.unlink()
    elif how == "no such task":
        write_truth(home / "gt", "four", square(0, 0))
    elif how == "another size":
        write_truth(home / "gt", "one", *[square(0, 0, shape=(30, 41))] * 2)
    elif how == "two sizes":
        write_truth(home / "gt", "one", square(0, 0, shape=(30, 41)))
    elif how == "image of another size":
        write_image(home / "labels/frames/one.png", (31, 40))
        write_tasks(home / "labels", task("one.png"), task("two.png"))
    elif how == "truncated":
        cut(file)
    elif how == "black":
        write_truth(home / "gt", "one", square(0, 0, 0))
    elif how == "labels":
        Image.fromarray(labels).save(file)
    elif how == "fractions":
        file.unlink()
        tifffile.imwrite(file.with_suffix(".tif"), labels / np.float32(2))
    elif how == "misnamed":
        file.rename(home / "gt" / "one-0.png")
    elif how == "two images":
        write_image(home / "labels/copies/one.png")
    elif how == "two sizes in a task":
        results = brush(square(0, 0)), brush(square(0, 0, shape=(5, 5)), "b")
        write_tasks(home / "labels", task("one.png", *results), task("two.png"))


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ("no truth at all", r"gt holds no \{frame_id\}_gt_\{n\}.png"),
        ("no such task", "four_gt_0.png is for the frame 'four', which no task"),
        ("another size", r"one_gt_0.png is 41×30 but .*task 1 \(one.png\) is about 40×30"),
        ("two sizes", "one_gt_1.png is 40×30 but .*one_gt_0.png is 41×30"),
        ("image of another size", "one_gt_0.png is 40×30 but .*frames/one.png is 40×31"),
        ("truncated", "one_gt_0.png is truncated or damaged"),
        ("black", "one_gt_0.png shows nothing"),
        ("labels", "one_gt_0.png has several labels"),
        ("fractions", "one_gt_0.tif has grey edges or fractions"),
        ("misnamed", "one-0.png is not called"),
        ("two images", r"task 1 \(one.png\): .* has one.png, one.png in several folders"),
        ("two sizes in a task", "gives its image the sizes"),
    ],
)
def test_what_cannot_be_compared_is_refused(home: Path, how: str, sentence: str) -> None:
    spoil(home, how)
    with pytest.raises(InputError, match=sentence):
        opened(home)


def test_unusable_frames_can_be_skipped_and_are_counted(home: Path) -> None:
    spoil(home, "truncated")
    dataset = opened(home, on_error="skip")
    assert [entry.name for entry in dataset.entries] == ["two"]
    assert list(dataset.skipped) == ["one"]


@pytest.mark.parametrize("key", ["pseudo_labels_dir", "gt_dir", "missing_images"])
def test_bad_options_are_named(home: Path, key: str) -> None:
    options = {"pseudo_labels_dir": str(home / "labels"), "gt_dir": str(home / "gt"), key: "absent"}
    with pytest.raises(InputError, match=f"dataset.{key}"):
        PseudoLabels(**options)
