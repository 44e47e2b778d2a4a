"""Files that cannot be taken in: one sentence, and nothing is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError
from src.data.refsets.exchange.exchanging import export_set, import_set
from tests.data.refsets.exchange.sets import painted_set, race_set
from tests.data.refsets.making import new_set


def _at(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(said: Any) -> None:
        for key in path[:-1]:
            said = said[key]
        said[path[-1]] = value

    return change


COCO = [
    (_at("images", value=7), "images: must be a list"),
    (_at("images", 0, "file_name", value="../../x.png"), "not below"),
    (_at("images", 0, "width", value=61), "its labels are for 61×40"),
    (_at("images", 0, "part", value="half"), r"images\[0\].part: 'half' is no part"),
    (_at("annotations", 1, "id", value=1), r"annotations\[1\].id: the id 1 is there twice"),
    (_at("annotations", 0, "image_id", value=99), "there is no image 99"),
    (_at("annotations", 0, "category_id", value=99), "there is no category 99"),
    (_at("annotations", 0, "bbox", value=[1, 2, 3]), "must be x, y, width, height"),
    (_at("annotations", 0, "bbox", value=[1, 2, -3, 4]), r"annotations\[0\].bbox\[2\]: must be"),
    (_at("annotations", 0, "bbox", value=[50, 2, 30, 4]), "outside 0 to 1"),
    (_at("annotations", 0, "attributes", "scope", value="b"), "attributes.scope: 'b' is no scope"),
    (_at("annotations", 0, "attributes", "links", value=[5]), "no box|loose|there is no"),
    (_at("categories", 0, "name", value="dog"), "'dog' is none of"),
]


@pytest.mark.parametrize(("change", "sentence"), COCO)
def test_coco(tmp_path: Path, change: Callable[[Any], None], sentence: str) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", "coco")
        file = tmp_path / "out/annotations.json"
        said = json.loads(file.read_text())
        change(said)
        file.write_text(json.dumps(said, indent=1))
        with pytest.raises(InputError, match=sentence) as caught:
            import_set(new, tmp_path / "out", "coco")
        assert "\n" not in str(caught.value)
        assert new.photos() == []


STUDIO = [
    (_at("annotations", 0, "result", 0, "value", "x", value="1"), "x: must be a number"),
    (_at("annotations", 0, "result", 0, "value", "width", value=0), "must be above 0"),
    (_at("annotations", 0, "result", 0, "value", "rotation", value=30), "is turned by 30"),
    (_at("annotations", 0, "result", 0, "value", "rectanglelabels", value=["x"]), "'x' is none of"),
    (_at("annotations", 0, "result", 0, "original_width", value=1), "gives its image the sizes"),
    (_at("data", value={"image": "/nowhere/else.png"}), "no photo of the set is called 'else.png'"),
]


@pytest.mark.parametrize(("change", "sentence"), STUDIO)
def test_label_studio(tmp_path: Path, change: Callable[[Any], None], sentence: str) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", "label-studio")
        file = tmp_path / "out/tasks.json"
        tasks = json.loads(file.read_text())
        change(tasks[0])
        file.write_text(json.dumps(tasks))
        with pytest.raises(InputError, match=sentence) as caught:
            import_set(new, tmp_path / "out", "label-studio")
        assert "task 1" in str(caught.value)
        assert new.photos() == []


@pytest.mark.parametrize(
    ("file", "text", "sentence"),
    [
        ("labels/race/0.txt", "0 0.5 0.5 0.2\n", "line 1"),
        ("labels/race/0.txt", "99 0.5 0.5 0.2 0.2\n", "line 1.*'99' is none of"),
        ("labels/race/0.txt", "0 0.95 0.5 0.2 0.2\n", "line 1: its box leaves the picture"),
        ("data.yaml", "names: 7\n", "names must be a list"),
        ("data.yaml", "names: [\n", "is no YAML"),
    ],
)
def test_yolo(tmp_path: Path, file: str, text: str, sentence: str) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new") as new:
        export_set(refset, tmp_path / "out", "yolo")
        (tmp_path / "out" / file).write_text(text)
        with pytest.raises(InputError, match=sentence):
            import_set(new, tmp_path / "out", "yolo")
        assert new.photos() == []


def test_a_torn_file_names_its_line(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "coco")
        file = tmp_path / "out/annotations.json"
        file.write_text(file.read_text()[:300])
        with pytest.raises(InputError, match=r"annotations.json, line \d+: is not JSON"):
            import_set(refset, file, "coco")


def test_a_mask_of_another_size_is_refused(tmp_path: Path) -> None:
    with painted_set(tmp_path / "set") as refset:
        export_set(refset, tmp_path / "out", "masks")
        first, *_ = sorted((tmp_path / "out/masks").iterdir())
        small, *_ = sorted((tmp_path / "out/images").iterdir())
        from PIL import Image

        with Image.open(first) as image:
            image.resize((30, 20)).save(first)
        assert small.exists()
        with pytest.raises(InputError, match="its labels are for 30×20 but"):
            import_set(refset, tmp_path / "out", "masks")


def test_a_format_of_another_kind_of_set_is_refused(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset, new_set(tmp_path / "new", ("masks",)) as new:
        export_set(refset, tmp_path / "out", "coco")
        with pytest.raises(InputError, match="has bibs"):
            import_set(new, tmp_path / "out", "coco")
