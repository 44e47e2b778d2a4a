"""What is frozen never changes, and says so when it has."""

import json
import os
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from src.core import InputError
from src.data.refsets import About, ReferenceSet
from src.data.refsets.collecting import collect
from src.data.refsets.frozen.differences import differences
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.frozen.frozen_set import FrozenSet, frozen_set, frozen_sets
from src.data.refsets.frozen.packs import FrozenLabels
from src.data.refsets.frozen.withdrawing import withdraw
from src.data.refsets.labels import Bib, Bibs
from src.data.refsets.store.pairs import Pair
from src.data.refsets.verifying import verify
from tests.data.refsets.making import LEFT, label, nothing, one_runner, photo


@pytest.fixture(name="labelled")
def labelled_fixture(race: ReferenceSet) -> ReferenceSet:
    """Of four photos one is complete, one a known negative, one begun, one untouched."""
    label(race, "0")
    label(race, "1", nothing())
    label(race, "2", {"bibs": Bibs(())})
    return race


def frozen(refset: ReferenceSet, name: str, **options: bool) -> FrozenSet:
    return freeze(refset, name, **options).frozen


def test_complete_photos_and_known_negatives_are_frozen(labelled: ReferenceSet) -> None:
    made = freeze(labelled, "v1")
    assert made.states == {"complete": 1, "negative": 1}
    names = made.frozen.names
    assert sorted(name for (name,) in names.values()) == ["race/0.png", "race/1.png"]
    assert verify(labelled, "v1") == verify(labelled) == []


def test_more_is_frozen_where_it_is_asked_for(labelled: ReferenceSet) -> None:
    assert freeze(labelled, "v2", include_incomplete=True).states["incomplete"] == 1
    made = freeze(labelled, "v3", everything=True)
    assert (made.states["incomplete"], made.states["unlabelled"]) == (1, 1)
    empty = [line for line in made.frozen.lines if set(line.labels.values()) == {None}]
    assert [line.photo for line in empty] == [labelled.photo("3").sha]


def test_a_line_per_photo_in_the_order_of_hashes_and_nothing_else(labelled: ReferenceSet) -> None:
    labelled.choose_part(labelled.photo("0").sha, "iteration")
    one = frozen(labelled, "v1")
    content = (one.folder / "manifest.jsonl").read_text()
    lines = [json.loads(line) for line in content.splitlines()]
    assert [line["photo"] for line in lines] == sorted(line["photo"] for line in lines)
    first = next(line for line in lines if line["part"] == "iteration")
    assert set(first) == {"photo", "labels", "part", "tags"}
    labels = FrozenLabels(labelled.objects, one.head.packs)
    document = json.loads(labels.read(first["photo"], first["labels"]["bibs"]))
    assert document["boxes"][0]["number"] == "621"


def test_equal_content_under_another_name_has_the_same_fingerprint(labelled: ReferenceSet) -> None:
    first, second = frozen(labelled, "v1"), frozen(labelled, "v2")
    assert first.head.fingerprint == second.head.fingerprint
    label(labelled, "0", {"bibs": Bibs((Bib(LEFT, "7"),))})
    assert frozen(labelled, "v3", include_incomplete=True).head.fingerprint != (
        first.head.fingerprint
    )


def test_a_later_edit_cannot_reach_it(labelled: ReferenceSet) -> None:
    one = frozen(labelled, "v1")
    before = {path.name: path.read_bytes() for path in one.folder.iterdir()}
    label(labelled, "0", {"bibs": Bibs(()), "faces": None, "links": None})
    labelled.add(photo(9), "new.png")
    assert {path.name: path.read_bytes() for path in one.folder.iterdir()} == before
    assert verify(labelled, "v1") == []
    assert collect(labelled).files == ()


@pytest.mark.parametrize("name", ["a/b", "", "-a", "A", "x" * 65, "..", ".hidden", "é", "staging"])
def test_names_that_cannot_be_are_refused(labelled: ReferenceSet, name: str) -> None:
    with pytest.raises(InputError, match=r"^--name: "):
        freeze(labelled, name)


def test_a_name_is_given_once(labelled: ReferenceSet) -> None:
    freeze(labelled, "v1")
    with pytest.raises(InputError, match="--name: v1 is taken"):
        freeze(labelled, "v1")


def test_nothing_to_freeze_is_said(race: ReferenceSet) -> None:
    with pytest.raises(InputError, match=r"no photo that is complete or negative .*4 unlabelled"):
        freeze(race, "v1")


def test_a_photo_whose_file_is_gone_cannot_be_frozen(labelled: ReferenceSet) -> None:
    labelled.objects.remove(labelled.photo("0").sha)
    with pytest.raises(InputError, match="1 photos are not in"):
        freeze(labelled, "v1")
    assert frozen_sets(labelled.folder) == []


def test_photos_of_people_need_a_source_and_a_legal_basis(labelled: ReferenceSet) -> None:
    About("race", labelled.dimensions).write(labelled.folder)
    with pytest.raises(InputError, match=r"about\.yaml: say source and legal_basis"):
        freeze(ReferenceSet.open(labelled.folder), "v1")
    About("race", labelled.dimensions, source="club", legal_basis="consent").write(labelled.folder)
    freeze(ReferenceSet.open(labelled.folder), "v1")


