"""What comes from elsewhere is read within limits, and what goes beyond them is named."""

import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError
from src.data.files.foreign import DEEPEST, read_bytes, read_json, read_text, read_yaml, spoken
from src.data.files.inside import is_inside

pytestmark = pytest.mark.attack("files from elsewhere, read within limits", kind="inputs")

ADVICE = "ask for it again"


def written(folder: Path, content: bytes | str) -> Path:
    file = folder / "given"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("value", [None, 3, "a", [], {"a": [1, {"b": None}]}])
def test_json_and_yaml_give_what_was_written(tmp_path: Path, value: Any) -> None:
    file = written(tmp_path, json.dumps(value))
    assert read_json(file, ADVICE) == value
    assert read_yaml(file, ADVICE) == value


def test_depth_is_counted_alike(tmp_path: Path) -> None:
    for read in (read_json, read_yaml):
        read(written(tmp_path, nested(DEEPEST)), ADVICE)
        with pytest.raises(InputError, match=rf"given is nested deeper than {DEEPEST}: {ADVICE}$"):
            read(written(tmp_path, nested(DEEPEST + 1)), ADVICE)


@pytest.mark.parametrize("depth", [1000, 100_000])
def test_no_depth_ends_in_a_traceback(tmp_path: Path, depth: int) -> None:
    file = written(tmp_path, nested(depth))
    for read in (read_json, read_yaml):
        with pytest.raises(InputError, match=rf"^[^\n]*given [^\n]*: {ADVICE}$"):
            read(file, ADVICE)


@pytest.mark.parametrize(
    "text", ["a: &a [*a]", "a: &a [1]\nb: *a", "a: &a {b: 1}\nc:\n  <<: *a\n", "- &a 1\n- *a\n"]
)
def test_an_alias_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(
        InputError, match=r"given has an alias, which no configuration of a run has"
    ):
        read_yaml(written(tmp_path, text), ADVICE)


@pytest.mark.parametrize("text", ['["\\ud800"]', '{"\\udfff": 1}', '["\\ud83d \\ude00"]'])
def test_half_a_character_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"given has half a character"):
        read_json(written(tmp_path, text), ADVICE)


def test_a_whole_character_in_two_halves_is_one(tmp_path: Path) -> None:
    assert read_json(written(tmp_path, '["\\ud83d\\ude00"]'), ADVICE) == ["😀"]


def test_what_is_larger_than_the_limit_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, bytes(2**20 + 1))
    with pytest.raises(InputError, match="is larger than 1 MiB"):
        read_bytes(file, 2**20)
    assert len(read_bytes(file, 2**20 + 1)) == 2**20 + 1


def test_no_more_room_is_made_than_a_file_needs(tmp_path: Path) -> None:
    file = written(tmp_path, bytes(1000))
    tracemalloc.start()
    try:
        read_bytes(file)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not Path("/proc/self/status").is_file(), reason="there is no /proc here")
def test_a_file_that_does_not_know_its_size_is_refused() -> None:
    with pytest.raises(InputError, match="grew while it was read"):
        read_bytes(Path("/proc/self/status"))


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_only_a_plain_file_is_read(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "x.png"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "device":
        place.symlink_to("/dev/zero")
    else:
        place.mkdir()
    with pytest.raises(InputError, match=r"x\.png (is no plain file|cannot be read)"):
        read_bytes(place)


@pytest.mark.parametrize("name", ["absent", "x" * 5000, "a\0b"])
def test_what_cannot_be_there_is_said(name: str) -> None:
    with pytest.raises(InputError, match=r"^[^\n]* cannot be read \([^\n]*$"):
        read_bytes(Path(name))


def test_text_is_in_utf_8(tmp_path: Path) -> None:
    assert read_text(written(tmp_path, b"\xef\xbb\xbfa")) == "a"
    with pytest.raises(InputError, match="is no UTF-8 text"):
        read_text(written(tmp_path, b"\xff"))


def test_a_name_is_said_in_one_line() -> None:
    assert spoken("a\nb\ud800\u2028é") == "a\\nb\\ud800\\u2028é"


def test_inside_is_where_links_and_dots_lead(tmp_path: Path) -> None:
    root, beside = tmp_path / "root", tmp_path / "beside"
    root.mkdir()
    beside.mkdir()
    (root / "out").symlink_to(beside)
    (root / "in").symlink_to(root / "other")
    (root / "circle").symlink_to(root / "circle")
    for name in ("a", "a/../b", "in", "absent/b"):
        assert is_inside(root / name, root), name
    for name in ("..", "../beside", "out", "out/a", "/etc/passwd", "circle/../../x"):
        assert not is_inside(root / name, root), name
