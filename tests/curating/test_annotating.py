"""A person at a real pseudo-terminal, typing."""

from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from src.core import InputError
from src.curating.annotating import RECORDING, annotate, begun, ids_of
from src.curating.proposals import Proposal
from src.curating.recording.folder import RecordedFolder
from src.data.formats.painter import write_picture
from src.data.ui.document import read_annotations, write_annotations
from tests.curating.typist import Typist


@pytest.fixture(name="recorded")
def recorded_fixture(tmp_path: Path) -> Path:
    """Three clicks, each with a box in a box."""
    into = RecordedFolder(tmp_path / "set")
    pixels = np.full((60, 100, 3), 230, np.uint8)
    pixels[10:30, 10:50] = 90
    for number in range(3):
        chain = ((20.0, 14.0, 40.0, 26.0), (10.0, 10.0, 50.0, 30.0))
        into.add(
            pixels, Proposal("recording", chain, 1, f"Button {number}", "button", click=(30, 20))
        )
    return tmp_path / "set"


def test_a_person_goes_through_proposals_stops_and_goes_on(recorded: Path) -> None:
    person = Typist(str(recorded), "--detector", RECORDING)
    for line in ("n", "zzz", "w", "a", "t New words", "c 12 13", "a", "u", "q"):
        person.until("?  > ")
        person.type(line)
    assert person.ended() == 0
    first = read_annotations(recorded)
    assert [len(sample.elements) for sample in first.samples] == [1, 0, 0]
    assert first.samples[0].elements[0].bbox == pytest.approx((0.1, 1 / 6, 0.5, 0.5))
    assert first.samples[0].elements[0].click_point == pytest.approx((0.3, 1 / 3))

    person = Typist(str(recorded), "--detector", RECORDING)
    person.until("0002.png")
    for line in ("n a", "+ 60 40 80 50 Missed", "r"):
        person.until("?  > ")
        person.type(line)
    assert person.ended() == 0
    assert "is no key" not in person.seen
    done = read_annotations(recorded)
    assert [len(sample.elements) for sample in done.samples] == [1, 1, 1]
    assert done.samples[1].elements[0].bbox == pytest.approx((0.2, 14 / 60, 0.4, 26 / 60))
    assert done.samples[2].elements[0].text == "Missed"
    verdicts = [row["verdict"] for row in done.given["review"]["decisions"]]
    assert verdicts == ["accepted", "edited", "added", "rejected"]


def test_a_terminal_that_does_not_say_its_size_is_told_of_the_file(recorded: Path) -> None:
    person = Typist(str(recorded), "--detector", RECORDING, size=None)
    person.until("annotating.png")
    person.type("q")
    assert person.ended() == 0


def test_without_a_terminal_the_view_is_a_file_beside(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(record=True, force_terminal=False, width=100)
    lines = iter(["s", "q"])
    views: list[bool] = []

    def line(*_: object, **__: object) -> str:
        views.append((recorded / "annotating.png").is_file())
        return next(lines)

    monkeypatch.setattr(console, "input", line)
    review = annotate(recorded, RECORDING, 0.0, console)
    assert views == [True, True]
    assert not (recorded / "annotating.png").exists()
    assert review.counts()["recording"]["skipped"] == 1
    assert "no terminal" in console.export_text()


def test_pictures_that_the_file_lacks_join_it(tmp_path: Path) -> None:
    write_picture(tmp_path / "b" / "new.png", np.zeros((4, 6, 3), np.uint8))
    samples = begun(tmp_path).samples
    assert [(own.id, own.image, own.width, own.height) for own in samples] == [
        ("b/new", "b/new.png", 6, 4)
    ]


def test_pictures_that_differ_in_their_ending_alone_have_ids_that_differ(tmp_path: Path) -> None:
    for name in ("a.png", "a.jpg", "b.png", "c/a.png"):
        write_picture(tmp_path / name, np.zeros((4, 6, 3), np.uint8))
    samples = begun(tmp_path).samples
    ids = {own.image: own.id for own in samples}
    assert ids == {"a.png": "a.png", "a.jpg": "a.jpg", "b.png": "b", "c/a.png": "c/a"}
    write_annotations(tmp_path, begun(tmp_path))
    write_picture(tmp_path / "b.jpg", np.zeros((4, 6, 3), np.uint8))
    ids = {own.image: own.id for own in begun(tmp_path).samples}
    assert (ids["b.png"], ids["b.jpg"]) == ("b", "b.jpg")


@pytest.mark.parametrize(
    ("images", "taken", "ids"),
    [
        ([], [], []),
        (["a.png", "b.png"], [], ["a", "b"]),
        (["a.png", "a.jpg", "a.png.jpg"], [], ["a.png", "a.jpg", "a.png.jpg"]),
        (["a.png", "a.png.jpg"], [], ["a", "a.png"]),
        (["a.png"], ["a"], ["a.png"]),
    ],
)
def test_an_id_is_the_path_without_its_ending_where_that_is_enough(
    images: list[str], taken: list[str], ids: list[str]
) -> None:
    assert list(ids_of(images, taken).values()) == ids


def test_a_folder_without_pictures_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no PNG"):
        begun(tmp_path)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"nothing")
    with pytest.raises(InputError, match=r"a\.png is no picture"):
        begun(tmp_path)
