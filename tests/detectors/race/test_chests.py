import numpy as np
import pytest

from src.core import InputError
from src.detectors.race.bibs import Bibs
from src.detectors.race.chests import Chests
from src.detectors.race.photo import Photo
from src.detectors.race.reading import NumberReader
from src.geometry.boxes import iou
from tests.detectors.race.drawer import Memory
from tests.detectors.race.scenes import Runner, photo

pytest.importorskip("rapidocr", reason="reading numbers needs rapidocr: pip install rapidocr")

RUNNER = Runner("482", (330, 270), 60)
SHOWN = Photo(photo(RUNNER))
FACE = np.array([RUNNER.face])
NOBODY = np.zeros((0, 4))


@pytest.fixture(name="hasty", scope="module")
def hasty_fixture() -> Bibs:
    """Shrinks a photo until no digit is left."""
    return Bibs(NumberReader(longest=64, again=None), papers=False, kept=Memory())


def test_a_number_that_a_small_copy_hides_is_read_below_its_face(hasty: Bibs) -> None:
    assert len(hasty.look(SHOWN)) == 0
    found = hasty.look_below(SHOWN, FACE, Chests())
    assert found.texts == ("482",)
    assert iou(found.boxes, [RUNNER.bib])[0, 0] > 0.7
    assert found.milliseconds > hasty.look(SHOWN).milliseconds


def test_nothing_is_looked_at_again_without_a_face(hasty: Bibs) -> None:
    kept = len(hasty.kept.content)  # type: ignore[union-attr]
    assert len(hasty.look_below(SHOWN, NOBODY, Chests())) == 0
    assert len(hasty.kept.content) == kept  # type: ignore[union-attr]


def test_only_faces_without_a_fitting_bib_are_bare() -> None:
    left, top, right, bottom = RUNNER.bib
    assert len(Chests().bare(np.array([RUNNER.bib]), FACE)) == 0
    for other in (
        NOBODY,
        [[left, top, left + 20, bottom]],
        [[left + 300, top, right + 300, bottom]],
    ):
        assert Chests().bare(np.array(other, float).reshape(-1, 4), FACE).tolist() == FACE.tolist()


@pytest.mark.parametrize(
    "face", [(300, 440, 360, 479), (-90, 100, -2, 200), (0, 0, 4, 4)], ids=["low", "aside", "tiny"]
)
def test_a_chest_that_the_frame_cuts_off_is_no_error(hasty: Bibs, face: tuple[float, ...]) -> None:
    hasty.look_below(SHOWN, np.array([face], float), Chests((80,)))


def test_no_size_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="heights must name a size"):
        Chests(())
