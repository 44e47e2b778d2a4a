"""How far a photo is, derived when somebody asks."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from src.data.refsets import ReferenceSet
from src.data.refsets.labels import Bib, Bibs, Face, Faces, Links
from src.data.refsets.words import STATES
from tests.data.refsets.making import HIGH, LOW, label, new_set, nothing, one_runner

BIB, NO_BIB = Bib(LOW, "1"), Bib(LOW, scope="not_bib")
FACE, NO_FACE = Face(HIGH), Face(HIGH, scope="exclude")


@pytest.mark.parametrize(
    ("documents", "state"),
    [
        ({}, "unlabelled"),
        ({"bibs": Bibs((), labelled=False)}, "unlabelled"),
        ({"bibs": Bibs((BIB,), labelled=False)}, "incomplete"),
        ({"bibs": Bibs((BIB,))}, "incomplete"),
        ({"bibs": Bibs((BIB,)), "faces": Faces((FACE,))}, "incomplete"),
        ({"bibs": Bibs((BIB,)), "faces": Faces((FACE,)), "links": Links(())}, "complete"),
        (one_runner(), "complete"),
        ({"bibs": Bibs((BIB,)), "faces": Faces(())}, "complete"),
        ({"bibs": Bibs((BIB,)), "faces": Faces((NO_FACE,))}, "complete"),
        ({"bibs": Bibs((NO_BIB,)), "faces": Faces((FACE,))}, "complete"),
        (nothing(), "negative"),
        ({"bibs": Bibs((NO_BIB,)), "faces": Faces((NO_FACE,))}, "negative"),
        ({"bibs": Bibs(()), "faces": Faces((), labelled=False)}, "incomplete"),
        ({"bibs": Bibs(()), "faces": Faces((), labelled=None)}, "incomplete"),
        ({"bibs": Bibs(()), "faces": Faces((FACE,), labelled=None)}, "complete"),
        ({"bibs": Bibs(()), "faces": Faces((), ("no_faces",), None)}, "negative"),
        ({"bibs": Bibs((BIB,), labelled=None), "faces": Faces(())}, "incomplete"),
        # A number without a box is a bib all the same.
        ({"bibs": Bibs((Bib(None, "7"),)), "faces": Faces(())}, "complete"),
        ({"bibs": Bibs((Bib(None, "7"),)), "faces": Faces((FACE,))}, "incomplete"),
    ],
)
def test_states_of_a_photo(race: ReferenceSet, documents: dict[str, Any], state: str) -> None:
    sha = label(race, "0", documents)
    assert race.state(sha) == state
    assert race.statistics().states[state] == 1 + 3 * (state == "unlabelled")


def test_other_sets_are_complete_when_all_their_dimensions_are(tmp_path: Path) -> None:
    faces = new_set(tmp_path / "faces", ("faces",), photos=1)
    assert faces.state("0") == "unlabelled"
    label(faces, "0", {"faces": Faces(())})
    assert faces.state("0") == "complete"


def test_pages_and_the_next_photo_that_wants_work(race: ReferenceSet) -> None:
    label(race, "0")
    label(race, "2", nothing())
    names = [photo.name for photo in race.photos(limit=3)]
    assert names == ["race/0.png", "race/1.png", "race/2.png"]
    last = race.photos(limit=3)[-1].row
    assert [photo.name for photo in race.photos(after=last)] == ["race/3.png"]
    assert [photo.name for photo in race.photos(state="complete")] == ["race/0.png"]
    first = race.next_incomplete()
    assert first is not None
    assert first.name == "race/1.png"
    second = race.next_incomplete(first.row)
    assert second is not None
    assert second.name == "race/3.png"
    again = race.next_incomplete(second.row)
    assert again == first
    for name in "13":
        label(race, name)
    assert race.next_incomplete() is None


def test_an_index_answers(race: ReferenceSet) -> None:
    """Else the next photo is found by a look at all before it."""
    from src.data.refsets.completeness import state

    query = "EXPLAIN QUERY PLAN SELECT id FROM photos WHERE {} = 3 AND id > 1"
    rows = race.database.connection.execute(query.format(state(race.dimensions)))
    plan = " ".join(row[3] for row in rows)
    assert "photos_by_state" in plan


bibs = st.none() | st.builds(
    Bibs,
    st.lists(st.sampled_from([BIB, NO_BIB]), max_size=2).map(tuple),
    st.just(()),
    st.sampled_from([True, False, None]),
)
faces = st.none() | st.builds(
    Faces,
    st.lists(st.sampled_from([FACE, NO_FACE]), max_size=2).map(tuple),
    st.sampled_from([(), ("light_faces",)]),
    st.sampled_from([True, False, None]),
)
links = st.none() | st.just(Links(()))


def expected(bibs: Bibs | None, faces: Faces | None, links: Links | None) -> str:
    """The rules, said once more and without a database."""
    bibs_done = bibs is not None and bibs.labelled is True
    faces_done = faces is not None and (
        bool(faces.boxes or faces.tags) if faces.labelled is None else faces.labelled
    )
    kept_bibs = [box for box in (bibs.boxes if bibs else ()) if box.scope != "not_bib"]
    kept_faces = [box for box in (faces.boxes if faces else ()) if box.scope != "exclude"]
    links_done = links is not None or (bibs_done and faces_done and not (kept_bibs and kept_faces))
    if bibs_done and faces_done and links_done:
        return "complete" if kept_bibs or kept_faces else "negative"
    begun = bibs_done or faces_done or links is not None
    drafted = any(one and (one.boxes or (one is faces and one.tags)) for one in (bibs, faces))
    return "incomplete" if begun or drafted else "unlabelled"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(bibs, faces, links), min_size=1, max_size=4))
def test_the_database_follows_the_rules_through_any_edits(
    race: ReferenceSet, edits: list[tuple[Bibs | None, Faces | None, Links | None]]
) -> None:
    sha = race.photo("0").sha
    for edit in edits:
        documents = dict(zip(("bibs", "faces", "links"), edit, strict=True))
        race.save(sha, documents, began=None)
        assert race.state(sha) == expected(*edit)
        assert race.statistics().states[expected(*edit)] >= 1
    assert sum(race.statistics().states[state] for state in STATES) == 4
