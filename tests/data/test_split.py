from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.core import SPLITS, Entry, InputError
from src.data.split import Split


def test_the_fractions_are_met_in_the_long_run() -> None:
    split = Split()
    counts = Counter(split.of(str(number), "") for number in range(10_000))
    assert {name: round(count / 10_000, 1) for name, count in counts.items()} == {
        "train": 0.6,
        "val": 0.2,
        "test": 0.2,
    }


@given(st.text(), st.text(), st.text())
def test_only_the_id_and_the_salt_decide(id: str, name: str, salt: str) -> None:
    assert Split(salt=salt).of(id, name) == Split(salt=salt).of(id, "another name")


def test_another_salt_gives_another_assignment() -> None:
    ids = [str(number) for number in range(100)]
    one, other = Split(), Split(salt="b")
    assert [one.of(each, "") for each in ids] != [other.of(each, "") for each in ids]


@pytest.mark.parametrize("only", SPLITS)
def test_a_split_may_take_everything(only: str) -> None:
    split = Split(fractions={name: float(name == only) for name in SPLITS})
    assert {split.of(str(number), "") for number in range(200)} == {only}


@pytest.mark.parametrize(
    ("fractions", "sentence"),
    [
        ({"train": 1.0}, "split.fractions needs"),
        ({"train": 0.5, "val": 0.2, "test": 0.2}, "sum to 1, got 0.9"),
        ({"train": 1.5, "val": -0.5, "test": 0.0}, "must be >= 0"),
        ({"train": float("nan"), "val": 0.0, "test": 0.0}, "sum to 1, got nan"),
        ({"train": "most", "val": 0.0, "test": 0.0}, "must be numbers"),
    ],
)
def test_fractions_must_make_sense(fractions: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        Split(fractions=fractions)


def entries(count: int, start: int = 0) -> list[Entry]:
    return [Entry(f"id {n}", f"name {n}", "train") for n in range(start, start + count)]


def counted(found: Sequence[Entry]) -> tuple[int, ...]:
    counts = Counter(entry.split for entry in found)
    return tuple(counts[split] for split in SPLITS)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (21, (13, 4, 4)),
        (10, (6, 2, 2)),
        (20, (12, 4, 4)),
        (5, (3, 1, 1)),
        (3, (1, 1, 1)),
        (2, (1, 0, 1)),
        (1, (1, 0, 0)),
        (0, (0, 0, 0)),
    ],
)
def test_a_small_set_has_the_asked_shares(count: int, expected: tuple[int, ...]) -> None:
    assert counted(Split(small=100).shared(entries(count))) == expected


@given(st.integers(1, 99), st.integers(0, 1000))
def test_one_more_sample_moves_each_border_by_one_at_most(count: int, start: int) -> None:
    split = Split(small=101)
    before = {own.id: own.split for own in split.shared(entries(count, start))}
    after = {own.id: own.split for own in split.shared(entries(count + 1, start))}
    moved = [own for own in before if before[own] != after[own]]
    assert len(moved) <= 2


def test_the_order_of_files_and_their_names_decide_nothing() -> None:
    split, own = Split(small=100), entries(30)
    one = {entry.id: entry.split for entry in split.shared(own)}
    renamed = [replace(entry, name=f"other {entry.name}") for entry in reversed(own)]
    assert {entry.id: entry.split for entry in split.shared(renamed)} == one


def test_a_large_set_and_a_listed_one_are_left_as_they_are(tmp_path: Path) -> None:
    assert Split(small=30).shared(entries(30)) == entries(30)
    assert Split().shared(entries(3)) == entries(3)
    assert replace(listed(tmp_path, "name,split\n"), small=100).shared(entries(3)) == entries(3)


def test_equal_pictures_share_a_split() -> None:
    twins = [replace(entry, id="twin") for entry in entries(4)] + entries(6, 10)
    found = Split(small=100).shared(twins)
    assert len({entry.split for entry in found if entry.id == "twin"}) == 1
    assert {entry.split for entry in found} == set(SPLITS)


def listed(folder: Path, text: str) -> Split:
    file = folder / "split.csv"
    file.write_bytes(text.encode())
    return Split(file=str(file))


@pytest.mark.parametrize(
    "text",
    [
        "name,split\na,test\nb,train\n",
        "\ufeffname,split\r\na,test\r\nb,train\r\n",
        "split,note,name\ntest,,a\ntrain,x,b\n",
        "name, split\na, test\nb, train\n",
    ],
    ids=["plain", "spreadsheet", "more columns", "spaces"],
)
def test_a_file_decides_by_name(tmp_path: Path, text: str) -> None:
    split = listed(tmp_path, text)
    assert (split.of("1", "a"), split.of("2", "b")) == ("test", "train")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a,test\n", r"split\.csv: needs the columns name,split"),
        ("", r"split\.csv: needs the columns name,split"),
        ("name,split\na,exam\n", r"split\.csv: 'exam' is not a split"),
        ("name,split\na\n", r"split\.csv: '' is not a split"),
        ("name,split\na,test\na,train\n", r"split\.csv: 'a' is in test and in train"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        listed(tmp_path, text)


def test_an_absent_file_and_an_absent_name_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"split\.file: nowhere\.csv does not exist"):
        Split(file="nowhere.csv")
    with pytest.raises(InputError, match=r"split\.csv: no split for 'b'; add a line"):
        listed(tmp_path, "name,split\na,test\n").of("2", "b")


def test_a_file_of_other_bytes_is_named(tmp_path: Path) -> None:
    (tmp_path / "split.csv").write_bytes(b"name,split\n\xff,test\n")
    with pytest.raises(InputError, match=r"split\.csv cannot be read as UTF-8"):
        Split(file=str(tmp_path / "split.csv"))
