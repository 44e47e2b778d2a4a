"""Wrong files are one sentence each, with file, line and key, and nothing of them is taken in."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.documented.taking import take_files
from tests.data.refsets import origin
from tests.data.refsets.making import RACE, label, new_set

SHA, OTHER = origin.sha_of(0), origin.sha_of(1)
BIBS, FACES, LINKS = "bib_ground_truth.json", "face_ground_truth.json", "bib_face_links.json"

Spoil = Callable[[origin.Files], Any]


def small() -> origin.Files:
    box = {"x": 0.1, "y": 0.1, "w": 0.2, "h": 0.2}
    return {
        "photo_index.json": {SHA: ["1.jpg"], OTHER: ["2.jpg"]},
        BIBS: {
            "version": 3,
            "photos": {
                SHA: {
                    "boxes": [{**box, "number": "7", "scope": "bib"}],
                    "tags": [],
                    "labeled": True,
                }
            },
        },
        FACES: {
            "version": 3,
            "photos": {SHA: {"boxes": [{**box, "scope": "keep"}], "tags": [], "labeled": True}},
        },
        LINKS: {"version": 3, "photos": {SHA: [[0, 0]]}},
        "face_identities.json": ["Ann"],
        "suggestions.json": {"photos": {SHA: {"bibs": [{**box, "number": "7"}], "faces": []}}},
    }


def first_box(file: str) -> Callable[[origin.Files], dict[str, Any]]:
    return lambda files: files[file]["photos"][SHA]["boxes"][0]


def said(file: str, **values: Any) -> Spoil:
    return lambda files: first_box(file)(files).update(values)


CASES: dict[str, tuple[Spoil, str, str, str]] = {
    "version 4": (
        lambda files: files[BIBS].update(version=4), BIBS, "version", "is 4, only 2 or 3",
    ),
    "version 3 of the links as text": (
        lambda files: files[LINKS].update(version="3"), LINKS, "version", "is '3', only 3",
    ),
    "an unknown scope": (
        said(BIBS, scope="banner"), BIBS, "boxes[0].scope", "'banner' is no scope; they are bib,",
    ),
    "a scope of faces on a bib": (said(BIBS, scope="keep"), BIBS, "boxes[0].scope", "is no scope"),
    "an unknown tag of a face": (
        said(FACES, tags=["tiny", "old"]), FACES, "boxes[0].tags[1]", "'old' is no tag of a face",
    ),
    "an unknown tag of a photo": (
        lambda files: files[BIBS]["photos"][SHA].update(tags=["sunny"]),
        BIBS, "tags[0]", "'sunny' is no tag of a photo's bibs",
    ),
    "a tag that is there twice": (
        said(FACES, tags=["tiny", "tiny"]), FACES, "boxes[0].tags[1]", "'tiny' is there twice",
    ),
    "a box outside": (said(BIBS, x=0.95), BIBS, "boxes[0].x", "reaches from 0.95 to 1.15"),
    "a box before the edge": (said(BIBS, y=-0.3), BIBS, "boxes[0].y", "outside 0 to 1"),
    "a box without width": (said(BIBS, w=0), BIBS, "boxes[0].w", "must be above 0, got 0"),
    "a box of negative height": (said(FACES, h=-0.1), FACES, "boxes[0].h", "must be above 0"),
    "a box that is half null": (said(FACES, h=None), FACES, "boxes[0].h", "is null"),
    "a coordinate that is text": (said(BIBS, x="0.1"), BIBS, "boxes[0].x", "must be a number"),
    "a coordinate that is true": (said(BIBS, x=True), BIBS, "boxes[0].x", "must be a number"),
    "a number that is no text": (said(BIBS, number=7), BIBS, "boxes[0].number", "must be text"),
    "an identity without letters": (said(FACES, identity=" "), FACES, "identity", "is empty"),
    "a flag that is no flag": (
        lambda files: files[BIBS]["photos"][SHA].update(labeled="yes"),
        BIBS, "labeled", "must be true or false",
    ),
    "an unknown part": (
        lambda files: files[BIBS]["photos"][SHA].update(split="test"),
        BIBS, "split", "'test' is no part; they are iteration, full",
    ),
    "boxes that are no list": (
        lambda files: files[BIBS]["photos"][SHA].update(boxes={}), BIBS, "boxes", "must be a list",
    ),
    "no boxes": (lambda files: files[BIBS]["photos"][SHA].pop("boxes"), BIBS, SHA, "is missing"),
    "a link to a face that is not there": (
        lambda files: files[LINKS]["photos"].update({SHA: [[0, 3]]}),
        LINKS, "[0][1]", "links to face 3, but the photo has 1",
    ),
    "a link of a photo without bibs": (
        lambda files: files[LINKS]["photos"].update({OTHER: [[0, 0]]}),
        LINKS, "[0][0]", "links to bib 0, but the photo has none",
    ),
    "a bib with two faces": (
        lambda files: files[LINKS]["photos"].update({SHA: [[0, 0], [0, 0]]}),
        LINKS, "[1]", "bib 0 has a face already",
    ),
    "a link of three": (
        lambda files: files[LINKS]["photos"].update({SHA: [[0, 0, 0]]}), LINKS, "[0]",
        "must be a bib and a face",
    ),
    "a photo that the index lacks": (
        lambda files: files[FACES]["photos"].update({origin.sha_of(9): {"boxes": []}}),
        FACES, origin.sha_of(9), "this photo is not in photo_index.json",
    ),
    "a hash that is none": (
        lambda files: files[BIBS]["photos"].update({"ABC": {"boxes": []}}), BIBS, "ABC",
        "is no SHA-256",
    ),
    "a name that is there twice": (
        lambda files: files["face_identities.json"].append("Ann"),
        "face_identities.json", "[1]", "'Ann' is there twice",
    ),
    "photos that are a list": (
        lambda files: files[BIBS].update(photos=[]), BIBS, "photos", "must be keys with values",
    ),
    "a path that is no text": (
        lambda files: files["photo_index.json"].update({SHA: [4]}), "photo_index.json", "[0]",
        "must be text",
    ),
    "a suggestion without sense": (
        lambda files: files["suggestions.json"]["photos"][SHA]["bibs"][0].update(w=-1),
        "suggestions.json", "bibs[0].w", "must not be below 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_value_is_named_with_its_file_line_and_key(
    templates: Path, tmp_path: Path, case: str
) -> None:
    spoil, file, key, complaint = CASES[case]
    files = small()
    spoil(files)
    folder = origin.write(tmp_path / "in", files)
    refset = ReferenceSet.open(templates / "empty")
    with pytest.raises(InputError) as refused:
        take_files(refset, folder)
    sentence = str(refused.value)
    place, _, rest = sentence.partition(": ")
    path, line, *_ = place.split(", ")
    assert path == str(folder / file)
    assert key in sentence
    assert complaint in rest
    assert "\n" not in sentence
    number = int(line.removeprefix("line "))
    assert _last_key(key) in "".join(_around((folder / file).read_text().splitlines(), number))
    assert refset.statistics().photos == 0


def _last_key(key: str) -> str:
    """What stands in the line of a key: its own name; of a place in a list, nothing to look for."""
    name = key.rpartition(".")[2].partition("[")[0]
    return "" if key.endswith("]") else name


def _around(lines: list[str], number: int) -> list[str]:
    assert 1 <= number <= len(lines)
    return lines[max(0, number - 2) : number]


def test_a_torn_file_offers_the_last_good_state(tmp_path: Path) -> None:
    refset = new_set(tmp_path / "set", RACE, photos=1)
    folder = origin.write(tmp_path / "in", small())
    text = (folder / BIBS).read_text()
    (folder / BIBS).write_text(text[: len(text) // 2])
    with pytest.raises(InputError, match=r"json, line \d+: is not JSON .* nothing was taken in"):
        take_files(refset, folder)
    label(refset, "0")
    with pytest.raises(InputError, match=r"last good state is in the set, as of 20\d\d.*export"):
        take_files(refset, folder)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"line 1: is not JSON \(Expecting value\)"),
        ('{"version": 3,\n "photos": {', r"line 2: is not JSON"),
        ('{"version": 3,\n "photos": {}\n}}', "line 3: is not JSON"),
        ('{"version": 3,\n "photos": {},\n}', "line 3: is not JSON"),
        ('{"version": 3\n "photos": {}}', r"line 2: is not JSON \(Expecting ',' delimiter\)"),
        ("[1]", "must be keys with values"),
        ('{"version": 3, "photos": {},\n "photos": {}}', "line 2: the key 'photos' is there twice"),
        (
            f'{{"version": 3, "photos": {{\n"{SHA}": {{"boxes": [],\n "tags": [], "tags": []}}}}}}',
            "line 3: the key 'tags' is there twice",
        ),
        (
            f'{{"version": 3, "photos": {{\n"{SHA}": {{"boxes": []}},\n"{SHA}": {{}}}}}}',
            "line 3: the key .* is there twice",
        ),
        ("\ufeff[", "is not JSON"),
        ('{"a": "\\ud800"}', "UTF-8"),
        ("[" * 100_000, "not JSON|nested|keys with values"),
    ],
)
def test_a_file_that_is_no_json_is_named_with_its_line(
    templates: Path, tmp_path: Path, text: str, complaint: str
) -> None:
    folder = origin.write(tmp_path / "in", small())
    (folder / BIBS).write_text(text)
    with pytest.raises(InputError, match=complaint) as refused:
        take_files(ReferenceSet.open(templates / "empty"), folder)
    assert str(refused.value).startswith(str(folder / BIBS))
    assert "\n" not in str(refused.value)


def test_a_folder_without_an_index_is_refused(templates: Path, tmp_path: Path) -> None:
    refset = ReferenceSet.open(templates / "empty")
    with pytest.raises(InputError, match="nowhere is no folder"):
        take_files(refset, tmp_path / "nowhere")
    (tmp_path / BIBS).write_text(json.dumps({"version": 3, "photos": {}}))
    with pytest.raises(InputError, match=r"holds neither photo_index\.json nor photo_metadata"):
        take_files(refset, tmp_path)


def test_a_set_about_other_things_does_not_take_them(painted: ReferenceSet, tmp_path: Path) -> None:
    folder = origin.write(tmp_path / "in", small())
    with pytest.raises(InputError, match="has no bibs, faces, links, which these files are about"):
        take_files(painted, folder)
