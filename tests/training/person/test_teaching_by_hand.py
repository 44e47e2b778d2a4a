from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from src.annotators.rootpainter import RootPainterAnnotator
from src.core import InputError
from src.data.folder import Folder
from src.geometry.masks import ignored
from src.running.checking import check_teacher, chosen_split
from src.studio.asking import Studio
from src.training.lesson import Lesson
from src.training.person import Desk, Offer, Person
from src.training.person.desk import MissedError
from src.training.sight import Shown
from src.training.summary import summarise
from tests.annotators.traces.hands import Scribe
from tests.studio.asked import served
from tests.training.person.hands import Answers, painting
from tests.training.simple import Notes, detector, participants, trainer

IMAGES = 4

# Which warnings are shown is one setting of all threads, and those of the page change it too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*isinstance.treespec, LeafSpec.*"),
    pytest.mark.filterwarnings("ignore:.*does not have many workers.*"),
]


def curve(rows: list[Any]) -> list[tuple[Any, ...]]:
    return [(row["step"], row["name"], row["val_f1"], row.get("test_f1")) for row in rows]


def answers_of(shows: list[Shown]) -> Answers:
    return {shown.sample.name: shown.annotation for shown in shows}


@pytest.fixture(name="simulated", scope="module")
def simulated_fixture(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Notes]:
    """A session of the simulated annotator."""
    folder, notes = tmp_path_factory.mktemp("simulated"), Notes()
    people = replace(participants(folder, notes), annotator=RootPainterAnnotator())
    trainer(images=IMAGES).teach(detector(), people)
    return folder, notes


def by_hand(
    folder: Path, answers: Answers, notes: Notes, most: int | None = None
) -> list[dict[str, Any]]:
    """The same session by a person whose hand repeats these annotations over HTTP."""
    person = Person(longest_wait=1000)
    asked: list[dict[str, Any]] = []
    person.sit(folder, lambda: False)
    people = replace(participants(folder, notes), annotator=person)
    with served(Studio(desk=person.desk)) as asker, painting(asker, answers, most) as seen:
        try:
            trainer(images=IMAGES).teach(detector(), people)
        finally:
            asked.extend(seen)
            person.desk.finish()
    return asked


def test_hand_that_repeats_a_simulated_one_gives_the_same_curve(
    simulated: tuple[Path, Notes], tmp_path: Path
) -> None:
    folder, expected = simulated
    notes = Notes()
    offered = by_hand(tmp_path, answers_of(expected.shows), notes)
    assert str(curve(notes.rows)) == str(curve(expected.rows))
    for file in sorted(folder.glob("annotations/*/*.png")):
        same = tmp_path / file.relative_to(folder)
        np.testing.assert_array_equal(
            np.asarray(Image.open(file))[..., :2] > 0, np.asarray(Image.open(same))[..., :2] > 0
        )
    assert [one["step"] for one in offered] == list(range(1, IMAGES + 1))
    # The net learns from the third image while the fourth is painted.
    assert [one["model"] for one in offered] == [None, None, None, "after image 2"]
    seconds = [shown.annotation.trajectory.seconds for shown in expected.shows if shown.annotation]
    assert [row["seconds"] for row in notes.rows] == pytest.approx(seconds, rel=1e-9)


def test_what_was_painted_before_a_kill_is_not_asked_for_again(
    simulated: tuple[Path, Notes], tmp_path: Path
) -> None:
    """The process dies while it learns from the second image; the third is painted by then."""
    expected = simulated[1]
    answers = answers_of(expected.shows)
    with pytest.raises(RuntimeError, match="power cut"):
        by_hand(tmp_path, answers, Notes(stop_after=2), most=3)
    notes = Notes()
    again = by_hand(tmp_path, answers, notes)
    rows = [*notes.before, *notes.rows]
    assert str(curve(rows)) == str(curve(expected.rows))
    assert [one["step"] for one in again] in ([3, 4], [4])


def offer(folder: Path, step: int = 1) -> tuple[Desk, Offer]:
    sample = next(iter(participants(folder, Notes()).dataset.samples()))
    desk = Desk(folder, lambda: False)
    laid = Offer(step, sample.picture, None, 0)
    desk.offer(laid)
    return desk, laid


def stroke(number: int = 0, start: float = 0.0) -> dict[str, list[Any]]:
    scribe = Scribe()
    for kind, t in (("down", 0.0), ("move", 40.0), ("up", 60.0)):
        scribe.sample(kind, start + t, 5.0 + t / 10, 9.0, stroke=number)
    return scribe.columns()


def test_every_stroke_is_on_the_disk_at_once(tmp_path: Path) -> None:
    desk, laid = offer(tmp_path)
    sha = laid.picture.entry.id
    assert desk.add(sha, 0, stroke(), None) == 3
    again = Desk(tmp_path, lambda: False)
    again.offer(laid)
    state, _, trace, _, _ = again.look()
    assert (state, len(trace)) == ("paint", 3)
    # A page that was opened anew counts from its own start.
    assert again.add(sha, 3, stroke(0, 1.0), "done") == 7
    taken = again.take()
    assert taken.stroke[taken.drawing].tolist() == [0, 0, 0, 1, 1, 1]
    assert taken.seconds == pytest.approx(0.12)


def test_what_does_not_go_on_is_refused(tmp_path: Path) -> None:
    desk, laid = offer(tmp_path)
    sha = laid.picture.entry.id
    with pytest.raises(MissedError, match="look again"):
        desk.add("f" * 64, 0, stroke(), None)
    desk.add(sha, 0, stroke(), None)
    with pytest.raises(MissedError, match="3 samples are kept"):
        desk.add(sha, 0, stroke(), None)
    with pytest.raises(InputError, match="ending"):
        desk.add(sha, 3, stroke(1, 99.0), "later")
    desk.add(sha, 3, stroke(1, 99.0), "done")
    with pytest.raises(MissedError, match="any more"):
        desk.add(sha, 7, stroke(2, 300.0), None)


def test_somebody_who_waits_can_stop_the_run(tmp_path: Path) -> None:
    _, laid = offer(tmp_path)
    desk = Desk(tmp_path, lambda: True)
    desk.offer(laid)
    with pytest.raises(KeyboardInterrupt, match="asked to stop"):
        desk.take()


def test_nothing_known_of_the_pictures_needs_a_person(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    for name in ("a", "b"):
        pixels = np.full((8, 9), ord(name), np.uint8)
        Image.fromarray(pixels).save(tmp_path / "images" / f"{name}.png")
    with pytest.raises(InputError, match="neither masks nor labels"):
        Folder(str(tmp_path))
    dataset = Folder(str(tmp_path), masks_optional=True)
    assert {entry.split for entry in dataset.entries} == {"train"}
    sample = dataset.read(dataset.entries[0])
    assert ignored(sample.truth).all()
    assert chosen_split(dataset, "test", teaches=True) == ("test", 0)
    check_teacher(dataset, Person())
    with pytest.raises(InputError, match="annotator=person"):
        check_teacher(dataset, RootPainterAnnotator())


def test_without_a_test_there_is_no_curve() -> None:
    rows = [{**Lesson.before().record(), "val_f1": 0.5, "test_f1": float("nan")}]
    assert np.isnan(summarise(rows, 600, 0.9)["aubc"])


def test_who_waits_too_long_has_the_net_stop(tmp_path: Path) -> None:
    desk, laid = offer(tmp_path)
    assert desk.idle_seconds() == 0
    desk.add(laid.picture.entry.id, 0, stroke(), "done")
    assert desk.idle_seconds() > 0
    assert desk.look()[0] == "training"
