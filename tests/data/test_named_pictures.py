"""What tasks and projects name is read below the folder that was given, and nowhere else."""

import json
from pathlib import Path

import pytest

from src.core import InputError
from src.data.label_studio import LabelStudio
from src.data.rootpainter import RootPainter
from src.data.split import Split
from tests.data.every import write
from tests.data.studio_tasks import brush, square, task, write_image, write_tasks

NAMED = "pictures, projects and tables that name what is not theirs"
pytestmark = pytest.mark.attack(NAMED, kind="inputs")


def labelled(folder: Path, image: str) -> LabelStudio:
    write_tasks(folder, task(image, brush(square(2, 2)), source="annotations"))
    return LabelStudio(str(folder))


@pytest.mark.parametrize(
    "form", ["{}", "../outside/{name}", "../../{}", "~/../..{}", "/data/local-files/?d={}"]
)
def test_a_task_reaches_no_picture_outside_its_folder(tmp_path: Path, form: str) -> None:
    secret = write_image(tmp_path / "outside" / "secret.png")
    with pytest.raises(InputError, match=r"its image is not below \S*inside: copy it there"):
        labelled(tmp_path / "inside", form.format(secret, name=secret.name))


def test_a_path_below_the_folder_is_taken(tmp_path: Path) -> None:
    image = write_image(tmp_path / "inside" / "deep" / "a.png")
    assert [entry.name for entry in labelled(tmp_path / "inside", str(image)).entries] == ["a"]


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    secret = write_image(tmp_path / "outside" / "secret.png")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "a.png").symlink_to(secret)
    with pytest.raises(InputError, match=r"names \S*a\.png, which is not below \S*inside"):
        labelled(tmp_path / "inside", "a.png")


def test_a_link_within_the_folder_is_taken(tmp_path: Path) -> None:
    image = write_image(tmp_path / "inside" / "kept" / "a.png")
    (tmp_path / "inside" / "b.png").symlink_to(image)
    assert len(labelled(tmp_path / "inside", "b.png")) == 1


@pytest.fixture(name="project")
def project_fixture(tmp_path: Path) -> Path:
    """A project whose pictures lie outside its folder of datasets."""
    project = write("rootpainter", tmp_path / "project")
    (project / "datasets").rename(tmp_path / "outside")
    (project / "datasets").mkdir()
    return project


@pytest.mark.parametrize("named", ["../../outside", "{outside}", "link"])
def test_a_project_reaches_no_folder_outside_its_datasets(project: Path, named: str) -> None:
    outside = project.parent / "outside"
    (project / "datasets" / "link").symlink_to(outside)
    content = json.dumps({"dataset": named.format(outside=outside)})
    (project / "p.seg_proj").write_text(content)
    with pytest.raises(InputError, match=r"dataset names \S*, which is not below \S*datasets: set"):
        RootPainter(str(project))
    assert len(RootPainter(str(project), images=str(outside))) == 3


@pytest.mark.parametrize(
    "content",
    [
        "[" * 10_000, json.dumps({"dataset": "x" * 5000}), '{"dataset": "\\ud800"}', "{}", "null",
        "3",
        json.dumps({"dataset": "a\0b"}), json.dumps({"dataset": "a\nb"}),
        json.dumps({"dataset": []}),
        json.dumps({"dataset": None}), "", '{"dataset": ' * 500,
    ],
)  # fmt: skip
def test_a_strange_project_file_is_said_in_one_line(project: Path, content: str) -> None:
    (project / "p.seg_proj").write_text(content)
    with pytest.raises(InputError, match=r"^[^\n]{1,900}$"):
        RootPainter(str(project))


@pytest.mark.parametrize(
    "content",
    [b'name,split\n"a,train\nb,val\n', b'name,split\na,"train', b"name,split\na\0,train\n",
    b"\xff\xfe",
     b'name,split\n"a\nb",train\n'],
)  # fmt: skip
def test_a_table_with_an_open_quote_is_said_in_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "split.csv").write_bytes(content)
    with pytest.raises(InputError, match=r"^split\.file: [^\n]*split\.csv[^\n]*$"):
        Split(file=str(tmp_path / "split.csv"))
