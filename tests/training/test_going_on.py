"""What a person painted is never lost, and a session never begins again by itself."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import InputError
from src.data.formats import painter
from src.detectors.forest import Forest
from src.training.demonstration import Demonstration
from src.training.participants import Taught
from src.training.project import WRITTEN
from src.training.refit import LAST, PREVIOUS, RefitTrainer, load_state
from src.training.session import Rules
from src.training.states import ASIDE
from tests.power import Disk
from tests.training.simple import Notes, participants

pytestmark = pytest.mark.attack("tampered sessions", kind="sessions")

VAL, TRAIN = "annotations/val/nuclei-0000.png", "annotations/train/nuclei-0001.png"
OTHER, TWIN = "annotations/train/nuclei-0006.png", "annotations/val/nuclei-0001.png"


def taught(folder: Path, notes: Notes | None = None) -> Taught:
    return RefitTrainer(Rules(images=5)).teach(
        Forest(trees=20, threads=1), participants(folder, notes or Notes())
    )


def stopped(folder: Path, after: int) -> Path:
    with pytest.raises(RuntimeError, match="power cut"):
        taught(folder, Notes(stop_after=after))
    return folder


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file, with the moment of its last change."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {str(file): (file.read_bytes(), file.stat().st_mtime_ns) for file in files}


def refusal(folder: Path) -> str:
    """The sentence with which a session does not go on; nothing in its folder has changed."""
    before = contents(folder)
    with pytest.raises(InputError) as caught:
        taught(folder)
    assert contents(folder) == before
    return str(caught.value).replace(str(folder), "FOLDER")


def paint(file: Path) -> None:
    """As a person would: a square of background."""
    with Image.open(file) as image:
        rgba = np.array(image.convert("RGBA"))
    rgba[:30, :30] = (0, 255, 0, 180)
    Image.fromarray(rgba).save(file)


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 16
    file.write_bytes(content)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(taught(tmp_path_factory.mktemp("whole")).rows)


@pytest.fixture(scope="module")
def four_images(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stopped(tmp_path_factory.mktemp("four") / "session", 4)


@pytest.fixture
def session(four_images: Path, tmp_path: Path) -> Path:
    """A session that was stopped after its fourth image."""
    return Path(shutil.copytree(four_images, tmp_path / "session"))


def last_painted(session: Path) -> Path:
    """The annotation that the last state knows and the one before does not."""
    last, previous = (
        load_state(session / name)["session"]["digests"]["annotations"] for name in (LAST, PREVIOUS)
    )
    (name,) = last.keys() - previous.keys()
    (file,) = (session / "annotations").rglob(f"{name}.png")
    return file


def test_a_changed_annotation_is_named_with_what_can_be_done(session: Path) -> None:
    paint(session / VAL)
    sentence = refusal(session)
    assert f"{VAL} was changed: " in sentence
    assert "painted pixels, " in sentence
    assert "start=FOLDER" in sentence
    assert sentence.count("was changed") == 1, "though neither state can be used"


def test_a_changed_annotation_is_not_painted_over_from_an_older_state(session: Path) -> None:
    paint(last_painted(session))
    assert "was changed" in refusal(session)
    flip(session / LAST)
    assert "was changed" in refusal(session)


def test_an_annotation_of_another_size_is_refused(session: Path) -> None:
    Image.new("RGBA", (10, 10), (255, 0, 0, 180)).save(session / TRAIN)
    assert f"{TRAIN} was changed: 100 painted pixels" in refusal(session)


def test_a_torn_annotation_is_named_and_painted_again_when_it_is_gone(
    session: Path, expected: str
) -> None:
    torn = last_painted(session)
    torn.write_bytes(torn.read_bytes()[:-60])
    assert f"{torn.name} cannot be read" in refusal(session)
    torn.unlink()
    assert str(taught(session).rows) == expected


def test_an_annotation_that_every_state_needs_is_missed(session: Path) -> None:
    (session / VAL).unlink()
    assert f"{VAL} is gone" in refusal(session)


def test_the_same_paint_saved_by_another_program_is_the_same(session: Path, expected: str) -> None:
    for file in (session / "annotations").rglob("*.png"):
        with Image.open(file) as image:
            image.save(file, compress_level=9)
    assert str(taught(session).rows) == expected


@pytest.mark.parametrize("place", [OTHER, TWIN])
def test_what_a_person_painted_besides_is_not_passed_over(session: Path, place: str) -> None:
    shutil.copy(session / TRAIN, session / place)
    assert f"{place} holds " in refusal(session)


def test_an_annotation_in_the_place_of_another_is_found(session: Path) -> None:
    shutil.copy(session / TRAIN, last_painted(session))
    flip(session / LAST)
    assert "was changed" in refusal(session)


@pytest.mark.parametrize("harm", [flip, lambda file: file.write_bytes(file.read_bytes()[:99])])
def test_a_damaged_state_goes_back_one_image_and_is_set_aside(
    session: Path, expected: str, harm: Callable[[Path], None]
) -> None:
    harm(session / LAST)
    harmed = (session / LAST).read_bytes()
    assert str(taught(session).rows) == expected
    assert (session / f"{LAST}{ASIDE}").read_bytes() == harmed


def test_a_damaged_state_never_takes_the_place_of_the_good_one(session: Path) -> None:
    flip(session / LAST)
    good = (session / PREVIOUS).read_bytes()
    with pytest.raises(RuntimeError, match="power cut"):
        taught(session, Notes(stop_after=4))
    assert (session / PREVIOUS).read_bytes() == good


def test_two_damaged_states_begin_nothing_again(session: Path) -> None:
    for name in (LAST, PREVIOUS):
        (session / name).write_bytes(b"{")
    sentence = refusal(session)
    assert f"{LAST} is damaged" in sentence
    assert f"{PREVIOUS} is damaged" in sentence


def test_the_only_state_damaged_begins_nothing_again(session: Path) -> None:
    (session / PREVIOUS).unlink()
    flip(session / LAST)
    assert f"{LAST} is damaged" in refusal(session)


def test_a_state_of_another_session_is_known_by_its_name(
    session: Path, tmp_path: Path, expected: str
) -> None:
    other = stopped(tmp_path / "other", 3)
    shutil.copy(other / LAST, session / LAST)
    assert str(taught(session).rows) == expected, "the state before is its own"
    for name in (LAST, PREVIOUS):
        shutil.copy(other / LAST, session / name)
    assert f"{LAST} is of another session, other" in refusal(session)


def test_states_of_another_version_are_said_to_be(session: Path) -> None:
    for name in (LAST, PREVIOUS):
        (session / name).write_text('{"session": {}}')
    assert f"{LAST} was kept by another version, without 'state'" in refusal(session)


def test_a_trajectory_that_is_gone_is_missed(session: Path, expected: str) -> None:
    *_, last = sorted((session / "trajectories").iterdir())
    last.unlink()
    assert str(taught(session).rows) == expected, "the last can be painted again"
    next((session / "trajectories").glob("0001_*")).unlink()
    assert "trajectories/0001_nuclei-0000.parquet is gone" in refusal(session)


def test_what_the_session_itself_writes_anew_may_change(session: Path, expected: str) -> None:
    (session / "session.seg_proj").write_text("{}")
    paint(session / "datasets" / "nuclei-0000.png")
    assert str(taught(session).rows) == expected


def test_a_session_without_a_state_begins_again_but_not_over_paint(
    tmp_path: Path, expected: str
) -> None:
    early = stopped(tmp_path / "early", 1)
    assert not (early / LAST).exists()
    changed = Path(shutil.copytree(early, tmp_path / "changed"))
    paint(changed / VAL)
    assert f"{VAL} was changed" in refusal(changed)
    assert str(taught(early).rows) == expected


def test_a_torn_note_of_what_was_written_loses_no_other(session: Path, expected: str) -> None:
    with (session / WRITTEN).open("a") as notes:
        notes.write('{"file": "annotations/tr')
    flip(session / LAST)
    assert str(taught(session).rows) == expected
    flip(session / LAST)
    (session / f"{LAST}{ASIDE}").unlink()
    assert str(taught(session).rows) == expected


def test_without_the_notes_paint_beyond_the_state_is_nobody_s_to_overwrite(session: Path) -> None:
    (session / WRITTEN).unlink()
    flip(session / LAST)
    assert "painted pixels that are not its own" in refusal(session)


class PaintsMeanwhile(Notes):
    """Somebody paints the second picture by hand while the first is shown."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.file = folder / "annotations/val/nuclei-0001.png"

    def measured(self, row):  # type: ignore[no-untyped-def]
        """Paint once."""
        super().measured(row)
        if not self.file.exists():
            shutil.copy(self.file.parent / "nuclei-0000.png", self.file)


