"""Photos and labels as the page asks for them."""

from pathlib import Path

from src.data.refsets import ReferenceSet
from src.data.refsets.ghosts import Ghost
from src.data.refsets.labels import Bib, Bibs
from src.studio.asking import Studio
from tests.data.refsets.making import LOW, label, new_set, nothing
from tests.data.refsets.test_ghosts import OCR
from tests.studio.asked import Asker, served

BIB = {"x": 0.5, "y": 0.5, "w": 0.1, "h": 0.1, "number": "7", "scope": "bib", "id": -1}


def first(studio: Asker) -> str:
    return studio.get("/api/photos")["photos"][0]["sha"]


def test_a_page_of_photos_says_where_the_next_begins(studio: Asker) -> None:
    page = studio.get("/api/photos?limit=3")
    rest = studio.get(f"/api/photos?after={page['next']}")
    names = [one["name"] for one in [*page["photos"], *rest["photos"]]]
    assert names == [f"race/{number}.png" for number in range(4)]
    assert rest["next"] is None


def test_photos_are_found_by_what_is_done_tagged_and_suggested(
    studio: Asker, race: ReferenceSet
) -> None:
    label(race, "1", nothing())
    sha = race.photo("2").sha
    studio.put(f"/api/photos/{sha}/bibs", {"revision": 0, "documents": {
        "bibs": {"labelled": False, "tags": ["dark_bib"], "boxes": []}}})  # fmt: skip
    race.choose_part(race.photo("3").sha, "iteration")

    def found(question: str) -> list[str]:
        return [one["name"][5] for one in studio.get(f"/api/photos?{question}")["photos"]]

    assert found("step=bibs&state=done") == ["1"]
    assert found("step=bibs&state=todo") == ["0", "2", "3"]
    assert found("state=negative") == ["1"]
    assert found("tag=dark_bib") == ["2"]
    assert found("part=iteration") == ["3"]
    assert found("step=bibs&score_below=0.5") == ["0"]
    assert found("step=faces&score_below=0.5") == []
    assert found("step=faces&score_above=0.5") == ["0"]
    assert found("step=bibs&disagree=1") == []


def test_a_photo_disagrees_where_a_suggestion_was_not_taken(
    studio: Asker, race: ReferenceSet
) -> None:
    sha = label(race, "0", {"bibs": Bibs((Bib(LOW, "621"),))})
    assert [one["sha"] for one in studio.get("/api/photos?step=bibs&disagree=1")["photos"]] == [sha]


def test_the_queue_goes_on_from_the_beginning(studio: Asker, race: ReferenceSet) -> None:
    shas = [race.photo(name).sha for name in "0123"]
    label(race, "1", nothing())
    assert studio.get(f"/api/next?step=bibs&after={shas[0]}") == {"sha": shas[2]}
    assert studio.get(f"/api/next?step=bibs&after={shas[3]}") == {"sha": shas[0]}
    beside = studio.get(f"/api/beside?sha={shas[1]}")
    assert beside == {"before": shas[0], "after": shas[2], "place": 2, "of": 4}
    for name in "023":
        label(race, name, nothing())
    assert studio.get("/api/next?step=bibs") == {"sha": None}


def test_what_is_saved_is_there_with_ids(studio: Asker) -> None:
    sha = first(studio)
    place = f"/api/photos/{sha}/bibs"
    faces = {"boxes": [{"x": 0.1, "y": 0.1, "w": 0.1, "h": 0.1, "id": -2}]}
    documents = {"bibs": {"boxes": [BIB]}, "faces": faces, "links": {"pairs": [[-1, -2]]}}
    saved = studio.put(place, {"revision": 0, "documents": documents})
    bib, face = (saved["documents"][name]["boxes"][0]["id"] for name in ("bibs", "faces"))
    assert saved["documents"]["links"]["pairs"] == [[bib, face]]
    there = studio.get(place)
    assert (there["revision"], there["labels"]) == (saved["revision"], saved["documents"])
    assert (there["width"], there["height"], there["frozen"]) == (60, 40, False)
    assert [one["text"] for one in there["ghosts"]["bibs"]] == ["621", "9"]


def test_a_stale_save_tells_both_versions(studio: Asker) -> None:
    place = f"/api/photos/{first(studio)}/bibs"
    mine = {"revision": 0, "documents": {"bibs": {"boxes": [BIB]}}}
    saved = studio.put(place, mine)
    answer = studio.send("PUT", place, mine)
    assert answer.status == 409
    assert answer.said["theirs"]["revision"] == saved["revision"]
    assert answer.said["theirs"]["documents"]["bibs"] == saved["documents"]["bibs"]
    assert answer.said["yours"]["bibs"]["boxes"][0]["number"] == "7"


def test_a_draft_decides_about_what_its_boxes_were_made_from(studio: Asker) -> None:
    place = f"/api/photos/{first(studio)}/bibs"
    ghosts = studio.get(place)["ghosts"]["bibs"]
    box = {**BIB, **LOW.as_json(), "number": "621", "ghost": ghosts[0]["id"]}
    document = {"labelled": False, "boxes": [box]}
    said = {"revision": 0, "documents": {"bibs": document}, "rejected": [ghosts[1]["id"]]}
    saved = studio.put(place, said)
    there = studio.get(place)["ghosts"]["bibs"]
    assert [one["fate"] for one in there] == ["accepted", "rejected"]
    # Moved far away it is still the one that was suggested.
    own = saved["documents"]["bibs"]["boxes"][0] | {"x": 0.75, "y": 0.75}
    moved = {"labelled": True, "boxes": [own]}
    studio.put(place, {"revision": saved["revision"], "documents": {"bibs": moved}})
    there = studio.get(place)["ghosts"]["bibs"]
    assert [one["fate"] for one in there] == ["edited", "rejected"]
    assert there[0]["box"] == own["id"]


