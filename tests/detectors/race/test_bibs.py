import pickle

import numpy as np
import pytest

from src.core import Entry, InputError, Picture
from src.detectors.race.bibs import Bibs
from src.detectors.race.photo import Photo
from src.geometry.boxes import iou
from tests.detectors.race.drawer import Memory
from tests.detectors.race.scenes import Runner, photo, picture

pytest.importorskip("rapidocr", reason="numbers need rapidocr: pip install 'brushwork[vision]'")

RUNNER = Runner("4821")


@pytest.fixture(name="bibs", scope="module")
def bibs_fixture() -> Bibs:
    return Bibs()


def test_a_number_is_read_and_its_sheet_found(bibs: Bibs) -> None:
    found = bibs.detect(picture(RUNNER)).consensus
    assert (found.class_names, found.texts) == (("bib",), ("4821",))
    assert found.boxes is not None
    assert iou(found.boxes, [RUNNER.bib])[0, 0] > 0.8


def test_a_copy_finds_the_same_to_the_last_bit(bibs: Bibs) -> None:
    copy = pickle.loads(pickle.dumps(bibs))  # noqa: S301
    first, second = (own.find(photo(RUNNER)) for own in (bibs, copy))
    assert first.boxes.tobytes() == second.boxes.tobytes()
    assert first.scores.tobytes() == second.scores.tobytes()


def test_a_digit_that_the_frame_cuts_is_a_question_mark(bibs: Bibs) -> None:
    found = bibs.find(np.ascontiguousarray(photo(RUNNER)[:, :295]))
    assert [text for text in found.texts if "?" not in text] == []
    assert found.texts[0].startswith("48")


def test_a_number_outside_the_range_is_left_out(bibs: Bibs) -> None:
    kept = Memory()
    narrow = Bibs(bibs.reader, last=999, kept=kept)
    assert len(narrow.look(Photo(photo(RUNNER)))) == 0
    assert len(kept.content) == 1


@pytest.mark.parametrize("shape", [(1, 1), (1, 2000), (2000, 1), (0, 0), (3, 700)])
def test_thin_pictures_have_no_numbers_and_take_no_memory(
    bibs: Bibs, shape: tuple[int, int]
) -> None:
    thin = Picture(Entry("thin", "thin", "test"), np.full((*shape, 3), 128, np.uint8))
    assert len(bibs.detect(thin).consensus) == 0


def test_a_crop_that_is_read_leaves_the_next_photo_alone(bibs: Bibs) -> None:
    before = bibs.reader.lines(photo(RUNNER))
    assert bibs.reader.word(photo(RUNNER)[300:350, 205:325])[0] == "4821"
    assert bibs.reader.lines(photo(RUNNER)).tobytes() == before.tobytes()


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(InputError, match=r"detector\.first"):
        Bibs(first=10, last=9)