def test_a_kill_leaves_all_of_it_or_nothing(labelled: ReferenceSet) -> None:
    rng, ends = random.Random(3), []  # noqa: S311
    labelled.close()
    for number in range(15):
        child = os.fork()
        if not child:
            freeze(ReferenceSet.open(labelled.folder), f"v{number}")
            os._exit(0)
        time.sleep(rng.uniform(0, 0.04))
        os.kill(child, signal.SIGKILL)
        ends.append(os.WIFSIGNALED(os.waitpid(child, 0)[1]))
    there = [one.folder.name for one in frozen_sets(labelled.folder)]
    assert all(verify(labelled, name) == [] for name in there)
    visible = [path.name for path in (labelled.folder / "frozen").glob("[!.]*")]
    assert sorted(visible) == sorted(there)
    collect(labelled)
    assert list((labelled.folder / "frozen").glob(".*")) == []
    assert any(ends)


def everything_in(one: FrozenSet, refset: ReferenceSet) -> list[Path]:
    """Every file that belongs to a frozen set."""
    shas = [*(line.photo for line in one.lines), *one.head.packs.values()]
    return [*sorted(one.folder.iterdir()), *(refset.objects.path(sha) for sha in shas)]


def test_every_flipped_bit_is_found(labelled: ReferenceSet) -> None:
    one = frozen(labelled, "v1", everything=True)
    files = everything_in(one, labelled)
    rng = random.Random(11)  # noqa: S311
    sizes = [path.stat().st_size for path in files]
    found = 0
    for _ in range(50):
        path = rng.choices(files, sizes)[0]
        content = bytearray(path.read_bytes())
        place, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        content[place] ^= bit
        path.chmod(0o644)
        path.write_bytes(content)
        found += "changed" in {fault.kind for fault in verify(labelled, "v1")}
        content[place] ^= bit
        path.write_bytes(content)
    assert found == 50
    assert verify(labelled, "v1") == []


def test_each_fault_is_named(labelled: ReferenceSet) -> None:
    one = frozen(labelled, "v1")
    line = next(line for line in one.lines if line.photo == labelled.photo("0").sha)
    place = labelled.objects.path(line.photo)
    place.chmod(0o644)
    place.write_bytes(place.read_bytes()[:-1] + b"x")
    labelled.objects.remove(one.head.packs[line.photo[:2]])
    (one.folder / "letter.txt").write_text("dear")
    (one.folder / "names.jsonl").unlink()
    (labelled.objects.folder / "ab").mkdir(exist_ok=True)
    (labelled.objects.folder / "ab" / "letter.txt").write_text("dear")
    said = sorted(f"{fault.kind}: {fault.what}" for fault in verify(labelled, "v1"))
    name = line.photo[:12]
    assert said == [
        f"changed: photo {name}",
        "extra: letter.txt in v1",
        f"missing: bibs of photo {name}",
        f"missing: faces of photo {name}",
        f"missing: links of photo {name}",
        "missing: names.jsonl of v1",
    ]
    whole = [f"{fault.kind}: {fault.what}" for fault in verify(labelled)]
    assert "extra: letter.txt is no object" in whole
    assert "changed: photo race/0.png" in whole


def test_a_label_that_something_else_wrote_is_found(labelled: ReferenceSet) -> None:
    with labelled.database.writing() as connection:
        connection.execute("UPDATE boxes SET text = '622' WHERE text = '621'")
    (fault,) = verify(labelled)
    assert "bibs of photo" in fault.what
    assert "not what was last saved" in fault.what


def test_differences_are_added_removed_and_relabelled(labelled: ReferenceSet) -> None:
    freeze(labelled, "v1")
    shas = [labelled.photo(str(number)).sha for number in range(4)]
    label(labelled, "0", one_runner(number="7"))
    label(labelled, "1", {"faces": None})
    label(labelled, "3", nothing())
    found = differences(labelled, "v1", "staging")
    assert (found.added, found.removed, found.same) == ((shas[3],), (shas[1],), 0)
    assert found.relabelled == {shas[0]: ("bibs", "faces", "links")}
    freeze(labelled, "v2")
    assert differences(labelled, "v2", "staging").same == 2
    back = differences(labelled, "v2", "v1")
    assert (back.added, back.removed) == ((shas[1],), (shas[3],))
    with pytest.raises(InputError, match="has no frozen set 'v9'; it has: v1, v2"):
        differences(labelled, "v1", "v9")


def test_objects_that_nothing_refers_to_are_collected(labelled: ReferenceSet) -> None:
    one = frozen(labelled, "v1")
    loose = labelled.objects.put(b"nobody wants this")
    (labelled.objects.folder / "ab").mkdir(exist_ok=True)
    partial = labelled.objects.folder / "ab" / ".abc.1.2.partial"
    partial.write_bytes(b"half")
    garbage = collect(labelled, dry_run=True)
    assert set(garbage.files) == {labelled.objects.path(loose), partial}
    assert garbage.bytes == 21
    assert labelled.objects.has(loose)
    collect(labelled)
    assert not labelled.objects.has(loose)
    assert verify(labelled) == []
    packs = one.head.packs.values()
    shutil.rmtree(one.folder)
    assert set(collect(labelled).files) == {labelled.objects.path(sha) for sha in packs}


