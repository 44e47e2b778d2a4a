"""What is remembered of files, and when it must not be."""

import hashlib
import multiprocessing
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError
from src.data.files import hashes, shelf
from src.data.files.hashes import Facts, HashCache, Seen, content_id, digest_id
from src.data.files.shelf import Row, Shelf
from tests.data.every import FILES, write
from tests.data.pictures import cut, photograph, save

FILE = f"files-{shelf.VERSION}.sqlite"


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files need not be old to be believed."""
    monkeypatch.setattr(hashes, "RACY", -(10**9))


@pytest.fixture
def image(tmp_path: Path) -> Path:
    return save(tmp_path / "a.png", photograph(1))


def unread(content: bytes, path: Path) -> Seen:  # noqa: ARG001
    raise AssertionError(f"{path} was read")


def pair(content: bytes, path: Path) -> Seen:  # noqa: ARG001
    return (2, 3), {"look": "binary", "pieces": 4, "mean": 0.5}


def look(path: Path, reading: str = "pair", by: hashes.Look = pair) -> Facts:
    """What a process sees that begins now."""
    with HashCache([path.parent]) as cache:
        return cache.facts(path, reading, by)


@pytest.mark.usefixtures("settled")
def test_what_was_seen_is_known_without_reading(image: Path) -> None:
    seen = look(image)
    assert seen.id == content_id(image.read_bytes())
    assert look(image, by=unread) == seen == Facts(seen.digest, (2, 3), seen.details)


@pytest.mark.usefixtures("settled")
def test_another_way_of_reading_is_another_memory(image: Path) -> None:
    look(image)
    with pytest.raises(AssertionError):
        look(image, "other", unread)


@pytest.mark.usefixtures("settled")
def test_a_file_is_known_from_whatever_folder_it_is_asked(image: Path) -> None:
    seen = look(image)
    with HashCache() as cache:
        assert cache.facts(image, "pair", unread) == seen


def test_a_file_that_changed_just_now_is_not_believed(image: Path) -> None:
    look(image)
    with pytest.raises(AssertionError):
        look(image, by=unread)


def replaced_in_place(image: Path, content: bytes) -> None:
    image.write_bytes(content)


def replaced_by_another(image: Path, content: bytes) -> None:
    other = image.with_name("other.png")
    other.write_bytes(content)
    other.replace(image)


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("replace", [replaced_in_place, replaced_by_another])
def test_a_replaced_file_is_noticed_though_its_size_and_time_are_the_same(
    image: Path, replace: object
) -> None:
    before, status = look(image), image.stat()
    time.sleep(0.02)  # the clock of a file system ticks every few milliseconds
    replace(image, image.read_bytes()[::-1])  # type: ignore[operator]
    os.utime(image, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (image.stat().st_size, image.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    after = look(image)
    assert after.digest != before.digest
    assert after.id == content_id(image.read_bytes())


@pytest.mark.usefixtures("settled")
def test_a_file_that_changes_while_it_is_read_is_not_remembered(image: Path) -> None:
    def edit(content: bytes, path: Path) -> Seen:
        path.write_bytes(content + b"more")
        return (1, 1), {}

    look(image, by=edit)
    with pytest.raises(AssertionError):
        look(image, by=unread)


@pytest.mark.usefixtures("settled")
def test_an_error_is_not_remembered_as_anything(image: Path) -> None:
    whole = image.read_bytes()
    cut(image)
    for _ in range(2):
        with HashCache() as cache, pytest.raises(InputError, match="truncated"):
            cache.measured(image)
    image.write_bytes(whole)
    with HashCache() as cache:
        assert cache.measured(image).shape == (20, 24)


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with HashCache() as cache, pytest.raises(InputError, match=r"b\.png cannot be read"):
        cache.measured(tmp_path / "b.png")


@pytest.mark.usefixtures("settled")
def test_names_that_are_no_text_are_remembered_too(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.png")
    path.write_bytes(b"x")
    seen = look(path)
    assert look(path, by=unread) == seen


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("obstacle", ["file", "garbage", "folder", "off"])
def test_without_a_usable_cache_files_are_just_read(
    image: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, obstacle: str
) -> None:
    if obstacle == "file":
        (cache / "occupied").touch()
        monkeypatch.setenv("BRUSHWORK_CACHE", str(cache / "occupied" / "below"))
    elif obstacle == "garbage":
        (cache / FILE).write_bytes(b"no database" * 1000)
    elif obstacle == "folder":
        (cache / FILE).mkdir()
    else:
        monkeypatch.setenv("BRUSHWORK_CACHE", "")
    assert look(image).shape == (2, 3)


@pytest.mark.usefixtures("settled")
def test_a_damaged_cache_is_replaced(image: Path, cache: Path) -> None:
    (cache / FILE).write_bytes(b"no database" * 1000)
    look(image)
    look(image)
    assert look(image, by=unread).shape == (2, 3)


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize(
    "damage",
    ["details = '{'", "details = '[]'", "digest = x'00'", "height = 'tall'", "width = NULL"],
)
def test_a_row_that_makes_no_sense_is_ignored(image: Path, cache: Path, damage: str) -> None:
    seen = look(image)
    with closing(sqlite3.connect(cache / FILE)) as connection, connection:
        connection.execute(f"UPDATE files SET {damage}")  # noqa: S608
    assert look(image) == seen


@pytest.mark.usefixtures("settled")
def test_a_cache_that_others_keep_busy_is_done_without(
    image: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(image)
    monkeypatch.setattr(shelf, "BUSY", 0.01)
    with closing(sqlite3.connect(cache / FILE)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert look(image).shape == (2, 3)


def row(name: str, week: int) -> Row:
    return Row(f"/x/{name}".encode(), "size", "1 2 3 4", bytes(32), 1, 1, "{}", week)


def test_what_was_not_used_for_longest_goes_when_there_is_too_much(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST", 6)
    monkeypatch.setattr(shelf, "KEPT", 4)
    Shelf(cache).put([row(str(week), week) for week in (7, 1, 6, 2, 5, 3)])
    assert len(Shelf(cache).below(b"/x")) == 6
    Shelf(cache).put([row("8", 8)])
    assert [kept.week for kept in Shelf(cache).below(b"/x")] == [5, 6, 7, 8]


def test_a_folder_does_not_answer_for_its_namesakes(cache: Path) -> None:
    rows = [row(name, 1)._replace(path=f"/{name}".encode()) for name in ("a/1", "ab/1", "a/b/1")]
    Shelf(cache).put(rows)
    assert [known.path for known in Shelf(cache).below(b"/a")] == [b"/a/1", b"/a/b/1"]


@pytest.mark.usefixtures("settled")
def test_what_is_used_stays_young(
    image: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hashes, "this_week", lambda: 10)
    look(image)
    monkeypatch.setattr(hashes, "this_week", lambda: 11)
    look(image, by=unread)
    assert [known.week for known in Shelf(cache).below(os.fsencode(image.parent))] == [11]


def test_the_users_cache_is_where_the_desktop_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BRUSHWORK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert shelf.cache_folder() == tmp_path / "brushwork"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert shelf.cache_folder() == tmp_path / ".cache" / "brushwork"


def test_the_id_of_several_files_depends_on_their_order() -> None:
    contents = [b"a", b"b"]
    assert content_id(*contents) != content_id(*contents[::-1])
    digests = [hashlib.sha256(content).digest() for content in contents]
    assert digest_id(*digests) == content_id(*contents)


@pytest.mark.usefixtures("settled")
@pytest.mark.parametrize("kind", FILES)
def test_a_second_listing_reads_no_image(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    home = write(kind, tmp_path)
    first = FILES[kind](home)
    monkeypatch.setattr(hashes, "load", lambda path: unread(b"", path))
    second = FILES[kind](home)
    assert second.entries == first.entries
    assert second.fingerprint == first.fingerprint
    ours, theirs = (dataset.read(first.entries[1]) for dataset in (first, second))
    assert np.array_equal(ours.picture.pixels, theirs.picture.pixels)


@pytest.mark.usefixtures("settled")
def test_an_edited_mask_is_another_truth_though_the_rest_is_remembered(tmp_path: Path) -> None:
    home = write("folder", tmp_path)
    before = FILES["folder"](home)
    save(home / "masks" / "b.png", 255 - 254 * (photograph(7, (30, 40)) > 99).astype(np.uint8))
    after = FILES["folder"](home, kind="binary")
    changed = [a.truth_id != b.truth_id for a, b in zip(before.entries, after.entries, strict=True)]
    assert changed == [False, True, False]


def listed(home: str) -> str:
    hashes.RACY = -(10**9)
    return FILES["folder"](Path(home)).fingerprint


def test_processes_may_list_at_once(tmp_path: Path, cache: Path) -> None:
    for number in range(40):
        save(tmp_path / "images" / f"{number}.png", photograph(number))
        save(tmp_path / "masks" / f"{number}.png", photograph(number, (20, 24)) // 128 * 255)
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        fingerprints = pool.map(listed, [str(tmp_path)] * 6)
    assert len(set(fingerprints)) == 1
    assert len(Shelf(cache).below(os.fsencode(tmp_path))) == 80
