"""What a set says of itself."""

import datetime
from pathlib import Path

import pytest

from src.core import InputError
from src.data.refsets import About, ReferenceSet
from tests.data.refsets.making import new_set


def test_it_is_written_and_read_the_same(tmp_path: Path) -> None:
    about = About(
        "Park run",
        ("links", "faces", "bibs"),
        source="own photos",
        licence="CC0",
        legal_basis="consent",
        contact="ann@example.org",
        expiry=datetime.date(2030, 1, 2),
    )
    about.write(tmp_path)
    assert About.read(tmp_path) == about
    assert about.dimensions == ("bibs", "faces", "links")
    assert (about.expired(datetime.date(2030, 1, 2)), about.is_synthetic) == (False, False)
    assert about.expired(datetime.date(2030, 1, 3))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title: x\n", "about.yaml: dimensions is missing"),
        ("dimensions: [masks]\n", "about.yaml: title is missing"),
        ("title: x\ndimensions: [boxes]\n", "about.yaml: dimensions: 'boxes' is none"),
        ("title: x\ndimensions: [links, bibs]\n", "links are between bibs and faces"),
        ("title: x\ndimensions: masks\n", "dimensions must be a list such as"),
        ("title: [x]\ndimensions: [masks]\n", "about.yaml: title must be text"),
        ("title: x\ndimensions: [masks]\ncolour: red\n", "'colour' is no key of it"),
        ("title: x\ndimensions: [masks]\nexpiry: soon\n", "expiry must be a day such as"),
        ("title: x\ndimensions: [masks]\nexpiry: 2030-01-01 10:00:00\n", "expiry must be a day"),
        ("- a\n", "must be keys with values"),
        ("title: {\n", "is no YAML"),
    ],
)
def test_a_wrong_file_is_one_sentence_with_the_key(
    tmp_path: Path, text: str, complaint: str
) -> None:
    (tmp_path / "about.yaml").write_text(text)
    with pytest.raises(InputError, match=complaint):
        About.read(tmp_path)


def test_a_folder_without_one_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"is no reference set: it has no about\.yaml"):
        ReferenceSet.open(tmp_path)
    with pytest.raises(InputError, match=r"--set: .*nowhere does not exist"):
        ReferenceSet.open(tmp_path / "nowhere")


def test_a_set_may_get_another_dimension_later(tmp_path: Path) -> None:
    new_set(tmp_path / "set", ("bibs",), photos=1).close()
    About("test", ("bibs", "faces", "links")).write(tmp_path / "set")
    again = ReferenceSet.open(tmp_path / "set")
    assert again.dimensions == ("bibs", "faces", "links")
    query = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'photos_by_state_%'"
    assert again.database.connection.execute(query).fetchone() == (1,)
