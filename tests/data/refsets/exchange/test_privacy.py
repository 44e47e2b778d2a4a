"""What leaves a set tells no more than it was allowed to."""

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from src.core import InputError
from src.data.refsets import About, ReferenceSet
from src.data.refsets.documented.taking import take_files
from src.data.refsets.documented.writing import write_files
from src.data.refsets.exchange.exchanging import export_set, import_set
from src.data.refsets.exchange.exif import without_tags
from src.data.refsets.exchange.leaving import NAMES, Terms
from src.data.refsets.labels import Face, Faces
from src.data.refsets.people.pseudonyms import Pseudonyms
from tests.data.refsets.exchange.sets import NAME, race_set
from tests.data.refsets.making import HIGH, LOW, label, new_set, one_runner

GPS, EXIF, ORIENTATION = 0x8825, 0x8769, 0x0112
SERIAL, OWNER, MAKER, ARTIST = "SN-00471", "Olga Owner", b"maker SN-00471", "Olga Owner"


def camera(format: str, orientation: int = 1) -> bytes:
    """A photo that tells where, by whom and with which camera it was taken."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x010F] = "Brand"
    exif[0x013B] = ARTIST
    exif.get_ifd(GPS).update({1: "N", 2: (47.0, 22.0, 5.0), 3: "E", 4: (8.0, 32.0, 7.0)})
    exif.get_ifd(EXIF).update({0xA431: SERIAL, 0xA430: OWNER, 0x927C: MAKER, 0x829A: 0.004})
    exif[GPS], exif[EXIF] = 0, 0  # places that Pillow finds out
    pixels = np.random.default_rng(1).integers(0, 256, (40, 60, 3), np.uint8)
    stream = io.BytesIO()
    extra = {"xmp": b"<x>exif:GPSLatitude SN-00471</x>"} if format == "JPEG" else {}
    Image.fromarray(pixels).save(stream, format, exif=exif, **extra)
    return stream.getvalue()


@pytest.mark.parametrize("format", ["JPEG", "PNG", "TIFF"])
@pytest.mark.parametrize("which", ["place", "serial", "both"])
def test_a_photo_forgets_what_it_is_told_to(format: str, which: str) -> None:
    before = camera(format, orientation=6)
    place, serial = which != "serial", which != "place"
    after = without_tags(before, "a", place=place, serial=serial)
    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(after)) as new:
        found = new.getexif()
        inner = found.get_ifd(EXIF)
        assert found[ORIENTATION] == 6
        assert found[0x010F] == "Brand"
        assert inner[0x829A] == pytest.approx(0.004)
        assert bool(found.get_ifd(GPS)) is not place
        assert (0xA431 in inner) is not serial
        assert (np.asarray(old) == np.asarray(new)).all()
    if serial:
        assert SERIAL.encode() not in after
        assert OWNER.encode() not in after


@pytest.mark.parametrize("format", ["JPEG", "PNG", "TIFF"])
def test_without_the_wish_a_photo_leaves_as_it_is(format: str) -> None:
    assert without_tags(camera(format), "a", place=False, serial=False) == camera(format)


def test_damaged_exif_data_are_refused() -> None:
    content = camera("JPEG")
    at = content.index(b"Exif\0\0") + 6
    broken = content[: at + 4] + b"\xff\xff\xff\x00" + content[at + 8 :]
    with pytest.raises(InputError, match="EXIF data are damaged"):
        without_tags(broken, "a", place=True, serial=True)


@pytest.fixture(name="camera_set")
def camera_set_fixture(tmp_path: Path) -> ReferenceSet:
    made = ReferenceSet.create(tmp_path / "set", About("t", ("bibs", "faces", "links")))
    made.add(camera("JPEG", 6), f"{NAME}/one.jpg")
    made.add(camera("JPEG", 1), "two.jpg")
    label(made, "one.jpg", one_runner(identity=NAME))
    return made


def test_blurred_areas_are_one_colour(camera_set: ReferenceSet, tmp_path: Path) -> None:
    terms = Terms(blur=("faces", "bibs"))
    made = export_set(camera_set, tmp_path / "out", "label-studio", terms)
    assert made.photos == 1
    left_out = "photos that nobody looked at for what is to be blurred"
    assert made.losses[left_out] == 1
    (file,) = (tmp_path / "out/images").rglob("*.jpg")
    with Image.open(file) as image:
        assert not image.getexif()
        pixels = np.asarray(image).astype(int)
    original = camera_set.pixels("one.jpg").astype(int)
    assert pixels.shape == original.shape == (60, 40, 3)
    for area in (LOW, HIGH):
        x1, y1, x2, y2 = (round(side) for side in area.pixels((60, 40)))
        assert np.ptp(pixels[y1:y2, x1:x2], axis=(0, 1)).max() <= 25  # JPEG at the edges
        assert np.ptp(original[y1:y2, x1:x2]) > 200
    assert np.abs(pixels[:, 30:] - original[:, 30:]).mean() < 30


def test_a_blurred_photo_still_brings_its_labels_back(
    camera_set: ReferenceSet, tmp_path: Path
) -> None:
    export_set(camera_set, tmp_path / "out", "coco", Terms(blur=("faces",)))
    tally = import_set(camera_set, tmp_path / "out", "coco", replacing=True)
    assert (tally.new_photos, tally.replaced, tally.same) == (0, 0, 3)


def test_terms_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--blur: 'hands' cannot be blurred"):
        Terms(blur=("hands",))
    with (
        new_set(tmp_path / "m", ("masks",), 1) as painted,
        pytest.raises(InputError, match="has no"),
    ):
        export_set(painted, tmp_path / "out", "coco", Terms(blur=("faces",)))


@pytest.mark.parametrize("format", ["coco", "label-studio"])
def test_names_stay_inside_unless_asked_for(
    camera_set: ReferenceSet, tmp_path: Path, format: str
) -> None:
    export_set(camera_set, tmp_path / "out", format)
    export_set(camera_set, tmp_path / "again", format)
    export_set(camera_set, tmp_path / "named", format, Terms(identities=NAMES))
    word = Pseudonyms.of(camera_set).of_name(NAME)
    assert not tells(tmp_path / "out", NAME)
    assert tells(tmp_path / "out", word)
    assert tells(tmp_path / "again", word)
    assert tells(tmp_path / "named", NAME)


def test_the_documented_files_leave_with_pseudonyms(tmp_path: Path) -> None:
    with race_set(tmp_path / "set") as refset:
        called = Pseudonyms.of(refset).of_name
        with refset.database.reading() as connection:
            write_files(connection, tmp_path / "out", called)
        assert not tells(tmp_path / "out", NAME)
        faces = json.loads((tmp_path / "out/face_ground_truth.json").read_text())["photos"]
        identities = [box["identity"] for one in faces.values() for box in one["boxes"]]
        assert sorted(identities) == ["anonymous_3", called(NAME)]
        tally = take_files(refset, tmp_path / "out", replacing=True)
        assert tally.replaced == 0
        assert refset.statistics().people == 2


def test_embeddings_never_leave(camera_set: ReferenceSet, tmp_path: Path) -> None:
    vector = bytes(range(200, 240)) * 8
    keep_embedding(camera_set, "one.jpg", vector)
    for name in ("coco", "yolo", "label-studio"):
        export_set(camera_set, tmp_path / name, name, Terms(identities=NAMES))
        assert not any(vector in file.read_bytes() for file in files_below(tmp_path / name))


def keep_embedding(refset: ReferenceSet, photo: str, vector: bytes) -> None:
    """An embedding of the first face of a photo."""
    faces = refset.labels(photo).documents["faces"]
    assert isinstance(faces, Faces)
    assert isinstance(faces.boxes[0], Face)
    with refset.batch() as batch:
        source = batch.connection.execute(
            "INSERT INTO sources (backend, version) VALUES ('sface', '1')"
        ).lastrowid
        row = (faces.boxes[0].id, source, vector)
        batch.connection.execute("INSERT INTO embeddings VALUES (?, ?, ?)", row)


def files_below(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def tells(folder: Path, word: str) -> bool:
    """Whether any byte or any file's name below a folder has the word."""
    return any(
        word.encode() in path.read_bytes() or word in str(path.relative_to(folder))
        for path in files_below(folder)
    )
