"""People: renamed, merged, handed over, forgotten."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import InputError
from src.data.refsets import Conflict, ReferenceSet
from src.data.refsets.backup import back_up
from src.data.refsets.dataset import Reference
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.frozen.frozen_set import FrozenSet, frozen_set
from src.data.refsets.labels import Face, Faces, Masks
from src.data.refsets.people.forgetting import MARK, forget
from src.data.refsets.people.handing_over import hand_over
from src.data.refsets.people.hands import forget_hand
from src.data.refsets.people.listing import people_of
from src.data.refsets.people.renaming import merge, rename
from src.data.refsets.verifying import verify
from tests.data.refsets.exchange.test_privacy import files_below, keep_embedding, tells
from tests.data.refsets.making import HIGH, LEFT, label, new_set, nothing, one_runner, photo

ANN, BOB = "Ann Maria Smith", "Bob Jones"
VECTOR = bytes(range(1, 129)) * 4


@pytest.fixture(name="known")
def known_fixture(tmp_path: Path) -> ReferenceSet:
    """Ann in two photos, once beside Bob; a backup and a frozen set that name her."""
    made = new_set(tmp_path / "set", photos=3)
    made.add(photo(9), "portraits/ann_maria_smith.png")
    label(made, "race/0.png", one_runner(identity=ANN))
    both = Faces((Face(HIGH, identity=ANN, id=-1), Face(LEFT, identity=BOB, id=-2)))
    label(made, "race/1.png", {**nothing(), "faces": both})
    label(made, "race/2.png", one_runner(identity=BOB))
    label(made, "ann_maria_smith.png", nothing())
    keep_embedding(made, "race/0.png", VECTOR)
    freeze(made, "v1", include_incomplete=True)
    back_up(made)
    return made


def identities(refset: ReferenceSet, name: str) -> list[str | None]:
    return [face.identity for face in refset.labels(name).documents["faces"].boxes]


def test_people_are_listed_with_what_is_held(known: ReferenceSet) -> None:
    found = {one.name: (one.faces, one.photos, one.embeddings) for one in people_of(known)}
    assert found == {ANN: (2, 2, 1), BOB: (2, 2, 0)}


def test_a_new_name_is_in_every_photo_and_in_the_log(known: ReferenceSet) -> None:
    began = known.labels("race/0.png")
    assert rename(known, ANN, "Anna") == 2
    assert identities(known, "race/1.png") == ["Anna", BOB]
    assert known.log("race/0.png")[-1].why == "rename a person"
    with pytest.raises(Conflict):
        known.save("race/0.png", {"faces": began.documents["faces"]}, began=began.revision)
    assert verify(known) == []
    with pytest.raises(InputError, match="person merge makes them one"):
        rename(known, "Anna", BOB)
    with pytest.raises(InputError, match="nobody in the set is called 'Eve'"):
        rename(known, "Eve", "Eva")


def test_two_people_become_one(known: ReferenceSet) -> None:
    assert merge(known, BOB, ANN) == 2
    assert identities(known, "race/1.png") == [ANN, ANN]
    assert [one.name for one in people_of(known)] == [ANN]
    assert verify(known) == []
    known.restore("race/2.png", 1)
    assert identities(known, "race/2.png") == [BOB]


def test_faces_that_cannot_be_one_person_are_not_merged(known: ReferenceSet) -> None:
    first, second = (face.id for face in known.labels("race/1.png").documents["faces"].boxes)
    known.pair(first, second, "cannot")
    with pytest.raises(InputError, match=f"faces {first} and {second}"):
        merge(known, BOB, ANN)
    assert len(people_of(known)) == 2


def test_everything_about_somebody_is_handed_over(known: ReferenceSet, tmp_path: Path) -> None:
    assert hand_over(known, ANN, tmp_path / "ann") == 2
    said = json.loads((tmp_path / "ann/person.json").read_text())
    assert len(said["photos"]) == 2
    assert said["photos"][0]["bibs"][0]["number"] == "621"
    assert said["embeddings"] == [
        {"backend": "sface", "version": "1", "count": 1, "bytes of each": 512}
    ]
    assert [one["name"] for one in said["frozen"]] == ["v1"]
    assert said["log"][0]["new"][0]["identity"] == ANN
    assert not tells(tmp_path / "ann", BOB)
    assert not any(VECTOR in file.read_bytes() for file in files_below(tmp_path / "ann"))
    cuttings = sorted((tmp_path / "ann/faces").iterdir())
    with Image.open(cuttings[0]) as image:
        assert image.size[0] < 12


@pytest.mark.parametrize("photos", [False, True])
def test_no_byte_of_the_folder_tells_who_was_forgotten(known: ReferenceSet, photos: bool) -> None:
    folder = known.folder
    assert tells(folder, ANN)
    assert any(VECTOR in file.read_bytes() for file in files_below(folder))
    shown = {known.photo(name).sha for name in ("race/0.png", "race/1.png")}
    done = forget(known, ANN, photos=photos)
    assert (done.faces, done.embeddings, done.left) == (2, 1, ())
    assert not tells(folder, ANN)
    assert not tells(folder, "ann_maria_smith")
    assert not any(VECTOR in file.read_bytes() for file in files_below(folder))
    assert tells(folder, BOB)
    assert verify(known) == []
    there = {photo.sha for photo in known.photos()}
    assert (shown <= there) is not photos
    assert all(known.objects.has(sha) is not photos for sha in shown)
    if not photos:
        assert identities(known, "race/1.png") == [None, BOB]
        assert all(entry.why != "" for entry in known.log("race/0.png"))
        restored = known.restore("race/1.png", 1)
        assert [face.identity for face in restored.documents["faces"].boxes] == [None, BOB]


def test_a_frozen_set_that_showed_them_is_withdrawn(known: ReferenceSet, tmp_path: Path) -> None:
    import shutil

    old = frozen_set(known.folder, "v1").head.fingerprint
    shutil.copytree(known.folder / "frozen/v1", tmp_path / "copy")
    done = forget(known, ANN)
    assert done.frozen == {"v1": (old,)}
    withdrawn = [line.withdrawn for line in frozen_set(known.folder, "v1").lines]
    assert sum(one is not None for one in withdrawn) == 3  # two that show her, one by its name
    assert len(Reference(str(known.folder), "v1").entries) == 1
    shutil.copytree(tmp_path / "copy", known.folder / "frozen/v0")
    assert FrozenSet(known.folder / "frozen/v0").head.fingerprint == old
    with pytest.raises(InputError, match="was withdrawn"):
        Reference(str(known.folder), "v0")


def test_earlier_names_are_forgotten_as_well(known: ReferenceSet) -> None:
    rename(known, ANN, "Dora Dill")
    rename(known, "Dora Dill", "Eve Ende")
    forget(known, "Eve Ende")
    for name in (ANN, "Dora Dill", "Eve Ende"):
        assert not tells(known.folder, name)


def test_somebody_with_a_longer_name_is_not_forgotten(known: ReferenceSet) -> None:
    label(known, "race/2.png", one_runner(identity=f"{ANN} Miller"))
    forget(known, ANN)
    assert identities(known, "race/2.png") == [f"{ANN} Miller"]


def test_who_was_interrupted_goes_on(known: ReferenceSet, monkeypatch: pytest.MonkeyPatch) -> None:
    import src.data.refsets.people.forgetting as module

    rename(known, ANN, "Eve Ende")

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_scrub_copy", killed)
    with pytest.raises(KeyboardInterrupt):
        forget(known, "Eve Ende")
    assert tells(known.folder, ANN)
    monkeypatch.undo()
    forget(known, "Eve Ende")
    assert not tells(known.folder, ANN)
    with known.database.reading() as connection:
        facts = [key for (key,) in connection.execute("SELECT key FROM facts")]
    assert MARK not in facts


def test_nobody_of_that_name(known: ReferenceSet) -> None:
    for name in ("Eve", " "):
        with pytest.raises(InputError, match=r"nobody in the set|NAME is empty"):
            forget(known, name)
    assert len(people_of(known)) == 2
    assert not tells(known.folder, "Eve")


def test_a_photo_that_tells_the_name_itself_is_named(tmp_path: Path) -> None:
    with new_set(tmp_path / "set") as refset:
        content = photo(1)
        refset.add(content + b"caption: " + ANN.encode(), "a.png")
        label(refset, "a.png", one_runner(identity=ANN))
        done = forget(refset, ANN)
        assert [path.name for path in done.left] == [refset.photo("a.png").sha]


def test_the_traces_of_a_hand_go_and_the_paint_stays(painted: ReferenceSet) -> None:
    shas = {}
    for name, who in (("0", "ann"), ("1", "ben")):
        sha = painted.photo(name).sha
        with painted.batch(who) as batch:
            paint = np.zeros((40, 60, 4), np.uint8)
            paint[: 5 + int(name), :, 0] = 255
            mask = batch.put_painting(paint)
            trace = batch.put(f"how {who} moved".encode())
            batch.save(sha, {"masks": replace(mask, trace=trace)}, began=None)
        shas[who] = (sha, trace)
    freeze(painted, "before")
    assert forget_hand(painted, "ann") == 1
    document = painted.labels(shas["ann"][0]).documents["masks"]
    assert isinstance(document, Masks)
    assert document.trace is None
    assert painted.objects.has(document.mask)
    assert [painted.objects.has(trace) for _, trace in shas.values()] == [False, True]
    assert shas["ann"][1] not in str(painted.log(shas["ann"][0]))
    assert verify(painted) == []
    assert verify(painted, "before") == []
    with pytest.raises(InputError, match="'ann' left no trace in the set"):
        forget_hand(painted, "ann")
