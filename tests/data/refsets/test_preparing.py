"""Photos of a folder become a set, once each, with suggestions."""

import os
import signal
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from src.core import InputError, Instances, Picture
from src.data.refsets import ReferenceSet
from src.data.refsets.backup import reset_labels, restore_backup
from src.data.refsets.frozen.freezing import freeze
from src.data.refsets.ghosts import Source
from src.data.refsets.labels import Bibs
from src.data.refsets.preparing.ghosts import finished, suggest, waiting
from src.data.refsets.preparing.photos import copy_photos, photo_files
from src.data.refsets.preparing.scanning import rescan
from src.data.refsets.verifying import verify
from tests.data.refsets.making import label, new_set, nothing, photo

ONE = Source("bright", "1", {"share": 0.1})


@dataclass
class Bright:
    """Finds the upper half of a picture, a bib as it says; fails on pictures of one name."""

    fails: str = ""
    seconds: float = 0.0
    seen: list[str] = field(default_factory=list)

    def detect(self, picture: Picture) -> Instances:
        time.sleep(self.seconds)
        self.seen.append(picture.entry.name)
        if self.fails and self.fails in picture.entry.name:
            raise InputError("it cannot see this")
        height, width = picture.shape
        return Instances(
            picture.shape,
            boxes=np.array([[0, 0, width, height / 2]]),
            classes=np.array([0]),
            class_names=("bib",),
        )


@pytest.fixture(name="folder")
def folder_fixture(tmp_path: Path) -> Path:
    """Six files, two of which are the same photo."""
    home = tmp_path / "photos"
    for number, name in enumerate(["1.png", "2.png", "10.png", "b/1.png", "b/c/2.jpg"]):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes(photo(number))
    (home / "b" / "same.png").write_bytes(photo(0))
    (home / "notes.txt").write_text("no photo")
    (home / ".hidden.png").write_text("no photo")
    return home


def prepare(refset: ReferenceSet, folder: Path, **options: bool) -> tuple[int, int]:
    copied = copy_photos(refset, *photo_files(folder), **options)  # type: ignore[arg-type]
    return copied.new, copied.known


def test_photos_are_copied_once_each(folder: Path, tmp_path: Path) -> None:
    refset = new_set(tmp_path / "set")
    assert prepare(refset, folder) == (5, 1)
    names = [found.names for found in refset.photos()]
    assert names == [
        ("1.png", "b/same.png"), ("2.png",), ("10.png",), ("b/1.png",), ("b/c/2.jpg",),
    ]  # fmt: skip
    assert prepare(refset, folder) == (0, 6)
    assert refset.statistics().photos == sum(1 for _ in refset.objects.all()) == 5


def test_one_photo_can_be_added(folder: Path, tmp_path: Path) -> None:
    refset = new_set(tmp_path / "set")
    assert prepare(refset, folder / "2.png") == (1, 0)
    assert refset.photos()[0].names == ("2.png",)


def test_a_photo_of_which_only_the_label_was_known_gets_its_file(
    folder: Path, tmp_path: Path
) -> None:
    refset = new_set(tmp_path / "set")
    from src.data.refsets.canonical import sha256

    sha = sha256(photo(0))
    with refset.batch() as batch:
        batch.add_known(sha, ["old/name.jpg"])
        batch.save(sha, nothing(), began=None)
    with pytest.raises(InputError, match=r"photo .* is not in .*prepare PATH copies it"):
        refset.content(sha)
    prepare(refset, folder)
    assert refset.content(sha) == photo(0)
    assert refset.photo(sha).names == ("old/name.jpg", "1.png", "b/same.png")


def test_a_damaged_photo_that_was_deleted_is_copied_again(folder: Path, tmp_path: Path) -> None:
    refset = new_set(tmp_path / "set")
    prepare(refset, folder)
    place = refset.objects.path(refset.photo("2.png").sha)
    place.chmod(0o644)
    place.write_bytes(b"!" + place.read_bytes()[1:])
    with pytest.raises(InputError, match="delete it and prepare the photo again"):
        refset.content("2.png")
    place.unlink()
    prepare(refset, folder)
    assert refset.content("2.png") == photo(1)


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda home: (home / "2.png").write_bytes(photo(1)[:60]), r"2\.png is truncated"),
        (lambda home: (home / "2.png").write_text("a letter"), r"2\.png is not a PNG"),
        (lambda home: (home / "2.png").write_bytes(b""), r"2\.png is empty"),
    ],
)
def test_a_bad_file_stops_or_is_left_out(
    folder: Path, tmp_path: Path, spoil: object, complaint: str
) -> None:
    spoil(folder)  # type: ignore[operator]
    refset = new_set(tmp_path / "set")
    with pytest.raises(InputError, match=complaint):
        prepare(refset, folder)
    assert refset.statistics().photos == 1  # the one before it
    copied = copy_photos(refset, *photo_files(folder), skip_bad=True)
    assert (copied.new, copied.known, list(copied.refused)) == (3, 2, ["2.png"])


