"""COCO, CVAT and YOLO folders are datasets: the same squares, whoever listed them."""

import json
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.data.coco_masks import CocoMasks
from src.data.yolo_masks import YoloMasks
from src.geometry.masks import foreground
from tests.data import outlined

OPEN = {"coco": CocoMasks, "yolo": YoloMasks}


@pytest.mark.parametrize("kind", OPEN)
def test_every_outline_is_a_mask_of_its_class(kind: str, tmp_path: Path) -> None:
    dataset = OPEN[kind](str(outlined.write(kind, tmp_path)))
    assert dataset.class_names == ("root", "stone")
    for number, sample in enumerate(dataset.samples()):
        expected = np.zeros(outlined.SHAPE, bool)
        expected[6:14, 4 + number : 12 + number] = True
        np.testing.assert_array_equal(foreground(sample.truth), expected)
        assert sample.truth.classes is not None
        assert sample.truth.classes.tolist() == [number % 2]


@pytest.mark.parametrize("kind", OPEN)
def test_only_the_classes_that_are_asked_for_count(kind: str, tmp_path: Path) -> None:
    home = str(outlined.write(kind, tmp_path))
    stones = OPEN[kind](home, labels=["stone"])
    assert [len(sample.truth) for sample in stones.samples()] == [0, 1, 0]
    assert stones.fingerprint != OPEN[kind](home).fingerprint
    with pytest.raises(InputError, match="no class is called 'tree'; there are root, stone"):
        OPEN[kind](home, labels=["tree"])


def test_pictures_are_found_where_cvat_puts_them(tmp_path: Path) -> None:
    home = outlined.write("coco", tmp_path)
    (home / "images").rename(home / "default")
    (home / "images").mkdir()
    (home / "default").rename(home / "images" / "default")
    file = home / "annotations" / "instances_default.json"
    file.write_text(json.dumps(outlined.coco("default/")))
    assert [entry.name for entry in CocoMasks(str(home)).entries] == [
        f"default_{name}" for name in outlined.NAMES
    ]


def test_run_lengths_crowds_and_pictures_without_objects(tmp_path: Path) -> None:
    home = outlined.write("coco", tmp_path)
    told = outlined.coco()
    height, width = outlined.SHAPE
    told["annotations"] = [
        {
            "id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 24], "iscrowd": 1,
            "segmentation": {"size": [height, width], "counts": [0, 24, 24 * 31]}, "area": 24,
        }
    ]  # fmt: skip
    (home / "annotations" / "instances_default.json").write_text(json.dumps(told))
    first, second, _ = CocoMasks(str(home)).samples()
    assert first.truth.scored is not None
    assert first.truth.scored.tolist() == [False]
    assert len(second.truth) == 0


def test_a_missing_picture_and_another_size_are_said(tmp_path: Path) -> None:
    home = outlined.write("coco", tmp_path)
    told = outlined.coco()
    told["images"][1]["width"] += 1
    (home / "annotations" / "instances_default.json").write_text(json.dumps(told))
    with pytest.raises(InputError, match="give the pictures that were annotated"):
        CocoMasks(str(home))
    (home / "images" / "c.png").unlink()
    with pytest.raises(InputError, match="is not below its folder: copy it there"):
        CocoMasks(str(home))
    (home / "other.json").write_text("{}")
    with pytest.raises(InputError, match=r"it holds annotations/.*set dataset.annotations"):
        CocoMasks(str(home))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("0 0.5 0.5 0.1 0.1", "is a box, no outline"),
        ("0 0.5 0.5 0.1 0.1 0.2", "three corners or more"),
        ("7 0.1 0.1 0.2 0.1 0.2 0.2", "there is no class 7"),
        ("0 10 10 20 10 20 20", "shares of the picture"),
        ("root 0.1 0.1 0.2 0.1 0.2 0.2", "no class and numbers"),
        ("0 nan 0.1 0.2 0.1 0.2 0.2", "three corners or more"),
    ],
)
def test_a_line_that_is_no_outline_is_named(line: str, words: str, tmp_path: Path) -> None:
    home = outlined.write("yolo", tmp_path)
    (home / "labels" / "b.txt").write_text(f"\n{line}\n")
    with pytest.raises(InputError, match=words) as refused:
        YoloMasks(str(home))
    assert "b.txt, line 2" in str(refused.value)
