import numpy as np
import pytest

from src.detectors.race.finding import NOTHING, finding, packed, unpacked
from src.detectors.race.photo import Photo, looked
from tests.detectors.race.drawer import Memory

PHOTO = Photo(np.zeros((4, 5, 3), np.uint8))
FOUND = finding([[0, 0, 2, 3], [1, 1, 4, 4]], [0.25, 0.75], ["12?", "7"])


def test_the_surest_comes_first() -> None:
    assert FOUND.texts == ("7", "12?")
    assert FOUND.scores.tolist() == [0.75, 0.25]


@pytest.mark.parametrize("found", [FOUND, NOTHING])
def test_what_is_kept_comes_back_as_it_was(found: object) -> None:
    again = unpacked(packed(found))  # type: ignore[arg-type]
    assert again is not None
    assert again.boxes.tobytes() == found.boxes.tobytes()  # type: ignore[attr-defined]
    assert again.texts == found.texts  # type: ignore[attr-defined]


@pytest.mark.parametrize("content", [b"", b"PK", b"nobody packed this", packed(FOUND)[:-9]])
def test_what_was_not_packed_is_looked_for_anew(content: bytes) -> None:
    assert unpacked(content) is None
    memory = Memory({PHOTO.key("any"): content})
    assert looked(PHOTO, "any", memory, lambda _: FOUND).texts == FOUND.texts


def test_the_same_photo_is_looked_at_once_and_tells_what_that_took() -> None:
    memory, looks = Memory(), []

    def find(pixels: np.ndarray) -> object:
        looks.append(pixels)
        return FOUND

    first, second = (looked(PHOTO, "any", memory, find) for _ in range(2))  # type: ignore[arg-type]
    looked(PHOTO, "other settings", memory, find)  # type: ignore[arg-type]
    assert len(looks) == 2
    assert first.milliseconds == second.milliseconds > 0
