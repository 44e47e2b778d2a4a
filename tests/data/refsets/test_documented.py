"""The documented files go into a set and come out as they were."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from src.data.refsets import ReferenceSet
from src.data.refsets.documented.taking import take_files
from src.data.refsets.documented.writing import write_files
from src.data.refsets.labels import Area, Bib, Bibs, Face, Faces
from src.data.refsets.words import BIB_SCOPES, FACE_BOX_TAGS, FACE_SCOPES, PHOTO_TAGS
from tests.data.refsets import origin
from tests.data.refsets.making import RACE, new_set

SMALL = origin.Shape(photos=12, labelled=7, bibs=9, faces=13, links=7, empty_links=2, people=9)


def through(
    files: origin.Files, folder: Path, template: Path | None = None
) -> tuple[ReferenceSet, origin.Files]:
    """A set that took the files in, and the files that it writes."""
    if template is not None:
        shutil.copytree(template, folder / "set")
    refset = ReferenceSet.open(folder / "set") if template else new_set(folder / "set", RACE)
    take_files(refset, origin.write(folder / "in", files))
    return refset, written(refset, folder / "out")


def written(refset: ReferenceSet, folder: Path) -> origin.Files:
    with refset.database.reading() as connection:
        write_files(connection, folder)
    return origin.read(folder)


def test_a_set_of_the_origin_s_shape_is_counted_and_written_back_unchanged(tmp_path: Path) -> None:
    files = origin.generated()
    refset, out = through(files, tmp_path)
    found = refset.statistics()
    assert (found.photos, found.done["bibs"], found.done["faces"]) == (468, 242, 242)
    assert (found.of("bibs"), found.of("faces")) == (294, 487)
    assert (found.links, found.empty_links, found.people) == (281, 43, 144)
    assert (found.states["complete"], found.states["unlabelled"]) == (242, 226)
    assert out == files


def older(files: origin.Files) -> origin.Files:
    """The same set as older programs wrote it: ``tag``, old scopes, coordinates that are null."""
    for entry in files["bib_ground_truth.json"]["photos"].values():
        for number, box in enumerate(entry["boxes"]):
            if number % 2 == 0:
                box["tag"] = box.pop("scope")
            if number == 0:
                box |= dict.fromkeys("xywh", 0)
    old = {"exclude": "ignore", "uncertain": "unknown"}
    for number, entry in enumerate(files["face_ground_truth.json"]["photos"].values()):
        for box in entry["boxes"][::2]:
            box["scope"] = old.get(box["scope"], box["scope"])
            box |= dict.fromkeys("xywh")
        if number % 3 == 0:
            del entry["labeled"]
    return files


def test_older_files_are_written_back_as_they_were(tmp_path: Path) -> None:
    files = older(origin.generated())
    refset, out = through(files, tmp_path)
    assert out == files
    found = refset.statistics()
    assert (found.of("bibs"), found.of("faces")) == (294, 487)
    assert set(found.boxes["faces"]) <= set(FACE_SCOPES)
    assert found.unlocated["bibs"] == 199
    assert found.unlocated["faces"] > 200


def later(files: origin.Files) -> origin.Files:
    """The same set as later programs wrote it: names, parts and tags in a file of their own."""
    index = files.pop("photo_index.json")
    bibs, faces = (files[f"{name}_ground_truth.json"]["photos"] for name in ("bib", "face"))
    files["photo_metadata.json"] = {
        "version": 1,
        "photos": {
            sha: {
                "paths": paths,
                "split": bibs.get(sha, {}).pop("split", ""),
                "bib_tags": bibs.get(sha, {}).pop("tags", []),
                "face_tags": faces.get(sha, {}).pop("tags", []),
                "frozen": "gold-v1" if sha < "3" else None,
            }
            for sha, paths in index.items()
        },
    }
    return files


def test_the_later_layout_is_written_back_as_it_was(tmp_path: Path) -> None:
    files = later(origin.generated(SMALL))
    tagged = origin.sha_of(11)
    files["photo_metadata.json"]["photos"][tagged]["face_tags"] = ["no_faces"]
    refset, out = through(files, tmp_path)
    assert out == files
    assert refset.statistics().parts["full"] == 7


def test_numbers_of_version_2_become_bibs_without_a_box(tmp_path: Path) -> None:
    sha, other = origin.sha_of(1), origin.sha_of(2)
    files = {
        "photo_index.json": {sha: ["1.jpg"], other: ["2.jpg"]},
        "ground_truth.json": {
            "version": 2,
            "photos": {
                sha: {"bibs": [621, 7], "tags": ["dark_bib"], "split": "iteration"},
                other: {"bibs": [], "tags": ["no_bib", "light_faces"], "bib_labeled": True},
            },
        },
    }
    refset, out = through(files, tmp_path)
    found = refset.statistics()
    assert (found.of("bibs"), found.unlocated["bibs"], found.done["bibs"]) == (2, 2, 2)
    assert refset.photo(sha).part == "iteration"
    assert refset.labels(other).documents["faces"].tags == ("light_faces",)  # type: ignore[union-attr]
    bibs = out["bib_ground_truth.json"]
    assert bibs["version"] == 3
    assert bibs["photos"][sha]["boxes"][0] == {
        "x": 0, "y": 0, "w": 0, "h": 0, "number": "621", "scope": "bib",
    }  # fmt: skip


def test_what_people_change_is_written_and_the_rest_stays_as_it_was(tmp_path: Path) -> None:
    files = older(origin.generated(SMALL))
    refset, _ = through(files, tmp_path)
    sha = next(
        sha
        for sha, entry in files["bib_ground_truth.json"]["photos"].items()
        if len(entry["boxes"]) > 1
    )
    first, *others = refset.labels(sha).documents["bibs"].boxes  # type: ignore[union-attr]
    moved = Bib(Area(0.25, 0.25, 0.5, 0.5), "99", "bib_obscured", first.id)
    refset.save(sha, {"bibs": Bibs((moved, *others), ("dark_bib",))}, began=None)
    expected = json.loads(json.dumps(files))
    entry = expected["bib_ground_truth.json"]["photos"][sha]
    entry["tags"] = ["dark_bib"]
    box = entry["boxes"][0]
    del box["tag"]
    box |= {"x": 0.25, "y": 0.25, "w": 0.5, "h": 0.5, "number": "99", "scope": "bib_obscured"}
    assert written(refset, tmp_path / "out") == expected


def test_links_follow_their_boxes_when_boxes_are_put_in_another_order(tmp_path: Path) -> None:
    files = origin.generated(SMALL)
    refset, _ = through(files, tmp_path)
    sha = next(sha for sha, pairs in files["bib_face_links.json"]["photos"].items() if pairs)
    faces = refset.labels(sha).documents["faces"]
    extra = Face(Area(0, 0, 0.1, 0.1))
    refset.save(sha, {"faces": Faces((extra, *faces.boxes), faces.tags)}, began=None)  # type: ignore[union-attr]
    before = files["bib_face_links.json"]["photos"][sha]
    after = written(refset, tmp_path / "out")["bib_face_links.json"]["photos"][sha]
    assert after == [[bib, face + 1] for bib, face in before]


def test_new_names_of_people_join_the_list_and_those_in_files_stay_out_of_it(
    tmp_path: Path,
) -> None:
    files = origin.generated(SMALL)
    sha = next(iter(files["face_ground_truth.json"]["photos"]))
    files["face_ground_truth.json"]["photos"][sha]["boxes"][0]["identity"] = "not in the list"
    refset, out = through(files, tmp_path)
    assert out == files
    new = Face(Area(0, 0, 0.1, 0.1), identity="Zoe")
    refset.save(origin.sha_of(11), {"faces": Faces((new,))}, began=None)
    names = written(refset, tmp_path / "out")["face_identities.json"]
    assert names == [*files["face_identities.json"], "Zoe"]


def test_taking_the_same_files_in_again_changes_nothing(tmp_path: Path) -> None:
    files = origin.generated(SMALL)
    refset, _ = through(files, tmp_path)
    changes = refset.statistics().changes
    tally = take_files(refset, tmp_path / "in")
    assert (tally.added, tally.replaced, tally.kept, tally.same) == (0, 0, 0, 21)
    assert refset.statistics().changes == changes
    assert written(refset, tmp_path / "again") == files


def test_a_label_that_a_person_changed_here_stays_unless_it_is_replaced(tmp_path: Path) -> None:
    files = origin.generated(SMALL)
    refset, _ = through(files, tmp_path)
    sha = sorted(files["bib_ground_truth.json"]["photos"])[0]
    mine = Bibs(())
    refset.save(sha, {"bibs": mine}, began=None, who="ann")
    dry = take_files(refset, tmp_path / "in", dry_run=True)
    assert dry.kept == 1 + bool(files["bib_face_links.json"]["photos"][sha])
    take_files(refset, tmp_path / "in")
    assert refset.labels(sha).documents["bibs"] == mine
    dry = take_files(refset, tmp_path / "in", dry_run=True, replacing=True)
    assert refset.labels(sha).documents["bibs"] == mine
    assert dry.replaced >= 1
    take_files(refset, tmp_path / "in", replacing=True)
    assert written(refset, tmp_path / "out") == files


def test_files_that_moved_on_replace_what_they_brought_before(tmp_path: Path) -> None:
    files = origin.generated(SMALL)
    refset, _ = through(files, tmp_path)
    sha = sorted(files["bib_ground_truth.json"]["photos"])[0]
    ids = [box.id for box in refset.labels(sha).documents["faces"].boxes]  # type: ignore[union-attr]
    files["face_ground_truth.json"]["photos"][sha]["boxes"][0]["identity"] = "somebody else"
    origin.write(tmp_path / "in", files)
    tally = take_files(refset, tmp_path / "in")
    assert (tally.replaced, tally.same) == (1, 20)
    assert written(refset, tmp_path / "out") == files
    faces = refset.labels(sha).documents["faces"].boxes  # type: ignore[union-attr]
    assert [box.id for box in faces] == ids


# What a file may say of one box, in every way that was ever written.
fractions = st.floats(0.0, 0.5, allow_subnormal=False)
areas = st.fixed_dictionaries({"x": fractions, "y": fractions}).flatmap(
    lambda near: st.fixed_dictionaries(
        {
            "x": st.just(near["x"]),
            "y": st.just(near["y"]),
            "w": st.floats(1e-3, 1 - near["x"]),
            "h": st.floats(1e-3, 1 - near["y"]),
        }
    )
)
letters = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FFF, categories=["L", "N"]))
zeros, nulls = st.just(dict.fromkeys("xywh", 0)), st.just(dict.fromkeys("xywh"))
own = st.dictionaries(st.sampled_from(["note", "author"]), st.none() | letters | st.integers())


def merged(*parts: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.tuples(*parts).map(lambda dicts: {k: v for one in dicts for k, v in one.items()})


def optional(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=keys)


def either(*names: str) -> Callable[[str], dict[str, str]]:
    return lambda value: {names[0]: value}


bib_scopes = st.sampled_from(sorted(BIB_SCOPES))
face_scopes = st.sampled_from([*sorted(FACE_SCOPES), "ignore", "unknown"])
bib_boxes = merged(
    areas | zeros,
    optional(number=letters | st.just("62?")),
    st.one_of(st.just({}), bib_scopes.map(either("scope")), bib_scopes.map(either("tag"))),
    own,
)
face_boxes = merged(
    areas | zeros | nulls,
    st.one_of(st.just({}), face_scopes.map(either("scope"))),
    optional(
        identity=st.none() | letters.filter(bool),
        tags=st.lists(st.sampled_from(FACE_BOX_TAGS), unique=True, max_size=2),
    ),
    own,
)


def entries(boxes: st.SearchStrategy[Any], dimension: str) -> st.SearchStrategy[dict[str, Any]]:
    return merged(
        st.fixed_dictionaries({"boxes": st.lists(boxes, max_size=3)}),
        optional(
            tags=st.lists(st.sampled_from(PHOTO_TAGS[dimension]), unique=True, max_size=2),
            split=st.sampled_from(["", "full", "iteration"]),
            labeled=st.booleans(),
        ),
        own,
    )


ghosts = merged(
    areas | zeros | areas.map(lambda area: {**area, "x": area["x"] - 0.7}),
    optional(number=letters, confidence=st.none() | st.floats(0, 1)),
    own,
)
suggestions = merged(
    optional(bibs=st.lists(ghosts, max_size=2), faces=st.lists(ghosts, max_size=2)),
    optional(
        provenance=st.none()
        | optional(
            backend=st.none() | letters,
            version=letters,
            config=st.dictionaries(letters, st.integers(), max_size=2),
            extra=st.integers(),
        )
    ),
    own,
)


@st.composite
def any_files(draw: st.DrawFn) -> origin.Files:
    shas = [origin.sha_of(number) for number in range(draw(st.integers(1, 4)))]
    some = st.lists(st.sampled_from(shas), unique=True)
    bibs = {sha: draw(entries(bib_boxes, "bibs")) for sha in draw(some)}
    faces = {sha: draw(entries(face_boxes, "faces")) for sha in draw(some)}
    links = {}
    for sha in draw(some):
        counts = [len(said.get(sha, {}).get("boxes", ())) for said in (bibs, faces)]
        worn = draw(st.lists(st.sampled_from(range(counts[0])), unique=True)) if all(counts) else []
        links[sha] = [[bib, draw(st.integers(0, counts[1] - 1))] for bib in worn]
    files = {
        "photo_index.json": {sha: draw(st.lists(letters, unique=True, max_size=2)) for sha in shas},
        "bib_ground_truth.json": {"version": 3, "photos": bibs},
        "face_ground_truth.json": {"version": 3, "photos": faces},
        "bib_face_links.json": {"version": 3, "photos": links},
        "face_identities.json": draw(st.lists(letters.filter(bool), unique=True, max_size=3)),
        "suggestions.json": {"photos": {sha: draw(suggestions) for sha in draw(some)}},
    }
    head = draw(own)
    files["bib_ground_truth.json"] |= head
    if draw(st.booleans()):
        return later(files) if draw(st.booleans()) else files
    absent = draw(st.lists(st.sampled_from([*files][3:]), unique=True))
    return {name: said for name, said in files.items() if name not in absent}


@settings(max_examples=1000 if os.environ.get("BRUSHWORK_ATTACK") == "all" else 25)
@given(any_files())
def test_any_files_come_out_equal(
    tmp_path_factory: pytest.TempPathFactory, templates: Path, files: origin.Files
) -> None:
    folder = tmp_path_factory.mktemp("files")
    refset, out = through(files, folder, templates / "empty")
    assert out == files
    refset.close()
