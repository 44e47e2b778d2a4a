"""Recorded runs as the inspector shows them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from src.core import Instances, Scorecard
from src.data.refsets import ReferenceSet
from src.data.refsets.dataset import Reference
from src.data.refsets.labels import Area, Bib, Bibs, Face, Faces, Links
from src.scoring.race import Race
from src.studio.asking import Studio
from src.tracking.record.recorder import Tracking
from src.tracking.record.scorecards import log_scorecard
from tests.conformance.rows import row_of
from tests.data.refsets.making import HIGH, LEFT, LOW, label
from tests.end_to_end.conftest import Answer, fresh_store, run, workplace  # noqa: F401
from tests.end_to_end.test_pseudo_labels import home  # noqa: F401
from tests.studio.asked import Asker, served
from tests.tracking.conftest import empty_database_fixture, tracking_fixture  # noqa: F401

Run = Callable[..., Answer]
HERE = Area(0.5, 0.6, 0.2, 0.2)


def two_runners() -> dict[str, Bibs | Faces | Links]:
    bibs = Bibs((Bib(LOW, "621", id=-1), Bib(HERE, "44", id=-2)))
    faces = Faces((Face(HIGH, id=-3), Face(LEFT, id=-4)))
    return {"bibs": bibs, "faces": faces, "links": Links(((-1, -3), (-2, -4)))}


def read(truth: Instances, texts: dict[str, str], crossed: bool = False) -> Instances:
    """The truth as somebody read it who has other texts for some numbers; "" sees nothing."""
    kept = [place for place, text in enumerate(truth.texts or ()) if texts.get(str(text)) != ""]
    seen = truth.select(np.isin(np.arange(len(truth)), kept))
    links = seen.links[::-1].copy() if crossed else seen.links
    if crossed:
        links[:, 1] = seen.links[:, 1]
    said = tuple(texts.get(str(text), text) for text in seen.texts or ())
    return Instances(
        seen.shape,
        boxes=seen.boxes,
        ids=seen.ids,
        classes=seen.classes,
        class_names=seen.class_names,
        texts=said,
        scores=np.full(len(seen), 0.9),
        links=links,
    )


def scored(refset: ReferenceSet, *answers: tuple[dict[str, str], bool]) -> Scorecard:
    scorer, rows = Race(resamples=20), []
    samples = Reference(str(refset.folder)).samples()
    for sample, (texts, crossed) in zip(samples, answers, strict=True):
        rows.append(row_of(scorer, sample, read(sample.truth, texts, crossed)))
    return scorer.summarise(rows)


@pytest.fixture(name="inspector")
def inspector_fixture(race: ReferenceSet, tracking: Tracking) -> Iterator[Asker]:
    """Two runs on two photos: the second misreads a number, swaps links and misses a bib."""
    for name in "01":
        label(race, name, two_runners())
    tags = {"reference.set": race.about.title, "reference.frozen": "staging"}
    right, wrong = ({}, False), ({"621": "627"}, True)
    for name, answers in (("good", (right, right)), ("bad", (right, wrong))):
        with tracking.start({"dataset": {}}, name, tags) as record:
            log_scorecard(record, scored(race, *answers))
    with tracking.start({}, "unscored"):
        pass
    with served(Studio(race, tracking.uri)) as asker:
        yield asker


def kinds(marks: list[dict[str, object]]) -> list[tuple[object, object]]:
    return sorted((mark["what"], mark["kind"]) for mark in marks)


def test_photos_of_a_run_lead_to_their_labels(inspector: Asker, race: ReferenceSet) -> None:
    runs = inspector.get("/api/runs")["runs"]
    assert [one["name"] for one in runs] == ["unscored", "bad", "good"]
    told = inspector.get(f"/api/runs/{runs[1]['id']}")
    outcomes = {one["sha"]: one["outcome"] for one in told["photos"]}
    assert sorted(outcomes.values()) == ["PARTIAL", "PASS"]
    assert set(outcomes) == {race.photo(name).sha for name in "01"}
    (partial,) = (one for one in told["photos"] if one["outcome"] == "PARTIAL")
    photo = inspector.get(f"/api/runs/bad/photos/{partial['id']}")
    assert (photo["width"], photo["height"]) == (60, 40)
    assert photo["picture"] == f"/api/photos/{partial['sha']}/picture"
    assert kinds(photo["marks"]) == [
        ("bib", "matched"),
        ("bib", "wrong_text"),
        ("face", "matched"),
        ("face", "matched"),
        ("link", "missed"),
        ("link", "missed"),
        ("link", "wrong_link"),
        ("link", "wrong_link"),
    ]
    (misread,) = (mark for mark in photo["marks"] if mark["kind"] == "wrong_text")
    assert (misread["text"], misread["expected"]) == ("627", "621")


def test_two_runs_show_only_what_changed(inspector: Asker) -> None:
    told = inspector.get("/api/runs/good/against/bad")
    assert told["shared"] == 2
    (photo,) = told["photos"]
    assert (photo["first"]["outcome"], photo["second"]["outcome"]) == ("PASS", "PARTIAL")
    changes = inspector.get(f"/api/runs/good/against/bad/photos/{photo['id']}")
    assert kinds(changes["first"]) == [("bib", "matched"), ("link", "matched"), ("link", "matched")]
    assert ("bib", "wrong_text") in kinds(changes["second"])
    assert not [one for one in kinds(changes["second"]) if one[0] == "face"]
    assert inspector.get("/api/runs/good/against/good")["photos"] == []


def test_a_run_that_is_not_there_or_scored_nothing_is_told_in_a_sentence(inspector: Asker) -> None:
    answer = inspector.ask("GET", "/api/runs/nobody")
    assert (answer.status, "There is no run 'nobody'" in answer.said["error"]) == (404, True)
    answer = inspector.ask("GET", "/api/runs/unscored")
    assert answer.status == 422
    assert answer.said["error"].startswith("unscored has no scorecard.json: nothing was scored")
    assert inspector.ask("GET", "/api/runs/good/photos/nobody").status == 404
    assert inspector.ask("GET", "/api/runs/a'b").status == 404


def test_objects_of_any_run_are_outlined(run: Run, workplace: Path) -> None:  # noqa: F811
    words = ("+experiment=nuclei_correctness", "dataset.count=2", "dataset.size=96", "pictures=0")
    assert run(*words, "report=none", "gate=none").code == 0
    with served(Studio(None, f"sqlite:///{workplace / 'mlflow.db'}")) as asker:
        told = asker.get(f"/api/runs/{asker.get('/api/runs')['runs'][0]['id']}")
        one = told["photos"][0]
        photo = asker.get(f"/api/runs/{told['id']}/photos/{one['id']}")
        picture = asker.ask("GET", photo["picture"])
    assert (photo["width"], photo["height"]) == (96, 96)
    assert picture.content.startswith(b"\x89PNG")
    assert photo["counts"] == {kind: count for kind, count in one["counts"].items() if count}
    assert all(len(mark["points"]) > 3 for mark in photo["marks"])


def test_masks_of_any_run_are_outlined(run: Run, home: Path, workplace: Path) -> None:  # noqa: F811
    folders = (f"dataset.pseudo_labels_dir={home}/labels", f"dataset.gt_dir={home}/gt")
    run("+experiment=pseudo_labels", *folders, "report=none")
    with served(Studio(None, f"sqlite:///{workplace / 'mlflow.db'}")) as asker:
        told = asker.get(f"/api/runs/{asker.get('/api/runs')['runs'][0]['id']}")
        photos = [asker.get(f"/api/runs/{told['id']}/photos/{one['id']}") for one in told["photos"]]
    for one, photo in zip(told["photos"], photos, strict=True):
        assert photo["counts"] == {kind: count for kind, count in one["counts"].items() if count}
        assert {mark["what"] for mark in photo["marks"]} == {"mask"}


def test_questions_of_any_run_are_marked(run: Run, workplace: Path) -> None:  # noqa: F811
    words = ("+experiment=ui_grounding", "detector=ui_elements", "dataset.count=1", "pictures=0")
    answer = run(*words, "report=none", "scorer.resamples=20")
    assert answer.code == 0, answer.err
    with served(Studio(None, f"sqlite:///{workplace / 'mlflow.db'}")) as asker:
        told = asker.get(f"/api/runs/{asker.get('/api/runs')['runs'][0]['id']}")
        (one,) = told["photos"]
        photo = asker.get(f"/api/runs/{told['id']}/photos/{one['id']}")
    assert photo["counts"] == {kind: count for kind, count in one["counts"].items() if count}
    assert {mark["what"] for mark in photo["marks"]} == {"element"}
    assert one["outcome"] in ("PASS", "PARTIAL", "MISS")
