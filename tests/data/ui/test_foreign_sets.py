"""Sets of screenshots from elsewhere reach no file outside, and nothing in them hangs a reader."""

import json
import os
from itertools import product
from pathlib import Path

import pytest

from src.core import InputError
from tests.data.every import FILES, SCREENS
from tests.data.ui import screens
from tests.data.ui.screens import coco, sample, task, write_document

pytestmark = pytest.mark.attack("files of screenshots that name or are others", kind="inputs")

KINDS = [made.__name__ for made in SCREENS]
DESCRIBED = {
    "ui": "annotations.json", "ui_osworld_g": "annotations.json", "ui_coco": "annotations.json",
    "ui_screenspot": "ground_truth.json", "ui_yolo": "labels/a.txt",
}  # fmt: skip
NAMED = ("../../images/outside.png", "{outside}", "link.png")


@pytest.fixture(name="home")
def home_fixture(tmp_path: Path) -> Path:
    """A folder with a picture beside it that is no business of the set's."""
    home = tmp_path / "set"
    home.mkdir()
    screens.write_pictures(tmp_path, "outside")
    return home


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", ["pipe", "device", "circle"])
def test_what_is_no_plain_file_is_said_at_once(home: Path, kind: str, what: str) -> None:
    screens.write(kind, home)
    file = home / DESCRIBED[kind]
    file.unlink()
    if what == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero" if what == "device" else file)
    with pytest.raises(InputError) as said:
        FILES[kind](home)
    assert len(str(said.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("kind", "named"),
    [*product(("ui", "ui_coco", "ui_screenspot"), NAMED), ("ui_yolo", "link.png")],
)
def test_no_picture_outside_the_set_is_read(home: Path, kind: str, named: str) -> None:
    outside = home.parent / "images" / "outside.png"
    screens.write(kind, home)
    (home / "images" / "link.png").symlink_to(outside)
    image = named.format(outside=outside)
    if kind == "ui":
        inner = image if image.startswith("/") else f"images/{image}"
        write_document(home, screens.document(sample("a", image=inner)))
    elif kind == "ui_coco":
        given = coco("a")
        given["images"][0]["file_name"] = image
        (home / "annotations.json").write_text(json.dumps(given))
    elif kind == "ui_screenspot":
        (home / "ground_truth.json").write_text(json.dumps([{**task(), "image": image}]))
    with pytest.raises(InputError, match="which is not below"):
        FILES[kind](home)


@pytest.mark.parametrize("key", ["id", "image_id", "category_id"])
def test_an_id_that_is_a_list_is_one_sentence(home: Path, key: str) -> None:
    screens.write("ui_coco", home)
    given = coco("a")
    given["annotations"][0][key] = []
    (home / "annotations.json").write_text(json.dumps(given))
    with pytest.raises(InputError, match=f"{key} must be a number, got"):
        FILES["ui_coco"](home)