def test_paint_that_appears_during_the_session_stops_it(tmp_path: Path) -> None:
    notes = PaintsMeanwhile(tmp_path)
    with pytest.raises(InputError, match=r"nuclei-0001\.png holds \d+ painted pixels"):
        taught(tmp_path, notes)
    assert painter.read_annotation(notes.file)[0].any()
    notes.file.unlink()
    assert len(taught(tmp_path).rows) == 5


def test_a_demonstration_paints_over_nothing(tmp_path: Path) -> None:
    show = Demonstration(initial_images=1, corrective_images=0)
    for _ in range(2):
        show.teach(None, participants(tmp_path, Notes()))
    paint(tmp_path / VAL)
    before = contents(tmp_path)
    with pytest.raises(InputError, match="was changed"):
        show.teach(None, participants(tmp_path, Notes()))
    assert contents(tmp_path) == before


@pytest.mark.attack("power cuts of a session", kind="sessions")
def test_a_power_cut_at_any_moment_changes_no_number(
    tmp_path: Path,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    (tmp_path / "disk").mkdir()
    with monkeypatch.context() as context:
        disk = Disk(tmp_path / "disk", context)
        taught(disk.root / "session")
    assert disk.after_a_power_cut() == disk.with_every_name(), "all is safe in the end"
    assert len(disk.moments) > 200
    every = 1 if os.environ.get("BRUSHWORK_ATTACK") == "all" else len(disk.moments) // 8 + 1
    record_property("tried", len(disk.moments[::every]))
    for number, files in enumerate(disk.moments[::every]):
        folder = tmp_path / str(number)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        assert str(taught(folder / "session").rows) == expected, number