def test_a_suggestion_that_a_refresh_took_away_costs_nobody_a_box(
    studio: Asker, race: ReferenceSet
) -> None:
    place = f"/api/photos/{first(studio)}/bibs"
    ghost = studio.get(place)["ghosts"]["bibs"][0]["id"]
    with race.batch() as batch:
        batch.suggest(race.photo("0").sha, "bibs", OCR, [])
    document = {"boxes": [{**BIB, "ghost": ghost}]}
    saved = studio.put(place, {"revision": 0, "documents": {"bibs": document}})
    assert len(saved["documents"]["bibs"]["boxes"]) == 1


def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(studio: Asker) -> None:
    sha = first(studio)
    place, revision = f"/api/photos/{sha}/bibs", 0
    seen = [studio.get(place)["labels"]]
    ghost = studio.get(place)["ghosts"]["bibs"][0]["id"]
    boxes = [{**BIB, "id": None, "ghost": ghost, **LOW.as_json()}, BIB]
    for count in range(3):
        document = {"labelled": count == 2, "boxes": boxes[:count]}
        saved = studio.put(place, {"revision": revision, "documents": {"bibs": document}})
        boxes[:count] = saved["documents"]["bibs"]["boxes"]
        revision = saved["revision"]
        seen.append(studio.get(place)["labels"])
    fates = [[one["fate"] for one in studio.get(place)["ghosts"]["bibs"]]]
    back = [seen[-1]]
    while (there := studio.get(place))["undo"]:
        there = studio.post(f"/api/photos/{sha}/undo", {"revision": there["revision"]})
        back.append(there["labels"])
        fates.append([one["fate"] for one in there["ghosts"]["bibs"]])
    assert back == seen[::-1]
    assert fates == [["edited", "rejected"], ["edited", "open"], ["open", "open"], ["open"] * 2]
    while (there := studio.get(place))["redo"]:
        studio.post(f"/api/photos/{sha}/redo", {"revision": there["revision"]})
    assert studio.get(place)["labels"] == seen[-1]
    refused = studio.send("POST", f"/api/photos/{sha}/redo", {"revision": there["revision"]})
    assert (refused.status, refused.said["error"]) == (
        422,
        "there is nothing to redo in this photo",
    )
    assert studio.send("POST", f"/api/photos/{sha}/undo", {"revision": 0}).status == 409


def test_time_keys_and_clicks_are_told_per_photo(studio: Asker, race: ReferenceSet) -> None:
    spent = {"seconds": 4, "keys": 2, "clicks": 0, "ghosts": True}
    for name, own in (("0", spent), ("0", spent), ("1", {**spent, "keys": 6, "ghosts": False})):
        place = f"/api/photos/{race.photo(name).sha}/bibs"
        studio.put(place, {"revision": 0, "documents": {}, "spent": own})
    told = studio.get("/api/set")["spent"]["bibs"]
    assert told["with"] == {"photos": 1, "seconds": 8, "keys": 4, "clicks": 0}
    assert told["without"] == {"photos": 1, "seconds": 4, "keys": 6, "clicks": 0}


def test_pictures_and_objects_are_served_by_hash_for_ever(
    studio: Asker, race: ReferenceSet
) -> None:
    sha = first(studio)
    answer = studio.ask("GET", f"/api/photos/{sha}/picture")
    assert answer.content == race.content(sha)
    assert (answer.headers["content-type"], answer.status) == ("image/png", 200)
    assert "immutable" in answer.headers["cache-control"]
    assert studio.ask("GET", f"/api/objects/{sha}").content == race.content(sha)
    assert studio.ask("GET", f"/api/objects/{'0' * 64}").status == 404


def test_old_addresses_lead_to_the_next_photo_of_their_step(studio: Asker) -> None:
    sha = first(studio)
    for old, step in (("/labels/", "bibs"), ("/faces/labels/", "faces"), ("/links/", "links")):
        answer = studio.ask("GET", old)
        assert (answer.status, answer.headers["location"]) == (307, f"/label/{step}")
        answer = studio.ask("GET", answer.headers["location"])
        assert (answer.status, answer.headers["location"]) == (307, f"/label/{step}/{sha}")
        assert studio.ask("GET", answer.headers["location"]).status == 200


def test_elements_of_a_screen_are_labelled_like_boxes(tmp_path: Path) -> None:
    with new_set(tmp_path / "screens", ("elements",), photos=1) as refset:
        sha = refset.photo("0").sha
        with refset.batch() as batch:
            ghost = Ghost(LOW, "Save", "button", confidence=0.7)
            batch.suggest(sha, "elements", OCR, [ghost])
        with served(Studio(refset)) as asker:
            place = f"/api/photos/{sha}/elements"
            (seen,) = asker.get(place)["ghosts"]["elements"]
            box = [LOW.x, LOW.y, LOW.x + LOW.w, LOW.y + LOW.h]
            element = {"id": "e1", "bbox": box, "text": "Save", "type": "button"}
            document = {"elements": [{"id": -1, "element": element, "ghost": seen["id"]}]}
            saved = asker.put(place, {"revision": 0, "documents": {"elements": document}})
            (own,) = saved["documents"]["elements"]["elements"]
            assert own["element"] == element
            assert asker.get(place)["ghosts"]["elements"][0]["fate"] == "accepted"
            assert asker.get("/api/set")["element_types"] == ["button"]
