"""What we write, read by the programs of others."""

import json
from pathlib import Path

import pytest
from pycocotools.coco import COCO

from src.data.folder import Folder
from src.data.refsets.exchange.exchanging import export_set, import_set
from src.data.refsets.exchange.painting import painted
from src.data.rootpainter import RootPainter
from src.data.ui.yolo import YoloScreens
from tests.data.refsets.exchange.sets import painted_set, race_set, screens_set
from tests.data.refsets.making import new_set


def test_pycocotools_reads_boxes_in_pixels(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "coco")
        coco = COCO(tmp_path / "out/annotations.json")
        sha = refset.photo("race/0.png").sha
        image = next(one for one in coco.imgs.values() if one["sha256"] == sha)
        drawn = coco.loadAnns(coco.getAnnIds(imgIds=[image["id"]]))
        named = {coco.cats[one["category_id"]]["name"]: one for one in reversed(drawn)}
        assert named["bib"]["bbox"] == pytest.approx([6, 24, 12, 8])
        assert [one["ignore"] for one in drawn] == [0, 1, 0, 1]
        assert named["bib"]["attributes"]["links"] == [named["face"]["id"]]
        assert (tmp_path / "out/images" / image["file_name"]).read_bytes() == refset.content(sha)


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
def test_pycocotools_reads_the_paint(tmp_path: Path) -> None:
    with painted_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "coco")
        coco = COCO(tmp_path / "out/annotations.json")
        for image in coco.imgs.values():
            document = refset.labels(image["sha256"]).documents["masks"]
            for number, want in enumerate(painted(refset, document.mask), 1):
                (own,) = coco.getAnnIds(imgIds=[image["id"]], catIds=[number])
                assert coco.anns[own]["area"] == want.sum()
                assert (coco.annToMask(coco.anns[own]) == want).all()


def test_label_studio_reads_the_brush_and_our_own_tasks(tmp_path: Path) -> None:
    brush = pytest.importorskip("label_studio_sdk.converter.brush")
    with painted_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "label-studio")
        tasks = json.loads((tmp_path / "out/tasks.json").read_text())
        task = next(one for one in tasks if one["annotations"])
        document = refset.labels(task["data"]["sha256"]).documents["masks"]
        for result, want in zip(
            task["annotations"][0]["result"], painted(refset, document.mask), strict=False
        ):
            values = brush.decode_rle(result["value"]["rle"]).reshape(40, 60, 4)
            assert ((values[..., 3] > 0) == want).all()


def test_label_studio_reads_rectangles(tmp_path: Path) -> None:
    """Its own converter turns our percents back into the pixels of our COCO file."""
    rectangles = pytest.importorskip("label_studio_sdk.converter.utils")
    with race_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "label-studio")
    tasks = json.loads((tmp_path / "out/tasks.json").read_text())
    result = tasks[0]["annotations"][0]["result"][0]
    value, width, height = result["value"], result["original_width"], result["original_height"]
    assert value["rectanglelabels"] == ["bib"]
    label = {**value, "original_width": width, "original_height": height}
    convert = getattr(rectangles, "convert_annotation_to_yolo", None)
    assert convert is not None
    assert convert(label) == pytest.approx((0.2, 0.7, 0.2, 0.2))


def test_label_studio_accepts_the_configuration(tmp_path: Path) -> None:
    interface = pytest.importorskip("label_studio_sdk.label_interface")
    with race_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "label-studio")
    config = interface.LabelInterface((tmp_path / "out/label_config.xml").read_text())
    config.validate()
    for task in json.loads((tmp_path / "out/tasks.json").read_text()):
        for work in (*task["annotations"], *task["predictions"]):
            assert all(
                one["type"] == "relation" or one["from_name"] in config._controls
                for one in work["result"]
            )


def test_our_own_datasets_read_what_is_exported(tmp_path: Path) -> None:
    with painted_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "masks", "masks")
        export_set(refset, tmp_path / "project", "rootpainter")
    assert len(Folder(str(tmp_path / "masks")).entries) == 2
    assert [entry.split for entry in RootPainter(str(tmp_path / "project")).entries] == [
        "val",
        "train",
    ]
    with screens_set(tmp_path / "screens") as refset:
        export_set(refset, tmp_path / "yolo", "yolo")
    (entry,) = (one := YoloScreens(str(tmp_path / "yolo"))).entries
    assert one.read(entry).truth.boxes.tolist() == [pytest.approx([6, 8, 18, 16])]


def test_a_file_of_others_says_what_its_categories_say(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", "coco")
        foreign = {
            "images": [{"id": 7, "file_name": "race/0.png", "width": 60, "height": 40}],
            "annotations": [{"id": 0, "image_id": 7, "category_id": 3, "bbox": [6, 4, 6, 8]}],
            "categories": [{"id": 3, "name": "face"}],
        }
        (tmp_path / "out/annotations.json").write_text(json.dumps(foreign))
        import_set(new, tmp_path / "out", "coco")
        documents = new.labels("race/0.png").documents
        assert len(documents["faces"].boxes) == 1
        assert documents["bibs"] is None  # nobody looked for bibs