def everything_said(refset: ReferenceSet) -> bytes:
    """All labels that are objects."""
    packs = {sha for one in frozen_sets(refset.folder) for sha in one.head.packs.values()}
    known = {found.sha for found in refset.photos()}
    assert packs <= {entry.name for entry in refset.objects.all()}
    return b"".join(
        Path(entry.path).read_bytes() for entry in refset.objects.all() if entry.name not in known
    )


def test_withdrawn_photos_leave_a_tombstone_and_refuse_the_old_fingerprint(
    labelled: ReferenceSet, tmp_path: Path
) -> None:
    one = frozen(labelled, "v1")
    other = frozen(labelled, "v2", everything=True)
    shutil.copytree(one.folder, tmp_path / "copy")
    old = one.head.fingerprint
    gone = labelled.photo("0").sha
    assert b"621" in everything_said(labelled)
    assert withdraw(labelled, [gone], "somebody asked") == ["v1", "v2"]
    now = frozen_set(labelled.folder, "v1")
    (tombstone,) = (line for line in now.lines if line.photo == gone)
    assert set(json.loads(tombstone.text())) == {"photo", "withdrawn"}
    assert now.head.fingerprint != old
    assert now.head.withdrawn == (old,)
    assert gone not in now.names
    assert b"621" not in everything_said(labelled)
    assert verify(labelled, "v1") == verify(labelled, other.folder.name) == []
    assert differences(labelled, "v1", "v2").withdrawn == (gone,)
    # A copy from elsewhere does not bring it back.
    shutil.copytree(tmp_path / "copy", labelled.folder / "frozen" / "old")
    with pytest.raises(InputError, match="which was withdrawn"):
        frozen_set(labelled.folder, "old")
    with pytest.raises(InputError, match="which was withdrawn"):
        freeze(labelled, "again")
    assert withdraw(labelled, [gone], "again") == ["old"]
    assert withdraw(labelled, [gone], "again") == []


def test_no_pair_names_a_face_of_a_photo_that_was_withdrawn(race: ReferenceSet) -> None:
    faces = []
    for name in "012":
        label(race, name)
        (face,) = race.labels(name).documents["faces"].boxes  # type: ignore[union-attr]
        faces.append(int(face.id or 0))
    race.pair(faces[0], faces[1], "must")
    race.pair(faces[0], faces[2], "cannot")
    freeze(race, "v1")
    withdraw(race, [race.photo("1").sha], "somebody asked")
    stated = [pair for line in frozen_set(race.folder, "v1").lines for pair in line.pairs]
    assert stated == [Pair(faces[0], faces[2], "cannot")]
    assert verify(race, "v1") == []


def test_a_changed_label_is_named_though_others_lie_beside_it(labelled: ReferenceSet) -> None:
    one = frozen(labelled, "v1")
    sha = labelled.photo("0").sha
    place = labelled.objects.path(one.head.packs[sha[:2]])
    place.chmod(0o644)
    place.write_bytes(place.read_bytes().replace(b"621", b"622"))
    (fault,) = verify(labelled, "v1")
    assert (fault.kind, fault.what) == ("changed", "bibs of photo race/0.png")
    place.write_bytes(place.read_bytes().replace(b"622", b"621") + b"\n")
    (fault,) = verify(labelled, "v1")
    assert (fault.kind, fault.what) == (
        "changed",
        f"the labels of photos that begin with {sha[:2]}",
    )


def test_sets_share_the_packs_that_did_not_change(labelled: ReferenceSet) -> None:
    first = frozen(labelled, "v1").head.packs
    label(labelled, "0", one_runner(number="8"))
    second = frozen(labelled, "v2").head.packs
    differing = {name for name in first if first[name] != second[name]}
    assert differing == {labelled.photo("0").sha[:2]}


def test_what_is_frozen_is_what_the_labels_say(race: ReferenceSet) -> None:
    """The quick way from rows to bytes says what the nouns say."""
    from src.data.refsets.labels import Area, Face, Faces
    from src.data.refsets.store.plain import all_plain
    from src.data.refsets.store.rows import all_documents

    runner = one_runner(identity="Zoë")
    face = Face(Area(0.1, 0.1, 0.2, 0.2), "uncertain", None, ("tiny", "profile"))
    runner["faces"] = Faces((*runner["faces"].boxes, face), ("light_faces",), None)  # type: ignore[union-attr]
    label(race, "0", runner)
    label(race, "1", {"bibs": Bibs((Bib(None, "7?"),), ("dark_bib",), False)})
    with race.database.reading() as connection:
        for dimension in race.dimensions:
            nouns = [(row, one.as_json()) for row, one in all_documents(connection, dimension)]
            assert list(all_plain(connection, dimension)) == nouns
