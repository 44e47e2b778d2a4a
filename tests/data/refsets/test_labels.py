"""What people say about a photo is kept, known by stable ids, and never silently lost."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from src.core import InputError
from src.data.refsets import Conflict, ReferenceSet
from src.data.refsets.labels import Bib, Bibs, Element, Elements, Face, Faces, Links, Unfit
from tests.data.refsets.making import HIGH, LEFT, LOW, label, new_set, nothing, one_runner, photo


def boxes(refset: ReferenceSet, dimension: str, name: str = "0") -> tuple:
    return refset.labels(name).documents[dimension].boxes  # type: ignore[union-attr]


def test_a_photo_is_known_by_its_bytes_whatever_it_is_called(race: ReferenceSet) -> None:
    sha = race.add(photo(0), "other/name.png")
    assert race.photo("0.png").sha == sha == race.photo(sha[:10]).sha == race.photo("name").sha
    assert race.photo(sha).names == ("race/0.png", "other/name.png")
    assert len(race.photos()) == 4


def test_an_object_is_there_once_and_cannot_be_written(race: ReferenceSet) -> None:
    sha = race.add(photo(0), "again.png")
    place = race.objects.path(sha)
    assert (place.parent.name, place.name) == (sha[:2], sha)
    assert place.stat().st_mode & 0o777 == 0o444
    assert sum(1 for _ in race.objects.all()) == 4


def test_new_boxes_get_ids_that_are_never_given_again(race: ReferenceSet) -> None:
    label(race, "0")
    (first,) = boxes(race, "bibs")
    label(race, "0", {"bibs": Bibs(())})
    label(race, "1")
    (second,) = boxes(race, "bibs", "1")
    assert second.id > first.id


def test_a_box_keeps_its_id_when_it_is_moved(race: ReferenceSet) -> None:
    label(race, "0")
    (bib,) = boxes(race, "bibs")
    label(race, "0", {"bibs": Bibs((replace(bib, area=LEFT, number="6?"),))})
    assert boxes(race, "bibs") == (replace(bib, area=LEFT, number="6?"),)
    assert race.labels("0").documents["links"].pairs[0][0] == bib.id  # type: ignore[union-attr]


def test_what_is_saved_again_is_no_change(race: ReferenceSet) -> None:
    sha = label(race, "0")
    before = race.labels(sha)
    assert race.save(sha, before.documents, began=before.revision).revision == before.revision
    assert len(race.log(sha)) == 3


def test_a_save_over_somebody_elses_returns_both(race: ReferenceSet) -> None:
    sha = label(race, "0")
    seen = race.labels(sha)
    race.save(sha, {"bibs": Bibs(())}, began=seen.revision, who="ben")
    mine = {"bibs": Bibs((Bib(LEFT, "7"),))}
    with pytest.raises(Conflict, match="bibs changed since revision 1, it is now 2") as conflict:
        race.save(sha, mine, began=seen.revision, who="ann")
    assert conflict.value.yours == mine
    assert conflict.value.theirs.documents["bibs"] == Bibs(())
    assert race.labels(sha).documents["bibs"] == Bibs(())


def test_two_people_may_label_two_dimensions_at_once(race: ReferenceSet) -> None:
    sha = race.photo("0").sha
    race.save(sha, {"bibs": Bibs((Bib(LOW, "1"),))}, began=0, who="ann")
    race.save(sha, {"faces": Faces((Face(HIGH),))}, began=0, who="ben")
    assert [entry.who for entry in race.log(sha)] == ["ann", "ben"]


def test_deleting_a_linked_box_deletes_the_link_and_asks_for_links_again(
    race: ReferenceSet,
) -> None:
    documents = one_runner()
    documents["bibs"] = Bibs((Bib(LOW, "1", id=-1), Bib(LEFT, "2", id=-3)))
    documents["links"] = Links(((-1, -2), (-3, -2)))
    sha = label(race, "0", documents)
    _, second = boxes(race, "bibs")
    assert race.done(sha)["links"]
    race.save(sha, {"bibs": Bibs((second,))}, began=None)
    links = race.labels(sha).documents["links"]
    assert [bib for bib, _ in links.pairs] == [second.id]  # type: ignore[union-attr]
    assert not race.done(sha)["links"]
    assert [entry.dimension for entry in race.log(sha)][-2:] == ["bibs", "links"]
    assert race.log(sha)[-1].revision == race.log(sha)[-2].revision


def test_a_face_may_wear_two_bibs_and_a_bib_has_one_face(race: ReferenceSet) -> None:
    with pytest.raises(Unfit, match="bib -1 has two faces"):
        Links(((-1, -2), (-1, -3)))
    documents = one_runner()
    documents["bibs"] = Bibs((Bib(LOW, id=-1), Bib(LEFT, id=-3)))
    documents["links"] = Links(((-1, -2), (-3, -2)))
    label(race, "0", documents)
    assert race.state("0") == "complete"


def test_a_link_to_a_box_that_is_not_there_is_refused(race: ReferenceSet) -> None:
    sha = label(race, "0")
    (bib,) = boxes(race, "bibs")
    with pytest.raises(Unfit, match=r"pairs\[0\]\[1\]: there is no box 99 among its faces"):
        race.save(sha, {"links": Links(((bib.id, 99),))}, began=None)


def test_an_id_that_is_there_twice_is_refused(race: ReferenceSet) -> None:
    with pytest.raises(Unfit, match=r"boxes\[1\]\.id: the id -1 is there twice: keep one"):
        label(race, "0", {"bibs": Bibs((Bib(LOW, "1", id=-1), Bib(LOW, "2", id=-1)))})
    assert race.state("0") == "unlabelled"


def test_a_box_of_another_photo_cannot_be_taken(race: ReferenceSet) -> None:
    label(race, "0")
    (bib,) = boxes(race, "bibs")
    with pytest.raises(Unfit, match="no box of this photo's bibs"):
        label(race, "1", {"bibs": Bibs((bib,))})
    assert boxes(race, "bibs") == (bib,)


def test_a_box_that_somebody_deleted_meanwhile_is_a_conflict(race: ReferenceSet) -> None:
    sha = label(race, "0")
    began, (bib,) = race.labels(sha).revision, boxes(race, "bibs")
    (face,) = boxes(race, "faces")
    race.save(sha, {"faces": Faces(())}, began=began)
    with pytest.raises(Conflict):
        race.save(sha, {"links": Links(((bib.id, face.id),))}, began=began)


def test_any_revision_can_be_restored_with_the_ids_it_had(race: ReferenceSet) -> None:
    sha = label(race, "0")
    then = race.labels(sha)
    race.choose_part(sha, "iteration")
    race.save(sha, {**dict.fromkeys(("bibs", "faces", "links"))}, began=None)
    assert race.state(sha) == "unlabelled"
    restored = race.restore(sha, then.revision, who="ann")
    assert race.labels(sha).documents == then.documents
    assert race.photo(sha).part is None
    assert race.log(sha)[-1].why == "restore 1"
    assert restored.revision == race.labels(sha).revision > then.revision
    race.restore(sha, 0)
    assert set(race.labels(sha).documents.values()) == {None}
    with pytest.raises(InputError, match="there is no revision 99, they go from 0 to"):
        race.restore(sha, 99)


def test_every_change_is_a_row_of_the_log(race: ReferenceSet) -> None:
    sha = label(race, "0")
    label(race, "0", {"bibs": Bibs(())})
    rows = [(row.dimension, row.revision, row.who, row.old is None) for row in race.log(sha)]
    assert rows == [
        ("bibs", 1, "ann", True),
        ("faces", 1, "ann", True),
        ("links", 1, "ann", True),
        ("bibs", 2, "ann", False),
        ("links", 2, "ann", False),
    ]
    assert race.log(sha)[3].new == {"labelled": True, "tags": [], "boxes": []}


def test_pairs_of_faces_are_facts_that_must_not_contradict_each_other(race: ReferenceSet) -> None:
    faces = []
    for name in "012":
        label(race, name)
        faces.append(boxes(race, "faces", name)[0].id)
    race.pair(faces[0], faces[1], "must")
    race.pair(faces[2], faces[0], "cannot")
    with pytest.raises(InputError, match="contradicts"):
        race.pair(faces[1], faces[2], "must")
    with pytest.raises(InputError, match="no face 999"):
        race.pair(faces[1], 999, "must")
    assert [(pair.first, pair.second, pair.kind) for pair in race.pairs()] == [
        (faces[0], faces[1], "must"),
        (faces[0], faces[2], "cannot"),
    ]
    race.unpair(faces[0], faces[2])
    race.pair(faces[1], faces[2], "must")


def test_pairs_go_with_their_face_and_the_log_of_both_photos_says_so(race: ReferenceSet) -> None:
    for name in "01":
        label(race, name)
    first, second = (boxes(race, "faces", name)[0].id for name in "01")
    race.pair(first, second, "must")
    label(race, "0", {"faces": Faces(())})
    assert race.pairs() == []
    for name in "01":
        last = [row for row in race.log(name) if row.dimension == "pairs"][-1]
        assert (last.old, last.new) == ([{"kind": "must", "faces": [first, second]}], [])


def test_a_batch_is_kept_whole_or_not_at_all(race: ReferenceSet) -> None:
    def half_wrong() -> None:
        with race.batch("ann") as batch:
            batch.save(race.photo("0").sha, one_runner(), began=None)
            batch.save(race.photo("1").sha, {"links": Links(((5, 6),))}, began=None)

    with pytest.raises(Unfit):
        half_wrong()
    assert race.state("0") == "unlabelled"
    with race.batch("ann", keep=False) as batch:
        batch.save(race.photo("0").sha, one_runner(), began=None)
    assert race.state("0") == "unlabelled"


def test_elements_are_kept_with_all_that_their_source_says(tmp_path: Path) -> None:
    screens = new_set(tmp_path / "screens", ("elements",), photos=1)
    said = {
        "id": "elem_1",
        "bbox": [0.1, 0.2, 0.25, 0.28],
        "text": "Login",
        "type": "button",
        "click_point": [0.175, 0.24],
        "GUI_types": ["Button"],
    }
    refusal = {"id": "elem_2", "bbox": None, "box_type": "refusal"}
    label(
        screens, "0", {"elements": Elements((Element(said), Element(refusal)), {"theme": "dark"})}
    )
    found = screens.labels("0").documents["elements"]
    assert [element.said for element in found.elements] == [said, refusal]  # type: ignore[union-attr]
    assert found.about == {"theme": "dark"}  # type: ignore[union-attr]
    assert screens.state("0") == "complete"


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"id": "a", "bbox": [0.5, 0, 0.4, 1]}, r"element.bbox: w: must be above 0"),
        ({"id": "a", "bbox": [0, 0, 1.5, 1]}, "outside 0 to 1"),
        ({"id": "a", "bbox": [0, 0, 1]}, "must be x1, y1, x2, y2"),
        ({"id": "", "bbox": None}, "an element needs a name"),
        ({"id": "a", "bbox": None, "click_point": [0.5, 3]}, r"click_point\[1\]: must lie in"),
        ({"id": "a", "bbox": None, "text": 4}, "element.text: must be text"),
        ({"id": "a", "bbox": None, "box_type": "star"}, "element.box_type: must be one of"),
        ({"id": "a", "bbox": None, "polygon": [[0, 0], [1, 1]]}, "must be 3 corners or more"),
        ({"id": "a", "box_type": "polygon"}, "element.polygon: must be 3 corners or more, got"),
        ({"id": "a", "bbox": None, "scored": "no"}, "element.scored: must be true or false"),
    ],
)
def test_an_element_that_cannot_be_is_refused(said: dict, complaint: str) -> None:
    with pytest.raises(Unfit, match=complaint):
        Element(said)


def test_two_elements_of_one_name_are_refused() -> None:
    one = Element({"id": "a", "bbox": None})
    with pytest.raises(Unfit, match=r"elements\[1\].element.id: 'a' is there twice"):
        Elements((one, one))


def test_a_set_takes_only_its_own_dimensions(painted: ReferenceSet) -> None:
    with pytest.raises(InputError, match="this set has no bibs, its dimensions are masks"):
        label(painted, "0", nothing())


def test_threads_may_share_a_set(race: ReferenceSet) -> None:
    shas = [found.sha for found in race.photos()]

    def work(number: int) -> None:
        for turn in range(10):
            race.save(
                shas[number], {"bibs": Bibs((Bib(LOW, str(turn)),))}, began=None, who=str(number)
            )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(race.log(sha)) for sha in shas] == [10] * 4
