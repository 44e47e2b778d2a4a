"""People, pairs, freezing and what is frozen, over HTTP."""

import numpy as np
import pytest
from typer.testing import CliRunner

from src.data.refsets import ReferenceSet
from src.data.refsets.frozen.withdrawing import withdraw
from src.data.refsets.ghosts import Source, source_id
from src.data.refsets.labels import Area, Face, Faces
from src.data.refsets.people.nearest import keep_vector
from src.refset import app as refset_door
from tests.data.refsets.making import label, nothing, one_runner, png
from tests.studio.asked import Asker


@pytest.fixture(name="named")
def named_fixture(race: ReferenceSet) -> list[tuple[str, int]]:
    """Photo and face of Ann, of Ann again, of Bob, and of somebody."""
    found = []
    for photo, name in zip("0123", ("Ann", "Ann", "Bob", None), strict=True):
        sha = label(race, photo, one_runner(**({"identity": name} if name else {})))
        found.append((sha, race.labels(sha).documents["faces"].boxes[0].id))  # type: ignore[union-attr]
    vectors = [[0, 0], [0.1, 0], [1, 0], [0.2, 0]]
    with race.batch() as batch:
        source = source_id(batch.connection, Source("dlib", "20"))
        for (_, face), vector in zip(found, vectors, strict=True):
            keep_vector(batch.connection, face, source, np.array(vector, np.float32))
    return found


def test_a_face_is_told_the_people_who_measure_most_alike(
    studio: Asker, named: list[tuple[str, int]]
) -> None:
    sha, face = named[3]
    near = studio.get(f"/api/faces/{sha}/{face}/nearest")
    assert [(one["name"], one["sha"]) for one in near] == [
        ("Ann", named[1][0]),
        ("Bob", named[2][0]),
    ]
    assert near[0]["distance"] == pytest.approx(0.1, abs=1e-6)
    assert studio.ask("GET", f"/api/faces/{named[0][0]}/{face}/nearest").status == 404


def test_likely_matches_leave_the_queue_once_somebody_said(
    studio: Asker, named: list[tuple[str, int]]
) -> None:
    def queue() -> list[tuple[int, int]]:
        told = studio.get("/api/people/likely")["matches"]
        return [(one["first"]["face"], one["second"]["face"]) for one in told]

    faces = [face for _, face in named]
    assert queue()[0] == (faces[1], faces[3])
    studio.post("/api/people/pair", {"first": faces[1], "second": faces[3], "kind": "cannot"})
    assert queue()[0] == (faces[0], faces[3])
    studio.post("/api/people/pair", {"first": faces[1], "second": faces[3], "kind": None})
    assert queue()[0] == (faces[1], faces[3])


def test_people_are_renamed_and_merged(studio: Asker, named: list[tuple[str, int]]) -> None:
    assert studio.post("/api/people/rename", {"name": "Ann", "new": "Anne"}) == {"photos": 2}
    assert studio.post("/api/people/merge", {"name": "Bob", "into": "Anne"}) == {"photos": 1}
    told = studio.get("/api/people")
    assert [(one["name"], one["photos"]) for one in told["people"]] == [("Anne", 3)]
    assert told["anonymous"] == "anonymous_1"
    answer = studio.send("POST", "/api/people/rename", {"name": "Bob", "new": "Rob"})
    assert (answer.status, "nobody in the set is called" in answer.said["error"]) == (422, True)
    # A change of all photos is none of this one's: it stays.
    assert not studio.get(f"/api/photos/{named[0][0]}/faces")["undo"]


def test_what_is_frozen_is_shown_and_never_changed(studio: Asker, race: ReferenceSet) -> None:
    assert studio.get("/api/staging")["hindrances"] == [
        "no photo is complete yet: label some, or freeze all"
    ]
    sha = label(race, "0", one_runner(number="44"))
    negative = label(race, "1", nothing())
    told = studio.get("/api/staging")
    assert (told["states"]["complete"], told["states"]["negative"], told["ready"]) == (1, 1, 2)
    assert studio.post("/api/freeze", {"name": "first"})["photos"] == 2
    label(race, "0", nothing())
    page = studio.get("/api/frozen/first/photos?limit=1")
    rest = studio.get(f"/api/frozen/first/photos?after={page['next']}")
    assert {one["sha"] for one in page["photos"] + rest["photos"]} == {sha, negative}
    there = studio.get(f"/api/frozen/first/photos/{sha}/bibs")
    assert (there["frozen"], there["labels"]["bibs"]["boxes"][0]["number"]) == (True, "44")
    assert there["name"] == "race/0.png"
    beside = studio.get(f"/api/frozen/first/beside?sha={sha}")
    assert {beside["before"], beside["after"]} == {None, negative}
    for method, place in (("PUT", f"photos/{sha}/bibs"), ("POST", "freeze"), ("POST", "")):
        answer = studio.send(method, f"/api/frozen/first/{place}", {})
        assert (answer.status, "never changes" in answer.said["error"]) == (409, True)
    taken = studio.send("POST", "/api/freeze", {"name": "first"})
    assert (taken.status, "is taken" in taken.said["error"]) == (422, True)


def test_photos_that_were_withdrawn_are_not_shown(studio: Asker, race: ReferenceSet) -> None:
    sha = label(race, "0")
    label(race, "1", nothing())
    studio.post("/api/freeze", {"name": "first"})
    studio.get("/api/frozen/first/photos")
    withdraw(race, [sha], "somebody asked")
    assert sha not in [one["sha"] for one in studio.get("/api/frozen/first/photos")["photos"]]
    assert studio.ask("GET", f"/api/frozen/first/photos/{sha}/bibs").status == 404


def test_the_linker_proposes_who_wears_what(studio: Asker, race: ReferenceSet) -> None:
    sha = label(race, "0", {**one_runner(), "links": None})
    there = studio.get(f"/api/photos/{sha}/links")
    boxes = [there["labels"][name]["boxes"][0]["id"] for name in ("bibs", "faces")]
    assert there["ghosts"]["links"] == [{"bib": boxes[0], "face": boxes[1], "backend": "torso"}]


def test_a_face_is_measured_when_somebody_asks_who_it_is(studio: Asker, race: ReferenceSet) -> None:
    pytest.importorskip("dlib")
    pixels = np.random.default_rng(1).integers(0, 256, (200, 300, 3), np.uint8)
    face = Area(0.3, 0.2, 0.3, 0.5)
    shas = []
    for number, name in enumerate(("Ann", None)):
        pixels[0, 0] = number
        shas.append(race.add(png(pixels), f"large/{number}.png"))
        race.save(shas[-1], {"faces": Faces((Face(face, identity=name),))}, began=None)
    own = race.labels(shas[1]).documents["faces"].boxes[0].id  # type: ignore[union-attr]
    assert studio.get(f"/api/faces/{shas[1]}/{own}/nearest") == []
    answer = CliRunner().invoke(refset_door, ["person", "measure", "--set", str(race.folder)])
    assert answer.output.strip().endswith("1 faces of 1 photos measured"), answer
    (near,) = studio.get(f"/api/faces/{shas[1]}/{own}/nearest")
    assert (near["name"], near["sha"]) == ("Ann", shas[0])
    assert near["distance"] < 0.05
    race.about.with_rights(source="a race").write(race.folder)
    answer = CliRunner().invoke(refset_door, ["person", "measure", "--set", str(race.folder)])
    assert answer.exit_code == 2
    assert "say legal_basis before faces are measured" in answer.output
