import numpy as np
import pytest

from src.detectors.race.wearing import may_be_worn

FACE = np.array([[480.0, 400.0, 560.0, 500.0]])


@pytest.mark.parametrize(
    ("bib", "worn"),
    [
        ((480, 640, 570, 710), True),
        ((560, 640, 650, 710), True),
        ((700, 640, 790, 710), False),
        ((480, 1000, 570, 1070), False),
        ((480, 300, 500, 315), False),
        ((900, 120, 990, 190), True),
        ((380, 500, 660, 720), False),
        ((500, 640, 530, 664), False),
    ],
    ids=[
        "below",
        "aside",
        "beside",
        "too far",
        "above",
        "of a face out of the photo",
        "a whole shirt",
        "a label",
    ],
)
def test_a_bib_hangs_below_a_face(bib: tuple[float, ...], worn: bool) -> None:
    assert may_be_worn(np.array([bib], float), FACE).tolist() == [worn]


@pytest.mark.parametrize(("bibs", "faces"), [(0, 0), (0, 1), (2, 0)])
def test_without_faces_nothing_is_worn(bibs: int, faces: int) -> None:
    far = np.tile([480.0, 900.0, 570.0, 970.0], (bibs, 1))
    assert not may_be_worn(far, FACE[:faces]).any()
