"""Tags from a table, for scores to be sliced by."""

from pathlib import Path

import pytest

from src.core import InputError
from tests.data.every import FILES, write
from tests.data.pictures import cut


def table(folder: Path, text: str) -> str:
    file = folder / "tags.csv"
    file.write_bytes(text.encode())
    return str(file)


@pytest.mark.parametrize("kind", FILES)
def test_every_dataset_of_files_takes_tags(tmp_path: Path, kind: str) -> None:
    home = write(kind, tmp_path / "home")
    plain = FILES[kind](home)
    tags = table(tmp_path, "name,site,stain\na,north,\nc,south,dapi\n")
    dataset = FILES[kind](home, tags=tags)
    assert [dict(entry.tags) for entry in dataset.entries] == [
        {"site": "north"},
        {},
        {"site": "south", "stain": "dapi"},
    ]
    assert dataset.read(dataset.entries[2]).picture.entry.tags["site"] == "south"
    assert dataset.fingerprint == plain.fingerprint
    assert [entry.id for entry in dataset.entries] == [entry.id for entry in plain.entries]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffname,site\r\na,x\r\nb,y\r\n",
        "site, name\nx, a\ny, b\n",
        'name,site\n"a","x"\n\n"b",y\n,,\n',
        'name, note, site,,\na, "one, two", x,,\nb,,y,,\n',
    ],
    ids=["spreadsheet", "spaces and order", "quotes and blank lines", "commas"],
)
def test_tables_come_in_many_forms(tmp_path: Path, text: str) -> None:
    home = write("folder", tmp_path / "home")
    dataset = FILES["folder"](home, tags=table(tmp_path, text))
    assert [entry.tags.get("site") for entry in dataset.entries] == ["x", "y", None]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "needs the columns name, has none"),
        ("file,site\na,x\n", "needs the columns name, has file,site"),
        ("name,site\na,x\na,y\n", "'a' has two lines; keep one"),
        (
            "name,site\nx,1\na,1\n",
            "names 'x', of which there is no sample; .* called 'a', 'b', 'c'",
        ),
        ("name\n4\n3\n2\n1\n", "names '1', '2', '3', …, of which"),
        ("name,site,site\na,x,y\n", "has the column 'site' twice"),
        ("name,site\na,x,y\n", "'a' has more cells than there are columns"),
    ],
)
def test_a_bad_table_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    home = write("folder", tmp_path / "home")
    with pytest.raises(InputError, match=rf"^dataset\.tags: .*tags\.csv.*{sentence}"):
        FILES["folder"](home, tags=table(tmp_path, text))


def test_a_table_that_is_not_there_or_no_text_is_named(tmp_path: Path) -> None:
    home = write("folder", tmp_path / "home")
    with pytest.raises(InputError, match=r"^dataset\.tags: nowhere\.csv does not exist"):
        FILES["folder"](home, tags="nowhere.csv")
    (tmp_path / "tags.csv").write_bytes(b"name\n\xff\n")
    with pytest.raises(InputError, match=r"^dataset\.tags: .*tags\.csv cannot be read as UTF-8"):
        FILES["folder"](home, tags=str(tmp_path / "tags.csv"))


def test_what_was_skipped_may_have_tags(tmp_path: Path) -> None:
    home = write("folder", tmp_path / "home")
    cut(home / "images" / "b.png")
    tags = table(tmp_path, "name,site\na,x\nb,y\n")
    assert len(FILES["folder"](home, tags=tags, on_error="skip")) == 2


def test_what_nobody_painted_may_have_tags(tmp_path: Path) -> None:
    home = write("rootpainter", tmp_path / "home")
    (home / "annotations" / "train" / "b.png").unlink()
    tags = table(tmp_path, "name,site\na,x\nb,y\n")
    assert len(FILES["rootpainter"](home, tags=tags)) == 2