def test_links_out_of_the_folder_are_refused(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.png").write_bytes(photo(77))
    refset = new_set(tmp_path / "set")
    (folder / "link.png").symlink_to(outside / "secret.png")
    with pytest.raises(InputError, match=r"names .*link\.png, which is not below"):
        prepare(refset, folder)
    (folder / "link.png").unlink()
    (folder / "inner").symlink_to(outside)
    with pytest.raises(InputError, match=r"names .*inner, which is not below"):
        prepare(refset, folder)
    (folder / "inner").unlink()
    (folder / "again.png").symlink_to(folder / "2.png")
    prepare(refset, folder)
    assert "again.png" in refset.photo("2.png").names


def test_a_folder_without_photos_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"PATH: .*empty holds no PNG, TIFF or JPEG"):
        photo_files(tmp_path / "empty")
    with pytest.raises(InputError, match=r"PATH: .*nowhere does not exist"):
        photo_files(tmp_path / "nowhere")


def test_suggestions_are_made_once_and_go_on_after_a_stop(race: ReferenceSet) -> None:
    detector = Bright()
    photos = waiting(race, ONE, refresh=False)
    suggest(race, photos[:3], detector, ONE)
    rest = waiting(race, ONE, refresh=False)
    assert len(rest) == 1
    done = suggest(race, rest, detector, ONE)
    assert (done.photos, done.ghosts) == (1, 1)
    assert waiting(race, ONE, refresh=False) == []
    look = race.ghosts("0", "bibs")
    assert look is not None
    assert look.source == ONE
    assert len(waiting(race, Source("bright", "2"), refresh=False)) == 4


def test_a_refresh_makes_all_anew_and_goes_on_after_a_stop(race: ReferenceSet) -> None:
    label(race, "0", {"bibs": Bibs(())})
    before = race.labels("0")
    suggest(race, waiting(race, ONE, refresh=False), Bright(), ONE)
    time.sleep(0.002)
    again = waiting(race, ONE, refresh=True)
    assert len(again) == 4
    suggest(race, again[:3], Bright(), ONE)
    assert waiting(race, ONE, refresh=True) == again[3:]
    suggest(race, again[3:], Bright(), ONE)
    assert waiting(race, ONE, refresh=True) == []
    finished(race)
    time.sleep(0.002)
    assert len(waiting(race, ONE, refresh=True)) == 4
    assert race.labels("0") == before


def test_a_detector_that_fails_on_a_photo_is_told_and_the_others_go_on(
    race: ReferenceSet,
) -> None:
    done = suggest(race, waiting(race, ONE, refresh=False), Bright(fails="/2"), ONE)
    assert (done.photos, done.failed) == (3, {"race/2.png": "it cannot see this"})
    assert len(waiting(race, ONE, refresh=False)) == 1


def test_a_killed_process_keeps_what_it_made(race: ReferenceSet) -> None:
    photos = waiting(race, ONE, refresh=False)
    race.close()
    child = os.fork()
    if not child:
        suggest(race, photos, Bright(seconds=0.05), ONE)
        os._exit(0)
    watched = ReferenceSet.open(race.folder)
    query = "SELECT count(*) FROM looks"
    while watched.database.connection.execute(query).fetchone()[0] < 2:
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    left = waiting(watched, ONE, refresh=False)
    assert len(left) <= 2
    suggest(watched, left, Bright(), ONE)
    looks = watched.database.connection.execute("SELECT count(*) FROM looks").fetchone()
    assert looks == (4,)
    watched.close()


def test_labels_that_are_reset_come_back_from_the_backup(race: ReferenceSet) -> None:
    for name in "01":
        label(race, name)
    frozen = freeze(race, "v1").frozen.head
    before = {name: race.labels(name).documents for name in "0123"}
    count, place = reset_labels(race, "ann")
    assert (count, race.statistics().states["unlabelled"]) == (2, 4)
    assert verify(race, frozen.name) == []
    assert race.log("0")[-1].why == "reset labels"
    assert restore_backup(race, place) == 2
    assert {name: race.labels(name).documents for name in "0123"} == before
    assert verify(race) == []
    with pytest.raises(InputError, match=r"--backup: .*nothing does not exist"):
        restore_backup(race, race.folder / "nothing")
    (race.folder / "backups" / "letter.db").write_text("dear " * 99)
    with pytest.raises(InputError, match="is no database"):
        restore_backup(race, race.folder / "backups" / "letter.db")


def test_a_scan_tells_lost_files_and_new_names(race: ReferenceSet, tmp_path: Path) -> None:
    folder = tmp_path / "moved"
    folder.mkdir()
    (folder / "x.png").write_bytes(photo(0))
    (folder / "new.png").write_bytes(photo(50))
    found = rescan(race, str(folder))
    assert (found.files, found.renamed, found.new) == (2, 1, 1)
    assert race.photo("0").names == ("race/0.png", "x.png")
    content = race.content(race.photo("1").sha)
    race.objects.remove(race.photo("1").sha)
    assert (rescan(race).lost, race.statistics().absent) == (1, 1)
    race.objects.put(content)
    assert (rescan(race).found, race.statistics().absent) == (1, 0)


def test_garbage_is_not_collected_while_photos_are_added(race: ReferenceSet) -> None:
    from src.data.refsets.collecting import collect

    stop = threading.Event()

    def clean() -> None:
        own = ReferenceSet.open(race.folder)
        while not stop.is_set():
            collect(own)
        own.close()

    thread = threading.Thread(target=clean)
    thread.start()
    shas = [race.add(photo(number), f"{number}.png") for number in range(100, 120)]
    stop.set()
    thread.join()
    assert all(race.content(sha) for sha in shas)
