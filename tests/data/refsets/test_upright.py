"""One reader for all, which turns a picture as its camera was held."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image, ImageOps

from src.core import InputError
from src.data.refsets import ReferenceSet
from src.data.refsets.upright import upright_pixels, upright_shape
from tests.data.refsets.making import photo

ORIENTATION = 0x0112
CORNERS = np.zeros((48, 32, 3), np.uint8)
CORNERS[:16, :16], CORNERS[:16, 16:] = (255, 0, 0), (0, 255, 0)
CORNERS[32:, :16], CORNERS[32:, 16:] = (0, 0, 255), (255, 255, 0)
"""Every corner has its own colour, so that each of the eight ways shows."""


def held(kind: str, orientation: int) -> bytes:
    about = Image.Exif()
    about[ORIENTATION] = orientation
    stream = io.BytesIO()
    Image.fromarray(CORNERS).save(stream, kind, exif=about)
    return stream.getvalue()


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF"])
def test_all_eight_orientations_are_turned_as_viewers_turn_them(
    kind: str, orientation: int
) -> None:
    content = held(kind, orientation)
    shown = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(content))))
    pixels = upright_pixels(content, "photo")
    assert np.array_equal(pixels, shown)
    assert upright_shape(content, "photo") == shown.shape[:2]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_opencv_sees_the_same(orientation: int) -> None:
    cv2 = pytest.importorskip("cv2")
    content = held("JPEG", orientation)
    seen = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)[..., ::-1]
    pixels = upright_pixels(content, "photo")
    assert pixels.shape == seen.shape
    assert np.abs(pixels.astype(int) - seen).mean() < 4  # two decoders round in two ways


def test_the_size_of_a_photo_is_that_of_the_upright_picture(race: ReferenceSet) -> None:
    sha = race.add(held("JPEG", 6), "turned.jpg")
    found = race.photo(sha)
    assert (found.width, found.height) == (48, 32)
    assert race.pixels(sha).shape == (32, 48, 3)


def test_labels_lie_where_the_upright_picture_shows_them() -> None:
    """The red corner is stored at the top left; upright, it is at the top right."""
    from src.data.refsets.labels import Area

    pixels = upright_pixels(held("PNG", 6), "photo")
    x1, y1, x2, y2 = (round(side) for side in Area(0.7, 0, 0.3, 0.4).pixels(pixels.shape[:2]))
    assert (pixels[y1:y2, x1:x2] == (255, 0, 0)).all()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (held("JPEG", 1)[:300], "is truncated or damaged"),
        (b"this is a letter", "is not a PNG, TIFF or JPEG image"),
        (photo(1)[:-30], "is truncated or damaged"),
    ],
)
def test_what_is_no_whole_picture_is_refused(
    race: ReferenceSet, content: bytes, complaint: str
) -> None:
    with pytest.raises(InputError, match=f"odd.jpg {complaint}"):
        race.add(content, "odd.jpg")
    assert len(race.photos()) == 4


def test_a_bomb_is_refused_before_it_is_decoded(race: ReferenceSet) -> None:
    small = photo(1)
    head = b"IHDR" + struct.pack(">II", 40_000, 40_000) + small[24:29]
    bomb = small[:12] + head + struct.pack(">I", zlib.crc32(head)) + small[33:]
    with pytest.raises(InputError, match=r"bomb\.png is too large"):
        race.add(bomb, "bomb.png")
